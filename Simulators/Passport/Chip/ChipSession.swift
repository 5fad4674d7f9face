import CardCrypto
import SecureMessaging

/// What a chip remembers until power is lost.
struct ChipSession {
    /// What has been proven to the chip.
    enum Access: Hashable {
        case nothing, basicAccess, pace
    }

    /// The current directory.
    var directory = Directory.masterFile
    /// Identifier of the current EF in `directory`.
    var currentFile: UInt16?
    /// RND.IC, until it is used.
    var challenge: [UInt8]?
    /// A PACE run that has begun.
    var pace: PACERun?
    /// What may be read.
    private(set) var access = Access.nothing
    /// Secure messaging, while there is a session.
    private(set) var codec: SecureMessagingCodec?
    /// Cipher of the session.
    private(set) var cipher = BlockCipher.tripleDES

    /// Begins secure messaging.
    mutating func begin(_ keys: SessionKeys, counter: [UInt8]? = nil, with access: Access) {
        codec = SecureMessagingCodec(keys: keys, counter: counter)
        cipher = keys.cipher
        self.access = access
    }

    /// Goes on with the counter of `codec`, which protected the last answer.
    mutating func proceed(with codec: SecureMessagingCodec) { self.codec = codec }

    /// Ends secure messaging: keys and rights are gone, the selection stays.
    mutating func end() {
        guard codec != nil else { return }
        codec = nil
        access = .nothing
        pace = nil
        challenge = nil
        currentFile = nil
    }
}
