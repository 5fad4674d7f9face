import LDS
import Octets
import TestSupport
import Testing

struct EFCVCATests {
    @Test func `references recomputed in Python are read and written byte for byte`() throws {
        let lines = vectorFile("terminal-authentication.txt").filter { $0.text("kind") == "efcvca" }
        #expect(lines.count == 3)
        for line in lines {
            let file = try EFCVCA(parsing: line.bytes("content"))
            #expect(file.references.map(\.description).joined(separator: ",") == line.text("references"))
            #expect(file.warnings.isEmpty)
            #expect(file.encoded() == line.bytes("content"))
            #expect(EFCVCA(file.references).encoded() == line.bytes("content"))
        }
    }

    @Test func `another length and a third reference are told`() throws {
        let one = hex("420E5554494E4C415943565554303031")
        #expect(try EFCVCA(parsing: one).warnings == [.mismatch("length", declared: 36, found: 16)])
        let three = try EFCVCA(parsing: hex("420241 42 420241 43 420241 44"))
        #expect(three.references.count == 3)
        #expect(three.warnings.contains(.mismatch("references", declared: 2, found: 3)))
    }

    @Test(arguments: [
        "", "00", "000000000000", "4200", "4211 4141414141414141414141414141414141", "42 03 4141", "43024141",
        "4202411F",
        "42024141 0043",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: ParseError.self) { try EFCVCA(parsing: hex(text)) }
    }

    @Test func `a wall of references is refused`() {
        let many = [UInt8]((0..<10_000).flatMap { _ in [0x42, 0x01, 0x41] as [UInt8] })
        #expect(throws: ParseError.self) { try EFCVCA(parsing: many) }
    }
}
