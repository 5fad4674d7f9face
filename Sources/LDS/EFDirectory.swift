public import Octets

/// EF.DIR (9303-10 §3.11.2, 7816-4 §12.2.1): the applications of the card. Not signed.
public struct EFDirectory: LDSFile {
    /// EF.DIR.
    public static let fileID = FileID.directory

    /// One application template.
    public struct Application: Hashable, Sendable {
        /// The application identifier; empty when the template has none.
        public let identifier: [UInt8]
        /// The label as the card gives it, text of a stranger.
        public let label: String?
        /// The template as it was read or made.
        public let template: DataObject

        /// An application with this identifier.
        public init(identifier: [UInt8], label: String? = nil) {
            self.identifier = identifier
            self.label = label
            let parts = TLV.encode(0x4F, identifier) + (label.map { TLV.encode(0x50, Array($0.utf8)) } ?? [])
            template = DataObject(0x61, parts)
        }
    }

    /// The applications, in order.
    public let applications: [Application]
    /// Other objects.
    public let unknownObjects: [DataObject]
    /// What departs from the standard.
    public private(set) var warnings: [LDSWarning]

    /// A file of these applications.
    public init(_ applications: [Application]) {
        self.applications = applications
        unknownObjects = []
        warnings = []
    }

    /// Reads the file.
    public init(parsing bytes: [UInt8]) throws(ParseError) {
        var reader = TLVReader(bytes, in: Self.fileID.name)
        let (objects, padding) = try reader.objectsBeforePadding(in: Self.fileID.name)
        var warnings = padding
        var applications: [Application] = []
        var unknown: [DataObject] = []
        for object in objects {
            if object.tag == 0x61 {
                applications.append(Application(object, &warnings))
            } else {
                warnings.append(.unknownTag(object.tag))
                unknown.append(object)
            }
        }
        self.applications = applications
        unknownObjects = unknown
        self.warnings = warnings
        self.warnings += encodingWarnings(comparedWith: objects.flatMap(\.encoded)[...])
    }

    /// The file.
    public func encoded() -> [UInt8] {
        applications.flatMap(\.template.encoded) + unknownObjects.flatMap(\.encoded)
    }
}

extension EFDirectory.Application {
    init(_ template: DataObject, _ warnings: inout [LDSWarning]) {
        var identifier: [UInt8] = []
        var label: String?
        var reader = TLVReader(template.value, in: "application template")
        do throws(ParseError) {
            while !reader.isAtEnd {
                let object = try reader.next()
                switch object.tag {
                case 0x4F where identifier.isEmpty: identifier = Array(object.value)
                case 0x50 where label == nil: label = String(decoding: object.value, as: UTF8.self)
                default: break
                }
            }
        } catch {
            warnings.append(.malformed(error))
        }
        if identifier.isEmpty { warnings.append(.missing("application identifier")) }
        self.identifier = identifier
        self.label = label
        self.template = template
    }

    /// The name of an application that is known here.
    public var knownName: String? { TravelApplication(identifier: identifier)?.title }
}
