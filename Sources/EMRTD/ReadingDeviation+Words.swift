public import ISO7816
public import LDS
import Octets

extension ReadingDeviation: CustomStringConvertible {
    /// One sentence, without card data.
    public var description: String {
        switch self {
        case .cardAccessFoundOtherwise(let path, let status):
            "EF.CardAccess cannot be read by its short identifier (\(status)); \(path.rawValue) leads to it"
        case .shortFileIdentifierRefused(let file, let status):
            "\(file.name) cannot be read by its short identifier (\(status)); it was selected instead"
        case .requiredFileMissing(let file, let status): "\(file.name) is not there (\(status))"
        case .dataGroupListUnreadable: "neither EF.COM nor EF.SOD tells which data groups there are; all were tried"
        case .dataObjectRefused(let tag, let status):
            "MSE:Set AT is refused (\(status)) with data object \(String(tag, radix: 16, uppercase: true)), and accepted "
                + "without it"
        case .expectedLengthRefused(let status):
            "EXTERNAL AUTHENTICATE is refused (\(status)) with Le = 28, and accepted with Le = 00"
        case .checkDigitCountsFiller:
            "the check digit of the long document number counts the filler of position 15, also in the chip's key"
        case .noAccessControl: "the chip gives its files without any access control"
        case .blockSizeReduced(let file, let from, let to, let status):
            "\(file.name): reading \(Count.bytes(from)) at once was refused\(status.map { " (\($0))" } ?? ""), \(to) work"
        case .shortAnswer(let file, let wanted, let given):
            "\(file.name): of \(Count.of(wanted, "byte that was", "bytes that were")) asked for \(given) came, with 9000"
        case .emptyAnswer(let file, let wanted):
            "\(file.name): reading \(Count.bytes(wanted)) is answered 9000 without a byte"
        case .longAnswer(let file, let wanted, let given):
            "\(file.name): \(Count.bytes(given)) came where \(wanted) were asked for; what is too much was left out"
        case .endAnnouncedWithoutNeed(let file):
            "\(file.name): the end of the file is announced (6282), though all bytes came that were asked for"
        case .extendedLengthRefused(let file): "\(file.name): extended length is announced and refused"
        case .readerRefusedExtendedLength:
            "the reader fails at commands in extended form; short ones are used from then on"
        case .fileShorterThanAnnounced(let file, let announced, let read):
            "\(file.name) announces \(Count.bytes(announced)) and holds \(read)"
        case .unexpectedTag(let file): "\(file.name) does not begin with its tag"
        case .noLength(let file): "\(file.name) has no readable length"
        case .unprotectedError(let file, let status):
            "\(file.name): the chip answered \(status) without protection inside the session"
        case .unprotectedAnswer(let step, let status):
            "\(step): the chip answered \(status) without protection inside the session"
        case .wrongMAC(let file, let offset, let atEnd):
            "\(file.name): the MAC of the answer at byte \(offset)\(atEnd ? ", the last one," : "") was wrong; it was not "
                + "used"
        case .accessRenewed(let file, let offset):
            "\(file.name): the session was lost and set up again at byte \(offset)"
        case .statusNotProtected: "the chip sends status words without protection"
        case .statusWordsDiffer: "plain and protected status words differ"
        case .wrongPaddingAtEnd: "the answer that ends a file is padded wrongly"
        case .emptySignature: "INTERNAL AUTHENTICATE in extended form is answered 9000 without a byte"
        case .evidenceRefused(let step, let status): "\(step) is offered and refused (\(status), \(status.meaning))"
        }
    }

    /// The clause of the standard that says how it should be.
    public var clause: String {
        switch self {
        case .cardAccessFoundOtherwise, .shortFileIdentifierRefused: "9303-10 §3.6"
        case .requiredFileMissing(.com, _): "9303-10 §4.6.1"
        case .requiredFileMissing(.sod, _): "9303-10 §4.6.2"
        case .requiredFileMissing: "9303-10 §4.7"
        case .dataGroupListUnreadable: "9303-10 §4.6"
        case .dataObjectRefused: "9303-11 §4.4.4.1"
        case .expectedLengthRefused: "9303-11 §4.3.4.2"
        case .checkDigitCountsFiller: "9303-5 §4.2.4, 9303-11 §4.3.2"
        case .noAccessControl: "9303-11 §4.1"
        case .blockSizeReduced, .shortAnswer, .emptyAnswer, .longAnswer, .endAnnouncedWithoutNeed:
            "ISO/IEC 7816-4 §11.2.3"
        case .extendedLengthRefused: "9303-11 §9.3.1.2, 9303-10 §3.11"
        case .readerRefusedExtendedLength: "PC/SC part 3"
        case .fileShorterThanAnnounced, .noLength: "9303-10 §4, ISO/IEC 8825-1 §8.1.3"
        case .unexpectedTag: "9303-10 §3.11"
        case .unprotectedError, .unprotectedAnswer, .accessRenewed: "9303-11 §9.8.3, §9.8.5"
        case .wrongMAC: "9303-11 §9.8.4"
        case .statusNotProtected, .statusWordsDiffer: "9303-11 §9.8.4"
        case .wrongPaddingAtEnd: "9303-11 §9.8.4"
        case .emptySignature: "9303-11 §6.1.4"
        case .evidenceRefused(let step, _): step.hasPrefix("Chip") ? "9303-11 §6.2" : "9303-11 §6.1"
        }
    }

    /// A name for programs.
    public var identifier: String {
        switch self {
        case .cardAccessFoundOtherwise: "cardAccessFoundOtherwise"
        case .shortFileIdentifierRefused: "shortFileIdentifierRefused"
        case .requiredFileMissing: "requiredFileMissing"
        case .dataGroupListUnreadable: "dataGroupListUnreadable"
        case .dataObjectRefused: "dataObjectRefused"
        case .expectedLengthRefused: "expectedLengthRefused"
        case .checkDigitCountsFiller: "checkDigitCountsFiller"
        case .noAccessControl: "noAccessControl"
        case .blockSizeReduced: "blockSizeReduced"
        case .shortAnswer: "shortAnswer"
        case .emptyAnswer: "emptyAnswer"
        case .longAnswer: "longAnswer"
        case .endAnnouncedWithoutNeed: "endAnnouncedWithoutNeed"
        case .extendedLengthRefused: "extendedLengthRefused"
        case .readerRefusedExtendedLength: "readerRefusedExtendedLength"
        case .fileShorterThanAnnounced: "fileShorterThanAnnounced"
        case .unexpectedTag: "unexpectedTag"
        case .noLength: "noLength"
        case .unprotectedError: "unprotectedError"
        case .unprotectedAnswer: "unprotectedAnswer"
        case .wrongMAC: "wrongMAC"
        case .accessRenewed: "accessRenewed"
        case .statusNotProtected: "statusNotProtected"
        case .statusWordsDiffer: "statusWordsDiffer"
        case .wrongPaddingAtEnd: "wrongPaddingAtEnd"
        case .emptySignature: "emptySignature"
        case .evidenceRefused: "evidenceRefused"
        }
    }

    /// The file that it was seen at; nil where it belongs to none.
    public var file: FileID? {
        switch self {
        case .cardAccessFoundOtherwise: .cardAccess
        case .shortFileIdentifierRefused(let file, _), .requiredFileMissing(let file, _),
            .blockSizeReduced(let file, _, _, _), .shortAnswer(let file, _, _), .emptyAnswer(let file, _),
            .longAnswer(let file, _, _), .endAnnouncedWithoutNeed(let file), .extendedLengthRefused(let file),
            .fileShorterThanAnnounced(let file, _, _), .unexpectedTag(let file), .noLength(let file),
            .unprotectedError(let file, _), .wrongMAC(let file, _, _), .accessRenewed(let file, _):
            file
        case .dataGroupListUnreadable, .dataObjectRefused, .expectedLengthRefused, .checkDigitCountsFiller,
            .noAccessControl,
            .readerRefusedExtendedLength, .statusNotProtected, .statusWordsDiffer, .wrongPaddingAtEnd, .emptySignature,
            .evidenceRefused, .unprotectedAnswer:
            nil
        }
    }

    /// The status word that was answered, where one was.
    public var status: StatusWord? {
        switch self {
        case .cardAccessFoundOtherwise(_, let status), .shortFileIdentifierRefused(_, let status),
            .requiredFileMissing(_, let status), .dataObjectRefused(_, let status), .expectedLengthRefused(let status),
            .unprotectedError(_, let status), .evidenceRefused(_, let status),
            .unprotectedAnswer(_, let status):
            status
        case .blockSizeReduced(_, _, _, let status): status
        default: nil
        }
    }
}
