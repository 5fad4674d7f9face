public import Octets

/// EF.DG16 (9303-10 §4.7.16): persons to notify in an emergency.
public struct EFDG16: LDSFile {
    /// EF.DG16.
    public static let fileID = FileID.dg16

    /// One person.
    public struct Person: Hashable, Sendable {
        /// The template as it was read or made.
        public let template: DataObject
        /// When the entry was made.
        public let dateRecorded: DetailDate?
        /// The name.
        public let name: DetailText?
        /// The telephone number.
        public let telephone: DetailText?
        /// The address, in parts.
        public let address: DetailText?
    }

    /// The persons, in order.
    public let persons: [Person]
    /// Objects that the file does not have.
    public let unknownObjects: [DataObject]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private static let limit = 16

    /// A file of these persons; more than 15 find no tag.
    public init(_ persons: [(dateRecorded: CalendarDate, name: String, telephone: String, address: String)]) {
        var ignored: [LDSWarning] = []
        self.persons = persons.prefix(15).enumerated().map { index, person in
            let parts = [
                TLV.encode(0x5F50, DetailDate(person.dateRecorded).bytes),
                TLV.encode(0x5F51, Array(person.name.utf8)), TLV.encode(0x5F52, Array(person.telephone.utf8)),
                TLV.encode(0x5F53, Array(person.address.utf8)),
            ]
            return Person(DataObject(Tag(0xA1 + UInt32(index)), Array(parts.joined())), &ignored)
        }
        unknownObjects = []
        warnings = []
    }

    /// Reads the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let structure = Self.fileID.name
        let (object, outerWarnings) = try Self.outerObject(of: bytes)
        var warnings = outerWarnings
        var contents = try object.contents(structure)
        let declared = try contents.next(.integer).integer(structure)
        var persons: [Person] = []
        var unknown: [DataObject] = []
        while !contents.isAtEnd {
            let object = DataObject(try contents.next())
            if (0xA1...0xAF).contains(object.tag.rawValue) {
                guard persons.count < Self.limit else { throw contents.error(.tooMany(limit: Self.limit)) }
                persons.append(Person(object, &warnings))
            } else {
                warnings.append(.unknownTag(object.tag))
                unknown.append(object)
            }
        }
        if declared != persons.count {
            warnings.append(.mismatch("number of persons", declared: declared, found: persons.count))
        }
        self.persons = persons
        unknownObjects = unknown
        self.warnings = warnings
        self.warnings += encodingWarnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] {
        let count = ByteChain(DER.encode(integer: persons.count)[...])
        return ByteChain(0x70, [count] + persons.map(\.template.chain) + unknownObjects.map(\.chain)).bytes
    }
}

extension EFDG16.Person {
    init(_ template: DataObject, _ warnings: inout [LDSWarning]) {
        var fields: [Tag: [UInt8]] = [:]
        var reader = TLVReader(template.value, in: "person to notify")
        do throws(ParseError) {
            for object in try reader.all() {
                if fields[object.tag] != nil { warnings.append(.repeatedTag(object.tag)) }
                if !(0x5F50...0x5F53).contains(object.tag.rawValue) { warnings.append(.unknownTag(object.tag)) }
                fields[object.tag] = fields[object.tag] ?? Array(object.value)
            }
        } catch {
            warnings.append(.malformed(error))
        }
        self.template = template
        dateRecorded = fields[0x5F50].map { DetailDate(bytes: $0) }
        name = fields[0x5F51].map { DetailText(bytes: $0) }
        telephone = fields[0x5F52].map { DetailText(bytes: $0) }
        address = fields[0x5F53].map { DetailText(bytes: $0) }
        if let dateRecorded, !dateRecorded.isWellFormed {
            warnings.append(DetailObjects.malformed("date recorded", in: "person to notify"))
        }
    }
}
