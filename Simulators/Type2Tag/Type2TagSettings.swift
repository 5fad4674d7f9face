public import ChipSimulation
import Octets

/// How a simulated Type 2 tag is prepared, and which reader it lies on. Written `key=value&key=value`.
public struct Type2TagSettings: SimulatorSettings, Hashable, Sendable {
    /// Why a settings text is not understood.
    public typealias Failure = SimulatorSettingsFailure

    /// The reader that the tag lies on.
    public var reader = SimulatedReaderModel.acr1252u
    /// UID of seven bytes; nil for the chip's own.
    public var identifier: [UInt8]?
    /// Capability container.
    public var container: [UInt8]?
    /// Data from page 04 on.
    public var data: [UInt8]?
    /// Lock bytes 0 and 1.
    public var locks: [UInt8]?
    /// First page that needs the password or key.
    public var firstProtected: UInt8?
    /// True when protected pages cannot be read either.
    public var protectsReading: Bool?
    /// Password.
    public var password: [UInt8]?
    /// What the chip says to the right password.
    public var acknowledge: [UInt8]?
    /// Wrong passwords until the chip refuses every one.
    public var tryLimit: UInt8?
    /// Whether readings are counted.
    public var counts: Bool?
    /// Key of Ultralight C, in the order of its bytes.
    public var key: [UInt8]?
    /// The loop of a TagTamper chip.
    public var isOpened: Bool?

    /// A new chip on an ACR1252U.
    public init() {}

    /// Each setting with its values and what it means.
    public static let help: [(key: String, values: String, meaning: String)] = [
        ("reader", SimulatedReaderModel.allCases.map(\.rawValue).joined(separator: ", "), "the reader it lies on"),
        ("uid", "14 digits", "UID; another than the chip's own has no signature"),
        ("cc", "8 digits", "capability container or one-time bits, page 03"),
        ("data", "digits", "user memory from page 04 on"),
        ("lock", "4 digits", "static lock bytes"),
        ("auth0", "two digits", "first page that needs the password or key"),
        ("prot", "write, read", "whether protected pages can still be read"),
        ("pwd", "8 digits", "password"),
        ("pack", "4 digits", "what the chip says to the right password"),
        ("authlim", "0 to 7", "wrong passwords until every one is refused; 0 for no limit"),
        ("counter", "on, off", "whether readings are counted"),
        ("key", "32 digits", "key of Ultralight C"),
        ("tamper", "closed, open", "the loop of a TagTamper chip"),
    ]

    /// Sets one; false when the value is none of this setting.
    public mutating func set(_ key: String, _ value: String) -> Bool {
        switch key {
        case "reader": SimulatedReaderModel(rawValue: value).map { reader = $0 } != nil
        case "uid": octets(value, 7...7).map { identifier = $0 } != nil
        case "cc": octets(value, 4...4).map { container = $0 } != nil
        case "data": octets(value, 1...888).map { data = $0 } != nil
        case "lock": octets(value, 2...2).map { locks = $0 } != nil
        case "auth0": octets(value, 1...1).map { firstProtected = $0[0] } != nil
        case "prot": ["write": false, "read": true][value].map { protectsReading = $0 } != nil
        case "pwd": octets(value, 4...4).map { password = $0 } != nil
        case "pack": octets(value, 2...2).map { acknowledge = $0 } != nil
        case "authlim": UInt8(value).flatMap { $0 <= 7 ? $0 : nil }.map { tryLimit = $0 } != nil
        case "counter": ["on": true, "off": false][value].map { counts = $0 } != nil
        case "key": octets(value, 16...16).map { self.key = $0 } != nil
        case "tamper": ["closed": false, "open": true][value].map { isOpened = $0 } != nil
        default: false
        }
    }

    private func octets(_ text: String, _ count: ClosedRange<Int>) -> [UInt8]? {
        (try? Hex.bytes(text)).flatMap { count.contains($0.count) ? $0 : nil }
    }
}

extension Type2Tag {
    /// Prepares a new chip as a maker would, before any lock works.
    func prepare(_ settings: Type2TagSettings) throws(Type2TagSettings.Failure) {
        if let bytes = settings.container { put(bytes, at: 3) }
        if let bytes = settings.data {
            let last = model.locks?.page ?? model.configuration ?? model.pageCount
            put(Array(bytes.prefix(4 * (last - 4))), at: 4)
        }
        if let bytes = settings.locks { put(Array(memory[8..<10]) + bytes, at: 2) }
        try setByte("auth0", settings.firstProtected, page: 0, place: hasAccessByte ? 3 : 0)
        if hasAccessByte {
            try setByte("prot", settings.protectsReading.map { accessByte & 0x7F | ($0 ? 0x80 : 0) }, page: 1, place: 0)
            try setByte("authlim", settings.tryLimit.map { accessByte & 0xF8 | $0 }, page: 1, place: 0)
        } else {
            try setByte("authlim", settings.tryLimit, page: 1, place: 0)
            try setByte("prot", settings.protectsReading.map { $0 ? 0 : 1 }, page: 1, place: 0)
        }
        if let counts = settings.counts {
            guard model.commands.contains(.readCounter) else { throw .notOfThisChip(key: "counter") }
            try setByte("counter", accessByte & 0xEF | (counts ? 0x10 : 0), page: 1, place: 0)
        }
        if let bytes = settings.password ?? settings.acknowledge {
            guard let page = model.configuration, model.commands.contains(.password) else {
                throw .notOfThisChip(key: settings.password == nil ? "pack" : "pwd")
            }
            if settings.password != nil { put(bytes, at: page + 2) }
            if let bytes = settings.acknowledge { put(bytes + [0, 0], at: page + 3) }
        }
        if let key = settings.key {
            guard let page = model.configuration, model.commands.contains(.tripleDES) else {
                throw .notOfThisChip(key: "key")
            }
            put(key.prefix(8).reversed() + key.suffix(8).reversed(), at: page + 2)
        }
        if let isOpened = settings.isOpened {
            guard model.commands.contains(.tamper) else { throw .notOfThisChip(key: "tamper") }
            // The message is written into the chip at the first opening.
            tamper = isOpened ? (Array("OPEN".utf8), 0x4F) : ([0, 0, 0, 0], 0x43)
        }
    }

    private func setByte(
        _ key: String, _ value: UInt8?, page: Int, place: Int
    ) throws(Type2TagSettings.Failure) {
        guard let value else { return }
        guard let first = model.configuration, key != "authlim" || model.commands.contains(.password) else {
            throw .notOfThisChip(key: key)
        }
        memory[4 * (first + page) + place] = value
    }
}
