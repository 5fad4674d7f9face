public import ChipSimulation
import Octets

/// How a simulated transit card is made, and which reader it lies on. Written `key=value&key=value`.
public struct TransitCardSettings: SimulatorSettings, Hashable, Sendable {
    /// Why a settings text is not understood.
    public typealias Failure = SimulatorSettingsFailure

    /// The reader that the card lies on.
    public var reader = SimulatedReaderModel.rcs300
    /// How the chip behaves.
    public var traits = ChipTraits()
    /// IDm of the first system: the manufacturer in two octets, the first of which has the number of the system in its high
    /// half, and six octets that the manufacturer gives each card once (JIS X 6319-4).
    public var idm: [UInt8] = [0x01, 0x01, 0x0A, 0x10, 0xF0, 0xE1, 0xD2, 0xC3]

    /// A card of today on a Sony RC-S300.
    public init() {}

    /// Each setting with its values and what it means.
    public static let help: [(key: String, values: String, meaning: String)] = [
        ("reader", SimulatedReaderModel.allCases.map(\.rawValue).joined(separator: ", "), "the reader it lies on"),
        ("blocks", "1 to 15", "most blocks that the chip gives at once"),
        ("services", "1 to 16", "most services that the chip takes at once"),
        ("flags", "number, bit", "how status flag 1 names an entry"),
        ("structure", "on, off", "whether the chip tells its systems and services"),
        ("wildcard", "on, off", "whether the chip answers when any system is polled"),
        ("request", "on, off", "whether the chip answers when the system code is asked for"),
        ("delay", "0 to 5000", "milliseconds by which the chip is slower than it says"),
        ("ic", "two digits", "IC type in PMm"),
        ("idm", "16 digits", "IDm of the first system"),
    ]

    /// Sets one; false when the value is none of this setting.
    public mutating func set(_ key: String, _ value: String) -> Bool {
        switch key {
        case "reader": SimulatedReaderModel(rawValue: value).map { reader = $0 } != nil
        case "blocks": number(value, 1...15).map { traits.blockLimit = $0 } != nil
        case "services": number(value, 1...16).map { traits.serviceLimit = $0 } != nil
        case "flags": ChipTraits.FlagEncoding(rawValue: value).map { traits.flagEncoding = $0 } != nil
        case "structure": isOn(value).map { traits.tellsStructure = $0 } != nil
        case "wildcard": isOn(value).map { traits.needsExplicitPolling = !$0 } != nil
        case "request": isOn(value).map { traits.refusesRequestCode = !$0 } != nil
        case "delay": number(value, 0...5000).map { traits.delay = .milliseconds($0) } != nil
        case "ic": octets(value, 1).map { traits.icType = $0[0] } != nil
        case "idm": octets(value, 8).map { idm = $0 } != nil
        default: false
        }
    }

    private func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private func isOn(_ text: String) -> Bool? { text == "on" ? true : text == "off" ? false : nil }

    private func octets(_ text: String, _ count: Int) -> [UInt8]? {
        (try? Hex.bytes(text)).flatMap { $0.count == count ? $0 : nil }
    }
}
