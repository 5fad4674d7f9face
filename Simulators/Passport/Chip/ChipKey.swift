import CardCrypto
import InlaySeams
import Octets

/// A static key of the chip, for Chip Authentication and Chip Authentication Mapping (9303-11 §6.2, §4.4.3.5).
struct ChipKey: Sendable {
    /// The domain parameters.
    let parameters: StandardizedDomainParameters
    /// Their group.
    let group: AgreementGroup
    /// The private key.
    let secret: SecretBytes
    /// The public key as it is sent.
    let publicKey: [UInt8]

    /// A key with its secret.
    init(_ parameters: StandardizedDomainParameters, secret: SecretBytes) throws(CryptoError) {
        self.parameters = parameters
        self.secret = secret
        group = try AgreementGroup(parameters)
        publicKey = try group.encoded(group.raise(group.generator, by: secret))
    }

    /// A new key.
    init(_ parameters: StandardizedDomainParameters, random: RandomSource) throws(CryptoError) {
        try self.init(parameters, secret: AgreementGroup(parameters).randomSecret(random))
    }

    /// Reads an unencrypted PKCS #8 PrivateKeyInfo (RFC 5208 §5) with a key on a curve or of a group of numbers.
    init(pkcs8: SecretBytes) throws(CryptoError) {
        var der = pkcs8.exposed()
        defer { der.wipe() }
        if let (group, exponent) = try Self.exponent(in: der) {
            guard let parameters = StandardizedDomainParameters(rawValue: group.standardizedDomainParameterID) else {
                throw .unknownParameters("the group is not known")
            }
            try self.init(parameters, secret: exponent)
            return
        }
        let key = try PrivateKey(pkcs8: der)
        guard let scalar = key.scalar, let curve = key.publicKey.curve,
            let parameters = StandardizedDomainParameters(curve)
        else { throw .unusableKey("a key agreement key is needed") }
        try self.init(parameters, secret: scalar)
    }

    /// The group and the exponent of a Diffie-Hellman key; nil for another kind of key.
    private static func exponent(in der: [UInt8]) throws(CryptoError) -> (DHGroup, SecretBytes)? {
        do {
            var outer = TLVReader(der, in: "PrivateKeyInfo", rules: .ber)
            var contents = try outer.next(.sequence).contents("PrivateKeyInfo")
            _ = try contents.next(.integer)
            var algorithm = try contents.next(.sequence).contents("PrivateKeyInfo")
            let identifier = try algorithm.next(.objectIdentifier).objectIdentifier("PrivateKeyInfo")
            guard identifier == .dhPublicNumber || identifier == .dhKeyAgreement else { return nil }
            let parameters = Array(try algorithm.next(.sequence).encoded)
            let octets = try contents.next(.octetString).octetString("PrivateKeyInfo")
            var number = TLVReader(octets, in: "PrivateKeyInfo", rules: .ber)
            let exponent = SecretBytes(try number.next(.integer).unsigned("PrivateKeyInfo"))
            return (try DHGroup(explicitParameters: parameters), exponent)
        } catch let error as CryptoError {
            throw error
        } catch let error as ParseError {
            throw .malformed(error)
        } catch {
            throw .unusableKey("PrivateKeyInfo")
        }
    }

    /// The public key as a SubjectPublicKeyInfo.
    func subjectPublicKeyInfo(_ form: ChipAuthenticationSetting.KeyForm) throws(CryptoError) -> [UInt8] {
        switch group {
        case .curve(let group):
            let parameters: PublicKey.ParametersForm =
                switch form {
                case .explicit, .x942: .explicit
                case .named: .namedCurve
                case .standardized: .standardized
                }
            return try PublicKey(group.point(decoding: publicKey), on: group.curve, parameters: parameters)
                .subjectPublicKeyInfo
        case .field(let group):
            let parameters: DHGroup.ParametersForm =
                switch form {
                case .explicit, .named: .pkcs3
                case .x942: .x942
                case .standardized: .standardized
                }
            return group.subjectPublicKeyInfo(try group.element(decoding: publicKey), parameters: parameters)
        }
    }

    /// The public key in a SubjectPublicKeyInfo, as it is sent; nil when it is of no known kind.
    static func publicKey(in subjectPublicKeyInfo: [UInt8]) -> [UInt8]? {
        guard let key = try? PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo) else { return nil }
        if key.curve != nil { return key.subjectPublicKey }
        guard let group = try? DHGroup(of: key), let element = try? group.element(of: key) else { return nil }
        return group.encoded(element)
    }
}
