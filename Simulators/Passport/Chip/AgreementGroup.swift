import CardCrypto
import InlaySeams
import Octets

/// The group of a key agreement: points of a curve, or numbers modulo a prime (9303-11 §9.6).
enum AgreementGroup: Sendable {
    case curve(ECGroup)
    case field(DHGroup)

    /// The group of standardized domain parameters.
    init(_ parameters: StandardizedDomainParameters) throws(CryptoError) {
        if let curve = parameters.curve {
            self = .curve(try ECGroup(curve))
        } else {
            self = .field(try DHGroup(standardizedDomainParameterID: parameters.rawValue))
        }
    }

    /// An element; the groups make and check them.
    enum Element: Hashable, Sendable {
        case point(ECPoint)
        case number(DHElement)
    }

    /// The generator of the standard.
    var generator: Element {
        switch self {
        case .curve(let group): .point(group.generator)
        case .field(let group): .number(group.generator)
        }
    }

    /// The tag of a public key inside 7F49 (9303-11 §9.4.3).
    var publicKeyTag: Tag { if case .curve = self { 0x86 } else { 0x84 } }

    /// Bits of the field, which size the output of the pseudo-random function of integrated mapping.
    var fieldBits: Int {
        switch self {
        case .curve(let group): group.curve.bits
        case .field(let group): group.primeByteCount * 8
        }
    }

    /// A number from 1 to the order less one.
    func randomSecret(_ random: RandomSource) throws(CryptoError) -> SecretBytes {
        switch self {
        case .curve(let group): try group.randomScalar(random)
        case .field(let group): try group.randomExponent(random)
        }
    }

    /// Reads a public key and checks that it lies in the group (9303-11 §9.4.5, §9.6).
    func element(decoding bytes: [UInt8]) throws(CryptoError) -> Element {
        switch self {
        case .curve(let group): .point(try group.point(decoding: bytes))
        case .field(let group): .number(try group.element(decoding: bytes))
        }
    }

    /// A public key as it is sent: an uncompressed point, or a number in the fewest octets (9303-11 §9.4.3, §9.4.5).
    func encoded(_ element: Element) throws(CryptoError) -> [UInt8] {
        switch (self, element) {
        case (.curve(let group), .point(let point)): group.encoded(point)
        case (.field(let group), .number(let number)): group.encoded(number)
        default: throw Self.foreign
        }
    }

    /// Comp(PK) of 9303-11 §7.1: the abscissa, or the SHA-1 of the number.
    func compressed(_ element: Element) throws(CryptoError) -> [UInt8] {
        switch (self, element) {
        case (.curve, .point(let point)): point.x
        case (.field(let group), .number(let number)): DigestAlgorithm.sha1.hash(group.encoded(number))
        default: throw Self.foreign
        }
    }

    /// The operation of the group, `secret` times.
    func raise(_ element: Element, by secret: SecretBytes) throws(CryptoError) -> Element {
        switch (self, element) {
        case (.curve(let group), .point(let point)): .point(try group.multiply(point, by: secret))
        case (.field(let group), .number(let number)): .number(try group.power(number, secret))
        default: throw Self.foreign
        }
    }

    /// The operation of the group on two elements.
    func combine(_ left: Element, _ right: Element) throws(CryptoError) -> Element {
        switch (self, left, right) {
        case (.curve(let group), .point(let left), .point(let right)): .point(try group.add(left, right))
        case (.field(let group), .number(let left), .number(let right)): .number(try group.multiply(left, right))
        default: throw Self.foreign
        }
    }

    /// What key agreement hands to key derivation, always in full length (9303-11 §9.4.1).
    func sharedSecret(_ element: Element) throws(CryptoError) -> SecretBytes {
        switch (self, element) {
        case (.curve(let group), .point(let point)): group.x(point)
        case (.field(let group), .number(let number)): group.sharedSecret(number)
        default: throw Self.foreign
        }
    }

    /// The generator that integrated mapping makes of a number (9303-11 §4.4.3.3.2, appendix B).
    func generator(encoding number: [UInt8]) throws(CryptoError) -> Element {
        switch self {
        case .curve(let group): .point(try group.point(encodingFieldElement: number))
        case .field(let group): .number(try group.element(encodingFieldElement: number))
        }
    }

    private static let foreign = CryptoError.invalidPoint("it belongs to another group")
}
