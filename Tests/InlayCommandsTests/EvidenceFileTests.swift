import Foundation
import InlaySeams
import LDS
import Octets
import Testing

@testable import InlayCommands

@Suite struct EvidenceFileTests {
    private static let moment = Moment(secondsSince1970: 1_790_000_000)

    private static func evidence(_ outcome: ChipAuthenticationEvidence.Outcome) throws -> ChipEvidence {
        let identifier = try #require(ObjectIdentifier("0.4.0.127.0.7.2.2.3.2.2"))
        var evidence = ChipEvidence()
        evidence.mapping = PACECAMEvidence(parameterID: 13, mappingPublicKey: [4, 1, 2], chipAuthenticationData: nil)
        evidence.chipAuthentication = ChipAuthenticationEvidence(
            protocolOID: identifier, keyID: 7, publicKey: [0x30, 0], isInferred: true, outcome: outcome)
        evidence.activeAuthentication = ActiveAuthenticationEvidence(
            challenge: [1, 2, 3, 4, 5, 6, 7, 8], signature: [9, 10])
        return evidence
    }

    @Test(
        arguments: [
            .confirmed, .refused(step: "MSE:Set AT", status: "6A80"), .unusableKey("no curve"),
            .notConfirmed("wrong MAC"),
            .notAsked("too long"),
        ] as [ChipAuthenticationEvidence.Outcome])
    func `what was saved comes back`(outcome: ChipAuthenticationEvidence.Outcome) throws {
        let evidence = try Self.evidence(outcome)
        let bytes = try #require(EvidenceFile.bytes(evidence, recorded: Self.moment, from: .live))
        #expect(EvidenceFile.evidence(bytes) == evidence)
        for count in 0..<bytes.count - 2 { #expect(EvidenceFile.evidence(Array(bytes.prefix(count))) == nil) }
    }

    @Test func `a chip that was not asked leaves no file`() {
        #expect(EvidenceFile.bytes(ChipEvidence(), recorded: Self.moment, from: .live) == nil)
    }

    @Test func `no changed byte is fatal`() throws {
        let bytes = try #require(EvidenceFile.bytes(try Self.evidence(.confirmed), recorded: Self.moment, from: .live))
        for place in bytes.indices {
            for value in [0, 0x22, 0x7B, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] = value
                _ = EvidenceFile.evidence(changed)
            }
        }
    }

    private static func read(_ simulator: String, to folder: String, _ options: String...) -> CommandRun {
        CommandRun(
            ["passport", "read", "--reader=sim:\(simulator)", "--trust=sim:\(simulator)", "--out=\(folder)"] + options,
            house: SimulatedPassport.house())
    }

    private static func states(_ folder: String, _ simulator: String) throws -> (String, CommandRun) {
        let run = CommandRun(
            "passport", "verify", folder, "--trust=sim:\(simulator)", "--jsonl", house: SimulatedPassport.house())
        let seen = try Python.run(
            """
            import json, sys
            d = json.load(sys.stdin)
            s = {c["check"]: c["state"] for c in d["checks"]}
            print(s["chipMapping"], s["chipAuthentication"], s["activeAuthentication"], d["verdict"]["conclusion"])
            """, input: run.output)
        return (seen.trimmingCharacters(in: .newlines), run)
    }

    /// Docs/rules.md 9: a saved nonce and signature are recorded, not fresh.
    @Test(arguments: [
        ("passport-aa", "notOffered notOffered recorded holds"),
        ("passport-ca", "notOffered recorded notOffered holds"),
        ("passport-cam", "recorded recorded notOffered holds"), ("passport", "notOffered notOffered notOffered holds"),
    ])
    func `a saved answer of the chip is recorded, and no proof that the chip is the original`(
        simulator: String, states: String
    ) throws {
        try TemporaryFolder.use { parent in
            let folder = "\(parent)/saved"
            #expect(Self.read(simulator, to: folder).code == .done)
            #expect(FileManager.default.fileExists(atPath: "\(folder)/evidence.json") == (simulator != "passport"))
            let (seen, run) = try Self.states(folder, simulator)
            #expect(seen == states)
            #expect(run.output.contains("original and no copy was not established"))
        }
    }

    @Test func `a saved answer that is wrong is a failure all the same`() throws {
        try TemporaryFolder.use { parent in
            let folder = "\(parent)/saved"
            #expect(Self.read("passport-aa", to: folder).code == .done)
            let path = "\(folder)/evidence.json"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let place = try #require(text.firstRange(of: "\"signature\": \""))
            var changed = Array(text)
            let index = text.distance(from: text.startIndex, to: place.upperBound) + 40
            changed[index] = changed[index] == "0" ? "1" : "0"
            try String(changed).write(toFile: path, atomically: true, encoding: .utf8)
            let (failed, _) = try Self.states(folder, "passport-aa")
            #expect(failed == "notOffered notOffered failed failed")
            try "{}".write(toFile: path, atomically: true, encoding: .utf8)
            let (seen, run) = try Self.states(folder, "passport-aa")
            #expect(seen == "notOffered notOffered notDone holds")
            #expect(run.output.contains("evidence.json cannot be used"))
        }
    }

    @Test func `a copied chip is still found out years later`() throws {
        try TemporaryFolder.use { parent in
            let folder = "\(parent)/saved"
            #expect(Self.read("passport-copied", to: folder).code == .checkFailed)
            let (_, run) = try Self.states(folder, "passport-copied")
            #expect(run.code == .checkFailed)
        }
    }

    @Test func `a redacted folder holds no answer of the chip`() throws {
        try TemporaryFolder.use { parent in
            let folder = "\(parent)/saved"
            #expect(Self.read("passport-aa", to: folder, "--redact").code == .done)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == ["report.json"])
        }
    }
}
