import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets
import PassportSimulator
import Testing

/// Terminal Authentication within a read of a simulated document.
struct TerminalReadingTests {
    private static let settings = "access=both&portrait=3000"

    /// A document with fingerprints and irises, and the infrastructure that its chip trusts.
    private struct Border {
        let desk: Desk
        let pki: SimulatorPKI

        init(_ text: String = TerminalReadingTests.settings, at moment: Moment? = nil, seedOfPKI: String = "") throws {
            desk = try Desk(text, name: "passport-eac")
            var settings = try #require(PassportSimulator.entries.first { $0.name == "passport-eac" }).settings
            try settings.apply(text)
            if !seedOfPKI.isEmpty { try settings.apply("seed=" + seedOfPKI) }
            pki = try SimulatorPKI(settings, at: moment)
        }

        func credentials(
            _ members: [SimulatorPKI.Member]? = nil, key: SimulatorPKI.Member? = nil
        ) throws -> TerminalCredentials {
            try TerminalCredentials(
                certificateFiles: (members ?? pki.members).map(\.certificate),
                privateKeyFile: (key ?? pki.domestic.terminal).privateKey.exposed())
        }

        func request(
            _ members: [SimulatorPKI.Member]? = nil, key: SimulatorPKI.Member? = nil,
            consent: TerminalAuthenticationRequest.Consent = .given, isStatic: Bool = false
        ) throws -> TerminalAuthenticationRequest {
            var request = TerminalAuthenticationRequest(
                credentials: try credentials(members, key: key), consent: consent)
            request.retriesWithStaticBinding = isStatic
            return request
        }

        /// True when fingerprints and irises are there, byte for byte.
        func isOpen(_ reading: EPassportReading) -> Bool {
            [FileID.dg3, .dg4].allSatisfy { reading.files[$0] != nil && reading.files[$0] == desk.document.files[$0] }
        }
    }

    private static let curves: [(String, TerminalAuthenticationReport.Binding)] = [
        ("access=bac&extended=off", .documentNumber), ("access=bac", .documentNumber), ("access=pace", .paceKey),
        ("access=pace&extended=off", .paceKey), ("access=pace&pace=gm,aes256,p521", .paceKey),
        ("access=pace&pace=im,aes128,modp2048s224", .paceKey), ("access=pace&pace=gm,3des,modp1024s160", .paceKey),
        ("access=bac&ca=modp2048s256,aes128", .documentNumber), ("access=pace&ca=modp2048s224,3des", .paceKey),
        ("access=pace&ca=p521,aes256", .paceKey), ("access=bac&ta=p521,sha512", .documentNumber),
        ("access=pace&ta=bp192,sha224", .paceKey), ("access=bac&ta=bp384,sha384", .documentNumber),
        ("access=pace&ta=fid=0113", .paceKey), ("access=bac&ta=fid=0155", .documentNumber),
        ("access=bac&ta=rsa2048", .documentNumber), ("access=pace&ta=rsa1024,v15,sha1", .paceKey),
        ("access=pace&ta=rsa2048,sha512,v15", .paceKey), ("access=pace&ta=rsa1536,sha512", .paceKey),
    ]

    @Test(arguments: 0..<curves.count)
    func `with consent the chip gives fingerprints and irises`(row: Int) throws {
        let (settings, binding) = Self.curves[row]
        let border = try Border(settings + "&portrait=3000")
        let reading = try border.desk.read(terminal: border.request())
        let report = try #require(reading.terminalAuthentication)
        #expect(reading.interruption == nil)
        #expect(report.outcome == .authenticated, "\(settings): \(report.outcome)")
        #expect(report.binding == binding && report.acceptedCertificates == 2)
        #expect(report.granted?.rights == [.readFingerprints, .readIrisImages])
        #expect(report.references.map(\.description) == ["UTCVCA00001"])
        #expect(report.referenceSource == (binding == .paceKey ? .pace : .efCVCA))
        #expect(border.isOpen(reading) && reading.skipped.isEmpty)
        #expect(reading.evidence.chipAuthentication?.outcome == .confirmed)
        #expect(reading.deviations.isEmpty, "\(settings): \(reading.deviations)")
        for file in reading.files.ids where file != .atrInfo && file != .cvca {
            #expect(reading.files[file] == border.desk.document.files[file], "\(file)")
        }
    }

    /// The simulated chip takes chains for PACE only, as the standard has it (9303-11 §9.3.2).
    @Test func `a long certificate that cannot pass is told, and the read goes on`() throws {
        let text = "access=bac&ta=rsa2048&portrait=3000"
        let desk = try Desk(text, name: "passport-eac", limits: .short)
        let reading = try desk.read(terminal: Border(text).request())
        guard case .refused(let refusal) = reading.terminalAuthentication?.outcome else {
            Issue.record("\(String(describing: reading.terminalAuthentication?.outcome))")
            return
        }
        #expect(refusal.step == .verifyCertificate && refusal.diagnosis.kind == .broken)
        #expect(desk.exchanges.allSatisfy { $0.command.count <= 261 })
        #expect(reading.interruption == nil && reading.files[.dg2] == desk.document.files[.dg2])
    }

    /// Docs/rules.md 8: certificates change the chip for good.
    @Test func `without consent not a single command differs`() throws {
        let border = try Border()
        _ = try border.desk.read()
        func shape(_ exchanges: [Exchange]) -> [[UInt8]] { exchanges.map { Array($0.command.prefix(5)) } }
        let plain = shape(border.desk.exchanges)
        let reading = try border.desk.read(terminal: border.request(consent: .notGiven))
        #expect(reading.terminalAuthentication?.outcome == .notDone(.consentMissing))
        #expect(reading.terminalAuthentication?.references.isEmpty == true)
        #expect(shape(border.desk.exchanges) == plain)
        #expect(reading.skipped[.dg3] == .needsTerminalAuthentication)
    }

    @Test func `a read without credentials does not speak of it`() throws {
        #expect(try Border().desk.read().terminalAuthentication == nil)
    }

    @Test func `it runs although no other evidence of the chip is wanted, and for chosen files`() throws {
        let border = try Border()
        let quiet = try border.desk.read(terminal: border.request(), chipEvidence: false)
        #expect(border.isOpen(quiet) && quiet.evidence.activeAuthentication == nil)
        let chosen = try border.desk.read(wanting: .only([.dg1, .dg3]), terminal: border.request())
        #expect(chosen.files[.dg3] == border.desk.document.files[.dg3] && chosen.files[.dg4] == nil)
        let number = try #require(border.desk.document.cardAccessNumber)
        let byNumber = try border.desk.read(
            key: AccessKey(cardAccessNumber: SecretBytes(number.utf8)), terminal: border.request())
        #expect(border.isOpen(byNumber))
    }

    @Test func `the chain of another state, and one over a link certificate, are found`() throws {
        let border = try Border()
        let foreign = try border.desk.read(terminal: border.request(key: border.pki.foreign.terminal))
        #expect(foreign.terminalAuthentication?.outcome == .authenticated)
        #expect(border.isOpen(foreign))

        let next = try border.desk.read(terminal: border.request(key: border.pki.next.terminal))
        let report = try #require(next.terminalAuthentication)
        #expect(report.outcome == .authenticated && report.acceptedCertificates == 3)
        let link = try #require(CertificateReference("UTCVCA00002"))
        #expect(report.chain?.notes.contains(.addsTrustPoint(link)) == true)
        #expect(border.isOpen(next))
        // From now on the chip trusts the next key, too, and needs no link any more.
        let again = try border.desk.read(terminal: border.request(key: border.pki.next.terminal))
        #expect(again.terminalAuthentication?.references.first == link)
        #expect(again.terminalAuthentication?.acceptedCertificates == 2)
        #expect(border.isOpen(again))
    }

    @Test func `certificates that make no chain send nothing of it`() throws {
        let border = try Border("access=bac&portrait=3000")
        for members in [[border.pki.authority, border.pki.domestic.terminal], [border.pki.domestic.verifier]] {
            let reading = try border.desk.read(terminal: border.request(members))
            guard case .notDone(.noChain(let failure)) = reading.terminalAuthentication?.outcome else {
                Issue.record("\(String(describing: reading.terminalAuthentication?.outcome))")
                continue
            }
            #expect(!failure.problems.isEmpty)
            #expect(reading.interruption == nil && reading.files[.cvca] != nil)
            #expect(reading.skipped[.dg3] == .needsTerminalAuthentication)
            #expect(!border.desk.exchanges.contains { $0.command[1] == 0x2A })
        }
    }

    @Test func `an authority of the same name with another key is refused by the chip`() throws {
        let border = try Border(seedOfPKI: "77")
        let reading = try border.desk.read(terminal: border.request())
        guard case .refused(let refusal) = reading.terminalAuthentication?.outcome else {
            Issue.record("\(String(describing: reading.terminalAuthentication?.outcome))")
            return
        }
        #expect(refusal.step == .verifyCertificate && refusal.diagnosis.kind == .notTrusted)
        #expect(reading.interruption == nil && reading.skipped[.dg3] == .needsTerminalAuthentication)
        #expect(reading.files[.dg2] == border.desk.document.files[.dg2])
    }

    @Test func `certificates that have expired for the chip are refused by it`() throws {
        let later = try Border(at: Moment(secondsSince1970: Moment.inAFewYears))
        _ = try later.desk.read(terminal: later.request())
        let earlier = try Border()
        let reading = try later.desk.read(terminal: earlier.request())
        guard case .refused(let refusal) = reading.terminalAuthentication?.outcome else {
            Issue.record("\(String(describing: reading.terminalAuthentication?.outcome))")
            return
        }
        #expect(refusal.step == .verifyCertificate)
        #expect(reading.terminalAuthentication?.acceptedCertificates == 0)
    }

    /// TR-03110-1 §3.5.
    @Test func `an old chip that binds statically is served only on request`() throws {
        for key in ["MRZ", "CAN"] {
            let border = try Border("access=pace&ta=static&portrait=3000")
            let number = try #require(border.desk.document.cardAccessNumber)
            let access =
                key == "MRZ" ? try border.desk.key : AccessKey(cardAccessNumber: SecretBytes(number.utf8))
            let strict = try border.desk.read(key: access, terminal: border.request())
            guard case .refused(let refusal) = strict.terminalAuthentication?.outcome else {
                Issue.record("\(key): \(String(describing: strict.terminalAuthentication?.outcome))")
                continue
            }
            #expect(refusal.step == .terminalAuthenticate)
            let lenient = try border.desk.read(key: access, terminal: border.request(isStatic: true))
            #expect(lenient.terminalAuthentication?.outcome == .authenticated, "\(key)")
            #expect(lenient.terminalAuthentication?.binding == .staticAfterPACE)
            #expect(border.isOpen(lenient))
        }
    }

    @Test func `a document without Chip Authentication or without EF.CVCA is told`() throws {
        let border = try Border()
        let desk = try Desk("access=bac&portrait=3000", name: "passport-biometric")
        let reading = try desk.read(terminal: border.request())
        #expect(reading.terminalAuthentication?.outcome == .notDone(.chipNotAuthenticated))
        let without = try Desk("access=bac&portrait=3000", name: "passport-ca").read(terminal: border.request())
        #expect(without.terminalAuthentication?.outcome == .notDone(.noReferences))
        #expect(without.interruption == nil)
    }

    @Test func `no fault makes a wrong file, or shows the chip the same certificates twice`() throws {
        let faults: [Fault] = [
            .removeCard, .fail(.timedOut), .truncate(to: 2), .flipBit(77), .status(0x6300), .status(0x6982),
            .status(0x6988), .status(0x6700), .status(0x9000), .repeatAnswer,
        ]
        let text = "access=pace&portrait=1000&dg=3&extended=off"
        for fault in faults {
            let border = try Border(text)
            let clean = try border.desk.read(terminal: border.request())
            #expect(clean.terminalAuthentication?.outcome == .authenticated)
            for position in 1...border.desk.exchanges.count {
                let reading = try border.desk.read(
                    restarting: position.isMultiple(of: 2), terminal: border.request(),
                    through: { FaultyLink($0, faults: [position: fault]) })
                for file in reading.files.ids where !file.isInMasterFile && file != .cvca {
                    #expect(reading.files[file] == border.desk.document.files[file], "\(file), \(fault) at \(position)")
                }
                let shown = border.desk.exchanges.filter { $0.command[1] == 0x2A && $0.command[0] & 0x10 == 0 }
                #expect(shown.count <= 2, "\(fault) at \(position)")
            }
        }
    }
}

extension Moment {
    /// Within the validity of the simulated authority, and beyond that of its first terminals.
    static let inAFewYears = (Moment(isoDate: "2026-01-01")?.secondsSince1970 ?? 0)
}
