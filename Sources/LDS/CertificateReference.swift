public import Octets

/// The name of a key holder in CV certificates: the holder itself (CHR) or the authority that signed (CAR)
/// (9303-12 §7.2.2.2): country, mnemonic and sequence number, at most 16 characters of ISO 8859-1.
public struct CertificateReference: Hashable, Sendable {
    /// Most characters.
    public static let limit = 16

    /// The characters as octets.
    public let bytes: [UInt8]

    /// Reads 1 to 16 characters. Throws on another number of them, and on control characters.
    public init(
        parsing bytes: some Collection<UInt8>, in structure: String = "certificate reference", at offset: Int = 0
    ) throws(ParseError) {
        guard (1...Self.limit).contains(bytes.count) else {
            throw ParseError(.invalidValue("1 to 16 characters are expected"), in: structure, at: offset)
        }
        // Below 20 and from 7F to 9F nothing can be printed.
        guard bytes.allSatisfy({ $0 >= 0x20 && !(0x7F...0x9F).contains($0) }) else {
            throw ParseError(.invalidValue("control characters are not allowed"), in: structure, at: offset)
        }
        self.bytes = Array(bytes)
    }

    /// Takes text of ISO 8859-1 characters; nil when it is no reference.
    public init?(_ text: String) {
        guard text.unicodeScalars.allSatisfy({ $0.value <= 0xFF }),
            let reference = try? CertificateReference(parsing: latin1Bytes(text))
        else { return nil }
        self = reference
    }

    /// The two letters of the country; nil when the reference is too short to hold all its parts.
    public var country: String? { hasParts ? latin1(bytes.prefix(2)) : nil }

    /// The holder's name, up to 9 characters; nil when the reference is too short to hold all its parts.
    public var mnemonic: String? { hasParts ? latin1(bytes.dropFirst(2).dropLast(5)) : nil }

    /// The last five characters; nil when the reference is too short to hold all its parts.
    public var sequenceNumber: String? { hasParts ? latin1(bytes.suffix(5)) : nil }

    private var hasParts: Bool { bytes.count >= 8 }
}

extension CertificateReference: CustomStringConvertible {
    /// All characters: text of a stranger, but without control characters.
    public var description: String { latin1(bytes) }
}
