import FeliCa
import Foundation
import Octets
import Testing
import Transit

@Suite struct StationDirectoryTests {
    private let bundled = BundledStations()

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/CStationTable")

    private func names(_ code: String, _ day: String? = nil) throws -> [String] {
        bundled.candidates(try #require(StationCode(code)), on: day.flatMap { TransitDate($0) }).map(\.name)
    }

    @Test(arguments: [
        ("0-1-6", "2019-12-31", ["田町"]), ("0-1-6", "2020-03-13", ["田町"]),
        ("0-1-6", "2020-03-14", ["高輪ゲートウェイ"]), ("0-1-6", "2021-01-01", ["高輪ゲートウェイ"]),
        ("0-1-5", "2021-01-01", ["田町"]), ("0-10-104", "2014-06-01", ["横川"]),
        ("0-10-104", "2016-06-01", ["新白島"]), ("0-35-158", "2016-03-25", ["陸前赤井"]),
        ("0-35-158", "2016-03-26", ["石巻あゆみ野"]), ("0-49-130", "2023-03-18", ["前潟"]),
    ])
    func `a renumbered code stands for the station of its day`(code: String, day: String, expected: [String]) throws {
        #expect(try names(code, day) == expected)
    }

    @Test func `without a day every meaning that a code had is there, today's first`() throws {
        #expect(try names("0-1-6") == ["高輪ゲートウェイ", "田町"])
    }

    @Test func `where no source dates a change, old records have both candidates and new ones have one`() throws {
        #expect(try names("0-11-101", "2018-01-01") == ["荒島", "安来"])
        #expect(try names("0-11-101", "2026-08-01") == ["荒島"])
        #expect(bundled.station(try #require(StationCode("0-11-101")), on: TransitDate("2018-01-01")) == nil)
    }

    @Test(arguments: [
        ("0-E3-3Bh", "青山一丁目"), ("2-8F-43h", "阪神三宮"), ("2-D9-52h", "板宿"), ("3-86-40h", "大通"), ("3-87-34h", "琴似"),
        ("1-A5-78h", "名鉄名古屋"), ("1-AC-38h", "中部国際空港"), ("0-44-24h", "高山"), ("0-44-28h", "飛騨古川"),
        ("3-E9-1Fh", "天神南"), ("0-26-C2h", "新千歳空港"), ("3-C5-1Bh", "古町"), ("3-C5-27h", "梅津寺"),
        ("3-C5-17h", "松山市"), ("3-C5-01h", "郡中港"), ("2-82-18h", "野江内代"), ("0-F2-0Eh", "築地市場"),
    ])
    func `stations that owners of cards named are found`(code: String, name: String) throws {
        #expect(try names(code, "2026-07-01").map { $0.replacing("ヶ", with: "ケ") } == [name])
    }

    @Test func `the region decides between Osaka and Nagoya`() throws {
        #expect(try names("2-130-24") != names("1-130-24"))
    }

    @Test(arguments: ["0-2-253", "0-2-254", "0-155-129", "0-0-0", "0-0-2", "2-129-135"])
    func `codes of mobile cards, tests and passes are no stations`(code: String) throws {
        #expect(try names(code).isEmpty)
    }

    @Test func `a code that no source has is unknown, not something near`() throws {
        #expect(try names("3-0-1").isEmpty && names("0-255-255").isEmpty)
    }

    @Test func `only names that are their own reading are romanised`() throws {
        let tsukuba = try #require(bundled.all.first { $0.name == "つくば" })
        #expect(tsukuba.romanised == "Tsukuba")
        let romanised = bundled.all.filter { $0.romanised != nil }
        #expect(romanised.count >= 20)
        for station in romanised {
            #expect(station.name.unicodeScalars.allSatisfy { (0x3041...0x3096).contains($0.value) }, "\(station.name)")
        }
    }

    @Test func `the table in the program is the table in the repository, row by row`() throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent("stations.tsv"), encoding: .utf8)
        let rows = text.split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let all = bundled.all
        #expect(all.count == rows.count && rows.count > 6000)
        for (row, station) in zip(rows, all) {
            let here = [
                station.code.description, station.name, station.romanised ?? "", station.line, station.company,
                station.firstDay?.description ?? "", station.lastDay?.description ?? "",
                station.isOnlyPossible ? "possible" : "", station.source.rawValue, station.note,
            ]
            #expect(row == here)
            #expect(bundled.candidates(station.code, on: nil).contains(station))
        }
        #expect(BundledStations.byteCount < 400_000)
    }

    @Test func `a table of the user's own lies over the one in the program`() throws {
        let text =
            "\u{FEFF}code\tname\tfrom\tremark\r\n# a remark\r\n0-1-6\tTakanawa\t2020-03-14\tx\r\n3-00-01h\tはじめ\t\t\r\n9-9\t\t\t\n"
        let user = try UserStations(parsing: Array(text.utf8))
        let both = LayeredStations(user, over: bundled)
        let code = try #require(StationCode("0-1-6"))
        #expect(both.candidates(code, on: TransitDate("2021-01-01")).map(\.name) == ["Takanawa"])
        #expect(both.candidates(code, on: TransitDate("2019-01-01")).map(\.name) == ["田町"])
        #expect(both.candidates(try #require(StationCode("3-0-1")), on: nil).map(\.source) == [.user])
        #expect(user.count == 2)
    }

    @Test(arguments: [
        "", "name\nx\n", "code\tname\n0-1\tx\n", "code\tname\n0-2-253\tx\n", "code\tname\tfrom\n0-1-6\tx\t2020-02-30\n",
        "code,name\n0-1-6,x\n",
    ])
    func `a table that is none says in which row`(text: String) {
        #expect(throws: ParseError.self) { try UserStations(parsing: Array(text.utf8)) }
    }

    @Test func `unknown codes are exported without anything about the card, and can be read back`() throws {
        let blocks = try [
            "16010002346E00010002D20400002AA0", "050D000F34E30D2B0000B60700002840", "1B023F00350302FD00003F0200002700",
            "16010002346EE33BE621D20400002500",
        ].map { try Block(hex: $0) }
        let unknown = UnknownCodes([SuicaCard(CardBlocks(listing: blocks))], bundled)
        #expect(unknown.stations.map(\.description) == ["2-0-1", "2-0-2"])
        #expect(unknown.busStops.map(\.description) == ["0D2B"])
        let lines = unknown.table.split(separator: "\n")
        #expect(lines.count == 4)
        for line in lines.dropFirst() { #expect(line.hasSuffix("\t\t\t\t\t\t\t")) }
        #expect(try UserStations(parsing: Array(unknown.table.utf8)).count == 0)
    }

    @Test func `a stop is named by operator and stop, and only where a source tells`() {
        let buses = BusDirectory()
        let stop = BusStopCode(region: .kansai, operatorCode: 0x0E51, stop: 0x0051)
        #expect(buses.company(stop)?.name.japanese == "奈良交通" && buses.stop(stop)?.name.japanese == "押上町")
        let other = BusStopCode(region: .kansai, operatorCode: 0x0E51, stop: 0x0951)
        #expect(buses.stop(other) == nil)
        #expect(buses.company(BusStopCode(region: .others, operatorCode: 0x0FE5, stop: 0)) == nil)
    }

    // MARK: - The sources

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `every permitted code agrees with its sources, or differs for a stated reason`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", Self.folder.appendingPathComponent("check.py").path,
            try #require(Corpus.folder).appendingPathComponent("felica").path,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        for line in output.split(separator: "\n") where !line.hasPrefix("    ") { print("Stations: \(line)") }
        #expect(process.terminationStatus == 0)
        #expect(output.contains("everything that differs has a reason"))
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `every code of the permitted tables is looked up in the program`() throws {
        var missing: [String] = []
        let rows = try Corpus.table("felica/stations-iccardmanager.tsv")
        for row in rows {
            let code = try #require(StationCode("\(row["region"] ?? "")-\(row["line"] ?? "")-\(row["station"] ?? "")"))
            if bundled.candidates(code, on: TransitDate("2026-08-01")).isEmpty { missing.append(code.description) }
        }
        #expect(
            missing.sorted() == [
                "0-0-0", "0-0-2", "0-0-3", "0-0-4", "0-0-5", "0-0-6", "0-0-7", "0-2-253", "0-2-254", "2-129-135",
            ])
    }
}
