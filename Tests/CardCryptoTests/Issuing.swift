import CardCrypto
import InlaySeams
import Octets

/// Certificates and signed objects made in tests, each part of which can be put wrong.
struct Issuing {
    static let oids = (
        data: identifier("2.23.136.1.1.1"), signedData: identifier("1.2.840.113549.1.7.2"),
        contentType: identifier("1.2.840.113549.1.9.3"), messageDigest: identifier("1.2.840.113549.1.9.4"),
        signingTime: identifier("1.2.840.113549.1.9.5"), algorithmProtection: identifier("1.2.840.113549.1.9.52")
    )

    static func identifier(_ dotted: String) -> ObjectIdentifier {
        guard let identifier = ObjectIdentifier(dotted) else { return .init(known: []) }
        return identifier
    }

    /// A name of attributes of one kind of string, one relative name each.
    static func name(_ attributes: [(String, String)], tag: Tag = .utf8String) -> [UInt8] {
        DER.sequence(
            attributes.map { type, value in
                DER.setOf([
                    DER.sequence([DER.encode(identifier(type)), TLV.encode(tag, Array(value.utf8))])
                ])
            })
    }

    static func extensionField(_ oid: String, critical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        DER.sequence(
            [DER.encode(identifier(oid))] + (critical ? [TLV.encode(.boolean, [0xFF])] : [])
                + [DER.octetString(value)])
    }

    static func time(_ text: String) -> [UInt8] {
        TLV.encode(text.count == 13 ? .utcTime : .generalizedTime, Array(text.utf8))
    }

    /// What goes into a certificate; the defaults make a document signer.
    struct CertificateParts {
        var version: [UInt8] = TLV.encode(0xA0, DER.encode(integer: 2))
        var serialNumber: [UInt8] = DER.encode(integer: 4711)
        var issuer = Issuing.name([("2.5.4.6", "UT"), ("2.5.4.10", "Utopia"), ("2.5.4.3", "CSCA Utopia")])
        var subject = Issuing.name([("2.5.4.6", "UT"), ("2.5.4.3", "Document Signer 1")])
        var validity = DER.sequence([Issuing.time("250102030405Z"), Issuing.time("20500203040506Z")])
        var extensions: [[UInt8]] = []
        var outerAlgorithm: AlgorithmIdentifier?

        func toBeSigned(_ key: PublicKey, _ algorithm: SignatureAlgorithm) -> [UInt8] {
            DER.sequence(
                [
                    version, serialNumber, algorithm.identifier.encoded(), issuer, validity, subject,
                    key.subjectPublicKeyInfo,
                ] + (extensions.isEmpty ? [] : [TLV.encode(0xA3, DER.sequence(extensions))]))
        }

        func certificate(
            of key: PublicKey, by issuer: PrivateKey, _ algorithm: SignatureAlgorithm = .ecdsa(.sha256)
        ) throws -> [UInt8] {
            let signed = toBeSigned(key, algorithm)
            return DER.sequence([
                signed, (outerAlgorithm ?? algorithm.identifier).encoded(),
                DER.bitString(try issuer.sign(signed, algorithm: algorithm)),
            ])
        }
    }

    static func attribute(_ type: ObjectIdentifier, _ values: [UInt8]...) -> [UInt8] {
        DER.sequence([DER.encode(type), TLV.encode(.set, parts: values)])
    }

    /// What goes into a signed object; the defaults make an EF.SOD's.
    struct SignedDataParts {
        var version = 3
        var signerVersion = 1
        var content: [UInt8] = Array("LDS security object".utf8)
        var contentType = Issuing.oids.data
        var includesContent = true
        var digest = DigestAlgorithm.sha256
        var announcedDigest: DigestAlgorithm?
        var algorithm = SignatureAlgorithm.ecdsa(.sha256)
        var algorithmIdentifier: AlgorithmIdentifier?
        var certificates: [[UInt8]]
        var signerIdentifier: [UInt8]
        var key: PrivateKey
        /// Nil makes the usual two attributes; an empty list leaves them out.
        var attributes: [[UInt8]]?
        var signsSorted = true
        var storesSorted = true
        /// Changes the signature.
        var signature: (([UInt8]) -> [UInt8])?

        init(certificate: [UInt8], key: PrivateKey) throws {
            let read = try Certificate(parsing: certificate)
            certificates = [certificate]
            signerIdentifier = DER.sequence([
                read.issuer.der, TLV.encode(.integer, read.serialNumber),
            ])
            self.key = key
        }

        var standardAttributes: [[UInt8]] {
            [
                Issuing.attribute(Issuing.oids.contentType, DER.encode(contentType)),
                Issuing.attribute(Issuing.oids.messageDigest, DER.octetString(digest.hash(content))),
            ]
        }

        func contentInfo() throws -> [UInt8] {
            let attributes = attributes ?? standardAttributes
            let signed = signsSorted ? DER.setOf(attributes) : TLV.encode(.set, parts: attributes)
            let stored = storesSorted ? DER.setOf(attributes) : TLV.encode(.set, parts: attributes)
            var signature = try key.sign(attributes.isEmpty ? content : signed, algorithm: algorithm)
            if let change = self.signature { signature = change(signature) }
            let signerInfo = DER.sequence(
                [DER.encode(integer: signerVersion), signerIdentifier, AlgorithmIdentifier(digest.oid).encoded()]
                    + (attributes.isEmpty ? [] : [[0xA0] + stored.dropFirst()])
                    + [(algorithmIdentifier ?? algorithm.identifier).encoded(), DER.octetString(signature)])
            let encapsulated = DER.sequence(
                [DER.encode(contentType)]
                    + (includesContent ? [TLV.encode(0xA0, DER.octetString(content))] : []))
            let signedData = DER.sequence(
                [
                    DER.encode(integer: version),
                    DER.setOf([AlgorithmIdentifier((announcedDigest ?? digest).oid).encoded()]), encapsulated,
                ] + (certificates.isEmpty ? [] : [TLV.encode(0xA0, parts: certificates)])
                    + [TLV.encode(.set, parts: [signerInfo])])
            return DER.sequence([DER.encode(Issuing.oids.signedData), TLV.encode(0xA0, signedData)])
        }

        func verdict(others: [Certificate] = []) throws -> SignerVerdict {
            let data = try SignedData(parsing: contentInfo())
            guard let signer = data.signers.first else { throw CryptoError.invalidScalar }
            return data.verify(signer, others: others)
        }
    }

    /// A document signer on P-256 and its key, from a seed.
    static func documentSigner(
        seed: UInt64 = 1, form: PublicKey.ParametersForm = .explicit,
        _ change: (inout CertificateParts) -> Void = { _ in }
    ) throws -> (certificate: [UInt8], key: PrivateKey) {
        let authority = try PrivateKey(.secp256r1, random: .seeded(1000))
        let key = try PrivateKey(.secp256r1, parameters: form, random: .seeded(seed))
        var parts = CertificateParts()
        change(&parts)
        return (try parts.certificate(of: key.publicKey, by: authority), key)
    }
}
