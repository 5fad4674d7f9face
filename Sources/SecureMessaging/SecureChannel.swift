public import CardCrypto
public import ISO7816

/// Commands that travel protected. One owner; nothing can come between a command and its answer.
public final class SecureChannel: CardChannel {
    private let base: any CardChannel
    private var codec: SecureMessagingCodec
    private var before: SecureMessagingCodec?
    private var isBroken = false
    /// Called for every deviation of an accepted answer.
    package var onDeviation: ((SecureMessagingCodec.Deviation) -> Void)?

    package init(over base: any CardChannel, codec: SecureMessagingCodec) {
        self.base = base
        self.codec = codec
    }

    /// True.
    public var isProtected: Bool { true }

    /// Limits of the wire below.
    public var limits: LinkLimits { base.limits }

    /// Cipher and keys decide how much data fits into a protected answer.
    public var cipher: BlockCipher { codec.keys.cipher }

    /// The last answer ended a file with a padding that is none: its data hold the padding, too.
    package private(set) var lastAnswerWasPaddedWrongly = false

    /// Sends `command` protected and returns its plain answer.
    ///
    /// Throws `secureMessagingBroken` when the answer is not properly protected (`underlying` is the
    /// `SecureMessagingFailure`); after that nothing passes any more, unless `rollBack` is called for a plain error.
    public func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        let step = Step("protected command \(command.name)")
        guard !isBroken else {
            throw CardError(.secureMessagingBroken, during: step, detail: "the session ended earlier")
        }
        before = nil
        let start = codec
        do {
            let protected = try codec.protect(command)
            let answer = try base.transmit(protected)
            do {
                let plain = try codec.unprotect(answer)
                lastAnswerWasPaddedWrongly = codec.deviations.contains(.wrongPaddingAtEnd)
                for deviation in codec.deviations { onDeviation?(deviation) }
                return plain
            } catch {
                if case .unprotected = error { before = start }
                throw error
            }
        } catch let error as CardError {
            if case .commandTooLong = error.code {
                // It never left the reader's driver, so the card has not counted it.
                codec = start
                throw error
            }
            // Whether the card has counted the command is unknown.
            isBroken = true
            throw error
        } catch let failure as SecureMessagingFailure {
            isBroken = true
            throw CardError(
                .secureMessagingBroken, during: step, detail: failure.description, underlying: failure)
        } catch {
            isBroken = true
            throw CardError(.secureMessagingBroken, during: step, underlying: error)
        }
    }

    /// Goes back to the counter before the last command, whose answer was a plain status word.
    ///
    /// Returns false when the last command did not end that way. The decision when to do this is the reader's
    /// (Docs/rules.md 1).
    package func rollBack() -> Bool {
        guard let earlier = before else { return false }
        codec = earlier
        before = nil
        isBroken = false
        return true
    }
}
