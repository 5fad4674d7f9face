public import CardCrypto

/// The standardized domain parameters of key agreement (9303-11 §9.5.1, table 12). The raw value is the number in the
/// table.
public enum StandardizedDomainParameters: Int, CaseIterable, Hashable, Sendable {
    /// 1024-bit MODP group with a subgroup of 160-bit order (RFC 5114 §2.1).
    case modp1024s160 = 0
    /// 2048-bit MODP group with a subgroup of 224-bit order (RFC 5114 §2.2).
    case modp2048s224 = 1
    /// 2048-bit MODP group with a subgroup of 256-bit order (RFC 5114 §2.3).
    case modp2048s256 = 2
    /// NIST P-192.
    case secp192r1 = 8
    /// Brainpool, 192 bits.
    case brainpoolP192r1 = 9
    /// NIST P-224.
    case secp224r1 = 10
    /// Brainpool, 224 bits.
    case brainpoolP224r1 = 11
    /// NIST P-256.
    case secp256r1 = 12
    /// Brainpool, 256 bits.
    case brainpoolP256r1 = 13
    /// Brainpool, 320 bits.
    case brainpoolP320r1 = 14
    /// NIST P-384.
    case secp384r1 = 15
    /// Brainpool, 384 bits.
    case brainpoolP384r1 = 16
    /// Brainpool, 512 bits.
    case brainpoolP512r1 = 17
    /// NIST P-521.
    case secp521r1 = 18

    /// The parameters of `curve`.
    init?(_ curve: NamedCurve) { self.init(rawValue: curve.standardizedDomainParameterID) }

    /// The curve; nil for a group of numbers.
    public var curve: NamedCurve? { NamedCurve(standardizedDomainParameterID: rawValue) }

    /// The usual name.
    public var name: String { curve?.name ?? settingsName }
}
