import CommandPresets
import ISO7816
import Octets

/// What came back last: to a command, or to a frame.
enum ScriptReply {
    case apdu(ResponseAPDU)
    case frame(ReplyPattern.Reply)

    /// In words, for an expectation that was not met.
    var words: String {
        switch self {
        case .frame(let reply): Self.words(reply)
        case .apdu(let response):
            (response.data.isEmpty ? "" : "\(Self.words(response.data)) ")
                + "\(response.status), \(response.status.meaning)"
        }
    }

    static func words(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "no data" }
        return bytes.count <= 32 ? Hex.string(bytes) : "\(Hex.string(bytes.prefix(32)))… (\(bytes.count) bytes)"
    }

    static func words(_ reply: ReplyPattern.Reply) -> String {
        switch reply {
        case .bytes(let bytes): words(bytes)
        case .nibble(0xA): "ACK"
        case .nibble(let value): "NAK\(String(value & 0xF, radix: 16, uppercase: true))"
        case .silence: "no answer"
        }
    }
}
