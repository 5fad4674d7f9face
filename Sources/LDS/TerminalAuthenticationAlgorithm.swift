public import Octets

/// The signature algorithms of Terminal Authentication and CV certificates (9303-11 §7.1, TR-03110-3 §A.6).
public enum TerminalAuthenticationAlgorithm: CaseIterable, Hashable, Sendable {
    case rsaPKCS1SHA1, rsaPKCS1SHA256, rsaPSSSHA1, rsaPSSSHA256, rsaPKCS1SHA512, rsaPSSSHA512
    case ecdsaSHA1, ecdsaSHA224, ecdsaSHA256, ecdsaSHA384, ecdsaSHA512

    /// The algorithm with this identifier; nil when it is none of these.
    public init?(_ oid: ObjectIdentifier) {
        guard let algorithm = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = algorithm
    }

    /// True for the algorithms of RSA keys.
    public var isRSA: Bool { arcs.kind == 1 }

    /// The identifier, below id-TA.
    public var oid: ObjectIdentifier { .terminalAuthentication.appending(arcs.kind, arcs.number) }

    private var arcs: (kind: UInt8, number: UInt8) {
        switch self {
        case .rsaPKCS1SHA1: (1, 1)
        case .rsaPKCS1SHA256: (1, 2)
        case .rsaPSSSHA1: (1, 3)
        case .rsaPSSSHA256: (1, 4)
        case .rsaPKCS1SHA512: (1, 5)
        case .rsaPSSSHA512: (1, 6)
        case .ecdsaSHA1: (2, 1)
        case .ecdsaSHA224: (2, 2)
        case .ecdsaSHA256: (2, 3)
        case .ecdsaSHA384: (2, 4)
        case .ecdsaSHA512: (2, 5)
        }
    }

    /// True for those that 9303 knows; the others are in TR-03110 only.
    public var isInDoc9303: Bool {
        switch self {
        case .rsaPSSSHA256, .rsaPSSSHA512, .ecdsaSHA224, .ecdsaSHA256, .ecdsaSHA384, .ecdsaSHA512: true
        case .rsaPKCS1SHA1, .rsaPKCS1SHA256, .rsaPSSSHA1, .rsaPKCS1SHA512, .ecdsaSHA1: false
        }
    }
}

extension TerminalAuthenticationAlgorithm: CustomStringConvertible {
    /// The name in the standard.
    public var description: String {
        switch self {
        case .rsaPKCS1SHA1: "id-TA-RSA-v1-5-SHA-1"
        case .rsaPKCS1SHA256: "id-TA-RSA-v1-5-SHA-256"
        case .rsaPSSSHA1: "id-TA-RSA-PSS-SHA-1"
        case .rsaPSSSHA256: "id-TA-RSA-PSS-SHA-256"
        case .rsaPKCS1SHA512: "id-TA-RSA-v1-5-SHA-512"
        case .rsaPSSSHA512: "id-TA-RSA-PSS-SHA-512"
        case .ecdsaSHA1: "id-TA-ECDSA-SHA-1"
        case .ecdsaSHA224: "id-TA-ECDSA-SHA-224"
        case .ecdsaSHA256: "id-TA-ECDSA-SHA-256"
        case .ecdsaSHA384: "id-TA-ECDSA-SHA-384"
        case .ecdsaSHA512: "id-TA-ECDSA-SHA-512"
        }
    }
}
