public import Octets

/// An extension of a CV certificate: data object 73, kept as it is (9303-12 §7.2.2.6).
public struct CVExtension: Hashable, Sendable {
    /// What the extension is; nil when it does not begin with an object identifier.
    public let oid: ObjectIdentifier?
    /// The whole object.
    public let encoded: [UInt8]

    /// An extension of these objects.
    public init(_ oid: ObjectIdentifier, _ objects: [DataObject]) {
        self.oid = oid
        encoded = TLV.encode(0x73, DER.encode(oid) + objects.flatMap(\.encoded))
    }

    init(_ object: TLV) {
        var parts = try? object.contents("certificate extension")
        oid = try? parts?.next(.objectIdentifier).objectIdentifier("certificate extension")
        encoded = Array(object.encoded)
    }

    /// What the extension is, in words; its number when it is not known.
    public var title: String {
        guard let oid else { return "extension without identifier" }
        if let arcs = oid.arcs(below: .cvExtensions) {
            switch arcs {
            case [1]: return "hash of the certificate description"
            case [2]: return "key of a sector for restricted identification"
            default: break
            }
        }
        if let arcs = oid.arcs(below: .icaoSecurity.appending(9)), arcs.count == 2, arcs[1] == 3 {
            switch arcs[0] {
            case 1: return "rights in LDS2 travel records"
            case 2: return "rights in LDS2 visa records"
            case 3: return "rights in LDS2 additional biometrics"
            default: break
            }
        }
        return oid.dotted
    }
}
