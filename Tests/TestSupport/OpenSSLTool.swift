public import Foundation

/// The `openssl` program: a judge that knows nothing of this product.
public struct OpenSSLTool {
    private static let program = "/usr/bin/openssl"

    /// Whether the program is there.
    public static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// Where it runs.
    public let folder: URL

    /// A folder of its own, which `remove` takes away.
    public init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("inlay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Takes the folder away.
    public func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Writes a file in the folder.
    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    /// Reads a file in the folder.
    public func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Runs the program in the folder; its exit code and what it printed.
    public func run(_ arguments: String...) throws -> (code: Int32, text: String) { try run(arguments) }

    /// Runs the program in the folder; its exit code and what it printed.
    public func run(_ arguments: [String]) throws -> (code: Int32, text: String) {
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
