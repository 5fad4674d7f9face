public import Octets

/// EF.DG2 (9303-10 §4.7.2): the holder's face, in a record of ISO/IEC 19794-5 or ISO/IEC 39794-5, or bare.
public struct EFDG2: LDSFile {
    /// EF.DG2.
    public static let fileID = FileID.dg2
    /// The templates as they are.
    public let templates: BiometricTemplates
    /// All images of all templates, in order.
    public let faces: [FaceImage]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    /// A file of these templates.
    public init(_ templates: BiometricTemplates) {
        self.templates = templates
        var ignored: [LDSWarning] = []
        faces = templates.templates.flatMap { FaceImage.images(in: $0, warnings: &ignored) }
        warnings = []
    }

    /// A file with one record of ISO/IEC 19794-5.
    public init(_ record: FaceRecord) {
        self.init(
            BiometricTemplates([
                BiometricTemplate(header: BiometricTemplate.faceHeader(format: 0x08), data: record.encoded())
            ]))
    }

    /// A file with one block of ISO/IEC 39794-5.
    public init(_ block: FaceDataBlock) {
        self.init(
            BiometricTemplates([
                BiometricTemplate(
                    header: BiometricTemplate.faceHeader(format: 0x2A), dataTag: 0x7F2E, data: block.encoded())
            ]))
    }

    /// Reads the file. A record that cannot be understood becomes a warning; its bytes stay in `templates`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let group = try BiometricDataGroup(.dg2, parsing: bytes)
        templates = group.templates
        var warnings = group.warnings
        faces = group.templates.templates.flatMap { FaceImage.images(in: $0, warnings: &warnings) }
        self.warnings = warnings
    }

    /// The file.
    public func encoded() -> [UInt8] { TLV.encode(0x75, templates.encoded) }
}

/// One image of a face.
public struct FaceImage: Hashable, Sendable {
    /// What the image stands in.
    public enum Container: Hashable, Sendable {
        /// A record of ISO/IEC 19794-5, with what it says about the image.
        case iso19794(FaceRecord.Face)
        /// A block of ISO/IEC 39794-5.
        case iso39794(FaceRepresentation)
        /// The image alone, against the standard.
        case bare
    }

    /// The image, in the format that it was stored in: a part of the file, not a copy.
    public let image: ArraySlice<UInt8>
    /// The format that its first bytes show.
    public let format: ImageFormat
    /// What it stands in.
    public let container: Container

    /// Width in pixels, when the container tells one.
    public var width: Int? { size?.width }
    /// Height in pixels, when the container tells one.
    public var height: Int? { size?.height }

    private var size: (width: Int, height: Int)? {
        switch container {
        case .iso19794(let face): face.width > 0 && face.height > 0 ? (face.width, face.height) : nil
        case .iso39794(let representation):
            representation.width.flatMap { width in representation.height.map { (width, $0) } }
        case .bare: nil
        }
    }

    private init(_ image: ArraySlice<UInt8>, _ container: Container, _ warnings: inout [LDSWarning]) {
        self.image = image
        self.container = container
        format = ImageFormat.detect(image)
        if format == .unknown { warnings.append(.unknownImageFormat) }
    }

    /// The images of one template; none when its data is not understood.
    static func images(in template: BiometricTemplate, warnings: inout [LDSWarning]) -> [FaceImage] {
        do throws(ParseError) {
            if template.dataTag == 0x7F2E {
                let block = try FaceDataBlock(parsing: template.data)
                warnings += block.warnings
                return block.representations.map { face in
                    warnings += face.coding?.warnings(for: face.image) ?? []
                    return FaceImage(face.image, .iso39794(face), &warnings)
                }
            }
            if template.data.starts(with: FaceRecord.signature) {
                let record = try FaceRecord(parsing: template.data)
                warnings += record.warnings
                return record.faces.map { face in
                    warnings += face.coding.warnings(for: face.image)
                    return FaceImage(face.image, .iso19794(face), &warnings)
                }
            }
        } catch {
            warnings.append(.malformed(error))
            return []
        }
        warnings.append(.missing("facial record"))
        return [FaceImage(template.data, .bare, &warnings)]
    }
}
