import CardIdentification
import Foundation
import ISO7816
import Testing

@testable import CommandPresets

@Suite struct CommandPresetCatalogTests {
    private static let presets = CommandPresetCatalog.builtIn.presets

    @Test func `every built-in text can be read, and holds at least 200 presets together`() throws {
        var count = 0
        for text in CommandPresetCatalog.texts { count += try PresetText.presets(text).count }
        #expect(count >= 200)
        #expect(count == Self.presets.count)
    }

    @Test func `every family has presets`() {
        for family in CardFamily.allCases {
            #expect(CommandPresetCatalog.builtIn.presets(for: family).count >= 3, "\(family.rawValue)")
        }
    }

    @Test func `all five kinds of effect are told apart, and every preset names its source`() {
        #expect(Set(Self.presets.map(\.effect)) == Set(Effect.allCases))
        for preset in Self.presets { #expect(preset.source.count >= 4 && !preset.title.isEmpty, "\(preset.name)") }
    }

    @Test func `names are unique and begin with a family of the preset`() {
        #expect(Set(Self.presets.map(\.name)).count == Self.presets.count)
        for preset in Self.presets {
            let word = preset.name.prefix { $0 != "." }
            #expect(CardFamily(rawValue: String(word)) != nil, "\(preset.name)")
        }
    }

    @Test func `no two presets send the same to the same cards`() {
        struct Key: Hashable {
            var families: [CardFamily]
            var chips: [String]
            var steps: [CommandPreset.Step]
        }
        var seen: [Key: String] = [:]
        for preset in Self.presets {
            let key = Key(families: preset.families, chips: preset.chips, steps: preset.steps)
            #expect(seen[key] == nil, "\(preset.name) is \(seen[key] ?? "")")
            seen[key] = preset.name
        }
    }

    @Test func `every preset that must run before another one exists and leads to an end`() {
        let catalogue = CommandPresetCatalog.builtIn
        for preset in Self.presets {
            guard let name = preset.after else { continue }
            #expect(catalogue.preset(name) != nil, "\(preset.name) wants \(name)")
            let chain = catalogue.preparation(of: preset)
            #expect(chain.last?.name == name)
            #expect(chain.first?.after == nil)
            // What prepares must not do more than the preset itself would be asked for.
            for before in chain { #expect(before.effect <= max(preset.effect, .changesState), "\(preset.name)") }
        }
    }

    @Test func `what rests on one source says so`() {
        for preset in Self.presets where preset.source.contains("unconfirmed") {
            #expect(preset.note?.hasPrefix("Unconfirmed:") == true, "\(preset.name)")
        }
        for preset in Self.presets where preset.note?.hasPrefix("Unconfirmed:") == true {
            #expect(preset.source.contains("unconfirmed"), "\(preset.name)")
            #expect(preset.effect == .readsOnly, "\(preset.name)")
        }
    }

    /// A WRITE (A2) that can reach pages 0 to 3 or lock and configuration pages must not pass as a plain write.
    @Test func `a plain write of a page cannot reach one-time memory`() throws {
        for preset in Self.presets where preset.effect == .writes {
            for parameter in preset.parameters where parameter.name == "page" {
                guard case .number(_, _, let range) = parameter.kind else { continue }
                #expect(range.lowerBound >= 4, "\(preset.name)")
                guard preset.steps.contains(where: { $0.template.text.hasPrefix("A2 {page}") }) else { continue }
                for chip in preset.chips.compactMap(Type2Chip.named) {
                    #expect(range.upperBound <= UInt64(chip.userPages.upperBound), "\(preset.name) \(chip.name)")
                }
            }
        }
    }

    @Test func `every preset's text reads back as the same preset`() throws {
        for preset in Self.presets {
            #expect(try PresetText.presets(PresetText.text(preset)) == [preset], "\(preset.name)")
        }
    }

    /// Every preset against a scripted card: exact bytes out, the answer of a card of its family back.
    @Test func `every preset sends exactly what the conversation has, and knows the answer`() throws {
        for preset in Self.presets {
            let row = try #require(SampleConversations.rows[preset.name], "no conversation for \(preset.name)")
            let chip = preset.chips.first
            let identity = CardIdentity(
                answerToReset: AnswerToReset([0x3B, 0x00]), chip: chip,
                evidence: [.init(probe: "test", finding: "test", families: Set(preset.families))])
            var run = try PresetRun(preset, given: row.values, identity: identity)
            for exchange in row.exchanges {
                let command = try #require(try run.nextCommand(), "\(preset.name)")
                let ways: [CommandPreset.Way: Character] = [.send: "S", .frame: "F", .escape: "E"]
                #expect(exchange.command.first == ways[command.way], "\(preset.name)")
                #expect(command.bytes == bytes_(String(exchange.command.dropFirst())), "\(preset.name)")
                if command.way == .send { #expect(throws: Never.self) { try CommandAPDU(parsing: command.bytes) } }
                let result = try #require(try run.take(SampleConversations.reply(exchange.answer)))
                #expect(result.matches, "\(preset.name) does not expect \(exchange.answer)")
            }
            #expect(run.isFinished, "\(preset.name)")
        }
        #expect(SampleConversations.rows.count == Self.presets.count)
    }

    /// What is called published stands in the conversation; where the corpus is at hand, in what others published too.
    @Test func `answers that somebody published are theirs`() throws {
        let elsewhere = SampleConversations.publishedElsewhere
        #expect(Set(SampleConversations.published.keys).isDisjoint(with: elsewhere.keys))
        for (name, entry) in SampleConversations.published.merging(elsewhere, uniquingKeysWith: { first, _ in first }) {
            let row = try #require(SampleConversations.rows[name], "\(name)")
            let answers = row.exchanges.map(\.answer).joined(separator: " ")
            for bytes in entry.bytes where !bytes.hasPrefix("D543") {
                #expect(answers.contains(bytes), "\(name), \(entry.source)")
            }
        }
        guard let folder = ProcessInfo.processInfo.environment["INLAY_CORPUS"] else { return }
        var corpus = ""
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/tags") where name != "INDEX.md" {
            corpus += try String(contentsOfFile: "\(folder)/tags/\(name)", encoding: .utf8).uppercased()
        }
        for (name, entry) in SampleConversations.published {
            for bytes in entry.bytes { #expect(corpus.contains(bytes), "\(name): nobody published \(bytes)") }
        }
    }

    @Test func `every family but EM has an answer that somebody published`() {
        let names = Array(SampleConversations.published.keys) + Array(SampleConversations.publishedElsewhere.keys)
        let families = Set(names.map { String($0.prefix { $0 != "." }) })
        let missing = CardFamily.allCases.map(\.rawValue).filter { !families.contains($0) }
        #expect(missing == ["em"])
    }

    /// What is built in and what the table knows of the bytes must not contradict each other.
    @Test func `every built-in preset does at least what its bytes do`() {
        for preset in Self.presets {
            for (step, pattern) in zip(preset.steps, CommandPattern.patterns(of: preset)) {
                let judged = CommandJudgement.effect(step.way, pattern)
                #expect(judged <= preset.effect, "\(preset.name): \(step.template.text) \(judged)")
            }
        }
    }

    @Test func `everything that the table knows has a source`() {
        for known in KnownEffect.table { #expect(known.source.count > 10 && !known.instructions.isEmpty) }
    }

    @Test func `no preset takes an answer of a wrong form for the right one`() throws {
        for preset in Self.presets {
            for step in preset.steps {
                #expect(step.reply.match(.bytes([])) == nil || step.way == .frame, "\(preset.name)")
                #expect(step.reply.match(.nibble(0xA)) == nil || step.way == .frame, "\(preset.name)")
                if step.way == .send, !preset.name.contains("acr122u") {
                    #expect(step.reply.match(.bytes([0x6F, 0x00])) == nil, "\(preset.name)")
                }
            }
        }
    }

    @Test func `an EM preset is not for an NTAG, nor one chip's page for another`() throws {
        let catalogue = CommandPresetCatalog.builtIn
        let ntag = CardIdentity(
            answerToReset: AnswerToReset([0x3B, 0x00]), chip: "NTAG215",
            evidence: [.init(probe: "GET_VERSION", finding: "NTAG215", families: [.type2, .ntag21x])])
        #expect(try #require(catalogue.preset("em.login")).fit(ntag, reader: "R") == .otherFamily)
        #expect(try #require(catalogue.preset("ntag21x.write-213")).fit(ntag, reader: "R") == .otherChip)
        #expect(try #require(catalogue.preset("ntag21x.write-215")).fit(ntag, reader: "R") == .fits)
        #expect(try #require(catalogue.preset("type2.read")).fit(ntag, reader: "R") == .fits)
        let fitting = catalogue.presets(fitting: ntag, reader: "R")
        #expect(fitting.contains { $0.name == "ntag21x.read-configuration" })
        #expect(!fitting.contains { $0.families.contains(.em) })
    }

    @Test func `a preset of one's own takes the place of the built-in one`() throws {
        let own = try PresetText.presets(
            PresetText.text(try #require(CommandPresetCatalog.builtIn.preset("piv.select"))).replacing(
                "61 ..", with: ".."))
        let catalogue = CommandPresetCatalog(CommandPresetCatalog.builtIn.presets, own: own)
        #expect(catalogue.presets.count == Self.presets.count)
        #expect(catalogue.preset("piv.select") == own.first)
        #expect(catalogue.ownNames == ["piv.select"])
    }
}

extension SampleConversations {
    /// `ACK`, `NAK`, `none` or bytes.
    static func reply(_ text: String) -> ReplyPattern.Reply {
        switch text {
        case "ACK": .nibble(0xA)
        case "NAK": .nibble(0)
        case "none": .silence
        default: .bytes(bytes_(text))
        }
    }
}
