import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

/// The commands of Terminal Authentication, recomputed in Python from 9303-11 §7.1.
struct TerminalAuthenticationTests {
    private static let lines = TerminalVectors.lines(of: "ta")

    /// What `chipReference` and the terminal's key of a vector are.
    private struct Run {
        let line: VectorLine
        let chain: CVCertificateChain
        let certificates: [VectorLine]
        let key: PrivateKey

        init(_ line: VectorLine) throws {
            self.line = line
            let chainLine = try TerminalVectors.line(line.text("chain"), kind: "chain")
            let sent = TerminalVectors.names(chainLine, "sent")
            certificates = try sent.map { try TerminalVectors.line($0, kind: "cert") }
            key = try TerminalVectors.privateKey(try #require(certificates.last).text("holder"))
            let trust = try TerminalVectors.certificate(try #require(TerminalVectors.names(chainLine, "trust").first))
            chain = try CVCertificateChain(
                from: sent.map(TerminalVectors.certificate), references: [trust.body.holderReference],
                holder: key.publicKey)
        }

        static func ephemeral(_ octets: [UInt8]) -> EphemeralPublicKey {
            // Points of the curves have an odd number of octets; numbers of the groups here have not.
            EphemeralPublicKey(octets, octets.count % 2 == 1 && octets.first == 4 ? .ecdh : .dh)
        }

        var chipReference: TerminalAuthentication.ChipReference {
            line.text("access") == "pace"
                ? .paceKey(Self.ephemeral(line.bytes("pacepk")))
                : .documentNumber(SecretBytes(line.text("number").utf8))
        }

        func script(external: [UInt8]? = nil, status: [UInt8] = [0x90, 0x00]) -> [ScriptedLink.Line] {
            var script: [ScriptedLink.Line] = []
            for certificate in certificates {
                script.append(.init(command: certificate.bytes("setdst"), answer: [0x90, 0x00]))
                script.append(.init(command: certificate.bytes("pso"), answer: [0x90, 0x00]))
            }
            script.append(.init(command: line.bytes("setat"), answer: [0x90, 0x00]))
            script.append(.init(command: line.bytes("getchallenge"), answer: line.bytes("challenge") + [0x90, 0x00]))
            script.append(.init(command: external ?? line.bytes("external"), answer: status))
            return script
        }

        func perform(
            on link: any CardLink, alternative: TerminalAuthentication.ChipReference? = nil,
            capabilities: CardCapabilities? = nil
        ) throws -> TerminalAuthenticationReport {
            var report = TerminalAuthenticationReport()
            try TerminalAuthentication(chain, privateKey: key, capabilities: capabilities).run(
                on: LinkChannel(link), chipReference: chipReference, alternative: alternative,
                terminalPublicKey: Self.ephemeral(line.bytes("capk")), report: &report)
            return report
        }
    }

    private static let accepted = lines.filter {
        $0.text("expected") == "accepted" && $0.text("algorithm").hasPrefix("ecdsa")
    }

    @Test func `every command is the vector's, byte for byte`() throws {
        #expect(Self.accepted.count >= 12)
        for line in Self.accepted {
            let run = try Run(line)
            let link = ScriptedLink(run.script())
            let report = try run.perform(on: link)
            #expect(report.outcome == .authenticated && link.isFinished, "\(line)")
            #expect(report.acceptedCertificates == run.certificates.count)
            #expect(report.binding == (line.text("access") == "pace" ? .paceKey : .documentNumber))
        }
    }

    @Test func `what is signed, and Comp, are the vector's`() throws {
        for line in Self.lines where line.text("expected") == "accepted" {
            let key = Run.ephemeral(line.bytes("capk"))
            #expect(key.compressed == line.bytes("comp"), "\(line)")
            if line.text("access") == "pace" {
                #expect(Run.ephemeral(line.bytes("pacepk")).compressed == line.bytes("idic"), "\(line)")
            }
        }
    }

    /// RSA and ECDSA alike: the chip's check, with the key of the terminal's certificate.
    @Test func `signatures of the vectors are accepted and refused as they should`() throws {
        var count = 0
        for line in Self.lines {
            let chain = try TerminalVectors.line(line.text("chain"), kind: "chain")
            let sent = try TerminalVectors.names(chain, "sent").map(TerminalVectors.certificate)
            let trust = try TerminalVectors.certificate(try #require(TerminalVectors.names(chain, "trust").first))
            let terminal = try #require(sent.last)
            let curve = trust.body.publicKey.domainParameters.flatMap {
                NamedCurve(prime: $0.prime, a: $0.a, b: $0.b, basePoint: $0.basePoint, order: $0.order)
            }
            let key = try CVSignatureKey(terminal.body.publicKey, inheriting: curve)
            let isValid = try key.publicKey.verify(
                signature: line.bytes("signature"), of: line.bytes("input"), algorithm: key.algorithm)
            switch line.text("expected") {
            case "accepted": #expect(isValid, "\(line)")
            case "refused:signature": #expect(!isValid, "\(line)")
            default: continue
            }
            count += 1
        }
        #expect(count > 60)
    }

    @Test(arguments: [
        (0, AccessStep.selectAuthority, 0), (1, .verifyCertificate, 0), (2, .selectAuthority, 1),
        (3, .verifyCertificate, 1), (4, .selectTerminal, 2), (5, .terminalChallenge, 2), (6, .terminalAuthenticate, 2),
    ])
    func `a refusal ends it at its step, and what the chip accepted before is told`(
        position: Int, step: AccessStep, accepted: Int
    ) throws {
        let run = try Run(try #require(Self.accepted.first { $0.text("name") == "ecdsa-sha256-bac" }))
        for status in [0x6300, 0x6982, 0x6A80, 0x6A88, 0x6985, 0x6D00] as [UInt16] {
            var script = run.script()
            script[position] = .init(command: script[position].command, answer: StatusWord(status).bytes)
            let link = ScriptedLink(Array(script.prefix(position + 1)))
            let report = try run.perform(on: link)
            #expect(report.outcome == .refused(AccessRefusal(StatusWord(status), at: step)))
            #expect(report.acceptedCertificates == accepted && link.isFinished)
            #expect(report.granted == nil)
        }
    }

    @Test(arguments: [0, 7, 9, 16]) func `a challenge of another length is not signed`(count: Int) throws {
        let run = try Run(try #require(Self.accepted.first))
        var script = run.script()
        script[5] = .init(command: script[5].command, answer: [UInt8](repeating: 1, count: count) + [0x90, 0x00])
        let report = try run.perform(on: ScriptedLink(Array(script.prefix(6))))
        #expect(report.outcome == .malformedChallenge)
    }

    /// TR-03110-1 §3.5: only when it is asked for.
    @Test func `a refused signature is bound to the document number once more only on request`() throws {
        let line = try #require(Self.accepted.first { $0.text("name") == "ecdsa-sha256-pace" })
        let run = try Run(line)
        let refused = run.script(status: [0x63, 0x00])
        #expect(
            try run.perform(on: ScriptedLink(refused)).outcome
                == .refused(AccessRefusal(0x6300, at: .terminalAuthenticate)))

        let number = "L898902C36"
        let challenge = hex("0102030405060708")
        let message = Array(number.utf8) + challenge + line.bytes("comp")
        let signature = try run.key.sign(message, algorithm: .plainECDSA(.sha256))
        let again: [ScriptedLink.Line] = [
            .init(command: line.bytes("setat"), answer: [0x90, 0x00]),
            .init(command: line.bytes("getchallenge"), answer: challenge + [0x90, 0x00]),
            .init(command: [0x00, 0x82, 0x00, 0x00, UInt8(signature.count)] + signature, answer: [0x90, 0x00]),
        ]
        let link = ScriptedLink(refused + again)
        let report = try run.perform(on: link, alternative: .staticAfterPACE(SecretBytes(number.utf8)))
        #expect(report.outcome == .authenticated && report.binding == .staticAfterPACE && link.isFinished)
    }

    @Test func `an interruption keeps what was accepted`() throws {
        let run = try Run(try #require(Self.accepted.first))
        let link = FaultyLink(ScriptedLink(run.script()), faults: [4: .removeCard])
        var report = TerminalAuthenticationReport()
        let error = #expect(throws: CardError.self) {
            try TerminalAuthentication(run.chain, privateKey: run.key).run(
                on: LinkChannel(link), chipReference: run.chipReference,
                terminalPublicKey: Run.ephemeral(run.line.bytes("capk")), report: &report)
        }
        #expect(error?.code == .cardRemoved)
        #expect(report.outcome == .unfinished && report.acceptedCertificates == 1)
    }

    /// A certificate beyond 255 bytes: extended where that can be, chained where the chip says so or the reader is short.
    @Test func `a long certificate goes in extended length or in a chain`() throws {
        let line = try #require(Self.accepted.first { $0.text("name") == "ecdsa-sha512-bac" })
        let run = try Run(line)
        #expect(run.certificates.allSatisfy { $0.bytes("pso").count > 261 })
        let chains = try #require(CardCapabilities(bytes: [0, 0, 0x80]))
        let both = try #require(CardCapabilities(bytes: [0, 0, 0xC0]))
        func answer(_ command: [UInt8]) -> [UInt8] {
            command[1] == 0x84 ? line.bytes("challenge") + [0x90, 0x00] : [0x90, 0x00]
        }
        for (limits, capabilities, isChained) in [
            (LinkLimits.extended, nil, false), (.extended, both, false), (.extended, chains, true), (.short, nil, true),
            (LinkLimits(maximumCommand: 300, maximumResponse: 300), nil, true),
        ] as [(LinkLimits, CardCapabilities?, Bool)] {
            var sent: [[UInt8]] = []
            let link = AnsweringLink(limits: limits) { command in
                sent.append(command)
                return answer(command)
            }
            #expect(try run.perform(on: link, capabilities: capabilities).outcome == .authenticated)
            let verify = sent.filter { $0[1] == 0x2A }
            if isChained {
                let parts = verify.map { ($0[0], $0.dropFirst(5)) }
                #expect(parts.contains { $0.0 == 0x10 } && sent.allSatisfy { $0.count <= 261 })
                let data = Array(parts.flatMap(\.1))
                #expect(data == run.chain.certificates.flatMap(\.contents))
            } else {
                #expect(verify == run.certificates.map { $0.bytes("pso") })
            }
        }
    }

    @Test func `a chip that refuses the length gets a chain`() throws {
        let line = try #require(Self.accepted.first { $0.text("name") == "ecdsa-sha512-bac" })
        let run = try Run(line)
        let link = AnsweringLink { command in
            if command[4] == 0, command.count > 7 { return [0x67, 0x00] }
            return command[1] == 0x84 ? line.bytes("challenge") + [0x90, 0x00] : [0x90, 0x00]
        }
        let both = try #require(CardCapabilities(bytes: [0, 0, 0xC0]))
        #expect(try run.perform(on: link, capabilities: both).outcome == .authenticated)
        #expect(
            try run.perform(on: link).outcome == .refused(AccessRefusal(0x6700, at: .verifyCertificate)))
    }
}
