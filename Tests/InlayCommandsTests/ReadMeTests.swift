import Foundation
import Testing

@testable import InlayCommands

@Suite struct ReadMeTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Durations and days differ from run to run.
    private static func lasting(_ text: String) -> [String] {
        text.components(separatedBy: "\n").filter { !$0.isEmpty }
            .filter { !$0.hasPrefix("  time ") }
            .map { $0.hasPrefix("Checks  as of ") ? "Checks" : $0 }
    }

    @Test func `the report on the front page is a real one`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```")
        let shown = try #require(blocks.first { $0.contains("HALVORSDOTTER") })
        let run = CommandRun("passport", "read", "--reader", "sim:passport", house: SimulatedPassport.house())
        #expect(Self.lasting(shown) == Self.lasting(run.output))
    }

    @Test func `the contract marks the commands that are there, and no others`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("Docs/cli.md"), encoding: .utf8)
        var marked: Set<String> = []
        for cell in page.matches(of: /\*\*`inlay ([^`]+)`\*\*/) {
            // "sim list / serve" are two commands, and words in capitals are arguments.
            let words = cell.output.1.split(separator: " ").filter { $0.first?.isLowercase ?? false }
            let family = cell.output.1.contains("/") ? words.first.map { "\($0) " } ?? "" : ""
            let names = family.isEmpty ? [words.joined(separator: " ")] : words.dropFirst().map { family + $0 }
            marked.formUnion(names)
        }
        #expect(marked == Set(Catalogue.commands.map(\.title)))
    }

    @Test func `every option of every command stands in the contract`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("Docs/cli.md"), encoding: .utf8)
        let told = Set(page.matches(of: /--([a-z0-9-]+)/).map { String($0.output.1) })
        for command in Catalogue.commands {
            for option in command.options where option.name != "help" {
                #expect(told.contains(option.name), "--\(option.name) of \(command.title)")
            }
        }
    }

    @Test func `every command line on the front page is one`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let blocks = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let lines = blocks.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("inlay ") }
        #expect(lines.count > 20)
        for line in lines {
            // What it does stands behind two spaces, and a file for standard input behind <.
            let words = line.components(separatedBy: "  ")[0].components(separatedBy: " < ")[0].split(separator: " ")
                .dropFirst().map(String.init)
            let command = try #require(Catalogue.command(Array(words.prefix { !$0.hasPrefix("-") })), "\(line)")
            let options = words.filter { $0.hasPrefix("--") }
            for option in options { #expect(command.options.contains { "--\($0.name)" == option }, "\(line)") }
        }
    }

    @Test func `every page that is linked is there`() throws {
        let pages =
            ["README.md"]
            + (try FileManager.default.subpathsOfDirectory(atPath: Self.root.path + "/Docs"))
            .filter { $0.hasSuffix(".md") }.map { "Docs/\($0)" }
        for page in pages {
            let file = Self.root.appendingPathComponent(page)
            let text = try String(contentsOf: file, encoding: .utf8)
            for link in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
                let target = file.deletingLastPathComponent().appendingPathComponent(String(link.output.1))
                #expect(FileManager.default.fileExists(atPath: target.path), "\(link.output.1) in \(page)")
            }
        }
    }

    @Test func `every part of the house is on its plan`() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("Docs/architecture.md"), encoding: .utf8)
        for folder in ["Sources", "Simulators"] {
            let parts = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/" + folder)
            for part in parts { #expect(page.contains(part), "\(folder)/\(part)") }
        }
    }
}
