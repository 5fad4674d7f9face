import Testing

@testable import InlayCommands

@Suite struct CSVTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("-200", "-200"), ("+1", "+1"), ("=1+1", "'=1+1"), ("@x", "'@x"), ("-x", "'-x"),
        ("＝1", "'＝1"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("=\"x\",1", "\"'=\"\"x\"\",1\""),
        ("a\nb", "a\\u{A}b"), ("\u{1B}[2J", "\\u{1B}[2J"), ("", ""),
    ])
    func `no cell is a formula or breaks its row`(text: String, cell: String) {
        #expect(CSVText.cell(text) == cell)
    }
}
