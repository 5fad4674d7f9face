import Octets

/// What may be told of an exchange to anybody: an allow list (Docs/rules.md 11).
///
/// With the little entropy of an MRZ, a cryptogram, a nonce, a hash or a public key gives the holder away, so a body
/// is kept only where it is known to be the same for every document.
public struct HarmlessExchange: Hashable, Sendable {
    /// CLA INS P1 P2; nil where the bytes are no command, and so could be anything: an identifier, a PIN.
    public let header: [UInt8]?
    /// Bytes of the whole command.
    public let commandCount: Int
    /// Bytes in the command data field; nil when the length fields do not add up.
    public let dataCount: Int?
    /// The command data field, where it is harmless.
    public let data: [UInt8]?
    /// Bytes that are expected back; nil without Le.
    public let expected: CommandAPDU.Expected?
    /// Bytes in the response data field.
    public let answerDataCount: Int
    /// Status word, nil without an answer.
    public let status: StatusWord?

    /// Keeps of `exchange` what is on the allow list.
    public init(_ exchange: Exchange) {
        commandCount = exchange.command.count
        if let command = try? CommandAPDU(parsing: exchange.command) {
            header = Self.isCommand(command) ? command.header : nil
            dataCount = command.data.count
            expected = command.expected
            data = Self.isHarmless(command) ? command.data : nil
        } else {
            header = nil
            dataCount = nil
            expected = nil
            data = nil
        }
        if case .answer(let bytes) = exchange.outcome, bytes.count >= 2, let low = bytes.last {
            status = StatusWord(UInt16(bytes[bytes.count - 2]) << 8 | UInt16(low))
            answerDataCount = bytes.count - 2
        } else {
            status = nil
            answerDataCount = 0
        }
    }

    /// The class is one of 7816-4 §5.4.1, a proprietary one, or FF for the reader.
    ///
    /// Identifiers and PINs can look like that, too, and four bytes always do: where neither data nor Le bear out that it is a
    /// command, and in classes that are seldom used, the instruction or the class has to be one that is known.
    private static func isCommand(_ command: CommandAPDU) -> Bool {
        let isBare = command.data.isEmpty && command.expected == .nothing
        return switch command.cla {
        case 0x00, 0x0C: !isBare || command.isStandard
        // A chain has data in each of its commands.
        case 0x10, 0x1C: !command.data.isEmpty
        case 0x01...0x1F, 0x40...0x7F: !isBare && command.isStandard
        case 0x80, 0x84, 0x90, 0xA0, 0xFF: true
        case 0x81...0xFE: !isBare
        default: false
        }
    }

    private static func isHarmless(_ command: CommandAPDU) -> Bool {
        guard command.cla == 0 else { return false }
        switch (command.ins, command.p1) {
        case (0xA4, 0x00), (0xA4, 0x02): return command.data.count == 2
        case (0xA4, 0x04):
            // A part of a public name selects, too (7816-4 §7.1.1). What is longer than that can hold the serial number of a
            // card, as the whole name of an OpenPGP application does.
            return command.data.count >= 5 && publicNames.contains { $0.starts(with: command.data) }
        case (0x22, 0xC1): return command.p2 == 0xA4 && isPlainPACESetup(command.data)
        default: return false
        }
    }

    /// Names of applications that are published, and the same on every card that has them (7816-5, and the standard of each
    /// application).
    private static let publicNames: [[UInt8]] = [
        // Of ICAO: passport, travel records, visa records, additional biometrics. German eID. Driving licences.
        [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01], [0xA0, 0x00, 0x00, 0x02, 0x47, 0x20, 0x01],
        [0xA0, 0x00, 0x00, 0x02, 0x47, 0x20, 0x02], [0xA0, 0x00, 0x00, 0x02, 0x47, 0x20, 0x03],
        [0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02], [0xA0, 0x00, 0x00, 0x02, 0x48, 0x02, 0x00],
        [0xA0, 0x00, 0x00, 0x02, 0x48, 0x04, 0x00],
        [0xA0, 0x00, 0x00, 0x04, 0x56, 0x45, 0x44, 0x4C, 0x2D, 0x30, 0x31],
        // PIV (SP 800-73-4), OpenPGP (without its serial number), FIDO, PKCS #15, eSign (CEN EN 14890).
        [0xA0, 0x00, 0x00, 0x03, 0x08, 0x00, 0x00, 0x10, 0x00, 0x01, 0x00], [0xD2, 0x76, 0x00, 0x01, 0x24, 0x01],
        [0xA0, 0x00, 0x00, 0x06, 0x47, 0x2F, 0x00, 0x01],
        [0xA0, 0x00, 0x00, 0x00, 0x63, 0x50, 0x4B, 0x43, 0x53, 0x2D, 0x31, 0x35],
        [0xA0, 0x00, 0x00, 0x01, 0x67, 0x45, 0x53, 0x49, 0x47, 0x4E],
        // Payment system environments, and the applications of the large payment systems.
        Array("1PAY.SYS.DDF01".utf8), Array("2PAY.SYS.DDF01".utf8), [0xA0, 0x00, 0x00, 0x00, 0x03, 0x10, 0x10],
        [0xA0, 0x00, 0x00, 0x00, 0x04, 0x10, 0x10],
        // SIM, USIM, ISIM: the beginning, behind which country and provider stand (TS 101 220).
        [0xA0, 0x00, 0x00, 0x00, 0x09, 0x00, 0x01], [0xA0, 0x00, 0x00, 0x00, 0x87, 0x10, 0x02],
        [0xA0, 0x00, 0x00, 0x00, 0x87, 0x10, 0x04],
        // Card managers, MIFARE DESFire and NTAG 424, YubiKey's own.
        [0xA0, 0x00, 0x00, 0x01, 0x51, 0x00, 0x00, 0x00], [0xA0, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00],
        [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x00], [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01],
        [0xA0, 0x00, 0x00, 0x05, 0x27, 0x20, 0x01],
        [0xA0, 0x00, 0x00, 0x05, 0x27, 0x21, 0x01], [0xA0, 0x00, 0x00, 0x05, 0x27, 0x47, 0x11, 0x17],
        // The name that no card has, which Inlay asks for.
        [0xF0, 0x49, 0x4E, 0x4C, 0x41, 0x59, 0x00, 0x00],
    ]

    /// MSE:Set AT with nothing but protocol, password reference and parameter id, each once (9303-11 §4.4.4.1).
    private static func isPlainPACESetup(_ data: [UInt8]) -> Bool {
        var reader = TLVReader(data, in: "MSE:Set AT")
        guard let objects = try? reader.all(), Set(objects.map(\.tag)).count == objects.count else { return false }
        return objects.allSatisfy { object in
            switch object.tag {
            case 0x80: isProtocol(Array(object.value))
            case 0x83, 0x84: object.value.count == 1
            default: false
            }
        }
    }

    /// An object identifier of Terminal Authentication, Chip Authentication or PACE: three numbers below
    /// 0.4.0.127.0.7.2.2 (TR-03110-3 §A.1 to A.3).
    private static func isProtocol(_ identifier: [UInt8]) -> Bool {
        var rest = identifier[...]
        guard rest.starts(with: [0x04, 0x00, 0x7F, 0x00, 0x07, 0x02, 0x02]) else { return false }
        rest = rest.dropFirst(7)
        guard rest.count == 3, let kind = rest.popFirst(), let family = rest.popFirst(), let number = rest.popFirst()
        else { return false }
        return switch (kind, family) {
        case (2, 1): (1...6).contains(number)
        case (2, 2): (1...5).contains(number)
        case (3, 1...2), (4, 1...4): (1...4).contains(number)
        // Chip Authentication Mapping knows no 3DES.
        case (4, 6): (2...4).contains(number)
        default: false
        }
    }
}
