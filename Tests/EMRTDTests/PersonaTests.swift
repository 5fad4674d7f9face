import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import PassportSimulator
import Testing
import Trust

/// Documents after reports from the field, read as their holders would have wanted.
struct PersonaTests {
    /// A persona, and what the chip must be caught at. The read comes to its end with every byte right.
    struct Row: CustomTestStringConvertible {
        let name: String
        var deviations: Set<String> = []
        var access = "PACE"
        var renewals = 0
        var testDescription: String { name }

        init(_ name: String, _ deviations: Set<String> = [], access: String = "PACE", renewals: Int = 0) {
            self.name = name
            self.deviations = deviations
            self.access = access
            self.renewals = renewals
        }
    }

    private static let whole = [
        Row("no-mf-select", ["cardAccessFoundOtherwise"]),
        Row("card-access-p1-00", ["cardAccessFoundOtherwise"]),
        Row("mf-select-idle", ["cardAccessFoundOtherwise"]),
        Row("mf-select-6a86"),
        Row("dir-protected"),
        Row("mf-6882", access: "BAC"),
        Row("select-only", ["shortFileIdentifierRefused"]),
        Row("requires-84"),
        Row("refuses-84", ["dataObjectRefused"]),
        Row("two-curves"),
        Row("aes256-p384"),
        Row("leading-zero"),
        Row("no-parameter-id"),
        Row("im-p521"),
        Row("im-and-gm"),
        Row("pace-only-6a88"),
        Row("pace-only-6985"),
        Row("pace-only-6982"),
        Row("dh-no-pin"),
        Row("cam"),
        Row("bac-le-00", ["expectedLengthRefused"], access: "BAC"),
        Row("slows-down"),
        Row("counter-carry", access: "BAC"),
        Row("counter-sign", access: "BAC"),
        Row("plain-6c", ["unprotectedError", "blockSizeReduced"], access: "BAC"),
        Row("plain-6c-dropped", ["unprotectedError", "blockSizeReduced", "accessRenewed"], access: "BAC", renewals: 1),
        Row("long-6b00", ["blockSizeReduced"]),
        Row("plain-6700", ["unprotectedError", "blockSizeReduced"]),
        Row("extended-refused", ["unprotectedError", "blockSizeReduced", "accessRenewed"], renewals: 1),
        Row("extended-refused-kept", ["unprotectedError", "blockSizeReduced"]),
        Row("extended-refused-counted", ["unprotectedError", "blockSizeReduced", "accessRenewed"], renewals: 1),
        Row("wrong-mac-at-end", ["wrongMAC", "accessRenewed"], access: "BAC", renewals: 1),
        Row("padding-at-end", ["longAnswer"]),
        Row("le-minus-one", ["shortAnswer"]),
        Row("zero-bytes", ["emptyAnswer"], access: "BAC"),
        Row("reader-261"),
        Row("reader-silent", ["readerRefusedExtendedLength", "accessRenewed"], renewals: 1),
        Row("long-file"),
        Row("session-6987", ["unprotectedError", "accessRenewed"], renewals: 1),
        Row("session-6988", ["unprotectedError", "accessRenewed"], access: "BAC", renewals: 1),
        Row("power-loss", ["accessRenewed"], renewals: 1),
        Row("aa-6c"), Row("aa-61"), Row("aa-truncated"), Row("aa-der"), Row("aa-p384-sha256"), Row("aa-33cc"),
        Row("aa-b4"),
        Row("aa-empty", ["emptySignature"]),
        Row("aa-refused", ["evidenceRefused"]),
        Row("ca-no-info"), Row("ca-keyid-195"),
        Row("ca-6a88", ["evidenceRefused"]),
        Row("ca-6f00", ["unprotectedAnswer"], renewals: 1),
    ]

    /// All that a test here is about.
    static var tested: Set<String> {
        Set(whole.map(\.name)).union([
            "bac-wrong-mac", "bac-wrong-number", "bac-swapped", "pace-fails", "eid-only", "no-com", "busy-6988",
            "removed", "cam-copied", "weakened",
        ])
    }

    @Test(arguments: whole)
    func `the whole document is read, and what the chip did is told`(row: Row) throws {
        let desk = try Self.desk(row.name)
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        #expect(reading.access.established?.name == row.access && reading.access.renewals == row.renewals)
        for file in desk.document.files.ids where file != .atrInfo {
            #expect(reading.files[file] == desk.document.files[file], "\(file)")
        }
        #expect(Set(reading.deviations.map(\.identifier)) == row.deviations, "\(reading.deviations)")
        for deviation in reading.deviations {
            #expect(!deviation.clause.isEmpty && !deviation.description.isEmpty)
        }
        // What was learnt holds: no chip is asked for the same thing twice in vain.
        #expect(Set(reading.deviations).count == reading.deviations.count)
    }

    @Test func `every persona is understood, and its name says nothing to the reader`() throws {
        let names = Persona.all.map(\.name)
        #expect(Set(names).count == names.count)
        for persona in Persona.all {
            #expect(PassportSimulator.entries.contains { $0.name == "passport/\(persona.name)" }, "\(persona.name)")
            #expect(persona.sentence.hasSuffix(".") && !persona.seen.isEmpty)
        }
    }

    // MARK: - Those that end otherwise

    /// Reports about missing checks: JMRTD looks at the length only, others at nothing.
    @Test(arguments: ["bac-wrong-mac", "bac-wrong-number", "bac-swapped"])
    func `a chip that does not prove itself in BAC is not read`(name: String) throws {
        let reading = try Self.desk(name).read()
        #expect(reading.interruption?.code == .cryptographyRefused)
        #expect(reading.access.established == nil && reading.files.ids.allSatisfy(\.isInMasterFile))
    }

    @Test(arguments: ["pace-only-6a88", "pace-only-6985", "pace-only-6982"])
    func `BAC that is not there is not told as a wrong key`(name: String) throws {
        let reading = try Self.desk(name).read(policy: AccessPolicy(preference: .bac))
        guard case .notOffered = try #require(reading.access.attempts.first).outcome else {
            Issue.record("\(reading.access.attempts)")
            return
        }
        #expect(reading.interruption?.accessRefusal?.diagnosis.kind == .notOffered)
    }

    @Test func `pace-fails is no quiet reason for BAC`() throws {
        let desk = try Self.desk("pace-fails")
        let strict = try desk.read()
        #expect(strict.access.established == nil)
        #expect(strict.interruption?.code == .unexpectedStatus(0x6985))
        guard case .failed = try #require(strict.access.attempts.first).outcome else {
            Issue.record("\(strict.access.attempts)")
            return
        }
        let allowed = try desk.read(policy: AccessPolicy(mayFallBackToBAC: true))
        #expect(allowed.access.established == .bac && allowed.access.fellBackToBAC && allowed.interruption == nil)
    }

    @Test func `eid-only is told as what it is`() throws {
        let reading = try Self.desk("eid-only").read()
        #expect(reading.application == .absent(0x6A82))
        #expect(reading.otherApplications == ["eID"])
        #expect(reading.files[.cardAccess] != nil)
    }

    @Test func `no-com takes nothing else away`() throws {
        let desk = try Self.desk("no-com")
        let reading = try desk.read()
        #expect(reading.interruption == nil && reading.skipped == [.com: .absent(0x6A82)])
        #expect(reading.files[.dg1] == desk.document.files[.dg1] && reading.files[.dg2] == desk.document.files[.dg2])
        #expect(reading.deviations == [.requiredFileMissing(.com, 0x6A82)])
    }

    @Test func `dir-protected says that EF DIR is shut before access`() throws {
        let reading = try Self.desk("dir-protected").read(wanting: .only([.directory, .dg1]))
        #expect(reading.interruption == nil && reading.files[.dg1] != nil)
    }

    @Test func `dh-no-pin names the passwords that it does not take`() throws {
        let desk = try Self.desk("dh-no-pin")
        let pin = try desk.read(key: AccessKey(pin: SecretBytes("161803".utf8)))
        #expect(pin.interruption?.accessRefusal?.diagnosis.kind == .notOffered)
        #expect(pin.interruption?.accessRefusal?.diagnosis.happened.contains("PIN") == true)
        let number = try desk.read(key: AccessKey(cardAccessNumber: SecretBytes("271828".utf8)))
        #expect(number.interruption == nil && number.files[.dg1] == desk.document.files[.dg1])
    }

    @Test func `busy-6988 is never asked for BAC again behind fingerprints`() throws {
        let desk = try Self.desk("busy-6988")
        let reading = try desk.read(wanting: .only([.dg1, .dg3, .dg11]))
        #expect(reading.interruption == nil)
        #expect(reading.skipped == [.dg3: .notPermitted(0x6982)])
        #expect(reading.files[.dg11] == desk.document.files[.dg11])
        #expect(desk.exchanges.filter { $0.command.dropFirst().first == 0x84 }.count == 1)
    }

    @Test func `removed gives what was read before`() throws {
        let desk = try Self.desk("removed")
        let reading = try desk.read()
        #expect(reading.interruption?.code == .cardRemoved)
        #expect(reading.files[.dg1] == desk.document.files[.dg1] && reading.files[.sod] == desk.document.files[.sod])
        #expect(reading.skipped == [.dg2: .interrupted])
    }

    /// 9303-11 §9.8.6.3: the counter is eight octets, of which each side gives four.
    @Test(arguments: ["counter-carry", "counter-sign"], [0xFF, 0x7F] as [UInt8])
    func `the send sequence counter carries over every octet`(name: String, first: UInt8) throws {
        let desk = try Self.desk(name)
        var reader = EPassportReader()
        reader.random = RandomSource { count in
            count == 8
                ? [0, 0, 0, 0, first, 0xFF, 0xFF, 0xFF] : [UInt8](repeating: 0x5A, count: count)
        }
        _ = try desk.simulated.reset(.cold)
        let reading = reader.read(from: LinkChannel(desk.simulated), key: try desk.key)
        #expect(reading.interruption == nil && reading.agrees(with: desk.document))
    }

    @Test func `reader-silent is remembered for the session`() throws {
        let desk = try Self.desk("reader-silent")
        let reading = try desk.read()
        let failures = desk.exchanges.filter { if case .failure = $0.outcome { true } else { false } }
        #expect(failures.count == 1)
        #expect(reading.evidence.activeAuthentication?.signature?.count == 256)
    }

    @Test func `slows-down takes longer behind each wrong secret`() throws {
        let (chip, _) = try PassportSimulator.make(name: "passport/slows-down", random: .seeded(7))
        var times: [Duration] = []
        for _ in 0..<4 {
            chip.powerUp()
            var longest = Duration.zero
            let link = AnsweringLink { command in
                let answer = chip.handle(command: command)
                longest = max(longest, chip.extraTime)
                return answer
            }
            let wrong = AccessKey(mrzInformation: SecretBytes("L898902C<369080619406236".utf8))
            let reading = EPassportReader().read(from: LinkChannel(link), key: wrong)
            #expect(reading.interruption?.code == .authenticationFailed)
            times.append(longest)
        }
        #expect(times[0] > .zero && zip(times, times.dropFirst()).allSatisfy { $0 * 2 == $1 }, "\(times)")
    }

    // MARK: - Judged

    @Test(
        arguments: [
            ("aa-6c", nil), ("aa-61", nil), ("aa-truncated", nil), ("aa-empty", nil), ("aa-33cc", "sha1"),
            ("aa-der", "der"), ("aa-p384-sha256", "hash"),
        ] as [(String, String?)])
    func `a signature in every form shows the chip to be genuine`(name: String, deviation: String?) throws {
        let desk = try Self.desk(name)
        let verdict = try #require(Self.judge(try desk.read(), desk)[.activeAuthentication])
        #expect(verdict.holds, "\(verdict)")
        #expect(verdict.deviations.isEmpty == (deviation == nil), "\(verdict)")
    }

    /// The smaller of s and n - s is s itself in half of all cases.
    @Test func `aa-b4 shows the chip to be genuine whichever number it sends`() throws {
        let desk = try Self.desk("aa-b4")
        let verdicts = try (0..<6).map { _ in try #require(Self.judge(try desk.read(), desk)[.activeAuthentication]) }
        for verdict in verdicts { #expect(verdict.holds, "\(verdict)") }
    }

    @Test(arguments: [("ca-no-info", true), ("ca-keyid-195", true), ("ca-6a88", false), ("ca-6f00", false)])
    func `Chip Authentication is judged by what the chip showed`(name: String, holds: Bool) throws {
        let desk = try Self.desk(name)
        let verdict = try #require(Self.judge(try desk.read(), desk)[.chipAuthentication])
        #expect(verdict.holds == holds, "\(verdict)")
    }

    @Test func `cam shows the chip to be genuine, cam-copied does not`() throws {
        let genuine = try Self.desk("cam")
        #expect(Self.judge(try genuine.read(), genuine)[.chipMapping] == .passed)
        let copy = try Self.desk("cam-copied")
        let verdict = try #require(Self.judge(try copy.read(), copy)[.chipMapping])
        #expect(verdict.isFailure, "\(verdict)")
    }

    @Test func `weakened is found out behind the signature`() throws {
        let desk = try Self.desk("weakened")
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        let verdict = try #require(Self.judge(reading, desk)[.accessInformation])
        #expect(verdict.isFailure, "\(verdict)")
    }

    // MARK: -

    static func desk(_ name: String) throws -> Desk { try Desk("", name: "passport/\(name)") }

    static func judge(_ reading: EPassportReading, _ desk: Desk) -> PassiveAuthenticationReport {
        let anchor = try? Certificate(parsing: desk.document.countryCertificate)
        return PassiveAuthentication(anchors: TrustStore(anchors: [anchor].compactMap(\.self))).examine(
            reading.files, at: Moment(secondsSince1970: 1_790_000_000), evidence: reading.evidence, isFresh: true)
    }
}
