public import CardCrypto
public import ISO7816
import Octets

/// Protects and unprotects the messages of one session (9303-11 §9.8). Terminal and chip use the same code.
///
/// A value: a copy kept before a command is the way to roll the send sequence counter back (Docs/rules.md 1).
public struct SecureMessagingCodec: Sendable {
    /// What an accepted answer did that the standard does not allow.
    public enum Deviation: Hashable, Sendable {
        /// DO99 is missing, so the status word is not protected (9303-11 §9.8.6.2).
        case statusNotProtected
        /// The plain status word differs from the protected one, which counts.
        case statusWordsDiffer(plain: StatusWord)
        /// 6282 with a padding that is not method 2 (7816-4 §10.2.3.1). The answer is authentic, but where its data end must
        /// be known otherwise: the data hold the padding, too.
        case wrongPaddingAtEnd
    }

    let keys: SessionKeys
    /// The send sequence counter, as long as a block of the cipher.
    public private(set) var counter: [UInt8]
    /// Deviations of the last answer that was unprotected.
    public internal(set) var deviations: [Deviation] = []
    /// True while the answer to a command with odd INS is due, whose data goes into DO85.
    var answersOddInstruction = false

    /// A session that begins at `counter`; without it at zero (9303-11 §9.8.6.3).
    public init(keys: SessionKeys, counter: [UInt8]? = nil) {
        self.keys = keys
        let size = keys.cipher.blockSize
        let start = counter ?? []
        self.counter = Array((([UInt8](repeating: 0, count: size)) + start).suffix(size))
    }

    /// Most plain data bytes in a protected short answer: 231 for 3DES, 223 for AES (Docs/rules.md 2).
    public static func shortAnswerCapacity(_ cipher: BlockCipher) -> Int { answerCapacity(256, cipher: cipher) }

    /// Most plain data bytes in a protected answer whose data field holds `size` bytes.
    public static func answerCapacity(_ size: Int, cipher: BlockCipher) -> Int {
        // DO99 takes 4 bytes, DO8E 10, the padding indicator of DO87 one; its length field grows with the value.
        let room = size - 14
        guard room > 3 else { return 0 }
        let header = 1 + TLV.length(room).count + 1
        let blocks = (room - header) / cipher.blockSize
        return max(blocks * cipher.blockSize - 1, 0)
    }

    // MARK: - Terminal

    /// The protected form of `command` (9303-11 §9.8.4). The counter rises by one.
    public mutating func protect(_ command: CommandAPDU) throws(SecureMessagingFailure) -> CommandAPDU {
        increment()
        var protected = CommandAPDU(cla: command.cla | 0x0C, ins: command.ins, p1: command.p1, p2: command.p2)
        let body = try dataObject(command.data, odd: command.ins & 1 == 1)
        var extended = command.shortestForm == .extended
        var objects = body + Self.expectedLength(command.expected, extended: extended)
        if !extended, objects.count + 10 > 255 {
            extended = true
            objects = body + Self.expectedLength(command.expected, extended: true)
        }
        guard objects.count + 10 <= 65_535 else { throw .tooLong }
        let mac = try checksum(authenticated(protected.header, objects))
        protected.data = objects + TLV.encode(0x8E, mac)
        // New Le is 00, or 0000 in extended form (9303-11 §9.8.4).
        protected.expected = extended ? .upTo(65_536) : .asMuchAsPossible
        return protected
    }

    /// The plain form of an answer (9303-11 §9.8.4). The counter rises by one.
    ///
    /// Throws when anything about the protection is not right; the session is then over.
    public mutating func unprotect(_ response: ResponseAPDU) throws(SecureMessagingFailure) -> ResponseAPDU {
        deviations = []
        guard !response.data.isEmpty else { throw .unprotected(response.status) }
        increment()
        let objects = try Objects(response.data)
        try verify(objects.mac, over: objects.authenticated)
        guard objects.expected == nil else { throw .incorrectDataObjects }
        var plain = ResponseAPDU(status: response.status)
        if let status = objects.status {
            plain.status = status
            if status != response.status { deviations.append(.statusWordsDiffer(plain: response.status)) }
        } else {
            deviations.append(.statusNotProtected)
        }
        guard let cryptogram = objects.cryptogram else { return plain }
        let padded = try decryptPadded(cryptogram)
        if let data = try? PaddingMethod2.remove(padded) {
            plain.data = data
        } else {
            guard plain.status == 0x6282 else { throw .wrongPadding }
            plain.data = padded
            deviations.append(.wrongPaddingAtEnd)
        }
        return plain
    }

    // MARK: - Parts

    mutating func increment() {
        for index in counter.indices.reversed() {
            counter[index] &+= 1
            if counter[index] != 0 { return }
        }
    }

    func padded(_ bytes: [UInt8]) -> [UInt8] { PaddingMethod2.add(bytes, blockSize: keys.cipher.blockSize) }

    /// Header and data objects of a command; without objects the padding of the message is that of the header, too, and
    /// not put there twice (7816-4 §10.2.3.1).
    func authenticated(_ header: [UInt8], _ objects: [UInt8]) -> [UInt8] {
        objects.isEmpty ? header : padded(header) + objects
    }

    /// MAC over counter and message, both with padding method 2 (9303-11 §9.8.6.1, §9.8.7.1); 8 bytes.
    func checksum(_ message: [UInt8]) throws(SecureMessagingFailure) -> [UInt8] {
        let input = padded(counter + message)
        do {
            return keys.cipher == .tripleDES
                ? try MessageAuthenticationCode.retail(input, key: keys.authentication)
                : Array(
                    try MessageAuthenticationCode.cmac(input, cipher: keys.cipher, key: keys.authentication).prefix(8))
        } catch {
            throw .cryptography
        }
    }

    func verify(_ mac: [UInt8], over message: [UInt8]) throws(SecureMessagingFailure) {
        guard ConstantTime.equal(mac, try checksum(message)) else { throw .wrongMAC }
    }

    /// Zero for 3DES; for AES the encrypted counter (9303-11 §9.8.6.3, §9.8.7.3).
    private func initializationVector() throws(CryptoError) -> [UInt8] {
        keys.cipher == .tripleDES
            ? [UInt8](repeating: 0, count: keys.cipher.blockSize)
            : try keys.cipher.encryptBlock(counter, key: keys.encryption)
    }

    /// DO87 with padding indicator 01, or DO85 for odd INS (9303-11 §9.8.4); nothing for no data.
    func dataObject(_ data: [UInt8], odd: Bool) throws(SecureMessagingFailure) -> [UInt8] {
        data.isEmpty ? [] : try encrypted(padded(data), odd: odd)
    }

    func encrypted(_ padded: [UInt8], odd: Bool) throws(SecureMessagingFailure) -> [UInt8] {
        do {
            let cryptogram = try keys.cipher.encryptCBC(padded, key: keys.encryption, iv: initializationVector())
            return odd ? TLV.encode(0x85, cryptogram) : TLV.encode(0x87, [0x01] + cryptogram)
        } catch {
            throw .cryptography
        }
    }

    func decrypt(_ cryptogram: [UInt8]) throws(SecureMessagingFailure) -> [UInt8] {
        do {
            return try PaddingMethod2.remove(decryptPadded(cryptogram))
        } catch let failure as SecureMessagingFailure {
            throw failure
        } catch {
            throw .wrongPadding
        }
    }

    private func decryptPadded(_ cryptogram: [UInt8]) throws(SecureMessagingFailure) -> [UInt8] {
        guard !cryptogram.isEmpty, cryptogram.count.isMultiple(of: keys.cipher.blockSize) else {
            throw .incorrectDataObjects
        }
        do {
            return try keys.cipher.decryptCBC(cryptogram, key: keys.encryption, iv: initializationVector())
        } catch {
            throw .cryptography
        }
    }

    /// DO97: one byte in short form, two in extended form; zero stands for 256 and 65,536.
    private static func expectedLength(_ expected: CommandAPDU.Expected, extended: Bool) -> [UInt8] {
        let count: Int
        switch expected {
        case .nothing: return []
        case .upTo(let wanted): count = wanted
        case .asMuchAsPossible: count = extended ? 65_536 : 256
        }
        let low = UInt8(truncatingIfNeeded: count)
        return TLV.encode(0x97, extended ? [UInt8(truncatingIfNeeded: count >> 8), low] : [low])
    }
}
