public import CardIdentification

/// The presets there are: those that are built in, and a user's own beside them.
public struct CommandPresetCatalog: Sendable {
    /// In the order of the families, the user's own last.
    public let presets: [CommandPreset]
    private let places: [String: Int]
    /// Names of presets that are the user's own.
    public let ownNames: Set<String>

    /// A catalogue of `presets`; one of the user's own takes the place of a built-in one of the same name, and does at
    /// least what `EffectFloor` says.
    public init(_ presets: [CommandPreset], own: [CommandPreset] = []) {
        let own = own.map { preset in
            var preset = preset
            preset.effect = EffectFloor.builtIn.effect(of: preset)
            return preset
        }
        let names = Set(own.map(\.name))
        self.presets = presets.filter { !names.contains($0.name) } + own
        ownNames = names
        var places: [String: Int] = [:]
        for (index, preset) in self.presets.enumerated() where places[preset.name] == nil {
            places[preset.name] = index
        }
        self.places = places
    }

    /// The preset of this name.
    public func preset(_ name: String) -> CommandPreset? { places[name].map { presets[$0] } }

    /// Presets for a family.
    public func presets(for family: CardFamily) -> [CommandPreset] {
        presets.filter { $0.families.contains(family) }
    }

    /// Presets that may run on a card: its families are established, and chip and reader fit.
    public func presets(fitting identity: CardIdentity, reader: String) -> [CommandPreset] {
        presets.filter { $0.fit(identity, reader: reader) == .fits }
    }

    /// Whether the chain of presets that run one before the other comes to an end.
    enum Order: Hashable {
        case ends
        /// A name that no preset has.
        case unknown(String)
        /// A preset that would run before itself.
        case circle(String)
    }

    /// How the chain in front of `preset` ends.
    func order(of preset: CommandPreset) -> Order {
        var seen: Set<String> = [preset.name]
        var next = preset.after
        while let name = next {
            guard seen.insert(name).inserted else { return .circle(name) }
            guard let before = self.preset(name) else { return .unknown(name) }
            next = before.after
        }
        return .ends
    }

    /// What must run before `preset` on the same connection, first things first. Unknown names and circles end it.
    public func preparation(of preset: CommandPreset) -> [CommandPreset] {
        var chain: [CommandPreset] = []
        var next = preset.after
        while let name = next, let before = self.preset(name), before != preset, !chain.contains(before) {
            chain.insert(before, at: 0)
            next = before.after
        }
        return chain
    }
}

extension CommandPreset {
    /// Whether a preset is for a card.
    public enum Fit: Hashable, Sendable {
        /// It may run.
        case fits
        /// No family of the preset is established.
        case otherFamily
        /// The family is right, the exact chip is another one or not known.
        case otherChip
        /// It is for another reader.
        case otherReader
    }

    /// Whether it is for a card of this identity on the reader of this name.
    public func fit(_ identity: CardIdentity, reader: String) -> Fit {
        guard families.contains(where: identity.families.contains) else { return .otherFamily }
        guard chips.isEmpty || identity.chip.map(chips.contains) ?? false else { return .otherChip }
        guard readers.isEmpty || readers.contains(where: { reader.lowercased().contains($0.lowercased()) }) else {
            return .otherReader
        }
        // What every reader of PC/SC part 3 answers for its cards is offered where it did answer.
        guard families != [.reader] || !readers.isEmpty || identity.isReaderAnswering else { return .otherReader }
        return .fits
    }
}
