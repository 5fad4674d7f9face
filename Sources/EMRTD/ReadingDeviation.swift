public import ISO7816
public import LDS

/// Something a chip, or the reader around it, did that the standard does not allow or expect.
public enum ReadingDeviation: Hashable, Sendable {
    // Finding files.
    /// EF.CardAccess cannot be read by its short identifier, but in this way.
    case cardAccessFoundOtherwise(CardAccessPath, StatusWord)
    /// READ BINARY with a short EF identifier was refused; SELECT works.
    case shortFileIdentifierRefused(FileID, StatusWord)
    /// A file that every document has is not there.
    case requiredFileMissing(FileID, StatusWord)
    /// EF.COM and EF.SOD could not tell which data groups there are; all were tried.
    case dataGroupListUnreadable

    // Opening the chip.
    /// MSE:Set AT for PACE was refused, and accepted without this data object.
    case dataObjectRefused(UInt16, StatusWord)
    /// EXTERNAL AUTHENTICATE of BAC was refused with Le = 28 and accepted with Le = 00.
    case expectedLengthRefused(StatusWord)
    /// The check digit of the long document number counts the filler of position 15, also in the key of the chip.
    case checkDigitCountsFiller
    /// The application's files can be read without access control.
    case noAccessControl

    // Reading.
    /// A read was refused and succeeded with fewer bytes.
    case blockSizeReduced(FileID, from: Int, to: Int, StatusWord?)
    /// A read in the middle of a file gave fewer bytes than were asked for.
    case shortAnswer(FileID, wanted: Int, given: Int)
    /// A read was answered 9000 without a byte.
    case emptyAnswer(FileID, wanted: Int)
    /// A read gave more bytes than were asked for; what is too much was left out.
    case longAnswer(FileID, wanted: Int, given: Int)
    /// 6282 although as many bytes as were asked for came.
    case endAnnouncedWithoutNeed(FileID)
    /// Extended length was announced and refused.
    case extendedLengthRefused(FileID)
    /// The reader promises extended length, and fails at it.
    case readerRefusedExtendedLength
    /// The file ends before its own length field says.
    case fileShorterThanAnnounced(FileID, announced: Int, read: Int)
    /// The file does not begin with its tag.
    case unexpectedTag(FileID)
    /// The length of the file cannot be told from its first bytes.
    case noLength(FileID)

    // Secure messaging.
    /// An error came unprotected inside a session.
    case unprotectedError(FileID, StatusWord)
    /// A step of Chip or Active Authentication was answered without protection inside a session.
    case unprotectedAnswer(step: String, StatusWord)
    /// The MAC of an answer was wrong; nothing of the answer was used.
    case wrongMAC(FileID, offset: Int, atEnd: Bool)
    /// Access was set up again in the middle of a file.
    case accessRenewed(FileID, offset: Int)
    /// An answer gave the status word without protection.
    case statusNotProtected
    /// The plain status word of an answer differs from the protected one.
    case statusWordsDiffer
    /// The padding of the answer that ends a file is not method 2.
    case wrongPaddingAtEnd

    // Evidence.
    /// INTERNAL AUTHENTICATE in extended form was answered 9000 without a byte.
    case emptySignature
    /// A protocol of the chip that EF.DG14 or EF.DG15 offers was refused.
    case evidenceRefused(step: String, StatusWord)

    /// How EF.CardAccess was found.
    public enum CardAccessPath: String, CaseIterable, Hashable, Sendable {
        /// SELECT with P1 = 02.
        case selectChild = "SELECT with P1 = 02"
        /// SELECT with P1 = 00.
        case selectAny = "SELECT with P1 = 00"
        /// After SELECT for the master file without data.
        case emptyMasterFile = "SELECT for the master file without data"
        /// After SELECT for 3F00.
        case namedMasterFile = "SELECT for 3F00"
        /// After SELECT for 3F00 that asks for file control information.
        case describedMasterFile = "SELECT for 3F00 that asks for file control information"
    }
}
