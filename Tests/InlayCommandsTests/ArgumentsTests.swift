import Testing

@testable import InlayCommands

@Suite struct ArgumentsTests {
    private static let flag = CommandOption.flag("fast", "be quick")
    private static let one = CommandOption.value("reader", "NAME", "which")
    private static let many = CommandOption.repeated("trust", "PATH", "more")
    private static let command = Command(
        "thing", "do", summary: "do it", positional: Positional(placeholder: "[X…]", count: 0...2, summary: "things"),
        groups: [OptionGroup(title: "Own", options: [flag, one, many])]
    ) { (_, _, _) throws(Failure) in .done }

    @Test func `values come behind the name or behind an equals sign`() throws {
        for words in [["--reader", "A B"], ["--reader=A B"]] {
            #expect(try Arguments(words, for: Self.command).value(Self.one) == "A B")
        }
        #expect(try Arguments(["--reader=a=b"], for: Self.command).value(Self.one) == "a=b")
    }

    @Test func `options that can be repeated keep their order`() throws {
        let arguments = try Arguments(["--trust", "b", "x", "--trust=a", "--fast"], for: Self.command)
        #expect(arguments.values(Self.many) == ["b", "a"])
        #expect(arguments.positionals == ["x"])
        #expect(arguments.has(Self.flag))
        #expect(!arguments.has(Self.one))
    }

    @Test func `behind two dashes everything is an argument`() throws {
        let arguments = try Arguments(["--", "--fast", "-"], for: Self.command)
        #expect(arguments.positionals == ["--fast", "-"])
        #expect(!arguments.has(Self.flag))
    }

    @Test(arguments: [
        (["--faast"], "unknown-option", "--fast is meant"),
        (["--redaer=x"], "unknown-option", "--reader is meant"),
        (["-x"], "unknown-option", ""),
        (["--fast=yes"], "wrong-option", ""),
        (["--reader"], "missing-value", ""),
        (["--reader", "--fast"], "missing-value", ""),
        (["--reader="], "empty-value", "a variable of the shell is not set"),
        (["--reader", ""], "empty-value", "a variable of the shell is not set"),
        (["--reader=a", "--reader=b"], "repeated-option", ""),
        (["a", "b", "c"], "unexpected-argument", "a value with spaces needs quotes"),
    ])
    func `wrong words are refused with what is meant`(words: [String], kind: String, likely: String) {
        let failure = #expect(throws: Failure.self) { try Arguments(words, for: Self.command) }
        #expect(failure?.kind == kind)
        #expect(failure?.likely == likely)
        #expect(failure?.exitCode == .wrongUse)
    }

    @Test(arguments: [
        ["--mrz=P<UTOEXAMPLE<<ANNA"], ["-P<UTOEXAMPLE<<ANNA"], ["--P<UTOEXAMPLE<<ANNA=EXAMPLE"],
        ["EXAMPLE", "EXAMPLE", "EXAMPLE"], ["--fast=EXAMPLE"], ["--reader=EXAMPLE", "--reader=EXAMPLE"],
    ])
    func `a message never repeats a value`(words: [String]) throws {
        let failure = try #require(throws: Failure.self) { try Arguments(words, for: Self.command) }
        #expect(!failure.document.text().contains("EXAMPLE"))
    }
}
