import CardCrypto
import ISO7816
import SecureMessaging
import TestSupport
import Testing

/// Gives answers in order; the closure sees each command.
private final class StubChannel: CardChannel {
    let limits = LinkLimits.extended
    private let answer: (CommandAPDU) throws(CardError) -> ResponseAPDU

    init(_ answer: @escaping (CommandAPDU) throws(CardError) -> ResponseAPDU) { self.answer = answer }

    func transmit(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU { try answer(command) }
}

struct SecureChannelTests {
    private let keys = SessionKeys(
        cipher: .aes128, encryption: SecretBytes([UInt8](repeating: 1, count: 16)),
        authentication: SecretBytes([UInt8](repeating: 2, count: 16)))
    private let read = CommandAPDU(ins: 0xB0, expected: .upTo(4))

    /// A channel to a chip that answers with `data`, after `before` has seen the command.
    private func channel(
        before: @escaping (Int) throws(CardError) -> ResponseAPDU?
    ) -> SecureChannel {
        var chip = SecureMessagingCodec(keys: keys)
        var count = 0
        let stub = StubChannel { (command) throws(CardError) in
            count += 1
            if let answer = try before(count) { return answer }
            do {
                _ = try chip.unprotect(command: command)
                return try chip.protect(response: ResponseAPDU(data: [1, 2, 3, 4], status: 0x9000))
            } catch {
                return ResponseAPDU(status: 0x6988)
            }
        }
        return SecureChannel(over: stub, codec: SecureMessagingCodec(keys: keys))
    }

    @Test func `a session goes on as long as every answer is protected`() throws {
        let channel = channel { _ in nil }
        for _ in 0..<5 { #expect(try channel.transmit(read).data == [1, 2, 3, 4]) }
        #expect(!channel.rollBack())
    }

    @Test func `after a plain error nothing passes until the counter is rolled back, once`() throws {
        let channel = channel { $0 == 2 ? ResponseAPDU(status: 0x6700) : nil }
        _ = try channel.transmit(read)
        let error = #expect(throws: CardError.self) { try channel.transmit(read) }
        #expect(error?.code == .secureMessagingBroken)
        #expect(error?.underlying as? SecureMessagingFailure == .unprotected(0x6700))
        #expect(throws: CardError.self) { try channel.transmit(read) }
        // The try that was refused before it left does not count.
        #expect(channel.rollBack())
        #expect(!channel.rollBack())
        #expect(try channel.transmit(read).data == [1, 2, 3, 4])
    }

    @Test func `a plain 9000 is never taken for a protected answer`() {
        let channel = channel { _ in ResponseAPDU(data: [1, 2, 3, 4], status: 0x9000) }
        let error = #expect(throws: CardError.self) { try channel.transmit(read) }
        #expect(error?.code == .secureMessagingBroken)
        #expect(!channel.rollBack())
    }

    @Test func `a command that never left the driver costs nothing`() throws {
        let channel = channel { (count) throws(CardError) in
            if count == 1 { throw CardError(.commandTooLong(limit: 261), during: "exchange") }
            return nil
        }
        #expect(throws: CardError.self) { try channel.transmit(read) }
        #expect(try channel.transmit(read).data == [1, 2, 3, 4])
    }

    @Test func `a broken wire breaks the session`() throws {
        let channel = channel { (count) throws(CardError) in
            if count == 1 { throw CardError(.transportFailed, during: "exchange") }
            return nil
        }
        #expect(throws: CardError.self) { try channel.transmit(read) }
        let error = #expect(throws: CardError.self) { try channel.transmit(read) }
        #expect(error?.code == .secureMessagingBroken)
    }
}
