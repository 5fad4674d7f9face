import ChipSimulation
import ISO7816
import TestSupport

@testable import InlayCommands

/// Cards that are tables, on a reader of their own.
enum ScriptedCards {
    static let contactless = hex("3B 80 80 01 01")
    static let ultralight = hex("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68")

    /// A house with one reader, on which a card of this making lies.
    static func house(
        _ reader: String = "Test Reader 00 00", environment: [String: String] = [:], input: String? = nil,
        _ card: @escaping @Sendable () -> any ChipSimulator
    ) -> House {
        .test(
            readers: FakeReaders(readers: [.loaded(reader)], card: { _ in SimulatedLink(card()) }), input: input,
            environment: environment)
    }

    /// An NTAG213: what it answers to identification, and `more`.
    static func ntag213(_ more: [[UInt8]: FrameTableChip.Answer] = [:]) -> FrameTableChip {
        var answers: [[UInt8]: FrameTableChip.Answer] = [
            hex("3000"): .bytes(hex("04A1B29F 80C0D0E0 70480000 E1101200")),
            hex("60"): .bytes(hex("0004040201000F03")),
        ]
        answers.merge(more) { $1 }
        return FrameTableChip(answerToReset: ultralight, identifier: hex("04A1B280C0D0E0"), answers)
    }

    /// A PIV card: the application, and `more`.
    static func piv(_ more: [[UInt8]: [UInt8]] = [:]) -> TableChip {
        var answers: [[UInt8]: [UInt8]] = [
            hex("00A4040009A0000003080000100000"): hex("61114F06000010000100 79074F05A000000308 9000")
        ]
        answers.merge(more) { $1 }
        return TableChip(answerToReset: contactless, answers)
    }
}
