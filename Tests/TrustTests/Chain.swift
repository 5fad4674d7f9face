import CardCrypto
import InlaySeams
import LDS
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

/// A CSCA and a document signer, each part of whose certificates can be put wrong, and a document of theirs.
struct Chain {
    /// A certificate being made, and the key that will be in it.
    struct Part {
        var builder: CertificateBuilder
        let key: SigningKey

        /// Takes an extension out, by its last arc under id-ce.
        mutating func remove(_ arc: UInt8) {
            builder.extensions.removeAll { $0.firstRange(of: [0x06, 0x03, 0x55, 0x1D, arc]) != nil }
        }

        /// Puts an extension in, in place of one that is there.
        mutating func put(_ arc: UInt8, isCritical: Bool = false, _ value: [UInt8]) {
            remove(arc)
            builder.extensions.append(
                Chain.extensionField([0x55, 0x1D, arc], isCritical: isCritical, value))
        }

        mutating func setKeyUsage(_ bits: UInt8) {
            put(15, isCritical: true, TLV.encode(.bitString, [0x00, bits]))
        }
    }

    static let start = Moment(secondsSince1970: 1_700_000_000)
    static let day = 86_400

    static func moment(_ days: Int) -> Moment { Moment(secondsSince1970: start.secondsSince1970 + days * day) }

    static func extensionField(_ oid: [UInt8], isCritical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        DER.sequence(
            [TLV.encode(.objectIdentifier, oid)] + (isCritical ? [TLV.encode(.boolean, [0xFF])] : [])
                + [DER.octetString(value)])
    }

    static func key(_ seed: UInt64) throws -> SigningKey {
        SigningKey(try PrivateKey(.secp256r1, random: .seeded(seed)), .ecdsa(.sha256))
    }

    static func name(_ country: String, _ common: String) -> [UInt8] {
        DER.sequence(
            [
                ("2.5.4.6", DER.printableString(country)), ("2.5.4.10", DER.utf8String("Test")),
                ("2.5.4.3", DER.utf8String(common)),
            ]
            .map { type, value in DER.setOf([DER.sequence([DER.encode(oid(type)), value])]) })
    }

    /// The certificate of an authority: valid for 4000 days, its key in use for the first 1000.
    static func authority(_ seed: UInt64, country: String = "UT", name: String = "CSCA") throws -> Part {
        let key = try key(seed)
        return Part(
            builder: CertificateBuilder(
                serialNumber: [UInt8(seed)], issuer: Self.name(country, name), subject: Self.name(country, name),
                notBefore: start, notAfter: moment(4000), publicKey: key.publicKey,
                extensions: [
                    CertificateExtensions.authorityKeyIdentifier(key.identifier),
                    CertificateExtensions.subjectKeyIdentifier(key.identifier),
                    CertificateExtensions.certificateSigning, CertificateExtensions.authority,
                    CertificateExtensions.privateKeyUsage(from: start, to: moment(1000)),
                ]), key: key)
    }

    /// The certificate of a document signer under `issuer`: valid for 3000 days, its key in use from day 10 to 100.
    static func signer(_ seed: UInt64, under issuer: Part, country: String = "UT") throws -> Part {
        let key = try key(seed)
        return Part(
            builder: CertificateBuilder(
                serialNumber: [UInt8(seed)], issuer: issuer.builder.subject, subject: name(country, "Signer"),
                notBefore: moment(10), notAfter: moment(3000), publicKey: key.publicKey,
                extensions: [
                    CertificateExtensions.authorityKeyIdentifier(issuer.key.identifier),
                    CertificateExtensions.subjectKeyIdentifier(key.identifier),
                    CertificateExtensions.digitalSignature,
                    CertificateExtensions.privateKeyUsage(from: moment(10), to: moment(100)),
                ]), key: key)
    }

    var country: Part
    var signer: Part
    var zone = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"
    var signedAt = moment(50)
    var companions: [[UInt8]] = []
    /// Certificates to trust besides the CSCA's.
    var others: [[UInt8]] = []
    var trustsCountry = true
    var revocationLists: [[UInt8]] = []

    init(country code: String = "UT") throws {
        country = try Self.authority(1, country: code)
        signer = try Self.signer(2, under: country, country: code)
    }

    func countryCertificate() throws -> [UInt8] { try country.builder.signed(with: country.key) }

    func documentSigner() throws -> DocumentSigner {
        DocumentSigner(
            key: signer.key.key, algorithm: signer.key.algorithm,
            certificate: try signer.builder.signed(with: country.key), issuer: signer.builder.issuer,
            serialNumber: signer.builder.serialNumber, digest: .sha256, random: .seeded(1), companions: companions)
    }

    func store() throws -> TrustStore {
        let certificates = try (trustsCountry ? [countryCertificate()] : []) + others
        var store = TrustStore(anchors: try certificates.map { try Certificate(parsing: $0) })
        let origin = TrustOrigin(.user, name: "test", imported: Self.start)
        store = TrustStore(
            store.anchors,
            revocationLists: try revocationLists.map {
                TrustedRevocationList(try RevocationList(parsing: $0), from: origin)
            })
        return store
    }

    func files() throws -> LDSFiles {
        var files = LDSFiles()
        files[.dg1] = EFDG1(try MRZ(parsing: zone)).encoded()
        files[.sod] = try documentSigner().securityObject(over: files, at: signedAt)
        return files
    }

    func report(at moment: Moment = Chain.moment(200), printedZone: MRZ? = nil) throws -> PassiveAuthenticationReport {
        try PassiveAuthentication(anchors: store()).examine(files(), at: moment, printedZone: printedZone)
    }

    /// A revocation list of this CSCA.
    func revocationList(
        _ serialNumbers: [[UInt8]], issued: Int = 20, next: Int? = 400, extensions: [[UInt8]]? = nil,
        issuer: [UInt8]? = nil, key: SigningKey? = nil, date: Int = 15, reason: UInt8? = nil, details: [[UInt8]] = []
    ) throws -> [UInt8] {
        let key = key ?? country.key
        let algorithm = key.algorithm.identifier.encoded()
        let all = details + (reason.map { [Self.extensionField([0x55, 0x1D, 21], [0x0A, 0x01, $0])] } ?? [])
        let details = all.isEmpty ? [] : [DER.sequence(all)]
        let entries = serialNumbers.map {
            DER.sequence([TLV.encode(.integer, $0), Time.encode(Self.moment(date))] + details)
        }
        let defaults = [
            CertificateExtensions.authorityKeyIdentifier(key.identifier), CertificateExtensions.revocationListNumber(1),
        ]
        let content = DER.sequence(
            [DER.encode(integer: 1), algorithm, issuer ?? country.builder.subject, Time.encode(Self.moment(issued))]
                + (next.map { [Time.encode(Self.moment($0))] } ?? [])
                + (entries.isEmpty ? [] : [DER.sequence(entries)])
                + [TLV.encode(0xA0, DER.sequence(extensions ?? defaults))])
        return DER.sequence([content, algorithm, DER.bitString(try key.sign(content))])
    }
}

func oid(_ dotted: String) -> ObjectIdentifier {
    guard let identifier = ObjectIdentifier(dotted) else { preconditionFailure("malformed literal") }
    return identifier
}
