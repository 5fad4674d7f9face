import Octets

extension ObjectIdentifier {
    /// An identifier of this module's own tables from its contents octets.
    static func known(_ octets: UInt8...) -> ObjectIdentifier {
        ObjectIdentifier(known: octets)
    }

    /// OIW, 1.3.14.
    static let oiw = known(0x2B, 0x0E)
    /// NIST hash algorithms, 2.16.840.1.101.3.4.2.
    static let nistHash = known(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02)
    /// RSA Data Security, 1.2.840.113549.
    static let rsadsi = known(0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D)
    /// ANSI X9.62, 1.2.840.10045.
    static let x962 = known(0x2A, 0x86, 0x48, 0xCE, 0x3D)
    /// SECG curves, 1.3.132.0.
    static let certicomCurve = known(0x2B, 0x81, 0x04, 0x00)
    /// Brainpool curves, 1.3.36.3.3.2.8.1.1.
    static let brainpoolCurve = known(0x2B, 0x24, 0x03, 0x03, 0x02, 0x08, 0x01, 0x01)
    /// BSI, 0.4.0.127.0.7.
    static let bsi = known(0x04, 0x00, 0x7F, 0x00, 0x07)
    /// PKCS #1, 1.2.840.113549.1.1.
    static let pkcs1 = rsadsi.appending(1, 1)
    /// PKCS #7 and CMS content types, 1.2.840.113549.1.7.
    static let pkcs7 = rsadsi.appending(1, 7)
    /// PKCS #9 attributes, 1.2.840.113549.1.9.
    static let pkcs9 = rsadsi.appending(1, 9)
    /// id-ecPublicKey.
    static let ecPublicKey = x962.appending(2, 1)
    /// standardizedDomainParameters (TR-03110-3 A.2.1.1).
    static let standardizedDomainParameters = bsi.appending(1, 2)
    /// Plain ECDSA (TR-03111 §5.2.1).
    static let plainECDSA = bsi.appending(1, 1, 4, 1)
    /// domainComponent, 0.9.2342.19200300.100.1.25.
    static let domainComponent = known(0x09, 0x92, 0x26, 0x89, 0x93, 0xF2, 0x2C, 0x64, 0x01, 0x19)
    /// Certificate extensions, 2.5.29.
    static let certificateExtension = known(0x55, 0x1D)
    /// Attribute types of X.520, 2.5.4.
    static let attributeType = known(0x55, 0x04)
    /// ICAO's security mechanisms for travel documents, 2.23.136.1.1.
    static let icaoSecurity = known(0x67, 0x81, 0x08, 0x01, 0x01)
    /// dhpublicnumber, X9.42.
    static let dhPublicNumber = known(0x2A, 0x86, 0x48, 0xCE, 0x3E, 0x02, 0x01)
    /// dhKeyAgreement, PKCS #3.
    static let dhKeyAgreement = rsadsi.appending(1, 3, 1)
}
