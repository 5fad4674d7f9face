public import ISO7816

/// Which family the conversation is with, from what passes anyway: nothing is sent to find out.
public struct FamilyAtHand: Hashable, Sendable {
    /// The family of the selected application, or of the kind of commands that the card understands.
    public private(set) var family: CardFamily?

    /// Nothing is known yet.
    public init() {}

    /// Learns from a command and its answer.
    public mutating func note(_ command: [UInt8], _ response: ResponseAPDU) {
        guard let cla = command.first else { return }
        if command.dropFirst().first == 0xA4, cla & 0x80 == 0, let plain = try? CommandAPDU(parsing: command) {
            let isGood = response.status == .success || response.status.sw1 == 0x61 || response.status.sw1 == 0x62
            if plain.p1 == 0x04 {
                if isGood { family = CardFamily(application: plain.data) }
            } else if isGood, plain.data == [0x3F, 0x00] {
                family = nil
            }
        } else if cla == 0xA0 {
            // TS 51.011 §9.2: the class of a SIM, and of nothing else in use.
            if response.status.sw1 != 0x6E { family = .sim }
        } else if cla == 0x90, response.status.sw1 == 0x91 {
            family = family == .ntag424 ? .ntag424 : .desfire
        }
    }

    /// The family whose words explain the answer to `command`: reader commands are the reader's.
    public func family(answering command: [UInt8]) -> CardFamily? { command.first == 0xFF ? .reader : family }

    /// The card was restarted.
    public mutating func reset() { family = nil }
}

extension CardFamily {
    /// The family of the application with this identifier, if it is a well-known one.
    package init?(application identifier: [UInt8]) {
        guard let found = Self.applications.first(where: { identifier.starts(with: $0.prefix) }) else { return nil }
        self = found.family
    }

    /// Registered identifiers (7816-5) of whole families; of two that fit, the longer stands first.
    private static let applications: [(prefix: [UInt8], family: CardFamily)] = [
        ([0xA0, 0x00, 0x00, 0x02, 0x47], .emrtd), ([0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02], .eid),
        ([0xA0, 0x00, 0x00, 0x03, 0x08], .piv), ([0xD2, 0x76, 0x00, 0x01, 0x24], .openpgp),
        ([0xA0, 0x00, 0x00, 0x06, 0x47, 0x2F], .fido), ([0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x00], .ndef),
        ([0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01], .ndef), ([0xD2, 0x76, 0x00, 0x00, 0x85, 0x01], .desfire),
        ([0xA0, 0x00, 0x00, 0x01, 0x51], .globalplatform), ([0xA0, 0x00, 0x00, 0x00, 0x18], .globalplatform),
        ([0xA0, 0x00, 0x00, 0x00, 0x87], .sim),
        ([0x31, 0x50, 0x41, 0x59], .emv), ([0x32, 0x50, 0x41, 0x59], .emv), ([0xA0, 0x00, 0x00, 0x00, 0x03], .emv),
        ([0xA0, 0x00, 0x00, 0x00, 0x04], .emv), ([0xA0, 0x00, 0x00, 0x00, 0x25], .emv),
        ([0xA0, 0x00, 0x00, 0x00, 0x65], .emv), ([0xA0, 0x00, 0x00, 0x01, 0x52], .emv),
        ([0xA0, 0x00, 0x00, 0x03, 0x33], .emv), ([0xA0, 0x00, 0x00, 0x02, 0x77], .emv),
    ]
}
