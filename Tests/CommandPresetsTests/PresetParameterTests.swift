import CommandPresets
import Testing

@Suite struct PresetParameterTests {
    @Test(arguments: [
        ("u8", "255", "FF"), ("u8", "0x0A", "0A"), ("u16", "0x090F", "090F"), ("u16le", "0x090F", "0F09"),
        ("u24le", "1", "010000"), ("u32", "4294967295", "FFFFFFFF"), ("u8(4-15)", "4", "04"),
        ("bytes(2)", "A1 b2", "A1B2"),
        ("bytes(1-4)", "\"abc\"", "616263"), ("secret(4)", "01020304", "01020304"),
        ("identifier(8)", "0102030405060708", "0102030405060708"),
    ])
    func `typed values become bytes`(kind: String, text: String, hex: String) throws {
        let kind_ = try #require(PresetParameter.Kind(spelling: kind))
        #expect(kind_.spelling == kind)
        #expect(try PresetParameter(name: "n", kind: kind_, words: "").bytes(text) == bytes_(hex))
    }

    @Test(arguments: [
        ("u8", "256"), ("u8", "-1"), ("u8", ""), ("u8", "0x"), ("u8", "FF"), ("u8(4-15)", "3"), ("u8(4-15)", "16"),
        ("bytes(2)", "A1"), ("bytes(2)", "A1B2C3"), ("bytes(2)", "A1B"), ("bytes(2)", "\"a"), ("secret(4)", "hunter2"),
    ])
    func `a value that does not fit is refused and not repeated`(kind: String, text: String) throws {
        let parameter = PresetParameter(name: "n", kind: try #require(.init(spelling: kind)), words: "")
        #expect { try parameter.bytes(text) } throws: {
            guard case .wrongValue(name: "n", needs: let needs)? = $0 as? PresetFailure else { return false }
            return text.count < 4 || !needs.contains(text)
        }
    }

    @Test(arguments: [
        "u7", "u8(", "u8()", "u8(5)", "u8(9-4)", "u8(0-256)", "bytes", "bytes()", "bytes(0)", "bytes(4-2)",
        "bytes(1-2-3)",
        "bytes(300)", "identifier(4-8)", "identifier(8)be", "secret(4)x", "",
    ])
    func `other words are no types`(text: String) {
        #expect(PresetParameter.Kind(spelling: text) == nil)
    }
}
