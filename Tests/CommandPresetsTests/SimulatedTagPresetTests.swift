import CardIdentification
import ChipSimulation
import CommandPresets
import ISO7816
import InlaySeams
import Testing
import Type2TagSimulator

/// Every preset for Type 2 tags on every simulated tag that it fits, through two dialects. The simulators were written from
/// data sheets and know nothing of the presets.
@Suite struct SimulatedTagPresetTests {
    private static let families: Set<CardFamily> = [.type2, .ntag21x, .ultralightEV1, .ultralightC, .em]
    private static let presets = CommandPresetCatalog.builtIn.presets.filter { preset in
        !families.isDisjoint(with: preset.families) && !preset.chips.contains("EM ISO 15693")
    }
    private static let readers = ["acr122u", "acr1252u"]

    private struct Subject {
        let tag: Type2Tag
        let link: SimulatedLink
        let identity: CardIdentity
        let reader: String
    }

    private static func subject(_ entry: Type2TagSimulator.Entry, _ model: String) throws -> Subject {
        var settings = entry.settings
        try settings.apply("reader=\(model)")
        // What nfcpy's example drew, so that its second step can be played.
        let random = RandomSource { _ in [0xEF, 0xBD, 0x44, 0xF3, 0x61, 0xF2, 0x58, 0xFB] }
        let tag = try entry.chip(settings, random: random)
        let link = SimulatedLink(SimulatedReader(settings.reader, chip: tag))
        let identity = try CardIdentifier(reader: model, time: .fixed(Moment(secondsSince1970: 0))).identify(link)
        _ = try link.reset(.cold)
        return Subject(tag: tag, link: link, identity: identity, reader: model)
    }

    private static func play(_ preset: CommandPreset, on subject: Subject) throws -> [PresetRun.StepResult] {
        var values = SampleConversations.rows[preset.name]?.values ?? [:]
        if preset.name == "ul-c.authenticate-2" { values["answer"] = "AB7EFBE63F40394010D04F018F8F48C3" }
        var results: [PresetRun.StepResult] = []
        var run = try PresetRun(preset, given: values, identity: subject.identity)
        try PresetPlayer(
            reader: subject.reader, identity: subject.identity, time: .fixed(Moment(secondsSince1970: 0))
        ).play(&run, on: subject.link) { results.append($0) }
        return results
    }

    /// Tags that a preset fits and whose usual state lets it be done.
    private static func fitting(_ preset: CommandPreset, _ model: String) throws -> [Subject] {
        try Type2TagSimulator.entries
            .filter { !["ntag213-locked", "ntag213-password", "ultralight-c-protected"].contains($0.name) }
            .map { try subject($0, model) }
            .filter { preset.fit($0.identity, reader: model) == .fits }
            // One-time bits that are no container are not made one.
            .filter { preset.name != "type2.read-only-cc" || $0.tag.memory[12] == 0xE1 }
    }

    /// What not every chip of a family knows is refused by those, in one of the expected forms.
    private static let mayBeRefused: Set<String> = [
        "type2.get-version", "ntag21x.fast-read", "ntag21x.read-counter", "type2.write-through-reader",
        "ul-c.authenticate-2", "ntag21x.authenticate",
    ]

    @Test(arguments: presets, readers)
    func `a preset does what it says on every tag that it fits`(_ preset: CommandPreset, _ model: String) throws {
        let subjects = try Self.fitting(preset, model)
        #expect(!subjects.isEmpty, "no simulated tag fits")
        for subject in subjects {
            let before = subject.tag.memory
            let results = try Self.play(preset, on: subject)
            let chip = subject.identity.chip ?? "?"
            #expect(results.count == preset.steps.count, "\(chip)")
            for result in results {
                #expect(result.matches, "\(chip): \(result.shown) \(result.reply)")
                if !Self.mayBeRefused.contains(preset.name), case .nibble(let bits) = result.reply {
                    #expect(bits == 0xA, "\(chip): \(result.shown)")
                }
            }
            let changes = subject.tag.memory != before || subject.tag.counters != [0, 0, 0]
            if preset.effect <= .authenticates { #expect(!changes, "\(chip) is another now") }
            if preset.effect == .writes { try checkWritable(preset, subject, before) }
            if preset.effect == .irreversible { checkLasting(preset, subject, before, chip) }
        }
    }

    /// What is called a write can be written back, all of it.
    private func checkWritable(_ preset: CommandPreset, _ subject: Subject, _ before: [UInt8]) throws {
        for page in 2..<subject.tag.model.pageCount {
            let old = Array(before[4 * page..<4 * page + 4])
            guard old != Array(subject.tag.memory[4 * page..<4 * page + 4]) else { continue }
            subject.tag.fieldOn()
            _ = subject.tag.select(wakingHalted: true)
            // A password that was set is known to whoever set it.
            if subject.tag.model.commands.contains(.password) {
                _ = subject.tag.handle(frame: [0x1B, 0xFF, 0xFF, 0xFF, 0xFF])
                _ = subject.tag.select(wakingHalted: true)
                _ = subject.tag.handle(frame: [0x1B, 0x01, 0x02, 0x03, 0x04])
                _ = subject.tag.select(wakingHalted: true)
                _ = subject.tag.handle(frame: [0x1B, 0xFF, 0xFF, 0xFF, 0xFF])
            }
            if subject.tag.handle(frame: [0xA2, UInt8(page)] + old) != .nibble(0xA) {
                _ = subject.tag.select(wakingHalted: true)
                _ = subject.tag.handle(frame: [0x1B, 0x01, 0x02, 0x03, 0x04])
                #expect(
                    subject.tag.handle(frame: [0xA2, UInt8(page)] + old) == .nibble(0xA),
                    "\(preset.name): page \(page) cannot be written back")
            }
            #expect(Array(subject.tag.memory[4 * page..<4 * page + 4]) == old, "\(preset.name): page \(page)")
        }
    }

    /// They put a secret in the place of another that nobody can read.
    private static let keys: Set<String> = ["ul-c.write-key", "ntag21x.set-password", "ul-ev1.set-password"]

    /// What is called irreversible cannot be taken back by writing the old bytes.
    private func checkLasting(_ preset: CommandPreset, _ subject: Subject, _ before: [UInt8], _ chip: String) {
        let changed = subject.tag.memory
        let counters = subject.tag.counters
        #expect(
            changed != before || counters != [0, 0, 0] || !Self.changesNewChip(preset, chip), "\(preset.name), \(chip)")
        // A key that was written over can be written again; nobody knows the old one, that is what lasts.
        guard !Self.keys.contains(preset.name) else { return }
        subject.tag.fieldOn()
        for page in 2..<subject.tag.model.pageCount
        where changed[4 * page..<4 * page + 4] != before[4 * page..<4 * page + 4] {
            _ = subject.tag.select(wakingHalted: true)
            _ = subject.tag.handle(frame: [0xA2, UInt8(page)] + before[4 * page..<4 * page + 4])
            // User memory that a format clears is not what lasts.
            guard page < 4 || page > subject.tag.model.pageCount - 8 else { continue }
            #expect(
                subject.tag.memory[4 * page..<4 * page + 4] == changed[4 * page..<4 * page + 4],
                "\(preset.name), \(chip): page \(page) was taken back")
        }
    }

    /// False where a new chip is in the wanted state already: its container cannot change any more.
    private static func changesNewChip(_ preset: CommandPreset, _ chip: String) -> Bool {
        !preset.name.hasPrefix("ntag21x.format-") && preset.name != "ul-c.write-key"
    }

    @Test func `a preset for an EM chip is for no NTAG, and the other way round`() throws {
        let em = try Self.subject(try #require(Type2TagSimulator.named("em-echo")), "acr1252u")
        for entry in Type2TagSimulator.entries where entry.name != "em-echo" {
            let other = try Self.subject(entry, "acr1252u")
            for preset in Self.presets where preset.families == [.em] {
                #expect(preset.fit(other.identity, reader: "acr1252u") != .fits, "\(preset.name) \(entry.name)")
                #expect(preset.fit(em.identity, reader: "acr1252u") == .fits, "\(preset.name)")
            }
        }
        for preset in Self.presets where !preset.families.contains(.type2) && !preset.families.contains(.em) {
            #expect(preset.fit(em.identity, reader: "acr1252u") != .fits, "\(preset.name)")
        }
    }

    /// The protected ones: a password that is wrong is refused, and the answers still have an expected form.
    @Test(arguments: ["ntag213-locked", "ntag213-password", "ultralight-c-protected"])
    func `what a protected tag says is expected too`(_ name: String) throws {
        let entry = try #require(Type2TagSimulator.named(name))
        for preset in Self.presets where preset.effect <= .authenticates {
            let subject = try Self.subject(entry, "acr1252u")
            guard preset.fit(subject.identity, reader: "acr1252u") == .fits else { continue }
            // Its pages are protected from 04 on, so a READ of them says no.
            for result in try Self.play(preset, on: subject) {
                let isRead = result.shown.hasPrefix("30") || result.shown.hasPrefix("3A")
                #expect(result.matches || isRead, "\(preset.name): \(result.shown) \(result.reply)")
            }
        }
    }
}
