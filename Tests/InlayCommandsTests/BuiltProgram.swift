import Foundation

/// A program that was built beside the tests, run as a user runs it.
struct BuiltProgram {
    let status: Int32
    /// The signal that ended it, if one did.
    let signal: Int32?
    let output: String
    let errors: String

    /// Where the program called `name` was built.
    static func path(of name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Runs `name` with nothing but `environment`; with `newSession` away from any terminal.
    init(
        _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String = "",
        newSession: Bool = false
    ) throws {
        let process = Process()
        // A session of its own has no terminal, wherever the tests run.
        process.executableURL = URL(fileURLWithPath: newSession ? "/usr/bin/setsid" : Self.path(of: name))
        process.arguments = (newSession ? ["--wait", Self.path(of: name)] : []) + arguments
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
