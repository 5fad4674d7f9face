public import Octets

/// The value of EF.DG2, EF.DG3 and EF.DG4 (9303-10 §4.7.2, 7816-11): biometric information templates in a group 7F61.
public struct BiometricTemplates: Hashable, Sendable {
    /// Most templates that are read.
    public static let limit = 64

    /// The templates, in order.
    public let templates: [BiometricTemplate]
    /// Other objects of the group, among them the random 53 that makes an empty group differ.
    public let otherObjects: [DataObject]

    /// A group of templates.
    public init(_ templates: [BiometricTemplate], otherObjects: [DataObject] = []) {
        self.templates = templates
        self.otherObjects = otherObjects
    }

    init(_ object: TLV, in structure: String, warnings: inout [LDSWarning]) throws(ParseError) {
        try object.expect(0x7F61, structure)
        var reader = try object.contents(structure)
        let declared = try reader.next(.integer).integer(structure)
        var templates: [BiometricTemplate] = []
        var others: [DataObject] = []
        while !reader.isAtEnd {
            let object = try reader.next()
            if object.tag == 0x7F60 {
                guard templates.count < Self.limit else { throw reader.error(.tooMany(limit: Self.limit)) }
                templates.append(try BiometricTemplate(object, in: structure, warnings: &warnings))
            } else {
                if object.tag != 0x53 { warnings.append(.unknownTag(object.tag)) }
                others.append(DataObject(object))
            }
        }
        if declared != templates.count {
            warnings.append(.mismatch("number of templates", declared: declared, found: templates.count))
        }
        self.templates = templates
        otherObjects = others
    }

    /// The encoded group.
    public var encoded: [UInt8] { chain.bytes }

    var chain: ByteChain {
        let count = ByteChain(DER.encode(integer: templates.count)[...])
        return ByteChain(0x7F61, [count] + templates.map(\.chain) + otherObjects.map(\.chain))
    }
}

/// One biometric information template (7F60): a header and the data.
public struct BiometricTemplate: Hashable, Sendable {
    /// Objects of the header (A1), in order.
    public let header: [DataObject]
    /// 5F2E for data of ISO/IEC 19794, 7F2E for data of ISO/IEC 39794.
    public let dataTag: Tag
    /// The biometric data: a part of the file, not a copy.
    public let data: ArraySlice<UInt8>
    /// Objects that the template does not have, in order.
    public let unknownObjects: [DataObject]

    private static let headerTag: Tag = 0xA1
    private static let dataTags: [Tag] = [0x5F2E, 0x7F2E]

    /// A template from its parts.
    public init(header: [DataObject], dataTag: Tag = 0x5F2E, data: [UInt8]) {
        self.header = header
        self.dataTag = dataTag
        self.data = data[...]
        unknownObjects = []
    }

    init(_ object: TLV, in structure: String, warnings: inout [LDSWarning]) throws(ParseError) {
        var reader = try object.contents(structure)
        var header: [DataObject]?
        var data: DataObject?
        var unknown: [DataObject] = []
        while !reader.isAtEnd {
            let object = try reader.next()
            if object.tag == Self.headerTag, header == nil {
                var fields = try object.contents(structure)
                header = try fields.all().map(DataObject.init)
            } else if Self.dataTags.contains(object.tag), data == nil {
                data = DataObject(object)
            } else {
                warnings.append(.unknownTag(object.tag))
                unknown.append(DataObject(object))
            }
        }
        guard let data else { throw reader.error(.unexpectedTag(expected: 0x5F2E, found: nil)) }
        if header == nil { warnings.append(.missing("biometric header template")) }
        self.header = header ?? []
        dataTag = data.tag
        self.data = data.value
        unknownObjects = unknown
    }

    /// The encoded template.
    public var encoded: [UInt8] { chain.bytes }

    var chain: ByteChain {
        let head = ByteChain(Self.headerTag, header.map(\.chain))
        return ByteChain(0x7F60, [head, ByteChain(dataTag, [ByteChain(data)])] + unknownObjects.map(\.chain))
    }
}

extension BiometricTemplate {
    /// Object 81: 2 face, 8 fingerprint, 16 iris (9303-10 §4.7.2).
    public var biometricType: Int? { number(0x81) }

    /// Object 82: which finger or eye (9303-10 §4.7.3).
    public var subtype: Int? { number(0x82) }

    /// Object 88: format of the data, as CBEFF numbers it.
    public var formatType: Int? { number(0x88) }

    private func number(_ tag: Tag) -> Int? {
        guard let value = header.first(where: { $0.tag == tag })?.value, (1...3).contains(value.count) else {
            return nil
        }
        return value.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Objects of a header for a face: type, subtype, owner JTC1/SC37, format.
    static func faceHeader(format: UInt8) -> [DataObject] {
        [
            DataObject(0x81, [0x02]), DataObject(0x82, [0x00]), DataObject(0x87, [0x01, 0x01]),
            DataObject(0x88, [0x00, format]),
        ]
    }
}
