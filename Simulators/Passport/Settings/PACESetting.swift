public import CardCrypto
import Octets

/// One way in which a simulated chip offers PACE: an entry of EF.CardAccess.
public struct PACESetting: Hashable, Sendable {
    /// How the domain parameters are mapped.
    public enum Mapping: String, CaseIterable, Hashable, Sendable {
        /// Generic Mapping.
        case generic = "gm"
    }

    /// The mapping.
    public var mapping: Mapping
    /// The session's cipher.
    public var cipher: BlockCipher
    /// The standardised domain parameters (9303-11 §9.5.1).
    public var parameters: NamedCurve

    /// An offer; without arguments the combination of the worked example in 9303-11 appendix G.1.
    public init(
        mapping: Mapping = .generic, cipher: BlockCipher = .aes128, parameters: NamedCurve = .brainpoolP256r1
    ) {
        self.mapping = mapping
        self.cipher = cipher
        self.parameters = parameters
    }
}
