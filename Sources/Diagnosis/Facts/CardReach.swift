import ISO7816
package import ReaderKnowledge

/// Whether readers reach the kind of card that the user holds, as far as that is known.
extension CardKind {
    /// Ways in which such a card may speak: any of them.
    var technologies: [ContactlessTechnology] {
        switch self {
        case .passport: [.iso14443A, .iso14443B]
        case .transit: [.feliCa]
        case .tag: [.iso14443A]
        case .vicinity: [.iso15693]
        case .badge: [.lowFrequency]
        case .contact, .phone, .wallet: []
        }
    }

    /// The ways by name; nil where the way is not what matters.
    package var technologyNames: String? {
        technologies.isEmpty ? nil : technologies.map(\.name).joined(separator: " and ")
    }

    /// Whether a PC/SC reader of this name reaches such a card. Unknown where one of the ways is not known.
    package func reach(pcscName name: String) -> Knowledge {
        if self == .contact {
            switch ReaderSlot(pcscName: name) {
            case .contact: return .yes
            case .contactless: return .no
            case .sam, nil: return .unknown
            }
        }
        guard !technologies.isEmpty else { return .unknown }
        // Slots with contacts and for SAMs reach nothing over the air, whatever their device does.
        if let slot = ReaderSlot(pcscName: name), slot != .contactless { return .no }
        return ReaderCatalog.model(pcscName: name).map(reach) ?? .unknown
    }

    /// Whether a model reaches such a card.
    func reach(_ model: ReaderModel) -> Knowledge {
        let known = technologies.map(model.reaches)
        guard let first = known.first else { return .unknown }
        return known.allSatisfy { $0 == first } ? first : .unknown
    }

    /// True when such a card never shows itself as a storage card of this kind.
    func isNever(_ technology: RadioTechnology) -> Bool {
        switch self {
        // Both have processors, and passports are no storage cards.
        case .passport, .contact: true
        case .transit, .tag, .vicinity: !technologies.contains(technology.knowledge)
        case .badge, .phone, .wallet: false
        }
    }

    /// Models with a PC/SC driver for Linux that are known to reach such a card.
    package var knownModels: [ReaderModel] {
        ReaderCatalog.models.filter { model in
            guard model.isPCSC else { return false }
            return self == .contact ? model.quirks.contains(.contactSlot) : reach(model) == .yes
        }
    }

    /// Those by name, for a sentence; nil where none is known.
    var knownModelNames: String? {
        let names = knownModels.map(\.name)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension RadioTechnology {
    /// As the table of readers calls it.
    var knowledge: ContactlessTechnology {
        switch self {
        case .iso14443A: .iso14443A
        case .iso14443B: .iso14443B
        case .iso15693: .iso15693
        case .feliCa: .feliCa
        }
    }
}
