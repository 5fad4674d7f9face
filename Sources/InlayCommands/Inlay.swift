import FaceImages
import Glibc

/// The command line as a library: one call from `main.swift`.
public enum Inlay {
    /// Of the product.
    public static let version = "0.1.0"

    /// Runs the command on the process's own command line and returns what it exits with.
    public static func main() -> Int32 {
        ProcessHardening.apply()
        if let status = DecodingProcess.run(CommandLine.arguments) { return status }
        let words = Array(CommandLine.arguments.dropFirst())
        let output = Output.system(environment: environment)
        return run(words, house: House.system, on: output).rawValue
    }

    /// Runs the command that `words` spell. `house` is built only for a command that does something.
    static func run(_ words: [String], house: @escaping () -> House, on output: Output) -> ExitCode {
        // What stands in the way outside of the card is looked at only when it does.
        output.adviser = { $0.advised(by: house().machine) }
        do {
            return output.finish(try dispatch(words, house, output))
        } catch {
            // What is found can be another reason, with a code of its own.
            let failure = output.advised(error)
            output.failure(failure)
            return output.finish(failure.exitCode)
        }
    }

    /// An environment variable of the process.
    @Sendable static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    private static func dispatch(_ words: [String], _ house: () -> House, _ output: Output) throws(Failure) -> ExitCode
    {
        let options = words.prefix { $0 != "--" }
        if words.first == "--version" {
            output.print("inlay \(version)")
            return .done
        }
        // Failures of the parser are JSON too when that was asked for.
        output.prepare(options)
        let asksForHelp = options.contains("--help") || options.contains("-h") || words.first == "help"
        let spelled = (words.first == "help" ? words.dropFirst() : words[...]).drop { $0.hasPrefix("-") }
        let path = Array(spelled.prefix { !$0.hasPrefix("-") })
        guard let command = Catalogue.command(path) else {
            return try help(path, asked: asksForHelp, output)
        }
        if asksForHelp {
            HelpPage.show(command, on: output)
            return .done
        }
        let leading = words.prefix { $0.hasPrefix("-") }
        let arguments = try Arguments(leading + spelled.dropFirst(command.path.count), for: command)
        output.adopt(arguments)
        return try command.run(arguments, house(), output)
    }

    /// No command: the page of what was named so far, or what was probably meant.
    private static func help(_ path: [String], asked: Bool, _ output: Output) throws(Failure) -> ExitCode {
        let family = Catalogue.family(path)
        if path.isEmpty, !asked {
            guard output.isText else {
                throw .usage("missing-command", "no command was given", remedy: "inlay --help lists them")
            }
            HelpPage.show(family: [], of: Catalogue.commands, on: output)
            return .wrongUse
        }
        if family.count == path.count, asked {
            HelpPage.show(family: family, of: Catalogue.commands, on: output)
            return .done
        }
        let name = (["inlay"] + family).joined(separator: " ")
        guard path.count > family.count else {
            throw .usage(
                "missing-command", "\(name) is not complete, a command is missing", remedy: "\(name) --help lists them")
        }
        let next = Set(Catalogue.commands.filter { $0.path.starts(with: family) }.map { $0.path[family.count] })
        let near = Nearest.word(to: path[family.count], among: next.sorted())
        throw .usage(
            "unknown-command", "there is no command \(name) \(Nearest.shown(path[family.count]))",
            likely: near.map { "\($0) is meant" } ?? "", remedy: "\(name) --help lists the commands")
    }
}
