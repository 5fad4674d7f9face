public import Octets

/// TerminalAuthenticationInfo (9303-11 §9.2.8).
public struct TerminalAuthenticationInfo: Hashable, Sendable {
    /// The version as found: 1 for passports, 2 for the eID application.
    public let version: Int
    /// File identifier of EF.CVCA when it is not the default 011C.
    public let fileIdentifier: UInt16?
    /// Short EF identifier of EF.CVCA when it is given.
    public let shortFileIdentifier: UInt8?

    /// An entry from its parts; a short identifier counts only beside a file identifier.
    public init(version: Int = 1, fileIdentifier: UInt16? = nil, shortFileIdentifier: UInt8? = nil) {
        self.version = version
        self.fileIdentifier = fileIdentifier
        self.shortFileIdentifier = fileIdentifier == nil ? nil : shortFileIdentifier
    }

    init(_ parts: inout TLVReader) throws(ParseError) {
        let structure = "TerminalAuthenticationInfo"
        version = try parts.next(.integer).integer(structure)
        var file: UInt16?
        var short: UInt8?
        if let efCVCA = try parts.nextIfPresent(.sequence) {
            var fields = try efCVCA.contents(structure)
            let identifier = try fields.next(.octetString)
            var bytes = identifier.reader(structure)
            file = UInt16(try bytes.number(2))
            try bytes.expectEnd()
            if let object = try fields.nextIfPresent(.octetString) {
                var bytes = object.reader(structure)
                short = try bytes.byte()
                try bytes.expectEnd()
            }
            try fields.expectEnd()
        }
        try parts.expectEnd()
        fileIdentifier = file
        shortFileIdentifier = short
    }

    /// The entry.
    public var securityInfo: SecurityInfo {
        var parts = [DER.encode(integer: version)]
        if let fileIdentifier {
            var fields = [DER.octetString([UInt8(fileIdentifier >> 8), UInt8(fileIdentifier & 0xFF)])]
            if let shortFileIdentifier { fields.append(DER.octetString([shortFileIdentifier])) }
            parts.append(DER.sequence(fields))
        }
        return SecurityInfo(.terminalAuthentication, parts)
    }
}

/// ActiveAuthenticationInfo (9303-11 §9.2.4), required when the key is an ECDSA key.
public struct ActiveAuthenticationInfo: Hashable, Sendable {
    /// The version as found; 1 is the only one defined.
    public let version: Int
    /// ecdsa-plain with a hash algorithm: 0.4.0.127.0.7.1.1.4.1.x.
    public let signatureAlgorithm: ObjectIdentifier

    /// An entry from its parts.
    public init(version: Int = 1, signatureAlgorithm: ObjectIdentifier) {
        self.version = version
        self.signatureAlgorithm = signatureAlgorithm
    }

    init(_ parts: inout TLVReader) throws(ParseError) {
        version = try parts.next(.integer).integer("ActiveAuthenticationInfo")
        signatureAlgorithm = try parts.next(.objectIdentifier).objectIdentifier("ActiveAuthenticationInfo")
        try parts.expectEnd()
    }

    /// The entry.
    public var securityInfo: SecurityInfo {
        SecurityInfo(.activeAuthentication, [DER.encode(integer: version), DER.encode(signatureAlgorithm)])
    }
}

/// CardInfoLocator (TR-03110-3 §A.1.1).
public struct CardInfoLocator: Hashable, Sendable {
    /// The address as the card gives it: text of a stranger, to be escaped where it is shown.
    public let url: String
    /// The optional file reference, encoded.
    public let efCardInfo: [UInt8]?

    init(_ parts: inout TLVReader) throws(ParseError) {
        url = String(decoding: try parts.next(.ia5String).value, as: UTF8.self)
        efCardInfo = parts.isAtEnd ? nil : Array(try parts.next().encoded)
        try parts.expectEnd()
    }
}
