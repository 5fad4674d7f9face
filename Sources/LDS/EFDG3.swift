public import Octets

/// EF.DG3 (9303-10 §4.7.3): fingerprints, in records of ISO/IEC 19794-4 or ISO/IEC 39794-4.
public struct EFDG3: LDSFile {
    /// EF.DG3.
    public static let fileID = FileID.dg3
    /// The templates as they are.
    public let templates: BiometricTemplates
    /// All images of all templates, in order.
    public let fingers: [FingerImage]
    /// What departs from the standard.
    public let warnings: [LDSWarning]

    /// A file of these templates.
    public init(_ templates: BiometricTemplates) {
        self.templates = templates
        var ignored: [LDSWarning] = []
        fingers = templates.templates.flatMap { FingerImage.images(in: $0, warnings: &ignored) }
        warnings = []
    }

    /// Reads the file. A record that cannot be understood becomes a warning; its bytes stay in `templates`.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        let group = try BiometricDataGroup(.dg3, parsing: bytes)
        templates = group.templates
        var warnings = group.warnings
        fingers = group.templates.templates.flatMap { FingerImage.images(in: $0, warnings: &warnings) }
        self.warnings = warnings
    }

    /// The file.
    public func encoded() -> [UInt8] { TLV.encode(0x63, templates.encoded) }
}

/// One image of one finger or several.
public struct FingerImage: Hashable, Sendable {
    /// What the image stands in.
    public enum Container: Hashable, Sendable {
        /// A record of ISO/IEC 19794-4, with what it says about the image.
        case iso19794(FingerRecord.Finger)
        /// A block of ISO/IEC 39794-4.
        case iso39794(FingerRepresentation)
    }

    /// The image, in the format that it was stored in: a part of the file, not a copy.
    public let image: ArraySlice<UInt8>
    /// How it is coded, as the container says; nil when that does not.
    public let coding: BiometricImageCoding?
    /// Which finger; nil when nothing says so.
    public let position: FingerPosition?
    /// What it stands in.
    public let container: Container

    /// Width in pixels, when the container tells one.
    public var width: Int? { if case .iso19794(let finger) = container { finger.width } else { nil } }
    /// Height in pixels, when the container tells one.
    public var height: Int? { if case .iso19794(let finger) = container { finger.height } else { nil } }

    /// The images of one template; none when its data is not understood.
    static func images(in template: BiometricTemplate, warnings: inout [LDSWarning]) -> [FingerImage] {
        let subtype = template.subtype.flatMap(FingerPosition.init(subtype:))
        do throws(ParseError) {
            if template.dataTag == 0x7F2E {
                let block = try FingerDataBlock(parsing: template.data)
                warnings += block.warnings
                return block.representations.map { finger in
                    warnings += finger.coding?.warnings(for: finger.image) ?? []
                    return FingerImage(
                        image: finger.image, coding: finger.coding, position: finger.position ?? subtype,
                        container: .iso39794(finger))
                }
            }
            let record = try FingerRecord(parsing: template.data)
            warnings += record.warnings
            return record.fingers.map { finger in
                warnings += record.coding.warnings(for: finger.image)
                let position = finger.position == 0 ? subtype : FingerPosition(code: Int(finger.position))
                return FingerImage(
                    image: finger.image, coding: record.coding, position: position, container: .iso19794(finger))
            }
        } catch {
            warnings.append(.malformed(error))
            return []
        }
    }
}
