import ChipSimulation
import Foundation
import ISO7816
import PCSC
import Testing

/// The real PC/SC service with two virtual readers, as Tests/Stack/with-pcscd starts it.
enum Stack {
    static let isThere = ProcessInfo.processInfo.environment["INLAY_VIRTUAL_READER"] == "1"
    static let skipped: Comment = "INLAY_VIRTUAL_READER is not 1: run .ci/test, or Tests/Stack/with-pcscd with it"

    static let readers = ["Virtual PCD 00 00", "Virtual PCD 00 01"]

    /// Lays a chip on a reader, and takes it away behind `body`.
    static func withChip(
        on slot: Int = 0, _ chip: @escaping @Sendable () -> any ChipSimulator = { EchoChip() },
        _ body: (PCSCContext, _ reader: String, PluggedChip) throws -> Void
    ) throws {
        let context = try PCSCContext()
        let plugged = PluggedChip(on: VirtualReader(port: VirtualReader.defaultPort + UInt16(slot)), chip)
        defer {
            plugged.remove()
            // The next test must not meet this chip.
            _ = try? eventually { try context.states(of: [readers[slot]]).allSatisfy(\.isEmpty) }
        }
        _ = try context.waitForCard(on: readers[slot], timeLimit: .seconds(10))
        try body(context, readers[slot], plugged)
    }

    /// What a program printed, both ways; nil when it is not installed, was not done in time or failed.
    static func output(of program: String, _ arguments: [String], input: String = "") throws -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["20", program] + arguments
        let (feed, result) = (Pipe(), Pipe())
        process.standardInput = feed
        process.standardOutput = result
        process.standardError = result
        try process.run()
        feed.fileHandleForWriting.write(Data(input.utf8))
        try feed.fileHandleForWriting.close()
        let text = String(decoding: result.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? text : nil
    }

    static func isInstalled(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }
}
