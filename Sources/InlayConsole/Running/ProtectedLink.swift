import ISO7816
import Octets

/// A secure channel as a link, for whoever only knows links: each command is read, protected, and its answer written out.
final class ProtectedLink: CardLink {
    private let channel: any CardChannel
    private let below: any CardLink
    private let hear: ([UInt8], StatusWord) -> Void

    /// Commands go through `channel`, everything else to the link `below` it. `hear` is told of each in plain form.
    init(
        _ channel: any CardChannel, below: any CardLink, hear: @escaping ([UInt8], StatusWord) -> Void = { _, _ in }
    ) {
        self.hear = hear
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
        let response = try channel.transmit(plain)
        hear(command, response.status)
        return response.encoded
    }

    func insertion() throws(CardError) -> Int { try below.insertion() }
    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try below.control(code, input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try below.reset(kind) }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try below.withTransaction(body)
    }
}
