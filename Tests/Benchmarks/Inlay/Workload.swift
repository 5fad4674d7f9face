import CBareOpenSSL
import CardCrypto
import InlaySeams
import LDS
import PassportSimulator
import Trust

/// Documents of one kind of key, and the same work for OpenSSL alone.
struct Workload: Sendable {
    /// What OpenSSL verifies for one document.
    struct Bare: Sendable {
        let files: [[UInt8]]
        let content: [UInt8]
        let attributes: [UInt8]
        let signature: [UInt8]
        let signerKey: [UInt8]
        let certificateContent: [UInt8]
        let certificateSignature: [UInt8]
    }

    let name: String
    let documents: [LDSFiles]
    let bare: [Bare]
    let store: TrustStore
    let countryKey: [UInt8]
    let digestBits: Int
    let padding: Int32

    static let moment = Moment(secondsSince1970: 1_773_273_600)
    private static let issued = Moment(secondsSince1970: 1_710_201_600)

    /// `count` documents of `signers` document signers.
    init(
        _ name: String, digest: DigestAlgorithm, padding: Int32, count: Int, signers: Int, settings: PassportSettings,
        keys: ((Int) throws -> (country: SigningKey, signer: SigningKey))? = nil
    ) throws {
        self.name = name
        self.padding = padding
        digestBits = digest.byteCount * 8
        let files = try PassportSimulator.make(settings).document.files
        let first = try Self.state(settings, keys, 0)
        let country = try Certificate(parsing: first.countryCertificate)
        store = TrustStore(anchors: [country])
        countryKey = try Self.named(country.publicKey)
        let numbers = try (0..<signers).map { try first.documentSigner(number: $0 + 1) }
        var documents: [LDSFiles] = []
        for index in 0..<count {
            var document = files
            document[.sod] = nil
            if var details = document[.dg12], let last = details.indices.last {
                // Each document has other contents.
                details[last] = UInt8(ascii: "0") + UInt8(index % 10)
                document[.dg12] = details
            }
            document[.sod] = try numbers[index % signers].securityObject(over: document, at: Self.issued)
            documents.append(document)
        }
        self.documents = documents
        bare = try documents.map(Self.bare)
    }

    private static func state(
        _ settings: PassportSettings, _ keys: ((Int) throws -> (country: SigningKey, signer: SigningKey))?, _ index: Int
    ) throws -> IssuingState {
        guard let pair = try keys?(index) else { return try IssuingState(settings) }
        return try IssuingState(settings, countryKey: pair.country, signerKey: pair.signer)
    }

    private static func bare(_ files: LDSFiles) throws -> Bare {
        let signed = try SignedData(parsing: EFSOD(parsing: files[.sod] ?? []).contentInfo)
        let certificate = signed.certificates[0]
        return Bare(
            files: files.ids.filter { $0.dataGroupNumber != nil }.compactMap { files[$0] },
            content: signed.content ?? [],
            attributes: signed.signers[0].signedAttributes?.signedOctets(.received) ?? [],
            signature: signed.signers[0].signature, signerKey: try named(certificate.publicKey),
            certificateContent: certificate.toBeSigned, certificateSignature: certificate.signature)
    }

    /// The key with its curve by name, the form that costs OpenSSL least.
    private static func named(_ key: PublicKey) throws -> [UInt8] {
        guard let curve = key.curve else { return key.subjectPublicKeyInfo }
        return try PublicKey(ECGroup(curve).point(decoding: key.subjectPublicKey), on: curve).subjectPublicKeyInfo
    }

    // MARK: - The work

    /// Judges a document; false when it is not good.
    func judge(_ index: Int, _ authentication: PassiveAuthentication) -> Bool {
        authentication.examine(documents[index], at: Self.moment).conclusion(for: .authentic) == .holds
    }

    /// What OpenSSL needs for one document; `country` is made once, `signer` too when it is given.
    func verifyBare(_ index: Int, country: OpaquePointer?, signer known: OpaquePointer?) -> Bool {
        let document = bare[index]
        var digest = [UInt8](repeating: 0, count: 64)
        var isGood = true
        for file in document.files { isGood = bare_digest(Int32(digestBits), file, file.count, &digest) == 1 && isGood }
        isGood = bare_digest(Int32(digestBits), document.content, document.content.count, &digest) == 1 && isGood
        let signer = known ?? bare_key_make(document.signerKey, document.signerKey.count)
        if known == nil {
            isGood =
                bare_verify(
                    country, Int32(digestBits), padding, document.certificateSignature,
                    document.certificateSignature.count, document.certificateContent, document.certificateContent.count)
                == 1 && isGood
        }
        isGood =
            bare_verify(
                signer, Int32(digestBits), padding, document.signature, document.signature.count, document.attributes,
                document.attributes.count) == 1 && isGood
        if known == nil { bare_key_free(signer) }
        return isGood
    }
}
