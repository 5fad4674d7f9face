public import CardCrypto

/// One way in which a simulated chip offers PACE: an entry of EF.CardAccess.
public struct PACESetting: Hashable, Sendable {
    /// How the domain parameters are mapped.
    public enum Mapping: String, CaseIterable, Hashable, Sendable {
        /// Generic Mapping.
        case generic = "gm"
        /// Integrated Mapping.
        case integrated = "im"
        /// Chip Authentication Mapping.
        case chipAuthentication = "cam"
    }

    /// How the offer names its domain parameters.
    public enum ParameterReference: String, CaseIterable, Hashable, Sendable {
        /// By their number in the table of standardized ones.
        case standardized
        /// By the number of a PACEDomainParameterInfo that spells them out (9303-11 §9.2.2).
        case explicit
        /// Not at all, which the standard allows for a single explicit set only and some chips do anyway.
        case absent
    }

    /// The mapping.
    public var mapping: Mapping
    /// The session's cipher.
    public var cipher: BlockCipher
    /// The standardised domain parameters (9303-11 §9.5.1).
    public var parameters: StandardizedDomainParameters
    /// How they are named.
    public var reference: ParameterReference

    /// An offer; without arguments the combination of the worked example in 9303-11 appendix G.1.
    public init(
        mapping: Mapping = .generic, cipher: BlockCipher = .aes128,
        parameters: StandardizedDomainParameters = .brainpoolP256r1, reference: ParameterReference = .standardized
    ) {
        self.mapping = mapping
        self.cipher = cipher
        self.parameters = parameters
        self.reference = reference
    }

    /// True for a combination that has an object identifier and can be carried out: Chip Authentication Mapping knows
    /// neither DH nor 3DES (9303-11 §9.2.1), and no point encoding exists on secp224r1 (9303-11 appendix B).
    public var isPossible: Bool {
        switch mapping {
        case .generic: true
        case .integrated: parameters != .secp224r1
        case .chipAuthentication: parameters.curve != nil && cipher != .tripleDES && reference != .absent
        }
    }
}
