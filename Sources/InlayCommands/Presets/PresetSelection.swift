import CardIdentification
import CommandPresets

/// Options that choose presets.
enum PresetSelection {
    static let family = CommandOption.repeated(
        "family", "FAMILY", "only for this family: " + CardFamily.allCases.map(\.rawValue).joined(separator: ", "))

    /// The families that were named.
    static func families(_ arguments: Arguments) throws(Failure) -> Set<CardFamily> {
        var families: Set<CardFamily> = []
        for word in arguments.values(family) {
            guard let family = CardFamily(rawValue: word) else {
                let all = CardFamily.allCases.map(\.rawValue)
                let near = Nearest.word(to: word, among: all)
                throw .usage(
                    "unknown-family", "there is no family \(Nearest.shown(word))",
                    likely: near.map { "\($0) is meant" } ?? "",
                    remedy: "families are " + all.joined(separator: ", "))
            }
            families.insert(family)
        }
        return families
    }

    /// The preset of this name.
    static func preset(_ name: String, _ catalogue: CommandPresetCatalog) throws(Failure) -> CommandPreset {
        if let preset = catalogue.preset(name) { return preset }
        let near = Nearest.word(to: name, among: catalogue.presets.map(\.name))
        throw .usage(
            "unknown-preset", "there is no preset \(Nearest.shown(name))", likely: near.map { "\($0) is meant" } ?? "",
            remedy: "inlay presets list shows them; --family narrows it")
    }
}
