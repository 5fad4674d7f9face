public import InlaySeams
public import Octets

/// The extensions of a certificate that 9303-12 §7.1 knows, read; the others kept.
///
/// An extension that is there twice, or does not hold what it must, is named in `malformed` and counts as absent.
public struct CertificateExtensions: Hashable, Sendable {
    /// All of them, in the order of the certificate.
    public private(set) var all: [CertificateExtension]
    /// Known extensions that could not be read or occur more than once.
    public private(set) var malformed: [ObjectIdentifier] = []
    /// Critical extensions that are not known here; each is a reason to refuse the certificate.
    public private(set) var unknownCritical: [ObjectIdentifier] = []
    /// Name of the subject's key.
    public private(set) var subjectKeyIdentifier: [UInt8]?
    /// Name of the issuer's key.
    public private(set) var authorityKeyIdentifier: [UInt8]?
    /// Uses of the key.
    public private(set) var keyUsage: KeyUsage?
    /// Whether the certificate is an authority's.
    public private(set) var basicConstraints: BasicConstraints?
    /// Purposes of the key.
    public private(set) var extendedKeyUsage: [ObjectIdentifier]?
    /// The directory names among the subject's alternative names, raw.
    public private(set) var subjectDirectoryNames: [[UInt8]] = []
    /// The directory names among the issuer's alternative names, raw.
    public private(set) var issuerDirectoryNames: [[UInt8]] = []
    /// When the private key may begin and end to sign.
    public private(set) var privateKeyUsagePeriod: PrivateKeyUsagePeriod?
    /// The document types that a document signer may sign, one or two letters each (9303-12 §7.1.1.6).
    public private(set) var documentTypes: [String]?
    /// Whether it announces a change of the issuer's name (9303-12 §7.1.1.5).
    public private(set) var hasNameChange = false

    /// The time in which a private key may sign; nil is without limit.
    public struct PrivateKeyUsagePeriod: Hashable, Sendable {
        /// First moment.
        public let notBefore: Moment?
        /// Last moment.
        public let notAfter: Moment?
    }

    /// Takes the field `tag` of a certificate or list, which holds them, if it is there.
    init(from fields: inout TLVReader, _ tag: Tag, in structure: String) throws(ParseError) {
        guard let object = try fields.nextIfPresent(tag) else {
            self.init([])
            return
        }
        var wrapper = try object.contents(structure)
        let list = try wrapper.next(.sequence)
        try wrapper.expectEnd()
        self.init(try CertificateExtension.all(in: list))
    }

    /// Reads the known ones among `all`.
    public init(_ all: [CertificateExtension]) {
        self.all = all
        for (index, item) in all.enumerated() {
            // There are some ten of them, so that looking through beats a set.
            let isRepeated = all.indices.contains { $0 != index && all[$0].identifier == item.identifier }
            guard !isRepeated else {
                if !malformed.contains(item.identifier) { malformed.append(item.identifier) }
                continue
            }
            do {
                var attempt = self
                let isKnown = try attempt.read(item)
                self = attempt
                if !isKnown, item.isCritical { unknownCritical.append(item.identifier) }
            } catch {
                malformed.append(item.identifier)
            }
        }
    }

    /// The extension with this identifier; nil when there is none or more than one.
    public func first(_ identifier: ObjectIdentifier) -> CertificateExtension? {
        let found = all.filter { $0.identifier == identifier }
        return found.count == 1 ? found.first : nil
    }

    /// False when the extension is not known.
    private mutating func read(_ item: CertificateExtension) throws(ParseError) -> Bool {
        let structure = "extension \(item.identifier)"
        var reader = TLVReader(item.value, in: structure, rules: .ber)
        switch item.identifier {
        case .certificateExtension.appending(14):
            subjectKeyIdentifier = try reader.next(.octetString).octetString(structure)
        case .certificateExtension.appending(35):
            var contents = try reader.next(.sequence).contents(structure)
            authorityKeyIdentifier = try contents.nextIfPresent(0x80).map { Array($0.value) }
        case .certificateExtension.appending(15): keyUsage = try Self.keyUsage(reader.next(.bitString), structure)
        case .certificateExtension.appending(19):
            basicConstraints = try Self.basicConstraints(reader.next(.sequence).contents(structure), structure)
        case .certificateExtension.appending(37):
            var contents = try reader.next(.sequence).contents(structure)
            var purposes: [ObjectIdentifier] = []
            while !contents.isAtEnd {
                purposes.append(try contents.next(.objectIdentifier).objectIdentifier(structure))
            }
            extendedKeyUsage = purposes
        case .certificateExtension.appending(17):
            subjectDirectoryNames = try Self.directoryNames(reader.next(.sequence).contents(structure), structure)
        case .certificateExtension.appending(18):
            issuerDirectoryNames = try Self.directoryNames(reader.next(.sequence).contents(structure), structure)
        case .certificateExtension.appending(16):
            privateKeyUsagePeriod = try Self.usagePeriod(reader.next(.sequence).contents(structure), structure)
        case .icaoSecurity.appending(6, 1):
            _ = try reader.next(.null)
            hasNameChange = true
        case .icaoSecurity.appending(6, 2):
            documentTypes = try Self.documentTypes(reader.next(.sequence).contents(structure), structure)
        // CRLDistributionPoints and certificatePolicies: known, and read where they are used.
        case .certificateExtension.appending(31), .certificateExtension.appending(32): return true
        default: return false
        }
        try reader.expectEnd()
        return true
    }

    private static func keyUsage(_ object: TLV, _ structure: String) throws(ParseError) -> KeyUsage {
        var bits: UInt16 = 0
        // X.690 §8.6: the first octet counts unused bits, which may hold anything; all nine bits of use are named.
        guard object.value.count >= 1 else {
            throw ParseError(.invalidLength, in: structure, at: object.offset)
        }
        for (index, octet) in object.value.dropFirst().prefix(2).enumerated() {
            for bit in 0..<8 where octet & (0x80 >> UInt8(bit)) != 0 && index * 8 + bit < 9 {
                bits |= 1 << UInt16(index * 8 + bit)
            }
        }
        return KeyUsage(rawValue: bits)
    }

    private static func basicConstraints(
        _ contents: TLVReader, _ structure: String
    ) throws(ParseError) -> BasicConstraints {
        var contents = contents
        let isCA = try contents.nextIfPresent(.boolean).map { $0.value.contains { $0 != 0 } } ?? false
        let pathLength = try contents.nextIfPresent(.integer)?.integer(structure)
        if let pathLength, pathLength < 0 {
            throw contents.error(.invalidValue("a path length that is not negative is expected"))
        }
        try contents.expectEnd()
        return BasicConstraints(isCA: isCA, pathLength: pathLength)
    }

    private static func directoryNames(
        _ contents: TLVReader, _ structure: String
    ) throws(ParseError) -> [[UInt8]] {
        var contents = contents
        var names: [[UInt8]] = []
        while !contents.isAtEnd {
            let name = try contents.next()
            // [4] EXPLICIT Name; the other forms are addresses.
            guard name.tag == 0xA4 else { continue }
            var inner = try name.contents(structure)
            names.append(Array(try inner.next(.sequence).encoded))
            try inner.expectEnd()
        }
        return names
    }

    private static func usagePeriod(
        _ contents: TLVReader, _ structure: String
    ) throws(ParseError) -> PrivateKeyUsagePeriod {
        var contents = contents
        let notBefore = try contents.nextIfPresent(0x80)
        let notAfter = try contents.nextIfPresent(0x81)
        try contents.expectEnd()
        return PrivateKeyUsagePeriod(
            notBefore: try notBefore.map { object throws(ParseError) in
                try TimeDecoding.generalizedTime(object, in: structure)
            },
            notAfter: try notAfter.map { object throws(ParseError) in
                try TimeDecoding.generalizedTime(object, in: structure)
            })
    }

    private static func documentTypes(_ contents: TLVReader, _ structure: String) throws(ParseError) -> [String] {
        var contents = contents
        // Quirk (document signers of Indonesia): the types stand in the sequence itself, without version and set.
        guard try contents.nextIfPresent(.integer) != nil else { return try strings(contents) }
        let types = try strings(contents.next(.set).contents(structure))
        try contents.expectEnd()
        return types
    }

    private static func strings(_ contents: TLVReader) throws(ParseError) -> [String] {
        var contents = contents
        var strings: [String] = []
        while !contents.isAtEnd {
            let object = try contents.next(.printableString)
            guard let text = StringDecoding.text(object.tag, Array(object.value)) else {
                throw contents.error(.invalidValue("a PrintableString is expected"))
            }
            strings.append(text)
        }
        return strings
    }
}
