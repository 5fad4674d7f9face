import CardCrypto
import InlaySeams
import LDS
import Octets

/// A card verifiable certificate of an inspection system's chain (9303-12 §7.2, TR-03110-3 §C.1).
struct CVCertificate: Hashable, Sendable {
    /// What the holder may do, the two high bits of the access octet.
    enum Role: UInt8, Hashable, Sendable {
        /// An inspection system.
        case inspectionSystem = 0x00
        /// A document verifier of another state.
        case foreignVerifier = 0x40
        /// A document verifier of the chip's own state.
        case domesticVerifier = 0x80
        /// The state's authority.
        case authority = 0xC0
    }

    /// Bits of the access octet that mean something: EF.DG4 and EF.DG3.
    static let rightsMask: UInt8 = 0x03

    /// Name of the issuer's key.
    var authorityReference: [UInt8]
    /// Name of the holder's key.
    var holderReference: [UInt8]
    /// The holder's key.
    var publicKey: CVPublicKey
    /// The holder's role.
    var role: Role
    /// What the holder may read.
    var rights: UInt8
    /// First day.
    var effective: CVDate
    /// Last day.
    var expiry: CVDate

    /// 9303-12 §7.2: country, mnemonic and number, 16 characters of ISO 8859-1 at most.
    static func isReference(_ bytes: some Collection<UInt8>) -> Bool {
        (1...16).contains(bytes.count) && bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 >= 0xA0 }
    }

    // MARK: - Reading

    /// Reads a body, data object 7F4E. The order of the objects is fixed. Throws what the chip answers.
    init(body: TLV) throws(Refusal) {
        do {
            var reader = try body.contents("certificate body")
            guard Array(try reader.next(0x5F29).value) == [0x00] else { throw Refusal.incorrectData }
            authorityReference = Array(try reader.next(0x42).value)
            publicKey = try CVPublicKey(reader.next(0x7F49))
            holderReference = Array(try reader.next(0x5F20).value)
            var template = try reader.next(0x7F4C).contents("CHAT")
            guard try template.next(.objectIdentifier).objectIdentifier("CHAT") == .inspectionSystem else {
                throw Refusal.incorrectData
            }
            let access = try template.next(0x53).value
            try template.expectEnd()
            guard access.count == 1, let octet = access.first, let role = Role(rawValue: octet & 0xC0),
                let effective = CVDate(try reader.next(0x5F25).value),
                let expiry = CVDate(try reader.next(0x5F24).value)
            else { throw Refusal.incorrectData }
            self.role = role
            rights = octet & Self.rightsMask
            self.effective = effective
            self.expiry = expiry
            // Extensions, whatever they say, are no reason to refuse.
            _ = try reader.nextIfPresent(0x65)
            try reader.expectEnd()
        } catch {
            throw .incorrectData
        }
        guard Self.isReference(authorityReference), Self.isReference(holderReference), effective <= expiry else {
            throw .incorrectData
        }
    }

    // MARK: - Writing

    init(
        authorityReference: String, holderReference: String, publicKey: CVPublicKey, role: Role, rights: UInt8 = 0x03,
        effective: CVDate, expiry: CVDate
    ) {
        self.authorityReference = Array(authorityReference.utf8)
        self.holderReference = Array(holderReference.utf8)
        self.publicKey = publicKey
        self.role = role
        self.rights = rights
        self.effective = effective
        self.expiry = expiry
    }

    /// Data object 7F21: body and signature with the issuer's key.
    func signed(
        with key: PrivateKey, _ algorithm: CVAlgorithm, random: RandomSource
    ) throws(CryptoError) -> [UInt8] {
        let template = DER.encode(.inspectionSystem) + TLV.encode(0x53, [role.rawValue | rights])
        let body = TLV.encode(
            0x7F4E,
            parts: [
                TLV.encode(0x5F29, [0x00]), TLV.encode(0x42, authorityReference),
                TLV.encode(0x7F49, try publicKey.encoded()), TLV.encode(0x5F20, holderReference),
                TLV.encode(0x7F4C, template), TLV.encode(0x5F25, effective.digits), TLV.encode(0x5F24, expiry.digits),
            ])
        let signature = try key.sign(body, algorithm: algorithm.signature, random: random)
        return TLV.encode(0x7F21, parts: [body, TLV.encode(0x5F37, signature)])
    }
}
