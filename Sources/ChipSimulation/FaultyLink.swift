public import ISO7816

/// A link on which faults happen at chosen exchanges, so that every failure can be rehearsed and repeated.
public final class FaultyLink: CardLink {
    private let base: any CardLink
    private let faults: [Int: Fault]
    private var previous: [UInt8] = []
    private var removed = false
    private let timeLimit: Duration
    /// Exchanges so far.
    public private(set) var count = 0

    /// Lets `faults` happen; the keys count exchanges from 1. A delay beyond `timeLimit` is no answer; nobody waits.
    public init(_ base: any CardLink, faults: [Int: Fault], timeLimit: Duration = .seconds(30)) {
        self.base = base
        self.faults = faults
        self.timeLimit = timeLimit
    }

    /// Of the link below.
    public var answerToReset: AnswerToReset { base.answerToReset }
    /// Of the link below.
    public var limits: LinkLimits { base.limits }

    /// Passes on the bytes, with the fault that is due.
    public func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        count += 1
        let fault = faults[count]
        if fault == .removeCard { removed = true }
        if removed { throw CardError(.cardRemoved, during: "exchange") }
        if case .fail(let code) = fault { throw CardError(code, during: "exchange") }
        let genuine = try base.exchange(command)
        if case .delay(let time) = fault, time > timeLimit { throw CardError(.timedOut, during: "exchange") }
        let answer = fault.map { distort(genuine, $0) } ?? genuine
        previous = answer
        return answer
    }

    private func distort(_ answer: [UInt8], _ fault: Fault) -> [UInt8] {
        switch fault {
        case .removeCard, .fail, .delay: return answer
        case .truncate(let count): return Array(answer.prefix(max(count, 0)))
        case .flipBit(let bit):
            guard !answer.isEmpty else { return answer }
            var changed = answer
            let position = bit.magnitude % UInt(answer.count * 8)
            changed[Int(position / 8)] ^= 1 << UInt8(position % 8)
            return changed
        case .status(let status): return status.bytes
        case .repeatAnswer: return previous.isEmpty ? answer : previous
        case .append(let bytes): return answer.dropLast(2) + bytes + answer.suffix(2)
        }
    }

    /// Passes on, unless the card is gone.
    public func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] {
        if removed { throw CardError(.cardRemoved, during: "reader control") }
        return try base.control(code, input)
    }

    /// Passes on, unless the card is gone.
    public func insertion() throws(CardError) -> Int {
        if removed { throw CardError(.cardRemoved, during: "looking at the card") }
        return try base.insertion()
    }

    /// Passes on, unless the card is gone.
    public func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset {
        if removed { throw CardError(.cardRemoved, during: "reset") }
        return try base.reset(kind)
    }

    /// Passes on.
    public func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try base.withTransaction(body)
    }
}
