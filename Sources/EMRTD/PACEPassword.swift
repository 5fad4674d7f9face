import CardCrypto

/// Which secret PACE is run with; the raw value goes into data object 83 (9303-11 §4.4.4.1, TR-03110-3 §B.11.1).
public enum PACEPassword: UInt8, Hashable, Sendable {
    /// MRZ.
    case machineReadableZone = 1
    /// CAN.
    case cardAccessNumber = 2
    /// PIN of an eID card; wrong tries are counted.
    case pin = 3
    /// PUK of an eID card.
    case puk = 4

    /// The short name of the field.
    public var name: String {
        switch self {
        case .machineReadableZone: "MRZ"
        case .cardAccessNumber: "CAN"
        case .pin: "PIN"
        case .puk: "PUK"
        }
    }

    /// f(π) of 9303-11 §9.7.3: the whole SHA-1 of MRZ_information, or the characters of the others.
    func encoded(_ secret: SecretBytes) -> SecretBytes {
        switch self {
        case .machineReadableZone: DigestAlgorithm.sha1.hash(secret)
        case .cardAccessNumber, .pin, .puk: secret
        }
    }
}
