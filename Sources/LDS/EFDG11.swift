public import Octets

/// EF.DG11 (9303-10 §4.7.11): additional personal details. All fields are optional.
public struct EFDG11: LDSFile {
    /// EF.DG11.
    public static let fileID = FileID.dg11
    /// Tag list and objects as they are.
    public let details: DetailObjects
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private enum Field: UInt32, DetailField {
        case name = 0x5F0E
        case personalNumber = 0x5F10
        case placeOfBirth = 0x5F11
        case telephone = 0x5F12
        case profession = 0x5F13
        case title = 0x5F14
        case summary = 0x5F15
        case proofOfCitizenship = 0x5F16
        case otherDocuments = 0x5F17
        case custody = 0x5F18
        case dateOfBirth = 0x5F2B
        case address = 0x5F42
    }

    private static let otherNameTag: Tag = 0x5F0F

    /// A file of these details; what is nil or empty is left out.
    public init(
        name: String? = nil, otherNames: [String] = [], personalNumber: String? = nil, dateOfBirth: CalendarDate? = nil,
        placeOfBirth: String? = nil, address: String? = nil, telephone: String? = nil, profession: String? = nil,
        title: String? = nil, summary: String? = nil, proofOfCitizenship: [UInt8]? = nil,
        otherDocuments: String? = nil, custody: String? = nil
    ) {
        let texts: [(Field, String?)] = [
            (.placeOfBirth, placeOfBirth), (.address, address), (.telephone, telephone), (.profession, profession),
            (.title, title), (.summary, summary), (.otherDocuments, otherDocuments), (.custody, custody),
        ]
        var objects: [DataObject] = []
        if let name { objects.append(DataObject(Field.name.tag, Array(name.utf8))) }
        if !otherNames.isEmpty { objects.append(DetailObjects.group(Self.otherNameTag, otherNames)) }
        if let personalNumber { objects.append(DataObject(Field.personalNumber.tag, Array(personalNumber.utf8))) }
        if let dateOfBirth { objects.append(DataObject(Field.dateOfBirth.tag, DetailDate(dateOfBirth).bytes)) }
        for (field, text) in texts {
            if let text { objects.append(DataObject(field.tag, Array(text.utf8))) }
        }
        if let proofOfCitizenship { objects.append(DataObject(Field.proofOfCitizenship.tag, proofOfCitizenship)) }
        details = DetailObjects(objects)
        warnings = []
    }

    /// Reads the file. Only a broken frame throws; every field is judged by itself.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let texts = Field.allCases.filter { $0 != .dateOfBirth && $0 != .proofOfCitizenship }
        (details, warnings) = try DetailObjects.file(Self.self, bytes, texts: texts, member: Self.otherNameTag)
        if let birth = dateOfBirth, !birth.isWellFormed {
            warnings.append(DetailObjects.malformed("date of birth", in: Self.fileID.name))
        }
    }

    /// The file.
    public func encoded() -> [UInt8] { details.chain(0x6B).bytes }
}

extension EFDG11 {
    /// The full name in national characters.
    public var name: DetailText? { details.text(Field.name.tag) }
    /// Other names.
    public var otherNames: [DetailText] { details.members(Self.otherNameTag) }
    /// The personal number.
    public var personalNumber: DetailText? { details.text(Field.personalNumber.tag) }
    /// The full date of birth, with its century.
    public var dateOfBirth: DetailDate? { details.date(Field.dateOfBirth.tag) }
    /// The place of birth, in parts.
    public var placeOfBirth: DetailText? { details.text(Field.placeOfBirth.tag) }
    /// The permanent address, in parts.
    public var address: DetailText? { details.text(Field.address.tag) }
    /// The telephone number.
    public var telephone: DetailText? { details.text(Field.telephone.tag) }
    /// The profession.
    public var profession: DetailText? { details.text(Field.profession.tag) }
    /// The title.
    public var title: DetailText? { details.text(Field.title.tag) }
    /// A summary of the person.
    public var summary: DetailText? { details.text(Field.summary.tag) }
    /// An image of the proof of citizenship.
    public var proofOfCitizenship: ArraySlice<UInt8>? { details.value(Field.proofOfCitizenship.tag) }
    /// Numbers of other travel documents.
    public var otherDocuments: DetailText? { details.text(Field.otherDocuments.tag) }
    /// Who has custody of the holder.
    public var custody: DetailText? { details.text(Field.custody.tag) }
}
