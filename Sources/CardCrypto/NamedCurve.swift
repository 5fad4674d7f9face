import COpenSSL
public import Octets

/// The elliptic curves of the standardized domain parameters (9303-11 §9.5.1, table 12).
public enum NamedCurve: CaseIterable, Hashable, Sendable {
    /// NIST P-192.
    case secp192r1
    /// Brainpool, 192 bits.
    case brainpoolP192r1
    /// NIST P-224.
    case secp224r1
    /// Brainpool, 224 bits.
    case brainpoolP224r1
    /// NIST P-256.
    case secp256r1
    /// Brainpool, 256 bits.
    case brainpoolP256r1
    /// Brainpool, 320 bits.
    case brainpoolP320r1
    /// NIST P-384.
    case secp384r1
    /// Brainpool, 384 bits.
    case brainpoolP384r1
    /// Brainpool, 512 bits.
    case brainpoolP512r1
    /// NIST P-521.
    case secp521r1

    private static let firstParameterID = 8

    /// The curve with this number in the table of standardized domain parameters; nil when it has none.
    public init?(standardizedDomainParameterID id: Int) {
        let index = id.subtractingReportingOverflow(Self.firstParameterID)
        guard !index.overflow, Self.allCases.indices.contains(index.partialValue) else { return nil }
        self = Self.allCases[index.partialValue]
    }

    /// The curve with this object identifier; nil when it is none of these.
    public init?(_ oid: ObjectIdentifier) {
        guard let curve = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = curve
    }

    /// The number in the table of standardized domain parameters, 8 to 18.
    public var standardizedDomainParameterID: Int {
        Self.firstParameterID + (Self.allCases.firstIndex(of: self) ?? 0)
    }

    /// Bits of the field and of the order, which agree for all of these curves.
    public var bits: Int {
        switch self {
        case .secp192r1, .brainpoolP192r1: 192
        case .secp224r1, .brainpoolP224r1: 224
        case .secp256r1, .brainpoolP256r1: 256
        case .brainpoolP320r1: 320
        case .secp384r1, .brainpoolP384r1: 384
        case .brainpoolP512r1: 512
        case .secp521r1: 521
        }
    }

    /// Octets of a coordinate; 66 for 521 bits.
    public var fieldByteCount: Int { (bits + 7) / 8 }

    /// Octets of a scalar.
    public var orderByteCount: Int { (bits + 7) / 8 }

    /// The curve's name in the table.
    public var name: String {
        switch self {
        case .secp192r1: "secp192r1"
        case .brainpoolP192r1: "brainpoolP192r1"
        case .secp224r1: "secp224r1"
        case .brainpoolP224r1: "brainpoolP224r1"
        case .secp256r1: "secp256r1"
        case .brainpoolP256r1: "brainpoolP256r1"
        case .brainpoolP320r1: "brainpoolP320r1"
        case .secp384r1: "secp384r1"
        case .brainpoolP384r1: "brainpoolP384r1"
        case .brainpoolP512r1: "brainpoolP512r1"
        case .secp521r1: "secp521r1"
        }
    }

    /// The identifier that names the curve in a SubjectPublicKeyInfo.
    public var oid: ObjectIdentifier {
        switch self {
        case .secp192r1: .x962.appending(3, 1, 1)
        case .secp256r1: .x962.appending(3, 1, 7)
        case .secp224r1: .certicomCurve.appending(33)
        case .secp384r1: .certicomCurve.appending(34)
        case .secp521r1: .certicomCurve.appending(35)
        case .brainpoolP192r1: .brainpoolCurve.appending(3)
        case .brainpoolP224r1: .brainpoolCurve.appending(5)
        case .brainpoolP256r1: .brainpoolCurve.appending(7)
        case .brainpoolP320r1: .brainpoolCurve.appending(9)
        case .brainpoolP384r1: .brainpoolCurve.appending(11)
        case .brainpoolP512r1: .brainpoolCurve.appending(13)
        }
    }

    /// OpenSSL's number for the curve.
    var nid: Int32 {
        switch self {
        case .secp192r1: NID_X9_62_prime192v1
        case .brainpoolP192r1: NID_brainpoolP192r1
        case .secp224r1: NID_secp224r1
        case .brainpoolP224r1: NID_brainpoolP224r1
        case .secp256r1: NID_X9_62_prime256v1
        case .brainpoolP256r1: NID_brainpoolP256r1
        case .brainpoolP320r1: NID_brainpoolP320r1
        case .secp384r1: NID_secp384r1
        case .brainpoolP384r1: NID_brainpoolP384r1
        case .brainpoolP512r1: NID_brainpoolP512r1
        case .secp521r1: NID_secp521r1
        }
    }
}

extension NamedCurve: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
