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
        _ name: String, _ settings: String = "", upTo safety: SafetyClass = .failsAccess, withKey: Bool = true,
        wire: (any CardLink) -> any CardLink = { $0 }
    ) throws -> (results: [TestPlan.StepResult], interruption: CardError?) {
        let simulator = try PassportSimulator.make(name: name, settingsText: settings, random: .seeded(5))
        let zone = simulator.document.machineReadableZone.joined(separator: "\n")
        let key = AccessKey(mrzInformation: SecretBytes(MRZInformation(try MRZ(parsing: zone)).bytes))
        let subject = TestSubject(wire(SimulatedLink(simulator.chip)), key: withKey ? key : nil)
        return EMRTDPlan.plan.run(on: subject, allowing: .authenticates, upTo: safety)
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

    @Test func `identifiers are unique for each way of opening, and L4 and L5 are not among them`() {
        let steps = EMRTDPlan.plan.steps
        let identifiers = steps.compactMap { $0.testCase?.identifier }
        #expect(Set(identifiers).count == identifiers.count)
        #expect(steps.allSatisfy { $0.safety <= .mostOnDocument })
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
