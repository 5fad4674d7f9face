public import Octets

/// One SecurityInfo (9303-11 §9.2): a protocol that the chip offers, or data that a protocol needs.
///
/// Equality is equality of the encoding, which is what the comparison of EF.CardAccess with EF.DG14 asks for.
public struct SecurityInfo: Hashable, Sendable {
    /// The entry as values.
    public enum Content: Hashable, Sendable {
        /// PACE with one combination of algorithms.
        case pace(PACEInfo)
        /// Explicit domain parameters for PACE.
        case paceDomainParameter(PACEDomainParameterInfo)
        /// Chip Authentication with one combination of algorithms.
        case chipAuthentication(ChipAuthenticationInfo)
        /// Domain parameters for Chip Authentication version 2 (TR-03110-3 §A.1.1.2).
        case chipAuthenticationDomainParameter(ChipAuthenticationDomainParameterInfo)
        /// A static key of the chip.
        case chipAuthenticationPublicKey(ChipAuthenticationPublicKeyInfo)
        /// Terminal Authentication.
        case terminalAuthentication(TerminalAuthenticationInfo)
        /// The signature algorithm of Active Authentication.
        case activeAuthentication(ActiveAuthenticationInfo)
        /// A signed copy of EF.DIR: its bytes.
        case efDIR([UInt8])
        /// Where information about the card's structure is found.
        case cardInfoLocator(CardInfoLocator)
        /// An entry of another protocol, or one that could not be understood.
        case unknown
    }

    /// The protocol; nil when the entry does not even hold that.
    public let protocolOID: ObjectIdentifier?
    /// What the entry says.
    public let content: Content
    /// The SEQUENCE as it was read or made.
    public let encoded: [UInt8]

    /// An entry from its parts; `content` is found by reading them.
    public init(_ protocolOID: ObjectIdentifier, _ parts: [[UInt8]]) {
        let encoded = DER.sequence([DER.encode(protocolOID)] + parts)
        var reader = TLVReader(encoded, in: "SecurityInfo")
        self.protocolOID = protocolOID
        content = (try? reader.next()).flatMap { try? Self.content(of: $0).content } ?? .unknown
        self.encoded = encoded
    }

    /// Reads `object`. An entry that cannot be understood is kept as it is, with a warning.
    init(_ object: TLV, warnings: inout [LDSWarning]) {
        encoded = Array(object.encoded)
        do throws(ParseError) {
            (protocolOID, content) = try Self.content(of: object)
        } catch {
            protocolOID = Self.protocolOID(of: object)
            content = .unknown
            warnings.append(.malformed(error))
        }
    }

    private static func protocolOID(of object: TLV) -> ObjectIdentifier? {
        guard var reader = try? object.contents("SecurityInfo") else { return nil }
        return try? reader.next().objectIdentifier("SecurityInfo")
    }

    private static func content(of object: TLV) throws(ParseError) -> (oid: ObjectIdentifier, content: Content) {
        try object.expect(.sequence, "SecurityInfo")
        var parts = try object.contents("SecurityInfo")
        let oid = try parts.next(.objectIdentifier).objectIdentifier("SecurityInfo")
        if let arcs = oid.arcs(below: .pace) {
            if PACEAlgorithm(arcs: arcs) != nil {
                return (oid, .pace(try PACEInfo(oid, &parts)))
            }
            if PACEAlgorithm.family(arcs) != nil, arcs.count == 1 {
                return (oid, .paceDomainParameter(try PACEDomainParameterInfo(oid, &parts)))
            }
        } else if let arcs = oid.arcs(below: .chipAuthentication), let agreement = KeyAgreement(arc: arcs.first) {
            if arcs.count == 1 {
                return (
                    oid,
                    .chipAuthenticationDomainParameter(
                        try ChipAuthenticationDomainParameterInfo(oid, agreement, &parts))
                )
            }
            if arcs.count == 2, let cipher = SessionCipher(arc: arcs.last) {
                return (oid, .chipAuthentication(try ChipAuthenticationInfo(oid, agreement, cipher, &parts)))
            }
        } else if let arcs = oid.arcs(below: .publicKey), arcs.count == 1, let agreement = KeyAgreement(arc: arcs.first)
        {
            return (oid, .chipAuthenticationPublicKey(try ChipAuthenticationPublicKeyInfo(oid, agreement, &parts)))
        } else if oid == .terminalAuthentication {
            return (oid, .terminalAuthentication(try TerminalAuthenticationInfo(&parts)))
        } else if oid == .activeAuthentication {
            return (oid, .activeAuthentication(try ActiveAuthenticationInfo(&parts)))
        } else if oid == .cardInfoLocator {
            return (oid, .cardInfoLocator(try CardInfoLocator(&parts)))
        } else if oid == .efDIR {
            let bytes = try parts.next(.octetString).octetString("EFDIRInfo")
            try parts.expectEnd()
            return (oid, .efDIR(bytes))
        }
        return (oid, .unknown)
    }
}

extension SecurityInfo {
    /// The kind of the entry in the standard's words, the object identifier when it is not known.
    public var name: String {
        switch content {
        case .pace: "PACEInfo"
        case .paceDomainParameter: "PACEDomainParameterInfo"
        case .chipAuthentication: "ChipAuthenticationInfo"
        case .chipAuthenticationDomainParameter: "ChipAuthenticationDomainParameterInfo"
        case .chipAuthenticationPublicKey: "ChipAuthenticationPublicKeyInfo"
        case .terminalAuthentication: "TerminalAuthenticationInfo"
        case .activeAuthentication: "ActiveAuthenticationInfo"
        case .efDIR: "EFDIRInfo"
        case .cardInfoLocator: "CardInfoLocator"
        case .unknown: Self.otherName(protocolOID)
        }
    }

    /// TR-03110-3 §A.1.1: entries of the eID application, of which no more is needed than their names.
    private static func otherName(_ oid: ObjectIdentifier?) -> String {
        guard let oid else { return "SecurityInfo without object identifier" }
        guard let arcs = oid.arcs(below: .bsi), arcs.starts(with: [2, 2]), arcs.count >= 3 else { return oid.dotted }
        switch arcs[2] {
        case 5: return "RestrictedIdentificationInfo"
        case 7: return "EIDSecurityInfo"
        case 8: return "PrivilegedTerminalInfo"
        default: return oid.dotted
        }
    }
}
