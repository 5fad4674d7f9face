public import Octets

/// Certificate holder authorization template, 7F4C (9303-12 §7.2.2.4, TR-03110-3 §C.4): for which kind of terminal a
/// certificate is, its role in the chain, and the rights it passes on.
public struct CertificateHolderAuthorization: Hashable, Sendable {
    /// Kinds of terminals.
    public enum TerminalType: UInt8, CaseIterable, Hashable, Sendable {
        /// id-IS: border control.
        case inspectionSystem = 1
        /// id-AT: services for which the holder uses an eID card.
        case authenticationTerminal = 2
        /// id-ST: terminals for signatures.
        case signatureTerminal = 3

        /// id-IS, id-AT or id-ST.
        public var oid: ObjectIdentifier { .terminalRoles.appending(rawValue) }

        /// Octets of the relative authorization.
        public var byteCount: Int { self == .authenticationTerminal ? 5 : 1 }

        /// The name in words.
        public var title: String {
            switch self {
            case .inspectionSystem: "inspection system"
            case .authenticationTerminal: "authentication terminal"
            case .signatureTerminal: "signature terminal"
            }
        }
    }

    /// The place in the chain: the two highest bits.
    public enum Role: UInt8, CaseIterable, Hashable, Sendable {
        /// 00, the terminal itself.
        case terminal = 0
        /// 01, a document verifier of another state, or one that is not official.
        case foreignDocumentVerifier = 1
        /// 10, a document verifier of the issuing state, or an official one.
        case domesticDocumentVerifier = 2
        /// 11, a country verifying certification authority.
        case certificationAuthority = 3

        /// True for both kinds of document verifier.
        public var isDocumentVerifier: Bool { self == .foreignDocumentVerifier || self == .domesticDocumentVerifier }

        /// The name in words.
        public var title: String {
            switch self {
            case .certificationAuthority: "CVCA"
            case .domesticDocumentVerifier: "document verifier (domestic)"
            case .foreignDocumentVerifier: "document verifier (foreign)"
            case .terminal: "terminal"
            }
        }
    }

    /// The kind of terminal as it was read.
    public let terminalTypeOID: ObjectIdentifier
    /// The relative authorization: role, then rights; at least one octet.
    public let bits: [UInt8]
    /// The whole template as it was read or made.
    public let encoded: [UInt8]

    /// The kind of terminal; nil when it is not known.
    public var terminalType: TerminalType? { TerminalType.allCases.first { $0.oid == terminalTypeOID } }

    /// The place in the chain.
    public var role: Role { Role(rawValue: (bits.first ?? 0) >> 6) ?? .terminal }

    /// An authorization with these rights, numbered from the lowest bit; bits that the kind of terminal does not have
    /// are left out.
    public init(_ type: TerminalType, _ role: Role, rights: [Int] = []) {
        var bits = [UInt8](repeating: 0, count: type.byteCount)
        for right in rights where (0..<(type.byteCount * 8 - 2)).contains(right) {
            bits[type.byteCount - 1 - right / 8] |= 1 << UInt8(right % 8)
        }
        bits[0] |= role.rawValue << 6
        self.init(type.oid, bits: bits)
    }

    /// All rights of an inspection system, as PACE asks for with it (9303-11 §4.4.4.1).
    public static let everyInspectionRight = CertificateHolderAuthorization(
        TerminalType.inspectionSystem.oid, bits: [0x3F])

    private init(_ type: ObjectIdentifier, bits: [UInt8]) {
        terminalTypeOID = type
        self.bits = bits
        encoded = TLV.encode(0x7F4C, DER.encode(type) + TLV.encode(0x53, bits))
    }

    /// Reads a 7F4C. Throws when the bits are not as many as the kind of terminal has.
    init(_ object: TLV) throws(ParseError) {
        let structure = "certificate holder authorization"
        try object.expect(0x7F4C, structure)
        var parts = try object.contents(structure)
        terminalTypeOID = try parts.next(.objectIdentifier).objectIdentifier(structure)
        let authorization = try parts.next(0x53)
        try parts.expectEnd()
        bits = Array(authorization.value)
        encoded = Array(object.encoded)
        guard (1...64).contains(bits.count), bits.count == terminalType?.byteCount ?? bits.count else {
            throw ParseError(
                .invalidValue("the number of bits is not that of the terminal type"), in: structure,
                at: authorization.offset)
        }
    }

    /// The rights, numbered from the lowest bit.
    public var rightNumbers: [Int] {
        (0..<(bits.count * 8 - 2)).filter { bits[bits.count - 1 - $0 / 8] & 1 << UInt8($0 % 8) != 0 }
    }

    /// The rights in words; bits reserved for future use are left out (9303-12 §7.2.2.4).
    public var rights: [TerminalRight] {
        guard let terminalType else { return [] }
        return rightNumbers.compactMap { TerminalRight(terminalType, $0) }
    }

    /// Whether the right is granted.
    public func grants(_ right: TerminalRight) -> Bool {
        terminalType == right.terminalType && rightNumbers.contains(right.number)
    }

    /// The rights that both grant, with the role of `other`; nil when they are for different kinds of terminals.
    public func restricting(_ other: CertificateHolderAuthorization) -> CertificateHolderAuthorization? {
        guard terminalTypeOID == other.terminalTypeOID, bits.count == other.bits.count else { return nil }
        var common = zip(bits, other.bits).map { $0 & $1 }
        common[0] = common[0] & 0x3F | other.role.rawValue << 6
        return CertificateHolderAuthorization(terminalTypeOID, bits: common)
    }
}

extension CertificateHolderAuthorization: CustomStringConvertible {
    /// Role, kind of terminal and rights.
    public var description: String {
        let rights = rights.map(\.title)
        return "\(role.title), \(terminalType?.title ?? terminalTypeOID.dotted): "
            + (rights.isEmpty ? "no rights" : rights.joined(separator: ", "))
    }
}
