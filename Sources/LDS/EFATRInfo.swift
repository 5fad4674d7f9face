public import Octets

/// EF.ATR/INFO (9303-10 §3.11.1): what the card can do. Not signed.
public struct EFATRInfo: LDSFile {
    /// EF.ATR/INFO.
    public static let fileID = FileID.atrInfo
    /// The category byte in front, as historical bytes have one (7816-4 §8.2.1): passports have none, other cards do.
    public let category: UInt8?
    /// All objects, in order.
    public let objects: [DataObject]
    /// Object 47, card capabilities: one to three bytes (7816-4 §12.1.1.9).
    public let cardCapabilities: [UInt8]?
    /// Object 7F66: most bytes in a command APDU.
    public let maximumCommandLength: Int?
    /// Object 7F66: most bytes in a response APDU.
    public let maximumResponseLength: Int?
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    private static let capabilitiesTag: Tag = 0x47
    private static let lengthsTag: Tag = 0x7F66

    /// A file of these parts.
    public init(cardCapabilities: [UInt8]?, maximumCommandLength: Int? = nil, maximumResponseLength: Int? = nil) {
        var objects: [DataObject] = []
        if let cardCapabilities { objects.append(DataObject(Self.capabilitiesTag, cardCapabilities)) }
        if let maximumCommandLength, let maximumResponseLength {
            objects.append(
                DataObject(
                    Self.lengthsTag,
                    DER.encode(integer: maximumCommandLength) + DER.encode(integer: maximumResponseLength)))
        }
        category = nil
        self.objects = objects
        self.cardCapabilities = cardCapabilities
        self.maximumCommandLength = maximumCommandLength
        self.maximumResponseLength = maximumResponseLength
        warnings = []
    }

    /// Reads the file. Objects that are not for passports are kept without a warning: any card has some.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let category = Self.category(of: bytes)
        self.category = category
        let start = category == nil ? 0 : 1
        var reader = TLVReader(bytes.dropFirst(start), in: Self.fileID.name, at: start)
        let (objects, padding) = try reader.objectsBeforePadding(in: Self.fileID.name)
        self.objects = objects
        warnings = padding
        let capabilities = objects.first { $0.tag == Self.capabilitiesTag }.map { Array($0.value) }
        cardCapabilities = capabilities
        if let capabilities, !(1...3).contains(capabilities.count) {
            warnings.append(
                .malformed(ParseError(.invalidValue("1 to 3 bytes are expected"), in: "card capabilities")))
        }
        var lengths: (Int, Int)?
        if let object = objects.first(where: { $0.tag == Self.lengthsTag }) {
            do throws(ParseError) {
                lengths = try Self.lengths(object.value)
            } catch {
                warnings.append(.malformed(error))
            }
        }
        maximumCommandLength = lengths?.0
        maximumResponseLength = lengths?.1
    }

    /// The file.
    public func encoded() -> [UInt8] { (category.map { [$0] } ?? []) + objects.flatMap(\.encoded) }

    /// 80, where objects stand behind it to the end and it is none itself.
    private static func category(of bytes: [UInt8]) -> UInt8? {
        guard let first = bytes.first, first == 0x80 else { return nil }
        var whole = TLVReader(bytes, in: fileID.name)
        var behind = TLVReader(bytes.dropFirst(), in: fileID.name, at: 1)
        guard (try? whole.objectsBeforePadding(in: fileID.name)) == nil,
            let found = try? behind.objectsBeforePadding(in: fileID.name), !found.objects.isEmpty
        else { return nil }
        return first
    }

    private static func lengths(_ bytes: ArraySlice<UInt8>) throws(ParseError) -> (Int, Int) {
        let structure = "extended length information"
        var reader = TLVReader(bytes, in: structure)
        let command = try length(reader.next(.integer), structure)
        let response = try length(reader.next(.integer), structure)
        try reader.expectEnd()
        return (command, response)
    }

    // Some cards write a length with its highest bit set without the zero octet in front, so the sign is not believed.
    private static func length(_ object: TLV, _ structure: String) throws(ParseError) -> Int {
        guard (1...4).contains(object.value.count) else {
            throw ParseError(.invalidValue("a length of 1 to 4 octets is expected"), in: structure, at: object.offset)
        }
        return object.value.reduce(0) { $0 << 8 | Int($1) }
    }
}

extension EFATRInfo {
    /// Extended Lc and Le fields; false when the capabilities do not say so.
    public var supportsExtendedLength: Bool { flag(2, 0x40) }
    /// Command chaining.
    public var supportsCommandChaining: Bool { flag(2, 0x80) }

    private func flag(_ index: Int, _ mask: UInt8) -> Bool {
        guard let cardCapabilities, cardCapabilities.count > index else { return false }
        return cardCapabilities[index] & mask != 0
    }
}
