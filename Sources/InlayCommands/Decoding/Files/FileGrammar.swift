import Octets

/// How the objects of a file are named and read: a table, followed from the outermost object down.
struct FileGrammar: Sendable {
    /// What a value says.
    enum Value: Sendable {
        /// Nothing that is known: bytes.
        case bytes
        /// The state's to choose: objects if it looks like some, otherwise bytes.
        case free
        /// UTF-8, `<` between parts.
        case text
        /// Text of one character set's digits, such as versions.
        case version
        /// A date as digits or in BCD.
        case date
        /// A moment as digits or in BCD.
        case time
        /// A date and time in binary coded decimals of a biometric header.
        case headerTime
        /// An unsigned number.
        case number
        /// A number with a meaning for each.
        case code([Int: String])
        /// 00 false, anything else true.
        case flag
        /// Tags one after another.
        case tagList
        /// A compressed image.
        case image
        /// A machine readable zone.
        case zone
        /// An application identifier.
        case application
        /// What the card can do.
        case capabilities
        /// A record of ISO/IEC 19794, of the kind that its first bytes say.
        case record
        /// SET OF SecurityInfo.
        case securityInfos
        /// ASN.1, named by its own tags.
        case asn1
        /// A string of characters.
        case characters
    }

    let name: String
    let value: Value
    let objects: [Tag: FileGrammar]

    init(_ name: String, _ value: Value = .bytes, _ objects: [Tag: FileGrammar] = [:]) {
        self.name = name
        self.value = value
        self.objects = objects
    }
}
