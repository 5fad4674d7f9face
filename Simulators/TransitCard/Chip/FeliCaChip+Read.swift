import Octets

extension FeliCaChip {
    /// Read Without Encryption (JIS X 6319-4): flags, and the blocks when they are 00 00.
    func read(_ body: [UInt8], _ system: FeliCaSystem) -> [UInt8]? {
        var reader = ByteReader(body, in: "Read Without Encryption")
        guard let (services, elements) = try? lists(&reader), reader.isAtEnd else { return nil }
        take(elements.count)
        guard (1...traits.serviceLimit).contains(services.count) else { return [0xFF, 0xA1] }
        guard (1...traits.blockLimit).contains(elements.count) else { return [0xFF, 0xA2] }
        var found: [FeliCaService] = []
        for (index, code) in services.enumerated() {
            guard let service = system.services.first(where: { $0.code == code }) else {
                return [flag(index), 0xA6]
            }
            guard service.isOpen else { return [flag(index), 0xA5] }
            found.append(service)
        }
        var blocks: [[UInt8]] = []
        for (index, element) in elements.enumerated() {
            guard element.service < found.count else { return [flag(index), 0xA3] }
            guard element.mode == 0 else { return [flag(index), 0xA7] }
            guard element.block < found[element.service].blocks.count else { return [flag(index), 0xA8] }
            blocks.append(found[element.service].blocks[element.block])
        }
        return [0x00, 0x00, UInt8(blocks.count)] + blocks.joined()
    }

    private typealias Element = (service: Int, mode: Int, block: Int)

    private func lists(_ reader: inout ByteReader) throws(ParseError) -> (services: [UInt16], elements: [Element]) {
        var services: [UInt16] = []
        for _ in 0..<Int(try reader.byte()) { services.append(UInt16(try reader.number(2)).byteSwapped) }
        var elements: [Element] = []
        for _ in 0..<Int(try reader.byte()) {
            let head = try reader.byte()
            var block = Int(try reader.byte())
            // Bit 8: an element of two octets. Without it the number of the block has two, the low one first.
            if head & 0x80 == 0 { block |= Int(try reader.byte()) << 8 }
            elements.append((Int(head & 0x0F), Int(head >> 4 & 7), block))
        }
        return (services, elements)
    }

    private func flag(_ index: Int) -> UInt8 {
        traits.flagEncoding == .number ? UInt8(truncatingIfNeeded: index + 1) : 1 << UInt8(index % 8)
    }
}
