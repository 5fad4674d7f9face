public import Octets

/// EF.DG4 (9303-10 §4.7.4): irises, in records of ISO/IEC 19794-6 or ISO/IEC 39794-6.
public struct EFDG4: LDSFile {
    /// EF.DG4.
    public static let fileID = FileID.dg4
    /// The templates as they are.
    public let templates: BiometricTemplates
    /// All images of all templates, in order.
    public let irises: [IrisImage]
    /// What departs from the standard.
    public let warnings: [LDSWarning]

    /// A file of these templates.
    public init(_ templates: BiometricTemplates) {
        self.templates = templates
        var ignored: [LDSWarning] = []
        irises = templates.templates.flatMap { IrisImage.images(in: $0, warnings: &ignored) }
        warnings = []
    }

    /// Reads the file. A record that cannot be understood becomes a warning; its bytes stay in `templates`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let group = try BiometricDataGroup(.dg4, parsing: bytes)
        templates = group.templates
        var warnings = group.warnings
        irises = group.templates.templates.flatMap { IrisImage.images(in: $0, warnings: &warnings) }
        self.warnings = warnings
    }

    /// The file.
    public func encoded() -> [UInt8] { TLV.encode(0x76, templates.encoded) }
}

/// One image of one iris.
public struct IrisImage: Hashable, Sendable {
    /// Which eye.
    public enum Eye: Hashable, Sendable {
        case right, left, unknown

        /// 1 right, 2 left, in all the standards.
        init(_ code: Int?) { self = code == 1 ? .right : code == 2 ? .left : .unknown }

        /// In words.
        public var name: String {
            switch self {
            case .right: "right eye"
            case .left: "left eye"
            case .unknown: "unknown eye"
            }
        }
    }

    /// What the image stands in.
    public enum Container: Hashable, Sendable {
        /// A record of ISO/IEC 19794-6, with what it says about the image.
        case iso19794(IrisRecord.Image)
        /// A block of ISO/IEC 39794-6.
        case iso39794(IrisRepresentation)
    }

    /// The image, in the format that it was stored in: a part of the file, not a copy.
    public let image: ArraySlice<UInt8>
    /// How it is coded, as the container says; nil when that does not.
    public let coding: BiometricImageCoding?
    /// Which eye, as the container or else the header says.
    public let eye: Eye
    /// Width in pixels, when the container tells one.
    public let width: Int?
    /// Height in pixels, when the container tells one.
    public let height: Int?
    /// What it stands in.
    public let container: Container

    /// The images of one template; none when its data is not understood.
    static func images(in template: BiometricTemplate, warnings: inout [LDSWarning]) -> [IrisImage] {
        let subtype = Eye(template.subtype)
        do throws(ParseError) {
            if template.dataTag == 0x7F2E {
                let block = try IrisDataBlock(parsing: template.data)
                warnings += block.warnings
                return block.representations.map { iris in
                    warnings += iris.coding?.warnings(for: iris.image) ?? []
                    let eye = Eye(iris.eye)
                    return IrisImage(
                        image: iris.image, coding: iris.coding, eye: eye == .unknown ? subtype : eye, width: nil,
                        height: nil, container: .iso39794(iris))
                }
            }
            let record = try IrisRecord(parsing: template.data)
            warnings += record.warnings
            return record.eyes.flatMap { shown in
                let eye = Eye(Int(shown.identifier))
                return shown.images.map { image in
                    warnings += record.coding.warnings(for: image.image)
                    return IrisImage(
                        image: image.image, coding: record.coding, eye: eye == .unknown ? subtype : eye,
                        width: record.width, height: record.height, container: .iso19794(image))
                }
            }
        } catch {
            warnings.append(.malformed(error))
            return []
        }
    }
}
