import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import PassportSimulator
import Testing

@testable import TestKit

@Suite struct EMRTDPlanTests {
    /// The plan on a simulator with these settings.
    private static func run(
        _ name: String, _ settings: String = "", allowing effect: Effect = .authenticates,
        upTo safety: SafetyClass = .failsAccess, withKey: Bool = true,
        wire: (any CardLink) -> any CardLink = { $0 }
    ) throws -> (results: [TestPlan.StepResult], interruption: CardError?) {
        let simulator = try PassportSimulator.make(name: name, settingsText: settings, random: .seeded(5))
        let zone = simulator.document.machineReadableZone.joined(separator: "\n")
        let key = AccessKey(mrzInformation: SecretBytes(MRZInformation(try MRZ(parsing: zone)).bytes))
        let subject = TestSubject(wire(SimulatedLink(simulator.chip)), key: withKey ? key : nil)
        return EMRTDPlan.plan.run(on: subject, allowing: effect, upTo: safety)
    }

    private static func failures(_ results: [TestPlan.StepResult]) -> [String] {
        results.compactMap { result in
            guard case .failed(let reason) = result.outcome else { return nil }
            return "\(result.step.testCase?.identifier ?? "") \(result.step.name): \(reason)"
        }
    }

    @Test(arguments: ["passport", "passport-bac", "passport-ca", "passport-aa", "passport-cam"])
    func `a simulated document behaves as the cases want`(name: String) throws {
        let (results, interruption) = try Self.run(name)
        #expect(interruption == nil)
        #expect(Self.failures(results) == [])
        #expect(results.count { $0.outcome == .passed } > 40)
    }

    /// Files as long as they are, lengths that a chip refuses.
    @Test(arguments: ["passport-large", "passport/long-file", "passport-slow"])
    func `what a document has and gives in its own way is no failure`(name: String) throws {
        let (results, interruption) = try Self.run(name)
        #expect(interruption == nil)
        #expect(Self.failures(results) == [])
        let beyond = try #require(results.first { $0.step.testCase?.identifier == "ISO7816_E_3" })
        #expect(beyond.outcome == .passed)
        let large = try #require(results.first { $0.step.testCase?.identifier == "LDS_C_1" })
        #expect(large.outcome == .passed, "\(large.outcome)")
    }

    /// EF.COM is required (9303-10 §4.6.1): it fails where it is about the file, and is no reason to blame the reading.
    @Test func `a document without EF.COM fails for that, and for nothing that needs the file`() throws {
        let (results, interruption) = try Self.run("passport/no-com")
        #expect(interruption == nil)
        let failed = Self.failures(results)
        #expect(failed.count == 1 && failed[0].contains("EF.COM could not be read"), "\(failed)")
        let beyond = try #require(results.first { $0.step.testCase?.identifier == "ISO7816_E_3" })
        #expect(beyond.outcome == .skipped(Requirement.file(.com).unmet))
    }

    /// A chip without reading by short identifier: what it refuses to everybody says nothing of access, and that it
    /// refuses is what it fails for.
    @Test func `a chip that knows no short identifiers fails for that alone`() throws {
        let (results, _) = try Self.run("passport/select-only")
        let failed = Self.failures(results)
        #expect(failed.count == 7, "\(failed)")
        for failure in failed {
            #expect(
                failure.contains("ISO7816_E_") && failure.contains("does not read by short identifier"), "\(failure)")
        }
        let plain = results.filter { ["ISO7816_B_21", "ISO7816_O_21"].contains($0.step.testCase?.identifier) }
        #expect(plain.count == 2)
        for result in plain {
            guard case .skipped(let reason) = result.outcome else {
                Issue.record("\(result.step.name): \(result.outcome)")
                continue
            }
            #expect(reason.contains("says nothing about access"))
        }
    }

    /// Hostile input to PACE, to Chip Authentication with AES and with 3DES, and what Terminal Authentication must refuse.
    @Test(arguments: [
        ("passport", "", ["P_41", "P_42", "P_47", "P_50", "P_23", "P_24", "P_29", "P_30", "P_52", "P_53"]),
        ("passport-cam", "", ["P_42", "P_49", "P_30"]), ("passport-ca", "", ["I_18", "I_22", "I_28", "I_29"]),
        ("passport-eac", "", ["J_2", "J_12", "J_25", "K_4", "K_14"]),
    ])
    func `hostile input is refused by a chip that does it right`(
        name: String, settings: String, identifiers: [String]
    ) throws {
        let (results, interruption) = try Self.run(name, settings, allowing: .irreversible, upTo: .changesChip)
        #expect(interruption == nil)
        #expect(Self.failures(results) == [])
        for identifier in identifiers {
            let result = try #require(results.first { $0.step.testCase?.identifier == "ISO7816_\(identifier)" })
            #expect(result.outcome == .passed, "\(identifier): \(result.outcome)")
        }
    }

    /// A chip that says yes to every key is told what it did, case by case.
    @Test func `a chip that accepts hostile keys fails each case`() throws {
        let (results, _) = try Self.run("passport", allowing: .irreversible, upTo: .hostileInput) { AgreeingLink($0) }
        let failed = Self.failures(results).filter { $0.contains("ISO7816_P_") && $0.contains("PACE refuses") }
        #expect(failed.count >= 10, "\(failed)")
    }

    @Test func `nothing beyond the class that was asked for runs`() throws {
        for safety in SafetyClass.allCases {
            let (results, _) = try Self.run("passport-bac", upTo: safety)
            for result in results where result.step.safety > safety {
                guard case .skipped(let reason) = result.outcome else {
                    Issue.record("\(result.step.name) ran at \(safety.name)")
                    continue
                }
                #expect(reason.contains(result.step.safety.name))
            }
        }
    }

    @Test func `nothing that does more than was allowed runs, and the reason is told`() throws {
        for effect in Effect.allCases {
            let (results, _) = try Self.run("passport-bac", allowing: effect)
            for result in results where result.step.effect > effect && result.step.safety <= .failsAccess {
                guard case .skipped(let reason) = result.outcome else {
                    Issue.record("\(result.step.name) ran where \(effect) was allowed")
                    continue
                }
                #expect(reason.contains("not asked for"))
            }
        }
        let effects = Set(EMRTDPlan.plan.steps.map(\.effect))
        #expect(effects.contains(.readsOnly) && effects.contains(.authenticates), "\(effects)")
    }

    @Test func `without a key nothing that needs one is tried`() throws {
        var commands: [[UInt8]] = []
        let (results, _) = try Self.run("passport-bac", withKey: false) { link in
            TracingLink(link) { commands.append($0.command) }
        }
        #expect(results.contains { $0.outcome == .skipped(Requirement.key.unmet) })
        #expect(!commands.contains { $0.dropFirst().first == 0x82 || $0.dropFirst().first == 0x86 })
    }

    @Test func `what a chip does wrong is told with what came`() throws {
        // A chip that tells a data group to anybody.
        let (results, _) = try Self.run("passport-bac", upTo: .plain) { LeakingLink($0) }
        let failed = Self.failures(results)
        #expect(failed.contains { $0.contains("ISO7816_B_21") && $0.contains("4 bytes of it came") }, "\(failed)")
    }

    @Test func `a card that is taken away ends the run and loses nothing`() throws {
        let (results, interruption) = try Self.run("passport-bac") { FaultyLink($0, faults: [30: .removeCard]) }
        #expect(interruption?.code == .cardRemoved)
        #expect(results.count == EMRTDPlan.plan.steps.count)
        #expect(results.last.map { if case .skipped = $0.outcome { true } else { false } } == true)
        #expect(results.contains { $0.outcome == .passed })
    }

    @Test func `identifiers are unique for each way of opening, with the version of their document`() {
        let steps = EMRTDPlan.plan.steps
        let identifiers = steps.compactMap { $0.testCase?.identifier }
        #expect(Set(identifiers).count == identifiers.count)
        #expect(steps.compactMap(\.testCase).allSatisfy { $0.source.rawValue.contains("version") })
        #expect(Set(steps.map(\.safety)) == Set(SafetyClass.allCases))
        #expect(steps.map(\.safety) == steps.map(\.safety).sorted())
    }
}

/// Answers READ BINARY of EF.DG1 before the document is opened.
private final class LeakingLink: CardLink {
    private let base: any CardLink

    init(_ base: any CardLink) { self.base = base }

    var answerToReset: AnswerToReset { base.answerToReset }
    var limits: LinkLimits { base.limits }
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        command == [0x00, 0xB0, 0x81, 0x00, 0x00] ? [0x61, 0x02, 0x5F, 0x1F, 0x90, 0x00] : try base.exchange(command)
    }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try base.control(code, input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try base.reset(kind) }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try base.withTransaction(body)
    }
}

/// Says 9000 to every step of GENERAL AUTHENTICATE that a chip refuses.
private final class AgreeingLink: CardLink {
    private let base: any CardLink

    init(_ base: any CardLink) { self.base = base }

    var answerToReset: AnswerToReset { base.answerToReset }
    var limits: LinkLimits { base.limits }
    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        let answer = try base.exchange(command)
        guard command.count > 2, command[0] == 0x10, command[1] == 0x86, answer.suffix(2) != [0x90, 0x00] else {
            return answer
        }
        return [0x7C, 0x00, 0x90, 0x00]
    }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try base.control(code, input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try base.reset(kind) }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try base.withTransaction(body)
    }
}
