import ISO7816
import Octets

/// A secure channel as a link, for whoever only knows links: each command is read, protected, and its answer written out.
final class ProtectedLink: CardLink {
    private let channel: any CardChannel
    private let below: any CardLink

    /// Commands go through `channel`, everything else to the link `below` it.
    init(_ channel: any CardChannel, below: any CardLink) {
        self.channel = channel
        self.below = below
    }

    var answerToReset: AnswerToReset { below.answerToReset }
    var limits: LinkLimits { below.limits }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        let plain: CommandAPDU
        do {
            plain = try CommandAPDU(parsing: command)
        } catch {
            throw CardError(.unsupported, during: "protect the command", detail: error.description)
        }
        return try channel.transmit(plain).encoded
    }

    func insertion() throws(CardError) -> Int { try below.insertion() }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try below.control(code, input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try below.reset(kind) }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try below.withTransaction(body)
    }
}
