import CommandPresets
import ISO7816

/// What a reply must look like, as it is written in a script: the patterns of presets, with variables and text in them.
///
/// Of an APDU the reply is data and status word; an alternative of two bytes means the status word alone, so that
/// `expect 9000` says nothing about the data.
struct PatternExpression: Hashable, Sendable {
    enum Element: Hashable, Sendable {
        case fixed(ReplyPattern.Element)
        /// What a variable holds, or other bytes that are computed.
        case computed(ByteExpression.Part)
    }

    enum Alternative: Hashable, Sendable {
        case elements([Element])
        case nibble(UInt8)
        case notAcknowledged
        case silence
    }

    /// Most parts of all alternatives together.
    static let elementLimit = 8192

    let alternatives: [Alternative]

    /// What was remembered if `reply` fits, nil if it does not.
    func match(_ reply: ResponseAPDU, _ variables: ScriptVariables) throws(ScriptError) -> [String: [UInt8]]? {
        for alternative in try resolved(variables) {
            let subject = Self.isStatus(alternative) ? reply.status.bytes : reply.encoded
            if let found = ReplyPattern(alternatives: [alternative]).match(.bytes(subject)) { return found }
        }
        return nil
    }

    /// The same for an answer without a status word.
    func match(_ reply: ReplyPattern.Reply, _ variables: ScriptVariables) throws(ScriptError) -> [String: [UInt8]]? {
        ReplyPattern(alternatives: try resolved(variables)).match(reply)
    }

    private static func isStatus(_ alternative: ReplyPattern.Alternative) -> Bool {
        guard case .bytes(let elements) = alternative, elements.count == 2 else { return false }
        return elements.allSatisfy { if case .byte = $0 { true } else { false } }
    }

    private func resolved(_ variables: ScriptVariables) throws(ScriptError) -> [ReplyPattern.Alternative] {
        var resolved: [ReplyPattern.Alternative] = []
        for alternative in alternatives {
            switch alternative {
            case .nibble(let value): resolved.append(.nibble(value))
            case .notAcknowledged: resolved.append(.notAcknowledged)
            case .silence: resolved.append(.silence)
            case .elements(let elements):
                var fixed: [ReplyPattern.Element] = []
                for element in elements {
                    switch element {
                    case .fixed(let element): fixed.append(element)
                    case .computed(let part):
                        let bytes = try ByteExpression(parts: [part]).bytes(variables)
                        fixed += bytes.map { .byte($0, mask: 0xFF) }
                    }
                }
                resolved.append(.bytes(fixed))
            }
        }
        return resolved
    }
}
