import FeliCa
import Octets
import Transit

/// Reads saves of this program and dumps of others; what a file is shows in its first characters.
enum DumpReader {
    /// Most blocks that one file may have.
    static let blockLimit = 20_000

    /// The systems of the cards in `contents`.
    static func read(_ contents: [UInt8]) throws(DumpFault) -> [CardDump] {
        var text = contents[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        let start = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch start.first {
        case nil: throw DumpFault(place: "the file", message: "it is empty", isForeign: true)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try JSONDump.read(Array(start))
        case UInt8(ascii: "<"): return try XMLDump.read(Array(text))
        default: break
        }
        if start.starts(with: "Filetype:".utf8) { return try FlipperDump.read(Array(start)) }
        return [CardDump(format: .blocks, system: .transit, blocks: try list(Array(start)))]
    }

    /// Blocks of a history in hexadecimal, newest first, one on each line or all in a row.
    static func list(_ text: [UInt8]) throws(DumpFault) -> CardBlocks {
        guard text.allSatisfy({ $0 < 0x80 }) else {
            throw DumpFault(place: "the file", message: "it is no dump of a card", isForeign: true)
        }
        let bytes: [UInt8]
        do {
            bytes = try Hex.bytes(String(decoding: text, as: UTF8.self))
        } catch {
            let isHex = text.filter { Character(Unicode.Scalar($0)).isHexDigit }.count * 10 >= text.count * 7
            switch error {
            case .invalidCharacter(let column):
                guard isHex else {
                    throw DumpFault(
                        place: "the file",
                        message: "neither JSON, XML, a file of the Flipper Zero nor blocks in hexadecimal",
                        isForeign: true)
                }
                throw DumpFault(place: "character \(column)", message: "no hexadecimal digit")
            case .oddDigits(let column):
                throw DumpFault(place: "character \(column)", message: "an octet needs two hexadecimal digits")
            }
        }
        guard bytes.count % Block.count == 0, !bytes.isEmpty else {
            throw DumpFault(
                place: "octet \(bytes.count)",
                message: "blocks have 16 octets each; \(bytes.count) are no multiple of that")
        }
        guard bytes.count / Block.count <= blockLimit else {
            throw DumpFault(place: "the file", message: "more than \(blockLimit) blocks")
        }
        return CardBlocks(
            listing: stride(from: 0, to: bytes.count, by: Block.count).compactMap { start in
                Block(bytes[start..<(start + Block.count)])
            })
    }

    /// The octets of a block, written in hexadecimal or Base64: 16 octets are 32 or 24 characters, so there is no doubt.
    static func block(_ text: String, at place: String) throws(DumpFault) -> Block {
        if let bytes = try? Hex.bytes(text), let block = Block(bytes) { return block }
        if let bytes = Base64.decode(Array(text.utf8)), let block = Block(bytes) { return block }
        throw DumpFault(place: place, message: "no block of 16 octets")
    }

    /// Puts a block in its place. Throws where another is there already: one of the two would be lost.
    static func put(
        _ block: Block, _ number: Int, _ service: ServiceCode, in blocks: inout CardBlocks, _ place: String
    ) throws(DumpFault) {
        if let other = blocks[service, number], other != block {
            throw DumpFault(place: place, message: "block \(number) of service \(service) is there twice")
        }
        blocks[service, number] = block
    }

    /// IDm; nil when the text is something else.
    static func idm(_ text: String?) -> IDm? {
        guard let text else { return nil }
        if let bytes = try? Hex.bytes(text), let idm = IDm(bytes) { return idm }
        return Base64.decode(Array(text.utf8)).flatMap { IDm($0) }
    }

    /// A code of four hexadecimal digits.
    static func hexCode(_ text: some StringProtocol) -> UInt16? {
        text.utf8.count == 4 && text.allSatisfy(\.isHexDigit) ? UInt16(text, radix: 16) : nil
    }
}
