import CommandPresets

/// The values of a preset's parameters, looked at before a card is touched.
enum PresetValues {
    /// `values` with the secrets that were left out and are typed now. Throws what is wrong or missing; the card's own
    /// identifier may be missing, the card gives it.
    static func complete(
        _ preset: CommandPreset, _ given: [String: String], _ house: House
    ) throws(Failure) -> [String: String] {
        for name in given.keys.sorted() where !preset.parameters.contains(where: { $0.name == name }) {
            let names = preset.parameters.map(\.name).joined(separator: ", ")
            throw .usage(
                "unknown-parameter", "\(preset.name) has no such parameter",
                likely: names.isEmpty ? "it takes none" : "it takes \(names)",
                remedy: "inlay presets show \(preset.name)")
        }
        var values = given
        for parameter in preset.parameters where parameter.isSecret && values[parameter.name] == nil {
            let question = "\(parameter.words) (\(parameter.needs), not shown): "
            if let typed = try house.input.askSecretly(question) { values[parameter.name] = typed }
        }
        for parameter in preset.parameters {
            if let text = values[parameter.name] {
                do {
                    _ = try parameter.bytes(text)
                } catch {
                    throw Failure(error, preset)
                }
            } else if parameter.usual == nil, case .identifier = parameter.kind {
                continue
            } else if parameter.usual == nil {
                throw Failure(.missingValue(name: parameter.name), preset)
            }
        }
        return values
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
