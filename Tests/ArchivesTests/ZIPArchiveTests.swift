import Archives
import Foundation
import Octets
import Testing

/// Archives that Python's zipfile made, and what becomes of them when they are changed.
struct ZIPArchiveTests {
    /// What a Python program writes to standard output, in hexadecimal.
    private static func made(_ lines: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-I", "-c",
            """
            import io, sys, zipfile
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
            \(lines.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            sys.stdout.buffer.write(out.getvalue())
            """,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return [UInt8](data)
    }

    private static func sample() throws -> [UInt8] {
        try made(
            """
            z.writestr("dump/EF.DG1.bin", bytes(range(93)))
            z.writestr("dump/EF.DG2.bin", b"portrait" * 3000)
            z.writestr(zipfile.ZipInfo("dump/stored"), b"as it is")
            z.writestr("empty", b"")
            z.comment = b"a comment"
            """)
    }

    @Test func `stored and deflated entries come out as they went in`() throws {
        let bytes = try Self.sample()
        #expect(ZIPArchive.isArchive(bytes))
        let archive = try ZIPArchive(parsing: bytes)
        #expect(archive.entries.map(\.name) == ["dump/EF.DG1.bin", "dump/EF.DG2.bin", "dump/stored", "empty"])
        let contents = try archive.entries.map { try archive.contents(of: $0, limit: 100_000) }
        #expect(contents[0] == Array(0..<93))
        #expect(contents[1] == Array(repeating: Array("portrait".utf8), count: 3000).flatMap(\.self))
        #expect(contents[2] == Array("as it is".utf8))
        #expect(contents[3].isEmpty)
    }

    @Test func `an entry that is larger than allowed is not unpacked`() throws {
        let archive = try ZIPArchive(parsing: try Self.sample())
        #expect(throws: ZIPArchive.Failure.tooLarge(limit: 23_999)) {
            try archive.contents(of: archive.entries[1], limit: 23_999)
        }
        #expect(try archive.contents(of: archive.entries[1], limit: 24_000).count == 24_000)
    }

    /// The size that the directory announces is the third number behind the check sum.
    @Test(arguments: [0, 92, 94, 1_000_000, 0xFFFF_FFF0]) func `a size that is not the true one is damage`(size: Int)
        throws
    {
        var bytes = try Self.sample()
        let directory = try #require(bytes.firstRange(of: [0x50, 0x4B, 1, 2]))
        for place in 0..<4 { bytes[directory.lowerBound + 24 + place] = UInt8(size >> (8 * place) & 0xFF) }
        let archive = try ZIPArchive(parsing: bytes)
        #expect(archive.entries[0].size == size)
        #expect(throws: ZIPArchive.Failure.damaged) { try archive.contents(of: archive.entries[0], limit: .max) }
    }

    @Test func `no bit of packed bytes can change unnoticed`() throws {
        let good = try Self.sample()
        let start = 30 + "dump/EF.DG1.bin".utf8.count
        for bit in start * 8..<(start + 60) * 8 {
            var bytes = good
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let archive = try ZIPArchive(parsing: bytes)
            #expect(throws: ZIPArchive.Failure.damaged) { try archive.contents(of: archive.entries[0], limit: 1000) }
        }
    }

    @Test func `encrypted entries and other methods are named`() throws {
        let good = try Self.sample()
        let directory = try #require(good.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
        var bytes = good
        bytes[directory + 8] |= 1
        var archive = try ZIPArchive(parsing: bytes)
        #expect(throws: ZIPArchive.Failure.encrypted) { try archive.contents(of: archive.entries[0], limit: 1000) }
        bytes = good
        bytes[directory + 10] = 14
        archive = try ZIPArchive(parsing: bytes)
        #expect(throws: ZIPArchive.Failure.unknownMethod(14)) {
            try archive.contents(of: archive.entries[0], limit: 1000)
        }
    }

    @Test func `hostile names are text and nothing else`() throws {
        let bytes = try Self.made(
            """
            z.writestr("../../etc/passwd", b"1")
            z.writestr("/absolute", b"2")
            z.writestr("a/../EF.DG1.bin", b"3")
            z.writestr("folder/", b"")
            """)
        let archive = try ZIPArchive(parsing: bytes)
        #expect(archive.entries.map(\.name) == ["../../etc/passwd", "/absolute", "a/../EF.DG1.bin", "folder/"])
        #expect(archive.entries.map(\.isFolder) == [false, false, false, true])
    }

    @Test func `no cut and no changed byte is fatal`() throws {
        let good = try Self.sample()
        for count in 0..<good.count {
            #expect(throws: ParseError.self) { try ZIPArchive(parsing: Array(good.prefix(count))) }
        }
        for place in good.indices {
            for value in [0x00, 0xFF, good[place] ^ 0x80] as [UInt8] {
                var bytes = good
                bytes[place] = value
                guard let archive = try? ZIPArchive(parsing: bytes) else { continue }
                for entry in archive.entries { _ = try? archive.contents(of: entry, limit: 1 << 20) }
            }
        }
    }

    @Test(arguments: [[], [0x50, 0x4B, 3, 4], Array(repeating: 0, count: 100)] as [[UInt8]])
    func `what is no archive is refused`(bytes: [UInt8]) {
        #expect(throws: ParseError.self) { try ZIPArchive(parsing: bytes) }
    }

    @Test func `an archive with too many entries is refused before they are read`() throws {
        let bytes = try Self.made("for i in range(10001): z.writestr(str(i), b'')")
        #expect(throws: ParseError(.tooMany(limit: 10_000), in: "ZIP")) { try ZIPArchive(parsing: bytes) }
    }
}
