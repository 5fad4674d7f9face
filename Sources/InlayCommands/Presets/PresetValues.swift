import CommandPresets
import Octets

/// The values of a preset's parameters, looked at before the preset is sent.
enum PresetValues {
    /// The name under which a value stands that was given without one.
    static let unnamed = ""

    /// `given` with what was left out and is typed now: secrets without echo, and at a terminal the others too. Throws
    /// what is wrong, or all that is missing; the card's own identifier may be missing, the card gives it. `typed` is
    /// how a line with the preset begins, for examples.
    static func complete(
        _ preset: CommandPreset, _ given: [String: String], _ house: House, typed: String
    ) throws(Failure) -> [String: String] {
        try check(names: given.keys.sorted(), of: preset, typed: typed)
        var values = given
        for parameter in preset.parameters where parameter.mustBeGiven && values[parameter.name] == nil {
            if parameter.isSecret {
                values[parameter.name] = try house.input.askSecretly(
                    "\(parameter.words) (\(parameter.needs), not shown): ")
            } else if house.input.isTerminal {
                values[parameter.name] = try house.input.ask(
                    "\(parameter.name), \(parameter.words) (\(parameter.needs)): ")
            }
        }
        let missing = preset.parameters.filter { $0.mustBeGiven && values[$0.name] == nil }
        guard missing.isEmpty else { throw Self.missing(missing, preset, typed) }
        for parameter in preset.parameters {
            guard let text = values[parameter.name] else { continue }
            do {
                _ = try parameter.bytes(text)
            } catch {
                throw Failure(error, preset)
            }
        }
        return values
    }

    /// Throws when a name is none of the preset's, or a value has none.
    static func check(names: [String], of preset: CommandPreset, typed: String) throws(Failure) {
        let own = preset.parameters.map(\.name)
        if names.contains(unnamed) {
            throw .usage(
                "wrong-value", "a value of \(preset.name) has no name",
                likely: own.isEmpty
                    ? "it takes none" : "values are written NAME=VALUE; it takes \(own.joined(separator: ", "))",
                remedy: "write: \(example(preset, typed))")
        }
        guard names.contains(where: { !own.contains($0) }) else { return }
        throw .usage(
            "unknown-parameter", "\(preset.name) has no such parameter",
            likely: own.isEmpty ? "it takes none" : "it takes \(own.joined(separator: ", "))",
            remedy: "inlay presets show \(preset.name)")
    }

    /// A line with the preset that can be typed, with a value for all that must be given, and for one at least.
    static func example(_ preset: CommandPreset, _ typed: String) -> String {
        let needed = preset.parameters.filter(\.mustBeGiven)
        let shown = needed.isEmpty ? Array(preset.parameters.prefix(1)) : needed
        return ([typed] + shown.map { "\($0.name)=\($0.example)" }).joined(separator: " ")
    }

    private static func missing(_ parameters: [PresetParameter], _ preset: CommandPreset, _ typed: String) -> Failure {
        .usage(
            "missing-value",
            "\(preset.name) needs " + parameters.map { "\($0.name): \($0.words)" }.joined(separator: "; "),
            likely: parameters.map { "\($0.name) is \($0.needs)" }.joined(separator: "; "),
            remedy: "write: \(example(preset, typed)); inlay presets show \(preset.name) tells all of them")
    }
}

extension PresetParameter {
    /// True when neither the preset nor the card has a value for it.
    var mustBeGiven: Bool {
        if case .identifier = kind { return false }
        return usual == nil
    }

    /// A value that fits, as it would be typed.
    var example: String {
        if let usual { return usual }
        return switch kind {
        case .number(_, _, let range): String(range.lowerBound)
        case .bytes(let range), .secret(let range):
            (1...max(1, range.lowerBound)).map { Hex.string([UInt8(truncatingIfNeeded: $0)]) }.joined()
        case .identifier(let count, _): String(repeating: "00", count: count)
        }
    }
}

extension Failure {
    /// What a preset failed of, as it is told.
    init(_ error: PresetFailure, _ preset: CommandPreset, reader: String = "") {
        switch error {
        case .card(let error): self = Failure(error, reader: reader)
        case .noFrames:
            self = Failure(
                .cardError, kind: "no-frames", "\(preset.name): \(error)",
                likely: "readers pass frames on in many ways, and some in none",
                remedy: "try another reader")
        case .otherCard:
            self = Failure(
                .wrongKind, kind: "other-card", "\(preset.name) was not sent: \(error)",
                likely: "another card was put on the reader, or the same one again",
                remedy: "leave the card on the reader, and run it again; consent is asked for anew")
        case .missingValue(let name):
            let parameter = preset.parameters.first { $0.name == name }
            self = .usage(
                "missing-value", "\(preset.name) needs \(name)" + (parameter.map { ": \($0.words)" } ?? ""),
                likely: parameter.map { "\(name) is \($0.needs)" } ?? "",
                remedy: "write \(name)=…; inlay presets show \(preset.name) tells all of them")
        default:
            self = .usage(
                "wrong-value", "\(preset.name): \(error)",
                remedy: "inlay presets show \(preset.name) tells what it takes")
        }
    }
}
