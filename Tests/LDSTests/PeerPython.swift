import Foundation
import Testing

/// Python with packages of others to compare with, which .ci/setup puts into the build folder.
enum PeerPython {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let program = root.appendingPathComponent(".build/peers/bin/python3")

    /// True when the packages are there, which the folder alone does not say.
    static let isThere = FileManager.default.fileExists(atPath: root.appendingPathComponent(".build/peers/ready").path)

    static let notice: Comment = "no packages of others to compare with: .ci/setup could not fetch them"

    /// Runs a script of Tests/Foreign; returns the lines that it prints.
    static func lines(_ script: String, _ arguments: [String] = [], input: String = "") throws -> [Data] {
        let process = Process()
        process.executableURL = program
        process.arguments = ["-I", root.appendingPathComponent("Tests/Foreign/\(script)").path] + arguments
        let output = Pipe()
        process.standardOutput = output
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("inlay-\(UUID().uuidString)")
        try Data(input.utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        process.standardInput = try FileHandle(forReadingFrom: folder)
        try process.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return answer.split(separator: 0x0A)
    }

    /// A list of Tests/Foreign: the first word of each line that is no remark.
    static func list(_ name: String) throws -> Set<String> {
        let text = try String(contentsOf: root.appendingPathComponent("Tests/Foreign/\(name)"), encoding: .utf8)
        return Set(
            text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix(" ") }
                .compactMap { $0.split(separator: " ").first.map(String.init) })
    }
}
