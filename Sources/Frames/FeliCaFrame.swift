public import Octets

/// A FeliCa frame as readers pass it: length octet, code, parameters (JIS X 6319-4). What stands around it on the air
/// is the reader's business.
public struct FeliCaFrame: Hashable, Sendable {
    /// Command code, or the code of an answer: the command's plus 1.
    public var code: UInt8
    /// What follows the code.
    public var parameters: [UInt8]

    /// A frame of these parts.
    public init(code: UInt8, parameters: [UInt8]) {
        self.code = code
        self.parameters = parameters
    }

    /// Most octets of a frame, its length octet included.
    public static let limit = 255

    /// Reads a frame. Throws `truncated`, `trailingBytes` or `invalidLength` when the length octet is wrong.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = ByteReader(bytes, in: "FeliCa frame")
        let count = Int(try reader.byte())
        guard count >= 2 else { throw reader.error(.invalidLength) }
        var body = ByteReader(try reader.bytes(count - 1), in: "FeliCa frame", at: 1)
        code = try body.byte()
        parameters = Array(body.rest)
        try reader.expectEnd()
    }

    /// The frame with its length octet; nil when it is longer than 255 octets.
    public var encoded: [UInt8]? {
        let count = parameters.count + 2
        guard count <= Self.limit else { return nil }
        return [UInt8(count), code] + parameters
    }
}

extension FeliCaFrame {
    /// Polling.
    public static let polling: UInt8 = 0x00
    /// Request Service.
    public static let requestService: UInt8 = 0x02
    /// Request Response.
    public static let requestResponse: UInt8 = 0x04
    /// Read Without Encryption.
    public static let readWithoutEncryption: UInt8 = 0x06
    /// Write Without Encryption.
    public static let writeWithoutEncryption: UInt8 = 0x08
    /// Search Service Code.
    public static let searchServiceCode: UInt8 = 0x0A
    /// Request System Code.
    public static let requestSystemCode: UInt8 = 0x0C

    /// True for commands that change nothing, so that they may be sent once more.
    var isRepeatable: Bool {
        [
            Self.polling, Self.requestService, Self.requestResponse, Self.readWithoutEncryption,
            Self.searchServiceCode, Self.requestSystemCode,
        ].contains(code)
    }
}
