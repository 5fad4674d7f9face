import FeliCa
import Testing
import Transit

@testable import InlayCommands

@Suite struct DumpReaderTests {
    private func read(_ text: String) throws -> [CardDump] { try DumpReader.read(Array(text.utf8)) }

    private func fault(_ text: String) -> DumpFault? {
        do throws(DumpFault) {
            _ = try DumpReader.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (TransitDumps.flipper(), CardDump.Format.flipper), (TransitDumps.fareBot(), .fareBot),
        (TransitDumps.metrodroid(), .metrodroid), ("[" + TransitDumps.metrodroid() + "]", .metrodroid),
        (#"{"versionName":"4","cards":["# + TransitDumps.fareBot() + "]}", .fareBot),
    ])
    func `the same card comes out of every format`(text: String, format: CardDump.Format) throws {
        let dump = try #require(try read(text).first)
        #expect(dump.format == format && dump.system == .transit && dump.idm?.description == TransitDumps.idm)
        #expect(dump.blocks[0x090F].map(\.description) == TransitDumps.history)
    }

    @Test func `blocks in XML are Base64 or hexadecimal`() throws {
        let dump = try #require(try read(TransitDumps.xml).first)
        #expect(dump.format == .fareBot && dump.idm?.description == TransitDumps.idm)
        #expect(dump.blocks[0x090F].map(\.description) == Array(TransitDumps.history.prefix(3)))
    }

    @Test func `a list of blocks is a history without numbers`() throws {
        let dump = try #require(try read("\u{FEFF}" + TransitDumps.history.joined(separator: "\r\n")).first)
        #expect(dump.format == .blocks && !dump.blocks.isNumberedByCard)
        #expect(dump.blocks[0x090F].count == TransitDumps.history.count)
    }

    @Test func `the services of a Flipper file tell the brand`() throws {
        let dump = try #require(try read(TransitDumps.flipper()).first)
        #expect(CardBrand(services: dump.services) == .pasmo)
        let suica = try #require(try read(TransitDumps.flipper(services: ["1808", "180A", "18C8", "18CA"])).first)
        #expect(CardBrand(services: suica.services) == .suica)
        #expect(CardBrand(services: dump.services.union(suica.services)) == nil)
    }

    @Test(arguments: [
        ("", "the file", true), ("hello, I am no dump", "the file", true), ("16010", "character 5", false),
        ("1601000216CD", "octet 6", false), ("Filetype: Flipper RFID key\n", "line 1", true),
        ("Filetype: Flipper NFC device\nDevice type: NTAG215\n", "line 2", true),
        ("Filetype: Flipper NFC device\nVersion: 4\n", "the file", true),
        ("Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0: 00 00 01\n", "line 3", false),
        ("Filetype: Flipper NFC device\nDevice type: FeliCa\nSystem 00: 0003\n", "the file", false),
        (
            "{\"schema\": \"inlay.transit/1\", \"cards\": [{\"system\": \"0003\", \"blocks\": null}]}",
            "cards[0].blocks", false
        ),
        ("{\"felica\": {\"systems\": {\"3\": {\"skipped\": true}}}}", "systems", false),
        (
            "Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0000: | Service code 090F | Block index 00 | Data: 16 01 |",
            "line 3", false
        ),
        (
            "Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0000: | Service code 09 | Block index 00 | Data: 16 |",
            "line 3", false
        ),
        (
            "Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0000: | Service code 090F | Data: 16 |", "line 3",
            false
        ),
        ("{\"a\": 1}", "the top", true), ("{", "octet 1", false),
        ("{\"schema\": \"inlay.passport/1\"}", "schema", true),
        ("{\"felica\": {}}", "felica.systems", false), ("{\"felica\": {\"systems\": []}}", "felica.systems", false),
        ("{\"felica\": {\"systems\": {\"x\": {}}}}", "felica.systems", false),
        ("{\"felica\": {\"systems\": {\"3\": {}}}}", "felica.systems.3.services", false),
        (
            "{\"felica\": {\"systems\": {\"3\": {\"services\": {\"2319\": {\"blocks\": [{}]}}}}}}",
            "felica.systems.3.services.2319.blocks[0].data", false
        ),
        ("{\"systems\": [{}]}", "systems[0].code", false),
        ("{\"systems\": [{\"code\": 70000}]}", "systems[0].code", false),
        ("{\"systems\": [{\"code\": 3}]}", "systems[0].services", false),
        ("{\"systems\": [{\"code\": 3, \"services\": [{}]}]}", "systems[0].services[0].serviceCode", false),
        (
            "{\"systems\": [{\"code\": 3, \"services\": [{\"serviceCode\": 2319, \"blocks\": [{\"data\": \"16\"}]}]}]}",
            "systems[0].services[0].blocks[0].data", false
        ),
        ("{\"schema\": \"inlay.transit/1\"}", "cards", false),
        ("{\"schema\": \"inlay.transit/1\", \"cards\": [{}]}", "cards[0].system", false),
        ("{\"schema\": \"inlay.transit/1\", \"cards\": [{\"system\": \"0003\"}]}", "cards[0].blocks", false),
        ("<html></html>", "element html", true), ("<card><systems></card>", "octet 17", false),
        ("<card><systems><system/></systems></card>", "element system at octet 15", false),
        (
            "<card><systems><system code=\"3\"><services><service code=\"2319\"><blocks><block>16</block></blocks>"
                + "</service></services></system></systems></card>", "element block at octet 71", false
        ),
    ])
    func `what is no dump, or a broken one, is told with its place`(text: String, place: String, isForeign: Bool) {
        let fault = fault(text)
        #expect(fault?.place == place && fault?.isForeign == isForeign, "\(String(describing: fault))")
    }

    @Test func `a cut file of the Flipper is not taken for a whole one`() {
        let whole = TransitDumps.flipper()
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let cut = lines.dropLast(4).joined(separator: "\n")
        #expect(fault(cut)?.place == "Public blocks read")
    }

    @Test(arguments: [TransitDumps.fareBot(), TransitDumps.metrodroid(), TransitDumps.xml])
    func `a dump that is cut anywhere is refused`(text: String) {
        let bytes = Array(text.utf8)
        for length in stride(from: 1, to: bytes.count, by: 7) {
            #expect(throws: DumpFault.self) { try DumpReader.read(Array(bytes.prefix(length))) }
        }
    }

    @Test(arguments: [
        TransitDumps.flipper(), TransitDumps.fareBot(), TransitDumps.metrodroid(), TransitDumps.xml,
    ])
    func `a dump with a changed octet is read or refused, never a trap`(text: String) throws {
        let bytes = Array(text.utf8)
        var state: UInt64 = 42
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            if let dumps = try? DumpReader.read(changed) {
                for card in try TransitCase.cases(of: dumps, all: false) { #expect(!card.title(.english).isEmpty) }
            }
        }
    }

    // MARK: - Shapes of real files (Docs/data-sources.md tells which they were compared with)

    @Test func `a Flipper file with three systems keeps them apart, each with its own number of blocks`() throws {
        let text = TransitDumps.flipper(others: [
            ("FE00", ["394B"], ["F2220503080000F10100000000000000"]), ("86A7", [], []),
        ])
        let dumps = try read(text)
        #expect(dumps.map(\.system) == [.transit, .commonArea, 0x86A7])
        #expect(dumps[0].blocks[0x090F].count == TransitDumps.history.count && dumps[0].blocks[0x394B].isEmpty)
        #expect(dumps[1].blocks[0x394B].count == 1 && dumps[2].blocks.isEmpty)
        #expect(dumps.allSatisfy { $0.idm?.description == TransitDumps.idm })
        let cases = try TransitCase.cases(of: dumps, all: false)
        #expect(cases.map(\.card) == [1, 1, 1] && cases[0].brand == .pasmo)
    }

    @Test func `a system of a Flipper file that was cut is told, wherever it stands`() throws {
        let text = TransitDumps.flipper(others: [("FE00", [], ["F2220503080000F10100000000000000"])])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let inside = try #require(lines.firstIndex { $0.hasPrefix("Block 0003") })
        var first = lines
        first.remove(at: inside)
        #expect(fault(first.joined(separator: "\n"))?.place == "Public blocks read")
        #expect(fault(lines.dropLast(2).joined(separator: "\n"))?.place == "Public blocks read")
    }

    @Test func `versions and keys that newer Flippers write change nothing`() throws {
        let text = TransitDumps.flipper().replacing(
            "System 00: 0003",
            with: "System 00: 0003 | Key version 0001 |\nSystem 00 Key: 01 23 45 67 89 AB CD EF\n"
                + "Area 000: | Code 0000 | End FFFE | Services #000-#001 | Key version 0002 |\n"
                + "Area 000 Key: FE DC BA 98 76 54 32 10\nService 000 Key: 11 22 33 44 55 66 77 88")
        let dump = try #require(try read(text).first)
        #expect(dump.system == .transit && dump.blocks[0x090F].count == TransitDumps.history.count)
    }

    @Test func `a FeliCa Lite of a Flipper has its blocks under the numbers of the chip`() throws {
        let blocks = (0..<28).map { number in
            "Block \(number): 00 00 \(number < 10 ? "0" : "")\(number)" + String(repeating: " 00", count: 15)
        }
        let head = [
            "Filetype: Flipper NFC device", "Version: 4", "Device type: FeliCa", "Data format version: 1",
            "Manufacture id: 29 9F FA 53 AB 75 87 6E", "Blocks total: 28", "Blocks read: 28",
        ]
        let dump = try #require(try read((head + blocks).joined(separator: "\n") + "\n").first)
        #expect(
            dump.system == .lite
                && dump.blocks.numbered(0x000B).map(\.number).suffix(5) == [0x88, 0x90, 0x91, 0x92, 0xA0])
        #expect(dump.blocks[0x000B, 0x85]?.bytes.first == 0x20, "the system code is block 20 of the file")
        #expect(fault((head + blocks.dropLast()).joined(separator: "\n"))?.place == "Public blocks read")
    }

    @Test func `Metrodroid's maps of blocks, names without quotes and what was skipped are read`() throws {
        let text = #"""
            { "tagId": "\#(TransitDumps.idm)", "scannedAt": { "timeInMillis": 1500000000000, "tz": "Australia/Sydney" },
              "felica": { "pMm": "053143454682b7ff", "specificationVersion": "000085010085", "systems": {
                3: { "services": { 0: { "skipped": true }, 2: { "skipped": true, "blocks": [] }, 3: { "blocks": [] },
                  "2319": { "blocksMap": { "0": { "data": "\#(TransitDumps.history[0])" },
                                            "2": { "data": "\#(TransitDumps.history[2])" } } } } },
                4: { "skipped": true }, 5: { "services": {}, "skipped": true } } } }
            """#
        let dumps = try read(text)
        #expect(dumps.map(\.system) == [.transit, 0x0004, 0x0005])
        #expect(dumps[0].blocks.numbered(0x090F).map(\.number) == [0, 2])
        #expect(dumps[0].idm?.description == TransitDumps.idm)
    }

    @Test func `cards of other kinds in a FareBot export are passed over, and IDm in parts is put together`() throws {
        let text = #"""
            {"cards": [{"cardType": "MifareDesfire", "applications": [], "ratio": 0.5},
              {"cardType": "FeliCa", "tagId": "ABCDEFGIHIJ=", "scannedAt": 1566946551787,
               "idm": {"cardIdentification": [1, 1, 3, 4, 5, -6], "manufactureCode": [1, 1]},
               "pmm": {"icCode": [1, 32], "maximumResponseTime": [34, 4, 39, 103, 78, -1]},
               "systems": [{"code": 32776, "services": [
                 {"serviceCode": 279, "blocks": [{"address": 0, "data": "AAABZAAAAAAAAAAAAAAAIQ=="}]}]}]}],
             "versionCode": 29}
            """#
        let dump = try #require(try read(text).first)
        #expect(dump.idm?.description == "01010101030405FA" && dump.system == 0x8008 && dump.position == 1)
        #expect(dump.blocks[0x0117].first?.description == "00000164000000000000000000000021")
    }

    @Test func `depth, entities and size are bounded`() {
        #expect(fault(String(repeating: "[", count: 5000))?.place.hasPrefix("octet") == true)
        #expect(fault(String(repeating: "<a>", count: 5000))?.message == "nested deeper than 32 levels")
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><a>&b;</a>"
        #expect(fault(bomb)?.message == "a document type is not taken")
        let long = "<a>" + String(repeating: "x", count: 5000) + "</a>"
        #expect(fault(long)?.message == "more than 4096 elements")
        #expect(fault(String(repeating: "00", count: 16 * 20_001))?.message == "more than 20000 blocks")
    }
}
