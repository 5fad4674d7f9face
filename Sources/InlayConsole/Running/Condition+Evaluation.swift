import CommandPresets
import ISO7816

extension Condition {
    /// What was remembered if it holds for the last reply, nil if it does not.
    func match(
        _ last: ScriptReply?, _ variables: ScriptVariables, _ statement: Statement
    ) throws(ScriptError) -> [String: [UInt8]]? {
        switch self {
        case .not(let inner): return try inner.match(last, variables, statement) == nil ? [:] : nil
        case .number(let left, let comparison, let right):
            return comparison.holds(try left.value(variables), try right.value(variables)) ? [:] : nil
        case .variable(let part, let pattern):
            return try pattern.match(.bytes(try Self.bytes(part, variables)), variables)
        default: break
        }
        guard let last else {
            throw statement.error(
                "nothing was sent yet, so there is no reply", hint: "send a command first: 00 84 00 00 08")
        }
        switch (self, last) {
        case (.reply(let pattern), .apdu(let response)): return try pattern.match(response, variables)
        case (.status(let pattern), .apdu(let response)):
            return try pattern.match(.bytes(response.status.bytes), variables)
        case (.data(let pattern), .apdu(let response)): return try pattern.match(.bytes(response.data), variables)
        case (.length(let comparison, let number), .apdu(let response)):
            return comparison.holds(response.data.count, try number.value(variables)) ? [:] : nil
        case (.reply(let pattern), .frame(let reply)), (.data(let pattern), .frame(let reply)):
            return try pattern.match(reply, variables)
        case (.length(let comparison, let number), .frame(.bytes(let bytes))):
            return comparison.holds(bytes.count, try number.value(variables)) ? [:] : nil
        default: throw statement.error("the answer to a frame has no status word", hint: "the answer itself: expect ..")
        }
    }

    private static func bytes(
        _ part: ByteExpression.Part, _ variables: ScriptVariables
    ) throws(ScriptError) -> [UInt8] {
        if case .variable(let name, nil) = part.element, case .number(let number) = variables[name] {
            throw part.error("$\(name) is a number, and numbers are compared", hint: "expect $\(name) = \(number)")
        }
        return try ByteExpression(parts: [part]).bytes(variables)
    }

    /// What came, in words for a failed expectation.
    func found(_ last: ScriptReply?, _ variables: ScriptVariables) -> String {
        switch (self, last) {
        case (.not(let inner), _): return inner.found(last, variables)
        case (.variable(let part, _), _): return ScriptReply.words((try? Self.bytes(part, variables)) ?? [])
        case (.number(let left, _, let right), _):
            // A comparison of two things that can both be other than they are written says both.
            let found = [left, right].compactMap { side -> String? in
                guard let value = try? side.value(variables) else { return nil }
                if case .literal = side { return nil }
                return "\(side.words) = \(value)"
                    + (value > 9 ? " (0x\(String(value, radix: 16, uppercase: true)))" : "")
            }
            return found.isEmpty ? "other numbers" : found.joined(separator: ", ")
        case (.length, .apdu(let response)): return "\(response.data.count) bytes"
        case (.data, .apdu(let response)): return ScriptReply.words(response.data)
        case (_, let reply?): return reply.words
        case (_, nil): return "nothing"
        }
    }
}
