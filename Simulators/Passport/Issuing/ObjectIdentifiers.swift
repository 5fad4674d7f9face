import LDS
import Octets

extension ObjectIdentifier {
    /// id-at, 2.5.4.
    static let attributeType = ObjectIdentifier(known: [0x55, 0x04])
    /// id-ce, 2.5.29.
    static let certificateExtension = ObjectIdentifier(known: [0x55, 0x1D])
    /// 1.2.840.113549.1.9, attributes of PKCS #9.
    static let pkcs9 = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09])
    /// id-signedData, 1.2.840.113549.1.7.2.
    static let signedData = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    /// id-data, 1.2.840.113549.1.7.1.
    static let data = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])
    /// 1.3.27.1.1.1, which stood for the LDS security object before ICAO had an arc.
    static let oldSecurityObject = ObjectIdentifier(known: [0x2B, 0x1B, 0x01, 0x01, 0x01])
    /// 1.2.528.1.1006.1.20.1, which stands for it in documents of one state.
    static let nationalSecurityObject = ObjectIdentifier(known: [0x2A, 0x84, 0x10, 0x01, 0x87, 0x6E, 0x01, 0x14, 0x01])
    /// id-icao-cscaMasterList, 2.23.136.1.1.2.
    static let masterList = ObjectIdentifier(known: [0x67, 0x81, 0x08, 0x01, 0x01, 0x02])
    /// id-icao-cscaMasterListSigningKey, 2.23.136.1.1.3.
    static let masterListSigningKey = ObjectIdentifier(known: [0x67, 0x81, 0x08, 0x01, 0x01, 0x03])
    /// id-icao-mrtd-security-extensions, 2.23.136.1.1.6.
    static let icaoExtension = ObjectIdentifier(known: [0x67, 0x81, 0x08, 0x01, 0x01, 0x06])
    /// id-ecPublicKey, 1.2.840.10045.2.1.
    static let ecPublicKey = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01])
    /// prime-field, 1.2.840.10045.1.1.
    static let primeField = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x01, 0x01])
    /// rsaEncryption, 1.2.840.113549.1.1.1.
    static let rsaEncryption = ObjectIdentifier(
        known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])
    /// id-roles of terminals (TR-03110-3 §C.4).
    static let terminalRoles = ObjectIdentifier.bsi.appending(3, 1, 2)
    /// id-IS, the role of inspection systems (9303-12 §7.2).
    static let inspectionSystem = terminalRoles.appending(1)
    /// dhpublicnumber, X9.42.
    static let dhPublicNumber = ObjectIdentifier(known: [0x2A, 0x86, 0x48, 0xCE, 0x3E, 0x02, 0x01])
    /// dhKeyAgreement, PKCS #3.
    static let dhKeyAgreement = ObjectIdentifier(
        known: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x03, 0x01])
}
