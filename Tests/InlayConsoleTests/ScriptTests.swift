import Testing

@testable import InlayConsole

@Suite struct ScriptTests {
    @Test(arguments: [
        ("00A4X0", 1, 5, "not a hexadecimal digit"),
        ("00 A4 00 04 0", 1, 13, "two digits"),
        // B57 and row 33 (OpenSC #1669).
        ("00A400040G", 1, 10, "not a hexadecimal digit"), ("3", 1, 1, "two digits"),
        ("01234:56789AB:CDEF", 1, 5, "two digits"),
        ("\n\n  bogus 1", 3, 3, "neither a statement nor hexadecimal"),
        ("expct 9000", 1, 1, "neither a statement"),
        ("expect", 1, 7, "a pattern is missing"),
        ("expect 90 0", 1, 11, "two digits"),
        ("expect zz", 1, 8, "no part of a pattern"),
        ("repeat 3 {\n00840000", 1, 10, "not closed"),
        ("}", 1, 1, "could close"),
        ("00840000 }", 1, 10, "could close"),
        ("set x 00", 1, 7, "\"=\" is expected"),
        ("set x = zz", 1, 9, "neither hexadecimal nor a text"),
        ("set x = \"abc", 1, 9, "no closing quotation mark"),
        ("set x = \"\\q\"", 1, 10, "no escape"),
        ("$1", 1, 1, "a variable is $"),
        ("for n in 3.. {\n}", 1, 14, "the end of the range is missing"),
        ("for n of 1..2 { }", 1, 10, "\"in\" is expected"),
        ("reset hot", 1, 7, "cold or warm"),
        ("secure pace 123456", 1, 13, "a secret never stands in a script"),
        ("save all", 1, 6, "only a transcript"),
        ("cd 00 00 00", 1, 1, "cd takes one name"),
        ("00 84 \\ 00", 1, 7, "last character of a line"),
        ("capture x tlv 6F/", 1, 15, "the tags on the way"),
        ("number n = 1 +", 1, 15, "a number is expected"),
        ("set x = tlv(5C, 00 Lc 00)", 1, 20, "belong to a command"),
        ("02 20 05", 1, 1, "no command APDU"),
        ("fetch now", 1, 7, "too much here"),
    ])
    func `an error names line and column`(text: String, line: Int, column: Int, words: String) {
        let error = #expect(throws: ScriptError.self) { try Script(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
    }

    @Test func `blocks nested too deep are refused`() {
        let text = String(repeating: "repeat 1 {\n", count: 40) + String(repeating: "}\n", count: 40)
        #expect(throws: ScriptError.self) { try Script(parsing: text) }
        let brackets = "number n = " + String(repeating: "(", count: 5000) + "1"
        #expect(throws: ScriptError.self) { try Script(parsing: brackets) }
        for (start, end) in [("$a[", "]"), ("little($a[", "])"), ("(", ")"), ("len(u8(", "))")] {
            for depth in [8, 30, 5000] {
                // Read a bounded number of times, however deep it is nested.
                let number = String(repeating: start, count: depth) + "0" + String(repeating: end, count: depth)
                for text in [
                    "number n = \(number)", "expect \(number) < 3", "expect not \(number)", "for i in \(number)..3 { }",
                ] {
                    let script = try? Script(parsing: text)
                    #expect(depth != 5000 || script == nil, "\(text.prefix(60))")
                    #expect(depth != 8 || text.contains("not") || script != nil, "\(text.prefix(60))")
                }
            }
        }
        let sum = "number n = 1" + String(repeating: " + 1", count: 5000)
        #expect(throws: ScriptError.self) { try Script(parsing: sum) }
    }

    @Test func `a script of the largest size is read, and a larger one refused`() throws {
        let comment = String(repeating: "# padding\n", count: 104_857)
        #expect(try Script(parsing: comment).isEmpty)
        let error = #expect(throws: ScriptError.self) { try Script(parsing: comment + "# and more than fits\n") }
        #expect(error?.message.contains("1048576 bytes") == true)
    }

    /// Cut anywhere and changed anywhere, a script is read or refused with a place inside of it.
    @Test func `hostile scripts end in an error with line and column`() {
        let seed = """
            set aid = A0 00 00 02 47 10 01   # passport
            send 00 A4 04 0C Lc $aid => 9000 / 6A82
            for n in 0..3 { 00 B0 u16($n * 16) Le(16); expect {block:4} .. 9000 }
            if sw 63C? { print "tries" $sw } else { stop }
            capture id tlv 6F/84 ; number k = len($id) - 1
            preset piv.chuid key="x\\x41" other=$aid[0..2]
            transaction { frame 30 00 => ??*16 / NAK }
            expect little($id[0..$k - 1]) * (2 + big(01 02)) >= len($id[1..]) ; expect $id[2] is u8(3) tlv(5C, 01)
            for i in len($id)..0x10 { print ($i * 2) $id[$i..] }
            """
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let alphabet = Array("00AfZ9 {}()[]<>=,;$#\"\\/*+-.?:\n\u{202E}\u{0}é".unicodeScalars)
        var read = 0
        for _ in 0..<4000 {
            var scalars = Array(seed.unicodeScalars)
            if random(3) == 0 { scalars = Array(scalars.prefix(random(scalars.count))) }
            for _ in 0..<random(6) where !scalars.isEmpty {
                let place = random(scalars.count)
                switch random(3) {
                case 0: scalars[place] = alphabet[random(alphabet.count)]
                case 1: scalars.remove(at: place)
                default: scalars.insert(alphabet[random(alphabet.count)], at: place)
                }
            }
            let text = String(String.UnicodeScalarView(scalars))
            let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            do throws(ScriptError) {
                _ = try Script(parsing: text)
                read += 1
            } catch {
                #expect((1...lines.count).contains(error.line))
                guard lines.indices.contains(error.line - 1) else { continue }
                #expect((1...(lines[error.line - 1].count + 1)).contains(error.column), "\(error) in \(text)")
                #expect(!error.message.isEmpty)
            }
        }
        #expect(read > 100 && read < 3900)
    }
}
