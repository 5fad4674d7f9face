import FaceImages
import Foundation

/// Programs beside the tests, and one that does what no decoder does.
enum Programs {
    private static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The converter that users have: `inlay` calls itself.
    static let converter = ImageConverter(program: folder.appendingPathComponent("inlay").path)

    static func output(of name: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = folder.appendingPathComponent(name)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// A converter whose decoder is a shell that runs the image.
    static func obedient(timeLimit: Duration = .seconds(20)) -> ImageConverter {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return ImageConverter(
            program: folder.appendingPathComponent("Scripts/obedient-decoder").path, timeLimit: timeLimit)
    }
}
