import Octets
import Testing

@Suite struct TLVReaderTests {
    private func bytes(_ text: String) -> [UInt8] { (try? Hex.bytes(text)) ?? [] }

    // jpos/jPOS #410.
    @Test func `a tag of three octets is one tag`() throws {
        var reader = TLVReader(bytes("9F816E0100"), in: "test")
        let object = try reader.next()
        #expect(object.tag == 0x9F816E)
        #expect(Array(object.value) == [0x00])
        #expect(object.valueOffset == 4)
        #expect(reader.isAtEnd)
    }

    // gchq/CyberChef #2245.
    @Test(arguments: [EncodingRules.berTLV, .der, .ber])
    func `a length of several octets is big endian`(rules: EncodingRules) throws {
        let value = (0..<258).map { UInt8($0 % 251) }
        var reader = TLVReader(bytes("04820102") + value, in: "test", rules: rules)
        let object = try reader.next()
        #expect(object.tag == .octetString)
        #expect(Array(object.value) == value)
        #expect(object.valueOffset == 4)
        #expect(object.encoded.count == 262)
        #expect(reader.isAtEnd)
        #expect(reader.offset == 262)
    }

    @Test func `objects are read one after another and inside each other`() throws {
        var reader = TLVReader(bytes("6F 05 84 01 AA 81 00  30 00"), in: "test")
        let first = try reader.next(0x6F)
        var inner = try first.contents("inner")
        #expect(inner.nextTag == 0x84)
        #expect(try inner.nextIfPresent(0x81) == nil)
        #expect(try inner.next().offset == 2)
        #expect(try inner.nextIfPresent(0x81)?.value.count == 0)
        #expect(inner.nextTag == nil)
        try inner.expectEnd()
        #expect(throws: ParseError(.trailingBytes(2), in: "test", at: 7)) { try reader.expectEnd() }
        #expect(try reader.all().map(\.tag) == [.sequence])
        #expect(throws: ParseError(.unexpectedTag(expected: .set, found: nil), in: "test", at: 9)) {
            try reader.next(.set)
        }
    }

    @Test func `another tag than the expected one is told with its place`() throws {
        var reader = TLVReader(bytes("04 00 05 00"), in: "test")
        _ = try reader.next()
        #expect(throws: ParseError(.unexpectedTag(expected: .set, found: .null), in: "test", at: 2)) {
            try reader.next(.set)
        }
    }

    @Test(arguments: [
        "04 03 010203", "04 81 80 " + String(repeating: "AA", count: 128),
        "7F49 82 0100 " + String(repeating: "AA", count: 256), "30 80 04 01 AA 30 80 0000 0000",
    ])
    func `an object that is cut anywhere is refused`(text: String) throws {
        let whole = bytes(text)
        var reader = TLVReader(whole, in: "test", rules: .ber)
        #expect(try Array(reader.next().encoded) == whole)
        for count in 0..<whole.count {
            var reader = TLVReader(Array(whole.prefix(count)), in: "test", rules: .ber)
            #expect(throws: ParseError.self, "\(count)") { try reader.next() }
        }
    }

    @Test(arguments: [
        ("04 81 01 AA", true), ("04 82 0001 AA", true), ("04 84 00000001 AA", true), ("04 01 AA", false),
        ("04 82 0080 " + String(repeating: "AA", count: 128), true),
    ])
    func `lengths that are longer than needed are no DER`(text: String, isLong: Bool) throws {
        for rules in [EncodingRules.berTLV, .ber] {
            var reader = TLVReader(bytes(text), in: "test", rules: rules)
            #expect(try reader.next().value.first == 0xAA)
        }
        var reader = TLVReader(bytes(text), in: "test", rules: .der)
        if isLong {
            #expect(throws: ParseError(.invalidLength, in: "test", at: 1)) { try reader.next() }
        } else {
            #expect(try reader.next().value.first == 0xAA)
        }
    }

    @Test(arguments: ["04 85 0000000001 AA", "04 FF", "04 88 0000000000000001 AA"])
    func `a length of more than four octets is refused`(text: String) {
        for rules in [EncodingRules.berTLV, .der, .ber] {
            var reader = TLVReader(bytes(text), in: "test", rules: rules)
            #expect(throws: ParseError(.invalidLength, in: "test", at: 1)) { try reader.next() }
        }
    }

    @Test func `a length beyond the end is refused before memory is taken`() {
        var reader = TLVReader(bytes("04 84 FFFFFFFF AA"), in: "test")
        #expect(throws: ParseError(.truncated(needed: 0xFFFF_FFFF, available: 1), in: "test", at: 6)) {
            try reader.next()
        }
    }

    @Test func `an indefinite length ends with its own end of contents`() throws {
        var reader = TLVReader(bytes("30 80 30 80 04 01 AA 0000 05 00 0000  04 00"), in: "test", rules: .ber)
        let outer = try reader.next()
        #expect(Array(outer.value) == bytes("30 80 04 01 AA 0000 05 00"))
        #expect(outer.encoded.count == 13)
        #expect(reader.nextTag == .octetString)
        var inner = try outer.contents("test")
        #expect(try Array(inner.next().value) == bytes("04 01 AA"))
        #expect(try inner.next().tag == .null)
        #expect(inner.isAtEnd)
    }

    @Test(arguments: [EncodingRules.berTLV, .der])
    func `an indefinite length is allowed in BER only`(rules: EncodingRules) {
        var reader = TLVReader(bytes("30 80 0000"), in: "test", rules: rules)
        #expect(throws: ParseError(.invalidLength, in: "test", at: 1)) { try reader.next() }
    }

    @Test(arguments: [
        ("04 80 0000", 0), ("30 80 00 8100", 2), ("30 80 04 00 00 01 AA 0000", 4),
    ])
    func `only a constructed object is indefinite, and only 0000 ends it`(text: String, offset: Int) {
        var reader = TLVReader(bytes(text), in: "test", rules: .ber)
        #expect(throws: ParseError(.invalidLength, in: "test", at: offset)) { try reader.next() }
    }

    @Test func `objects nested too deeply are refused`() throws {
        var definite: [UInt8] = []
        for _ in 0...(TLVReader.depthLimit + 1) { definite = TLV.encode(.sequence, definite) }
        var reader = TLVReader(definite, in: "test")
        let error = #expect(throws: ParseError.self) {
            while true { reader = try reader.next().contents("test") }
        }
        #expect(error?.reason == .tooDeep(limit: TLVReader.depthLimit))

        let indefinite = [[UInt8]](repeating: [0x30, 0x80], count: 100_000).flatMap { $0 }
        var bomb = TLVReader(indefinite, in: "test", rules: .ber)
        #expect(throws: ParseError.self) { try bomb.next() }
    }

    @Test func `more objects than the limit are refused`() {
        let empty = [UInt8](repeating: 0x05, count: 1) + [0x00]
        let many = [[UInt8]](repeating: empty, count: TLVReader.countLimit + 1).flatMap { $0 }
        var reader = TLVReader(many, in: "test")
        #expect(throws: ParseError(.tooMany(limit: TLVReader.countLimit), in: "test", at: 2 * TLVReader.countLimit)) {
            try reader.all()
        }
        var indefinite = TLVReader([0x30, 0x80] + many + [0, 0], in: "test", rules: .ber)
        #expect(throws: ParseError.self) { try indefinite.next() }
    }

    @Test(arguments: [(0, "00"), (127, "7F"), (128, "8180"), (255, "81FF"), (256, "820100"), (65_536, "83010000")])
    func `lengths are written as short as possible`(count: Int, text: String) throws {
        #expect(TLV.length(count) == bytes(text))
        let object = TLV.encode(0x5F2E, [UInt8](repeating: 0xAB, count: count))
        var reader = TLVReader(object, in: "test", rules: .der)
        #expect(try reader.next(0x5F2E).value.count == count)
        #expect(reader.isAtEnd)
    }

    @Test func `parts are joined`() {
        #expect(TLV.encode(0x7F49, parts: [[1], [], [2, 3]]) == [0x7F, 0x49, 3, 1, 2, 3])
    }
}
