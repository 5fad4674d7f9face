/// Ways in which a simulated chip departs from the standard, or from what is usual. None of them is on by itself.
public struct Deviations: Hashable, Sendable {
    /// What the chip thinks of data object 84 in MSE:Set AT for PACE.
    public enum ParameterReference: String, CaseIterable, Hashable, Sendable {
        /// It may be left out unless the domain parameters are ambiguous (9303-11 §4.4.4.1).
        case optional
        /// It must be there.
        case required = "require84"
        /// It must not be there.
        case refused = "refuse84"
    }

    /// How an error of READ BINARY travels inside a session.
    public enum SessionError: String, CaseIterable, Hashable, Sendable {
        /// Protected, as 9303-11 §9.8.3 has it.
        case protected
        /// In clear; the session goes on as if the command had not come.
        case kept = "keep"
        /// In clear; the session goes on, and the command was counted.
        case counted = "count"
        /// In clear; the session is over.
        case dropped = "drop"
    }

    /// What a plain command does behind the beginning of a session.
    public enum ClearCommand: String, CaseIterable, Hashable, Sendable {
        /// It ends the session and is carried out (9303-11 §9.8.3).
        case ends
        /// It is answered 6988, until power is lost.
        case refused = "6988"
    }

    /// How the answer with the end of a file is made.
    public enum FileEnd: String, CaseIterable, Hashable, Sendable {
        /// As any other.
        case standard
        /// Its MAC is wrong, unless Le was 00.
        case wrongMAC = "mac"
        /// 6282 in place of 9000, and a padding that begins with zeros.
        case wrongPadding = "padding"
    }

    /// What is wrong with the chip's answer in Basic Access Control.
    public enum BasicAccess: String, CaseIterable, Hashable, Sendable {
        /// Nothing.
        case standard
        /// M_IC.
        case wrongMAC = "mac"
        /// It does not repeat RND.IFD.
        case wrongNumber = "rnd"
        /// RND.IC and RND.IFD stand in each other's place.
        case swappedNumbers = "swapped"
    }

    /// What the reader around the chip carries.
    public enum Reader: String, CaseIterable, Hashable, Sendable {
        /// Every length.
        case full
        /// Short commands and answers only, and its driver says so.
        case short
        /// Short commands only, which its driver does not say: longer ones fail without being sent.
        case silent
    }

    /// Which directory is current when the chip gets power.
    public enum Start: String, CaseIterable, Hashable, Sendable {
        /// The master file (7816-4 §7.2.2).
        case masterFile = "mf"
        /// None: everything but SELECT is answered 6985 until something is selected.
        case nothing = "none"
    }

    /// What the chip thinks of data object 84.
    public var parameterReference: ParameterReference = .optional
    /// The chip is a copy: its files are those of the document, but its private keys are others.
    public var isCopy = false
    /// Fixed answers, the first that fits counts.
    public var answers: [AnswerRule] = []
    /// How an error of READ BINARY travels inside a session.
    public var sessionError: SessionError = .protected
    /// What a plain command does behind the beginning of a session.
    public var clearCommand: ClearCommand = .ends
    /// How the end of a file is answered.
    public var fileEnd: FileEnd = .standard
    /// What is wrong with Basic Access Control.
    public var basicAccess: BasicAccess = .standard
    /// RND.IC, eight octets, in place of a random one.
    public var challenge: [UInt8]?
    /// In PACE the chip chooses its ephemeral key so that the shared secret begins with a zero octet.
    public var seeksLeadingZero = false
    /// References of the passwords that MSE:Set AT takes; nil for all that there are.
    public var passwords: Set<UInt8>?
    /// What the reader around the chip carries.
    public var reader: Reader = .full
    /// Which directory is current at first.
    public var start: Start = .masterFile
    /// What SELECT by name answers, by name.
    public var applications: [[UInt8]: UInt16] = [:]
    /// Files that are not as they should be, or that are open or shut otherwise.
    public var files: [FileRule] = []
    /// More time for the command with this number, in milliseconds.
    public var delays: [Int: Int] = [:]
    /// Every wrong secret doubles the time that the next try takes.
    public var slowsDown = false
    /// The card is taken away at the command with this number.
    public var leavesAt: Int?
    /// Power fails at the command with this number, which is not answered.
    public var losesPowerAt: Int?

    /// What departs in the files.
    public var contents: Set<ContentDeviation> = []
    /// What departs in EF.SOD and the certificates behind it.
    public var security: Set<SecurityDeviation> = []
    /// How much the lengths in the record of EF.DG2 are off.
    public var faceLength = 0

    /// A chip that follows the standard.
    public init() {}
}
