import Foundation

/// A program that was built beside the tests, run as a user runs it.
struct BuiltProgram {
    let status: Int32
    /// The signal that ended it, if one did.
    let signal: Int32?
    let output: String
    let errors: String

    /// Runs `name` with nothing but `environment`.
    init(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String = ""
    ) throws {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        process.environment = environment
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        output = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        errors = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
        signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }
}
