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
    /// No directory is current: some chips want to be told.
    var isNowhere = false
    /// Identifier of the current EF in `directory`.
    var currentFile: UInt16?
    /// A challenge, until it is used.
    var challenge: [UInt8]?
    /// A PACE run that has begun.
    var pace: PACERun?
    /// Chip Authentication that has begun.
    var chipAuthentication: ChipAuthenticationRun?
    /// What may be read.
    private(set) var access = Access.nothing
    /// Comp of the terminal's ephemeral key in the last Chip Authentication (9303-11 §7.1); nil without one.
    private(set) var terminalKey: [UInt8]?
    /// Comp of the chip's ephemeral key in PACE; nil after BAC.
    private(set) var chipIdentifier: [UInt8]?
    /// The password of PACE, by its reference.
    private(set) var password: UInt8?
    /// What the terminal said in PACE that it is.
    private(set) var role: TerminalAuthorization?
    /// The card access number opened this session while the PIN was suspended: one more try (TR-03110-2 §2.2).
    var isPINResumed = false
    /// Terminal Authentication.
    var terminal = TerminalState()
    /// Secure messaging, while there is a session.
    private(set) var codec: SecureMessagingCodec?
    /// Cipher of the session.
    private(set) var cipher = BlockCipher.tripleDES
    /// The session that begins behind the answer to the present command.
    private var successor: SessionKeys?
    private var successorCounter: [UInt8]?

    /// Begins secure messaging, behind the answer to the present command.
    mutating func begin(_ keys: SessionKeys, counter: [UInt8]? = nil, with access: Access) {
        successor = keys
        successorCounter = counter
        self.access = access
    }

    /// A session of PACE takes the place of everything; the master file is current (9303-11 §4.4.2).
    mutating func begin(_ pace: PACERun.Session, password: UInt8, role: TerminalAuthorization? = nil) {
        let codec = self.codec
        self = ChipSession()
        self.codec = codec
        begin(pace.keys, with: .pace)
        self.password = password
        self.role = role
        chipIdentifier = pace.chipIdentifier
        if pace.isChipAuthenticated { terminalKey = pace.terminalKey }
    }

    /// Secure messaging begins again with other keys, behind the answer to the present command.
    mutating func restart(_ keys: SessionKeys, terminalKey: [UInt8]) {
        successor = keys
        successorCounter = nil
        self.terminalKey = terminalKey
    }

    /// The answer is on its way: `codec` protected it, if there is a session.
    mutating func proceed(with codec: SecureMessagingCodec? = nil) {
        if let successor {
            self.codec = SecureMessagingCodec(keys: successor, counter: successorCounter)
            cipher = successor.cipher
            self.successor = nil
        } else if let codec {
            self.codec = codec
        }
    }

    /// Ends secure messaging: keys and rights are gone, the selection of a directory stays.
    mutating func end() {
        guard codec != nil else { return }
        let directory = directory
        self = ChipSession()
        self.directory = directory
    }
}
