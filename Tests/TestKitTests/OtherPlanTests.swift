import ChipSimulation
import Frames
import ISO7816
import InlaySeams
import TestSupport
import Testing
import TransitCardSimulator
import Type2TagSimulator

@testable import TestKit

/// The plans of other families, on simulators that were written from the standards and on cards that do it wrong.
@Suite struct OtherPlanTests {
    private static func run(
        _ plan: TestPlan, _ chip: any ChipSimulator, reader: String
    ) -> [TestPlan.StepResult] {
        let time = TimeSource.fixed(Moment(secondsSince1970: 0))
        let subject = TestSubject(
            SimulatedLink(chip), key: nil, opening: FrameOpening(reader: reader, memory: nil, time: time))
        return plan.run(on: subject, allowing: .readsOnly, upTo: .plain).results
    }

    private static func failures(_ results: [TestPlan.StepResult]) -> [String] {
        results.compactMap { result in
            guard case .failed(let reason) = result.outcome else { return nil }
            return "\(result.step.name): \(reason)"
        }
    }

    @Test(arguments: Type2TagSimulator.entries.map(\.name), ["acr122u", "acr1252u", "acr1552u"])
    func `every simulated tag passes, and is not another behind it`(name: String, reader: String) throws {
        let entry = try #require(Type2TagSimulator.named(name))
        var settings = entry.settings
        try settings.apply("reader=\(reader)")
        let tag = try entry.chip(settings)
        let before = tag.memory
        let results = Self.run(Type2Plan.plan, SimulatedReader(settings.reader, chip: tag), reader: reader)
        #expect(Self.failures(results) == [])
        #expect(results.count { $0.outcome == .passed } >= 4)
        #expect(tag.memory == before)
    }

    @Test(arguments: ["suica", "pasmo", "icoca", "suica-phone", "suica-4", "edy", "nanaco", "waon"])
    func `every simulated FeliCa card passes`(name: String) throws {
        let entry = try #require(TransitCardSimulator.entries.first { $0.name == name })
        // These poll by themselves, for whatever system: a phone stays silent to that.
        let polling = name == "suica-phone" ? [] : ["windows", "rcs380"]
        for reader in ["acr122u", "rcs300", "acr1252u", "utrust3700f"] + polling {
            let results = Self.run(FeliCaPlan.plan, try entry.make("reader=\(reader)"), reader: reader)
            #expect(Self.failures(results) == [], "\(reader)")
            #expect(results.contains { $0.outcome == .passed }, "\(reader)")
        }
    }

    /// A tag whose UID has a wrong check byte, whose FAST_READ gives another page, and which never sleeps.
    @Test func `what a tag does wrong is told`() {
        let page = hex("04A1B200 80C0D0E0 70480000 E1101200")
        let chip = FrameTableChip(
            answerToReset: hex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68"),
            identifier: hex("04A1B280C0D0E0"),
            [
                hex("3000"): .bytes(page), hex("60"): .bytes(hex("0004040201000F03")),
                hex("3A0003"): .bytes([UInt8](repeating: 0, count: 16)), hex("5000"): .silence,
                hex("30FF"): .nibble(0xA), hex("30"): .bytes(page), hex("3C00"): .bytes([0x00]),
            ])
        let failed = Self.failures(Self.run(Type2Plan.plan, chip, reader: "acr1552u"))
        for words in [
            "does not fit together", "is acknowledged", "16 bytes came", "1 bytes, not 32 or 48",
            "answers in its sleep",
            "FAST_READ gives what READ gives: 0000",
        ] { #expect(failed.contains { $0.contains(words) }, "\(words): \(failed)") }
    }

    /// The answers of a PIV card in the form of SP 800-73-4.
    @Test func `a PIV card passes, and one that tells too much does not`() {
        let select = hex("00A4040009A0000003080000100000")
        let template = hex("61114F0600001000010079074F05A000000308 9000")
        func get(_ tag: String) -> [UInt8] {
            let tag = hex(tag)
            return [0x00, 0xCB, 0x3F, 0xFF, UInt8(tag.count + 2), 0x5C, UInt8(tag.count)] + tag + [0x00]
        }
        func card(_ more: [[UInt8]: [UInt8]]) -> TableChip {
            var answers: [[UInt8]: [UInt8]] = [
                select: template, get("5FC102"): hex("5302FE00 9000"),
                get("7E"): hex("7E0D4F0BA000000308000010000100 9000"),
                get("5FC109"): hex("6982"),
            ]
            answers.merge(more) { $1 }
            return TableChip(answerToReset: hex("3B80800101"), answers, otherwise: hex("6A82"))
        }
        let good = Self.run(CommandPlans.piv, card([:]), reader: "R")
        #expect(Self.failures(good) == [])
        #expect(good.count { $0.outcome == .passed } >= 5)
        let open = Self.failures(Self.run(CommandPlans.piv, card([get("5FC109"): hex("5302FE00 9000")]), reader: "R"))
        #expect(open.contains { $0.contains("4 bytes of it came") }, "\(open)")
        let bare = Self.failures(Self.run(CommandPlans.piv, card([select: hex("9000")]), reader: "R"))
        #expect(bare.contains { $0.contains("no application property template") })
        #expect(Self.failures(Self.run(CommandPlans.iso7816, card([:]), reader: "R")) == [])
        let yes = TableChip(answerToReset: hex("3B00"), [:], otherwise: hex("9000"))
        #expect(Self.failures(Self.run(CommandPlans.iso7816, yes, reader: "R")).count >= 3)
    }

    @Test func `these plans read and do nothing else`() {
        for plan in [Type2Plan.plan, FeliCaPlan.plan, CommandPlans.piv, CommandPlans.iso7816] {
            #expect(plan.steps.allSatisfy { $0.effect == .readsOnly && $0.safety == .plain })
            #expect(Set(plan.steps.map(\.name)).count == plan.steps.count)
        }
    }
}
