import ReaderKnowledge

/// What is known about a model, in words and as JSON: the same wherever readers are shown.
enum ReaderText {
    /// Model and abilities of the reader of this PC/SC name; nil where the model is not known.
    static func line(pcscName name: String) -> String? {
        ReaderCatalog.model(pcscName: name).map { "\($0.name): \(abilities($0))" }
    }

    /// For JSON: null where the model is not known.
    static func document(pcscName name: String) -> JSONValue {
        ReaderCatalog.model(pcscName: name).map(document) ?? .null
    }

    /// One line: `FeliCa; ISO 15693: no; …; it beeps for every card`.
    static func abilities(_ model: ReaderModel) -> String {
        let (yes, no, unknown) = (
            technologies(model, .yes), technologies(model, .no), technologies(model, .unknown)
        )
        var parts: [String] = []
        if !model.isPCSC {
            let ways = model.otherWays.joined(separator: " or ")
            parts.append("no PC/SC reader on Linux; " + (ways.isEmpty ? "no other way is known" : "\(ways) can use it"))
        }
        if !yes.isEmpty { parts.append("reaches \(yes)") }
        if !no.isEmpty { parts.append("not \(no)") }
        if !unknown.isEmpty { parts.append("unknown: \(unknown)") }
        switch model.carriesExtendedLength {
        case .yes: parts.append("long commands")
        case .no: parts.append("short commands only")
        case .unknown: break
        }
        parts += model.quirks.map(\.words)
        return parts.joined(separator: "; ")
    }

    /// For `readers`, `doctor` and `info` alike.
    static func document(_ model: ReaderModel) -> JSONValue {
        [
            "model": .string(model.name), "pcsc": .bool(model.isPCSC),
            "drivers": .array(model.drivers.map { .string($0.description) }),
            "technologies": .object(
                ContactlessTechnology.allCases.map {
                    JSONValue.Member(key: $0.rawValue, value: .string(model.reaches($0).rawValue))
                }),
            "extendedLength": .string(model.carriesExtendedLength.rawValue),
            "quirks": .array(model.quirks.map { .string($0.rawValue) }),
        ]
    }

    private static func technologies(_ model: ReaderModel, _ knowledge: Knowledge) -> String {
        ContactlessTechnology.allCases.filter { model.reaches($0) == knowledge }.map(\.name).joined(separator: ", ")
    }
}
