import Foundation
import Testing

/// The `openssl` program: a judge that knows nothing of this product.
struct OpenSSLTool {
    private static let program = "/usr/bin/openssl"

    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    let folder: URL

    /// A folder of its own, which `remove` takes away.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("inlay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Runs the program in the folder; it must end with 0.
    func expectSuccess(_ arguments: String..., at location: SourceLocation = #_sourceLocation) throws {
        let result = try run(arguments)
        #expect(result.code == 0, "\(result.text)", sourceLocation: location)
    }

    func run(_ arguments: String...) throws -> (code: Int32, text: String) { try run(arguments) }

    /// Runs the program in the folder; its exit code and what it printed.
    func run(_ arguments: [String]) throws -> (code: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
