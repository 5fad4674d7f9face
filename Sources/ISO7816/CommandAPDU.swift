public import Octets

/// A command as ISO/IEC 7816-4 §5.1 defines it.
public struct CommandAPDU: Hashable, Sendable {
    /// How many bytes of data the answer may hold (Le): always stated, because it is part of what a command means.
    public enum Expected: Hashable, Sendable {
        /// No Le field.
        case nothing
        /// At most this many bytes, 1 to 65,536.
        case upTo(Int)
        /// As many as the length form allows: 256 in short form, 65,536 in extended form.
        case asMuchAsPossible
    }

    /// Which length fields a command is written with.
    public enum LengthForm: Hashable, Sendable {
        /// One byte: at most 255 bytes of data, 256 bytes of answer.
        case short
        /// Two bytes behind a 00: at most 65,535 bytes of data, 65,536 bytes of answer.
        case extended
    }

    /// Class byte.
    public var cla: UInt8
    /// Instruction byte.
    public var ins: UInt8
    /// First parameter byte.
    public var p1: UInt8
    /// Second parameter byte.
    public var p2: UInt8
    /// Command data field, at most 65,535 bytes.
    public var data: [UInt8]
    /// Le.
    public var expected: Expected

    /// A command; without `data` and `expected` it is case 1.
    public init(
        cla: UInt8 = 0, ins: UInt8, p1: UInt8 = 0, p2: UInt8 = 0, data: [UInt8] = [], expected: Expected = .nothing
    ) {
        self.cla = cla
        self.ins = ins
        self.p1 = p1
        self.p2 = p2
        self.data = data
        self.expected = expected
    }

    /// The four bytes in front of the body.
    public var header: [UInt8] { [cla, ins, p1, p2] }

    /// The shortest form that can carry the command.
    public var shortestForm: LengthForm {
        if data.count > 255 { return .extended }
        if case .upTo(let count) = expected, count > 256 { return .extended }
        return .short
    }

    /// The bytes on the wire, nil when `form` cannot carry the command.
    public func encoded(_ form: LengthForm) -> [UInt8]? {
        if form == .short, shortestForm == .extended { return nil }
        guard data.count <= 65_535 else { return nil }
        var bytes = header
        // A case-1 command has no length field, so it is the same in both forms.
        if !data.isEmpty {
            bytes += form == .short ? [UInt8(data.count)] : [0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
            bytes += data
        }
        let maximum = form == .short ? 256 : 65_536
        let count: Int
        switch expected {
        case .nothing: return bytes
        case .upTo(let wanted): count = wanted
        case .asMuchAsPossible: count = maximum
        }
        guard (1...maximum).contains(count) else { return nil }
        if form == .short { return bytes + [UInt8(truncatingIfNeeded: count)] }
        if data.isEmpty { bytes.append(0) }
        return bytes + [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    }
}

extension CommandAPDU {
    /// Reads a command as it stands on the wire (7816-4 §5.1, cases 1 to 4, both forms).
    ///
    /// Throws `truncated`, `invalidLength` or `trailingBytes` when the length fields do not add up.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        self = try Self.parse(bytes).command
    }

    /// Reads a command and tells in which form its lengths were written.
    public static func parse(_ bytes: [UInt8]) throws(ParseError) -> (command: CommandAPDU, form: LengthForm) {
        var reader = ByteReader(bytes, in: "command APDU")
        var command = CommandAPDU(
            cla: try reader.byte(), ins: try reader.byte(), p1: try reader.byte(), p2: try reader.byte())
        guard let first = reader.next else { return (command, .short) }
        let form: LengthForm = first == 0 && reader.rest.count > 1 ? .extended : .short
        if form == .extended { _ = try reader.byte() }
        let width = form == .short ? 1 : 2
        let maximum = form == .short ? 256 : 65_536
        let length = try reader.number(width)
        if reader.isAtEnd {
            command.expected = length == 0 ? .asMuchAsPossible : .upTo(length)
            return (command, form)
        }
        guard length > 0 else { throw reader.error(.invalidLength) }
        command.data = Array(try reader.bytes(length))
        guard !reader.isAtEnd else { return (command, form) }
        let expected = try reader.number(width)
        command.expected = expected == 0 || expected == maximum ? .asMuchAsPossible : .upTo(expected)
        try reader.expectEnd()
        return (command, form)
    }
}

extension CommandAPDU {
    /// The command of these bytes, in the same form, with another Le; nil where it has none, which then is not the fault
    /// of the command, or the same one.
    public static func bytes(_ bytes: [UInt8], expecting length: Int) -> [UInt8]? {
        guard case (var command, let form)? = try? parse(bytes), command.expected != .nothing else { return nil }
        command.expected = .upTo(length)
        guard let corrected = command.encoded(form), corrected != bytes else { return nil }
        return corrected
    }
}
