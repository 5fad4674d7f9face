import CardCrypto
import InlaySeams
public import Octets

/// A trust store as one file: a SEQUENCE in DER, so that it can be looked at with any ASN.1 tool. Beside each certificate
/// stands what is needed to find it, so that starting does not take all of them apart.
extension TrustStore {
    /// Reads what `encoded()` wrote. Certificates share the memory of `bytes`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var fields = try TLVReader(sequenceFilling: bytes, in: Self.structure)
        guard Array(try fields.next(.utf8String).value) == Array(Self.format.utf8) else {
            throw fields.error(.invalidValue("a trust store of version 1 is expected"))
        }
        let origins = try Self.all(fields.next(.sequence)) { object throws(ParseError) in
            try TrustOrigin(object, Self.structure)
        }
        let anchors = try Self.all(fields.next(.sequence)) { object throws(ParseError) in
            try TrustAnchor(object, origins, Self.structure)
        }
        let lists = try Self.all(fields.next(.sequence)) { object throws(ParseError) in
            try TrustedRevocationList(object, origins, Self.structure)
        }
        try fields.expectEnd()
        // Each is there once, as it was written.
        self.init(TrustContents(anchors: anchors, revocationLists: lists))
    }

    /// The store as bytes for a file.
    public func encoded() -> [UInt8] {
        var places: [TrustOrigin: Int] = [:]
        var origins: [[UInt8]] = []
        func place(of origin: TrustOrigin) -> [UInt8] {
            let place = places[origin] ?? origins.count
            if place == origins.count {
                places[origin] = place
                origins.append(origin.encoded())
            }
            return DER.encode(integer: place)
        }
        let anchors = self.anchors.map { anchor in
            DER.sequence([
                place(of: anchor.origin), DER.utf8String(anchor.country), DER.octetString(anchor.subjectKeyIdentifier),
                DER.encode(integer: anchor.notAfter.secondsSince1970), Array(anchor.der),
            ])
        }
        let lists = revocationLists.map { list in
            DER.sequence(
                [
                    place(of: list.origin), DER.utf8String(list.country), list.issuer,
                    DER.octetString(list.keyIdentifier),
                ]
                    + [DER.encode(integer: list.thisUpdate.secondsSince1970)]
                    + [TLV.encode(0xA0, list.nextUpdate.map { DER.encode(integer: $0.secondsSince1970) } ?? [])]
                    + [Array(list.der)])
        }
        return DER.sequence([
            DER.utf8String(Self.format), DER.sequence(origins), DER.sequence(anchors), DER.sequence(lists),
        ])
    }

    private static let format = "inlay trust store 1"
    private static let structure = "trust store"

    private static func all<Element>(
        _ object: TLV, _ read: (TLV) throws(ParseError) -> Element
    ) throws(ParseError) -> [Element] {
        var contents = try object.contents(structure)
        var elements: [Element] = []
        while !contents.isAtEnd { elements.append(try read(contents.next(.sequence))) }
        return elements
    }
}

extension TrustOrigin {
    fileprivate init(_ object: TLV, _ structure: String) throws(ParseError) {
        var fields = try object.contents(structure)
        guard let kind = Kind(rawValue: try fields.next(.integer).integer(structure)) else {
            throw fields.error(.invalidValue("an unknown kind of origin"))
        }
        let name = String(decoding: try fields.next(.utf8String).value, as: UTF8.self)
        let imported = Moment(secondsSince1970: try fields.next(.integer).integer(structure))
        // Stores that were written earlier do not have it.
        let listSigner = try fields.nextIfPresent(.octetString).map { Array($0.value) } ?? []
        try fields.expectEnd()
        self.init(kind, name: name, imported: imported, listSigner: listSigner)
    }

    fileprivate func encoded() -> [UInt8] {
        DER.sequence(
            [
                DER.encode(integer: kind.rawValue), DER.utf8String(name),
                DER.encode(integer: imported.secondsSince1970),
            ] + (listSigner.isEmpty ? [] : [DER.octetString(listSigner)]))
    }

    fileprivate static func read(
        _ fields: inout TLVReader, _ origins: [TrustOrigin], _ structure: String
    ) throws(ParseError) -> TrustOrigin {
        let place = try fields.next(.integer).integer(structure)
        guard origins.indices.contains(place) else { throw fields.error(.invalidValue("an unknown origin")) }
        return origins[place]
    }
}

extension TrustAnchor {
    fileprivate init(_ object: TLV, _ origins: [TrustOrigin], _ structure: String) throws(ParseError) {
        var fields = try object.contents(structure)
        let origin = try TrustOrigin.read(&fields, origins, structure)
        let country = String(decoding: try fields.next(.utf8String).value, as: UTF8.self)
        let keyIdentifier = Array(try fields.next(.octetString).value)
        let notAfter = Moment(secondsSince1970: try fields.next(.integer).integer(structure))
        // Certificates are not always DER, so what is left is not looked at.
        let der = fields.rest
        guard der.first == 0x30 else { throw fields.error(.invalidValue("a certificate is expected")) }
        self.init(der: der, country: country, keyIdentifier: keyIdentifier, notAfter: notAfter, origin: origin)
    }
}

extension TrustedRevocationList {
    fileprivate init(_ object: TLV, _ origins: [TrustOrigin], _ structure: String) throws(ParseError) {
        var fields = try object.contents(structure)
        let origin = try TrustOrigin.read(&fields, origins, structure)
        let country = String(decoding: try fields.next(.utf8String).value, as: UTF8.self)
        let issuer = Array(try fields.next(.sequence).encoded)
        let keyIdentifier = Array(try fields.next(.octetString).value)
        let thisUpdate = Moment(secondsSince1970: try fields.next(.integer).integer(structure))
        var next = try fields.next(0xA0).contents(structure)
        let nextUpdate = try next.isAtEnd ? nil : next.next(.integer).integer(structure)
        try next.expectEnd()
        let der = fields.rest
        guard der.first == 0x30 else { throw fields.error(.invalidValue("a revocation list is expected")) }
        self.init(
            der: der, country: country, thisUpdate: thisUpdate,
            nextUpdate: nextUpdate.map { Moment(secondsSince1970: $0) }, issuer: issuer, keyIdentifier: keyIdentifier,
            origin: origin)
    }
}
