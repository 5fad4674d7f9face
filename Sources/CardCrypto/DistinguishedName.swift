public import Octets

/// A distinguished name of X.500, as issuer and subject of certificates.
public struct DistinguishedName: Hashable, Sendable {
    /// One type and value of a name.
    public struct Attribute: Hashable, Sendable {
        /// The attribute type.
        public let type: ObjectIdentifier
        /// The tag of the value's string type.
        public let tag: Tag
        /// The value's contents octets.
        public let octets: [UInt8]

        /// The value as text; nil when its type is no string type or its octets do not fit the type.
        public var text: String? { StringDecoding.text(tag, octets) }
    }

    /// The name exactly as it was read.
    public let der: [UInt8]

    /// Reads one Name that fills `der`.
    public init(parsing der: [UInt8]) throws(ParseError) {
        var reader = TLVReader(der, in: Self.structure, rules: .ber)
        try self.init(reader.next())
        try reader.expectEnd()
    }

    init(_ object: TLV) throws(ParseError) {
        try object.expect(.sequence, Self.structure)
        try Self.visit(object.contents(Self.structure)) { _, _, _ in true }
        der = Array(object.encoded)
    }

    /// Hands out number of the relative name, type and value of each attribute until `take` returns false.
    private static func visit(
        _ contents: TLVReader, _ take: (Int, ObjectIdentifier, TLV) -> Bool
    ) throws(ParseError) {
        var contents = contents
        var number = 0
        while !contents.isAtEnd {
            var set = try contents.next(.set).contents(structure)
            while !set.isAtEnd {
                var pair = try set.next(.sequence).contents(structure)
                let type = try pair.next(.objectIdentifier).objectIdentifier(structure)
                let value = try pair.next()
                try pair.expectEnd()
                guard take(number, type, value) else { return }
            }
            number += 1
        }
    }

    /// Takes the name apart, which worked when it was read. Most names are only compared as they stand.
    private func visit(_ take: (Int, ObjectIdentifier, TLV) -> Bool) {
        var reader = TLVReader(der, in: Self.structure, rules: .ber)
        if let contents = try? reader.next(.sequence).contents(Self.structure) { try? Self.visit(contents, take) }
    }

    /// The relative distinguished names in the order of the name; nearly always of one attribute each.
    public var relativeNames: [[Attribute]] {
        var names: [[Attribute]] = []
        visit { number, type, value in
            while names.count <= number { names.append([]) }
            names[number].append(Attribute(type: type, tag: value.tag, octets: Array(value.value)))
            return true
        }
        return names
    }

    /// The countryName, as it is written.
    public var country: String? { first(.attributeType.appending(6)) }

    /// The commonName.
    public var commonName: String? { first(.attributeType.appending(3)) }

    /// The organizationName.
    public var organization: String? { first(.attributeType.appending(10)) }

    /// The localityName; in the alternative names of CSCA and document signers the state as the MRZ writes it.
    public var locality: String? { first(.attributeType.appending(7)) }

    /// The stateOrProvinceName.
    public var stateOrProvince: String? { first(.attributeType.appending(8)) }

    /// Whether both names have the same relative names, in any order, whatever the string types, the case of letters
    /// and the white space. Real signer identifiers differ from the certificate in each of these.
    public func matches(_ other: DistinguishedName) -> Bool {
        der == other.der || normalised == other.normalised
    }

    private struct NormalisedAttribute: Hashable {
        let type: ObjectIdentifier
        let value: String
    }

    /// How often each relative name occurs.
    private var normalised: [Set<NormalisedAttribute>: Int] {
        var counts: [Set<NormalisedAttribute>: Int] = [:]
        for attributes in relativeNames {
            let set = Set(
                attributes.map { attribute in
                    NormalisedAttribute(
                        type: attribute.type,
                        value: attribute.text.map(Self.folded) ?? "#" + Hex.string(attribute.octets))
                })
            counts[set, default: 0] += 1
        }
        return counts
    }

    /// Lower case, no white space at the ends, one space for each run of it (RFC 4518 §2, in its main points).
    private static func folded(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func first(_ type: ObjectIdentifier) -> String? {
        var text: String?
        visit { _, found, value in
            if found == type { text = StringDecoding.text(value.tag, Array(value.value)) }
            return text == nil
        }
        return text
    }

    private static let structure = "Name"
}

extension DistinguishedName: CustomStringConvertible {
    /// The name as RFC 2253 writes it: last relative name first.
    public var description: String {
        relativeNames.reversed().map { attributes in
            attributes.map(Self.text).joined(separator: "+")
        }.joined(separator: ",")
    }

    private static func text(_ attribute: Attribute) -> String {
        guard let name = keyword(attribute.type), let text = attribute.text else {
            let type = keyword(attribute.type) ?? attribute.type.dotted
            return type + "=#" + Hex.string(TLV.encode(attribute.tag, attribute.octets))
        }
        return name + "=" + escaped(text)
    }

    /// RFC 2253 §2.3.
    private static func keyword(_ type: ObjectIdentifier) -> String? {
        switch type {
        case .attributeType.appending(3): "CN"
        case .attributeType.appending(6): "C"
        case .attributeType.appending(7): "L"
        case .attributeType.appending(8): "ST"
        case .attributeType.appending(9): "STREET"
        case .attributeType.appending(10): "O"
        case .attributeType.appending(11): "OU"
        case .attributeType.appending(5): "serialNumber"
        case .pkcs9.appending(1): "emailAddress"
        case .domainComponent: "DC"
        default: nil
        }
    }

    /// RFC 2253 §2.4; control characters as the octets they are.
    private static func escaped(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case ",", "+", "\"", "\\", "<", ">", ";": result += "\\\(scalar)"
            case "#" where index == 0: result += "\\#"
            case " " where index == 0 || index == scalars.count - 1: result += "\\ "
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                for octet in String(scalar).utf8 { result += "\\" + Hex.string([octet]) }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
