public import Octets

/// EF.DG1 (9303-10 §4.7.1): the machine readable zone.
public struct EFDG1: LDSFile {
    /// EF.DG1.
    public static let fileID = FileID.dg1
    /// The zone.
    public let mrz: MRZ
    private var outerWarnings: [LDSWarning] = []
    private var otherWarnings: [LDSWarning] = []

    /// What departs from the standard, wrong check digits included.
    public var warnings: [LDSWarning] {
        outerWarnings + mrz.checkDigitProblems.map(LDSWarning.mrz) + otherWarnings
    }

    private static let mrzTag: Tag = 0x5F1F

    /// A file of this zone.
    public init(_ mrz: MRZ) {
        self.mrz = mrz
    }

    /// Reads the file. Throws when the value is no machine readable zone: nothing would be left of the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let structure = Self.fileID.name
        let (object, warnings) = try Self.outerObject(of: bytes)
        var contents = try object.contents(structure)
        let value = try contents.next(Self.mrzTag)
        do throws(MRZError) {
            mrz = try MRZ(characters: Array(value.value))
        } catch {
            throw ParseError(.invalidValue(error.description), in: structure, at: value.valueOffset)
        }
        outerWarnings = warnings
        if !contents.isAtEnd { otherWarnings.append(.trailingBytes(contents.rest.count)) }
        otherWarnings += encodingWarnings(comparedWith: object.encoded)
    }

    /// The file.
    public func encoded() -> [UInt8] { TLV.encode(0x61, TLV.encode(Self.mrzTag, mrz.characters)) }
}
