public import Octets

/// EF.DG12 (9303-10 §4.7.12): additional details of the document. All fields are optional.
public struct EFDG12: LDSFile {
    /// EF.DG12.
    public static let fileID = FileID.dg12
    /// Tag list and objects as they are.
    public let details: DetailObjects
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private enum Field: UInt32, DetailField {
        case issuingAuthority = 0x5F19
        case observations = 0x5F1B
        case taxOrExit = 0x5F1C
        case frontImage = 0x5F1D
        case rearImage = 0x5F1E
        case dateOfIssue = 0x5F26
        case personalisationTime = 0x5F55
        case personalisationDevice = 0x5F56
    }

    private static let otherPersonTag: Tag = 0x5F1A

    /// A file of these details; what is nil or empty is left out.
    public init(
        issuingAuthority: String? = nil, dateOfIssue: CalendarDate? = nil, otherPersons: [String] = [],
        observations: String? = nil, taxOrExit: String? = nil, frontImage: [UInt8]? = nil, rearImage: [UInt8]? = nil,
        personalisationTime: String? = nil, personalisationDevice: String? = nil
    ) {
        var objects: [DataObject] = []
        if let issuingAuthority { objects.append(DataObject(Field.issuingAuthority.tag, Array(issuingAuthority.utf8))) }
        if let dateOfIssue { objects.append(DataObject(Field.dateOfIssue.tag, DetailDate(dateOfIssue).bytes)) }
        if !otherPersons.isEmpty { objects.append(DetailObjects.group(Self.otherPersonTag, otherPersons)) }
        let values: [(Field, [UInt8]?)] = [
            (.observations, observations.map { Array($0.utf8) }), (.taxOrExit, taxOrExit.map { Array($0.utf8) }),
            (.frontImage, frontImage), (.rearImage, rearImage),
            (.personalisationTime, personalisationTime.map { Array($0.utf8) }),
            (.personalisationDevice, personalisationDevice.map { Array($0.utf8) }),
        ]
        for (field, value) in values {
            if let value { objects.append(DataObject(field.tag, value)) }
        }
        details = DetailObjects(objects)
        warnings = []
    }

    /// Reads the file. Only a broken frame throws; every field is judged by itself.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let texts: [Field] = [.issuingAuthority, .observations, .taxOrExit, .personalisationDevice]
        (details, warnings) = try DetailObjects.file(Self.self, bytes, texts: texts, member: Self.otherPersonTag)
        if let date = dateOfIssue, !date.isWellFormed {
            warnings.append(DetailObjects.malformed("date of issue", in: Self.fileID.name))
        }
        if let time = personalisationTime, !time.isWellFormed {
            warnings.append(DetailObjects.malformed("time of personalisation", in: Self.fileID.name))
        }
    }

    /// The file.
    public func encoded() -> [UInt8] { details.chain(0x6C).bytes }
}

extension EFDG12 {
    /// Who issued the document.
    public var issuingAuthority: DetailText? { details.text(Field.issuingAuthority.tag) }
    /// When it was issued.
    public var dateOfIssue: DetailDate? { details.date(Field.dateOfIssue.tag) }
    /// Other persons in the document.
    public var otherPersons: [DetailText] { details.members(Self.otherPersonTag) }
    /// Endorsements and observations.
    public var observations: DetailText? { details.text(Field.observations.tag) }
    /// Tax or exit requirements.
    public var taxOrExit: DetailText? { details.text(Field.taxOrExit.tag) }
    /// An image of the front.
    public var frontImage: ArraySlice<UInt8>? { details.value(Field.frontImage.tag) }
    /// An image of the rear.
    public var rearImage: ArraySlice<UInt8>? { details.value(Field.rearImage.tag) }
    /// When the document was personalised.
    public var personalisationTime: DetailTime? {
        details.value(Field.personalisationTime.tag).map { DetailTime(bytes: $0) }
    }
    /// Serial number of the device that did it.
    public var personalisationDevice: DetailText? { details.text(Field.personalisationDevice.tag) }
}
