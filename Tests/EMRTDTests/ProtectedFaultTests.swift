import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import PassportSimulator
import Testing
import Trust

/// Every kind of fault at every exchange of a read that uses all that there is: PACE with chip authentication mapping, Chip
/// Authentication, Active Authentication and Terminal Authentication.
struct ProtectedFaultTests {
    static let settings =
        "access=pace&pace=cam,aes128,bp256&ca=aes128,bp256&aa=bp256&portrait=3000&extended=on&dg=3,4,11"

    static let kinds: [(name: String, fault: Fault)] = [
        ("drop", .removeCard), ("no answer", .fail(.noAnswer)), ("reset", .fail(.cardReset)),
        ("transport", .fail(.transportFailed)), ("truncate to nothing", .truncate(to: 0)),
        ("truncate to a status word", .truncate(to: 2)), ("truncate by a part", .truncate(to: 30)),
        ("flip the first bit", .flipBit(0)), ("flip a bit", .flipBit(133)), ("flip the last bit", .flipBit(-1)),
        ("wrong status 6982", .status(0x6982)), ("wrong status 6988", .status(0x6988)),
        ("wrong status 6700", .status(0x6700)), ("wrong status 9000", .status(0x9000)), ("repeat", .repeatAnswer),
        ("delay", .delay(.seconds(5))), ("delay beyond the limit", .delay(.seconds(60))),
    ]

    @Test(arguments: 0..<kinds.count)
    func `a fault anywhere gives a typed error or a clean recovery, and nothing false`(kind: Int) throws {
        let fault = Self.kinds[kind].fault
        let bench = try Bench(Self.settings)
        for position in 1...bench.total { try bench.check([position: fault], isRestarting: position.isMultiple(of: 3)) }
    }

    /// The files are the document's, the private keys are not: whatever goes wrong, that must never pass as genuine.
    @Test(arguments: 0..<kinds.count)
    func `no fault makes a copy genuine`(kind: Int) throws {
        let bench = try Bench(Self.settings + "&copy=on")
        let step = kind.isMultiple(of: 2) ? 2 : 3
        for position in stride(from: 1, through: bench.total, by: step) {
            try bench.check([position: Self.kinds[kind].fault], isRestarting: position.isMultiple(of: 2))
        }
    }
}

/// A document with everything, its clean read, and what must hold for any other read of it.
struct Bench {
    let desk: Desk
    let isCopy: Bool
    /// Exchanges of a clean read.
    let total: Int
    private let terminal: TerminalAuthenticationRequest?
    /// After which exchange each file was there.
    private let finished: [(file: FileID, exchange: Int)]
    private let wanted: Wanted

    init(_ settings: String, name: String = "passport-eac", wanted: Wanted = .everything) throws {
        desk = try Desk(settings, name: name)
        isCopy = settings.contains("copy=on")
        self.wanted = wanted
        terminal = name == "passport-eac" ? try Self.request(settings) : nil
        var finished: [(FileID, Int)] = []
        let (desk, terminal) = (desk, terminal)
        let reading = try desk.read(
            wanting: wanted, terminal: terminal,
            onEvent: { event in
                if case .finished(let file, _) = event { finished.append((file, desk.exchanges.count)) }
            })
        #expect(reading.interruption == nil)
        total = desk.exchanges.count
        self.finished = finished
        if !isCopy, terminal != nil {
            #expect(reading.terminalAuthentication?.outcome == .authenticated)
            #expect(reading.evidence.chipAuthentication?.outcome == .confirmed)
            #expect(reading.evidence.activeAuthentication?.signature != nil && reading.evidence.mapping != nil)
        }
    }

    private static func request(_ text: String) throws -> TerminalAuthenticationRequest {
        var settings = try #require(PassportSimulator.entries.first { $0.name == "passport-eac" }).settings
        try settings.apply(text)
        let pki = try SimulatorPKI(settings)
        let credentials = try TerminalCredentials(
            certificateFiles: pki.members.map(\.certificate),
            privateKeyFile: pki.domestic.terminal.privateKey.exposed())
        return TerminalAuthenticationRequest(credentials: credentials, consent: .given)
    }

    /// Reads with `faults`, and looks at what came of it.
    func check(_ faults: [Int: Fault], isRestarting: Bool) throws {
        let reading = try desk.read(wanting: wanted, restarting: isRestarting, terminal: terminal) {
            FaultyLink($0, faults: faults)
        }
        // Outside secure messaging EF.CardAccess and EF.ATR/INFO can be changed; nothing else may differ.
        for file in reading.files.ids where !file.isInMasterFile && file != .cvca {
            #expect(reading.files[file] == desk.document.files[file], "\(file), faults \(faults)")
        }
        // What was there before the first fault is kept.
        let first = faults.keys.min() ?? 0
        for (file, exchange) in finished where exchange < first {
            #expect(reading.files[file] != nil, "\(file) is lost, faults \(faults)")
        }
        // Neither loops nor gaps that nobody tells of.
        #expect(desk.exchanges.count < total + 260, "faults \(faults)")
        if reading.interruption == nil {
            for (file, _) in finished where reading.files[file] == nil {
                #expect(reading.skipped[file] != nil, "\(file), faults \(faults)")
            }
        }
        let report = PersonaTests.judge(reading, desk)
        #expect(report[.signature]?.isFailure != true, "faults \(faults)")
        guard isCopy else { return }
        for check in [Check.chipMapping, .chipAuthentication, .activeAuthentication] {
            #expect(report[check]?.holds != true, "\(check) of a copy, faults \(faults)")
        }
    }
}
