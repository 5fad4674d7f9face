import Foundation
import ISO7816
import Testing

@testable import InlayConsole

/// Whatever an error proposes can be typed.
@Suite struct AdviceTests {
    /// A line that is refused, and what its advice proposes: pieces as they stand there, with the line to be typed, in
    /// which `%` is the piece.
    struct Case: Sendable {
        var before = ""
        let refused: String
        let proposed: [(piece: String, line: String)]

        init(_ before: String = "", _ refused: String, _ proposed: (String, String)...) {
            self.before = before
            self.refused = refused
            self.proposed = proposed.map { ($0.0, $0.1) }
        }
    }

    private static let eight = "set x = 0102030405060708\nnumber n = 3\n"
    private static let sent = "00 84 00 00 08\nset a = 01 02 03 04\nnumber n = 3\n"

    static let cases: [Case] = [
        .init(
            eight, "expect $x < 8", ("$x[0..1]", "expect % < 8"), ("$x[0..1]", "number m = %"),
            ("expect $x is 01 ..", "%")),
        .init(eight, "number m = $x", ("$x[0..1]", "number m = %")),
        .init("", "set a", ("set key = A0 00", "%")),
        .init("", "set a =", ("set key = A0 00", "%"), ("set key = \"\"", "%")),
        .init("", "set a = zz", ("set key = A0 00", "%"), ("number n = 3", "%")),
        .init("", "number n", ("number n = 3", "%")),
        .init(
            sent, "number m = ]", ("300", "number m = %"), ("0x12C", "number m = %"), ("$n", "number m = %"),
            ("len($n)", "number m = len($a)"), ("little($n)", "number m = little($a)"),
            ("($n + 1) * 2", "number m = %")),
        .init(eight, "number m = (1", ("number m = ($n + 1) * 2", "%")),
        .init(sent, "number m = len(", ("number n = len($data[0..1])", "%")),
        .init(sent, "number m = little($data", ("number n = little($data[0..1])", "%")),
        .init(sent, "number m = big()", ("number n = big($data[0..1])", "%")),
        .init(eight, "expect ($n) 3", ("expect ($n + 1) * 2 <= 8", "%")),
        .init(sent, "expect $n is 03", ("expect $n = 3", "%")),
        .init(eight, "00 B0 00 $n", ("u8($n)", "00 B0 00 %"), ("u16($n)", "00 B0 %")),
        .init(sent, "expect data $n", ("u8($n)", "expect data % .. / ..")),
        .init("", "00 B0 $data", ("00 84 00 00 08", "%")), .init("", "00 B0 $y", ("$atr", "print %")),
        .init("", "expect 9000", ("00 84 00 00 08", "%")), .init("", "fetch", ("00 84 00 00 08", "%")),
        .init("", "capture x", ("00 84 00 00 08", "%")),
        .init(sent, "expect", ("expect 9000", "%")),
        .init(
            sent, "expect zz", ("9000", "expect %"), ("63C?", "expect % / 9000"), ("..", "expect %"),
            ("??*8", "expect % 9000"), ("\"text\"", "expect % / 9000"), ("{name:8}", "expect % 9000"),
            ("$atr", "expect not %"), ("$atr[0..1]", "expect not %")),
        .init(sent, "expect ??*x", ("expect ??*8", "% 9000")),
        .init(sent, "expect {a:8", ("expect {name:8}", "% 9000")),
        .init("", "send", ("send 00 84 00 00 08", "%")), .init("", "00,84,00", ("00 84 00 00 08", "%")),
        .init("", "frame", ("frame 30 00", "%")), .init("", "02 20 05", ("frame 02 20 05", "%")),
        .init("", "send \"\"", ("00 84 00 00 08", "%")), .init("", "cd 00 00 00", ("send CD 00 00 00", "%")),
        .init("", "save all", ("save transcript FILE", "%")), .init("", "reset hot", ("reset cold", "%")),
        .init("", "secure it", ("secure pace", "%")), .init("", "print (", ("300", "print % \"x\"")),
        .init("", "print ]", ("print \"text\" $atr", "%")), .init("", "print \"abc", ("print \"text\"", "%")),
        .init("", "capture x 6F", ("capture x tlv 6F/84", "00 A4 04 00 00\n%")),
        .init("", "capture x tlv 6", ("capture x tlv 6F/84", "00 A4 04 00 00\n%")),
        .init("", "for n of 1..2 { }", ("for n in 0..7 { print $n }", "%"), ("for key in A0, B0 { print $key }", "%")),
        .init("", "for n in 1.. { }", ("for n in 0..7 { print $n }", "%")),
        .init("", "repeat 2", ("repeat 2 { fetch }", "00 84 00 00 08\n%")),
        .init("", "repeat 2 { 00 84 00 00 08", ("repeat 2 { fetch }", "00 84 00 00 08\n%")),
        .init("", "else { }", ("if 9000 { stop } else { stop }", "00 84 00 00 08\n%")),
        .init("", "type2.read", ("preset type2.read", "%")),
        .init("", "preset type2.read page=", ("preset type2.read page=4", "%")),
        .init("", "set x = tlv(ZZ, 01)", ("set list = tlv(5C, 5FC102)", "%")),
        .init("", "set x = tlv(5C)", ("set list = tlv(5C, 5FC102)", "%")),
        .init(sent, "print $data[0", ("$data[0..3]", "print %"), ("$data[2]", "print %"), ("$data[4..]", "print %")),
        .init("", "cd nowhere", ("passport", "cd %"), ("/", "cd %")),
        .init("", "cat nothing", ("EF.CardAccess", "cat %")),
        .init("frame 30 00\n", "expect sw 9000", ("expect ..", "%")),
        .init("secure pace\n", "FF CA 00 00 00", ("secure off", "%")),
        .init("secure pace\n", "frame 30 00", ("secure off", "%")),
        .init("secure pace\n", "00 84 00 00 08 01 02", ("secure off", "%")),
    ]

    private static let answers = [
        ("0084000008", "0102030405060708 9000"), ("00A4040000", "6F078405A000000001 9000"), ("00B0009C", "9000"),
        ("00A4040C07A0000002471001", "9000"),
    ]

    private static func run(_ text: String) throws -> ScriptRun { try ScriptRun(text, answers: answers) }

    /// The error that a script ends with, of its grammar or while it runs.
    private static func error(_ text: String) -> ScriptError? {
        do {
            return try run(text).error
        } catch {
            return error as? ScriptError
        }
    }

    @Test(arguments: cases.indices)
    func `what an error proposes is taken when it is typed`(index: Int) throws {
        let one = Self.cases[index]
        let error = try #require(Self.error(one.before + one.refused), "\(one.refused) was taken")
        for (piece, line) in one.proposed {
            #expect(error.hint.contains(piece), "\(one.refused): \(error.hint)")
            let typed = one.before + line.replacingOccurrences(of: "%", with: piece)
            #expect(Self.error(typed) == nil, "\(typed): \(String(describing: Self.error(typed)))")
        }
    }

    /// Nobody adds advice that is not tried above: every one in the source is met there, or says words only.
    @Test func `all advice of the language is tried`() throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/InlayConsole")
        let words = [
            "leave Lc out", "there are \\", "a letter O", "a digit is missing", "choose another name",
            "give it as an option",
            "a statement ends", "put the commands into one: transaction { fetch }", "take a part", "secure off sends",
            "there are ", "set it first", "this card has none", "presets shows what fits it",
        ]
        let met = Self.cases.compactMap { Self.error($0.before + $0.refused)?.hint }
        let files = try #require(FileManager.default.enumerator(at: source, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for found in text.matches(of: /hint:\s*(?:[a-zA-Z.]+\s*\?\s*)?"((?:[^"\\]|\\.)+)"/) {
                let literal = found.1.replacing("\\(", with: "\u{0}").replacing("\\\"", with: "\"").replacing(
                    "\\\\", with: "\\")
                let start = String(literal.prefix { $0 != "\u{0}" })
                guard !start.isEmpty, !words.contains(where: start.hasPrefix) else { continue }
                count += 1
                #expect(met.contains { $0.contains(start) }, "\(file.lastPathComponent): \(start)")
            }
        }
        #expect(count > 25)
        // The one of them that a test cannot provoke without a card that is interrupted.
        #expect(Self.error("00 84 00 00 08\ntransaction { fetch }") == nil)
    }
}
