public import CardCrypto
import Octets

/// A file from which trust can be taken: what it holds, not yet believed.
public struct TrustSource: Hashable, Sendable {
    /// How a file is written.
    public enum Format: String, Hashable, Sendable {
        /// Text with BEGIN and END lines.
        case pem = "PEM"
        /// Certificates, revocation lists or signed objects in DER, one after another.
        case der = "DER"
        /// A dump of a directory.
        case ldif = "LDIF"
    }

    /// The file's name, for reports.
    public let name: String
    /// How it is written.
    public let format: Format
    /// Certificates that stand in it by themselves, raw.
    public private(set) var certificates: [[UInt8]] = []
    /// Signed objects that hold master lists.
    public private(set) var masterLists: [SignedData] = []
    /// Revocation lists, raw.
    public private(set) var revocationLists: [[UInt8]] = []
    /// What was passed over, and how often.
    public private(set) var skipped: [SkipReason: Int] = [:]

    /// Why a part of a file is passed over.
    public enum SkipReason: String, Hashable, Sendable, CaseIterable {
        /// It cannot be read.
        case malformed
        /// It is something that gives no trust: a key, a deviation list.
        case otherContent
        /// The certificate is that of a signer, not of an authority.
        case notAnAuthority
        /// The revocation list is older than one that is there.
        case olderRevocationList
        /// The revocation list is not signed by a trusted CSCA.
        case revocationListNotAnchored
    }

    /// Takes `bytes` apart. What cannot be read is counted and passed over.
    public init(parsing bytes: [UInt8], named name: String) {
        self.name = name
        if PEM.isLikely(bytes) {
            format = .pem
            for block in PEM.blocks(in: bytes) { add(block) }
        } else if LDIF.isLikely(bytes) {
            format = .ldif
            LDIF.read(bytes) { add($0) }
        } else {
            format = .der
            addObjects(bytes)
        }
    }

    /// True when there is nothing that could be of use.
    public var isEmpty: Bool { certificates.isEmpty && masterLists.isEmpty && revocationLists.isEmpty }

    private mutating func add(_ block: PEM.Block) {
        switch block.label {
        case "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE": certificates.append(block.der)
        case "X509 CRL", "CRL": revocationLists.append(block.der)
        case "CMS", "PKCS7", "PKCS #7 SIGNED DATA": add(signedObject: block.der)
        default: skip(.otherContent)
        }
    }

    private mutating func add(_ value: LDIF.Value) {
        switch value {
        case .certificate(let der): certificates.append(der)
        case .revocationList(let der): revocationLists.append(der)
        case .masterList(let der): add(signedObject: der)
        case .unreadable: skip(.malformed)
        }
    }

    private mutating func addObjects(_ bytes: [UInt8]) {
        var reader = TLVReader(bytes, in: "file", rules: .ber)
        while !reader.isAtEnd {
            guard let object = try? reader.next(), object.tag == .sequence,
                var fields = try? object.contents("file")
            else {
                skip(.malformed)
                return
            }
            let encoded = Array(object.encoded)
            if fields.nextTag == .objectIdentifier {
                add(signedObject: encoded)
            } else if let signed = try? fields.next(.sequence), var inner = try? signed.contents("file") {
                // A list has its version, if any, and the algorithm; a certificate of version 1 a number and the
                // algorithm, then a name and two times.
                _ = try? inner.nextIfPresent(.integer)
                let isCertificate =
                    inner.nextTag == 0xA0
                    || ((try? inner.next(.sequence)) != nil && (try? inner.next(.sequence)) != nil
                        && inner.nextTag == .sequence)
                if isCertificate { certificates.append(encoded) } else { revocationLists.append(encoded) }
            } else {
                skip(.malformed)
            }
        }
    }

    /// A master list, or a bag of certificates that nobody signed.
    private mutating func add(signedObject der: [UInt8]) {
        guard let object = try? SignedData(parsing: der) else {
            skip(.malformed)
            return
        }
        if object.contentType == MasterList.contentType {
            masterLists.append(object)
        } else if object.signers.isEmpty, object.content == nil {
            certificates += object.certificates.map(\.der)
            revocationLists += object.revocationLists
            skip(.malformed, object.unreadableCertificateCount)
        } else {
            skip(.otherContent)
        }
    }

    private mutating func skip(_ reason: SkipReason, _ count: Int = 1) {
        if count > 0 { skipped[reason, default: 0] += count }
    }
}
