public import Octets

/// An AlgorithmIdentifier (RFC 5280 §4.1.1.2): an identifier and, sometimes, parameters.
public struct AlgorithmIdentifier: Hashable, Sendable {
    /// The algorithm.
    public let algorithm: ObjectIdentifier
    /// The parameters as one data object; nil when they are absent, which is not the same as NULL.
    public let parameters: [UInt8]?

    /// An identifier with its parameters.
    public init(_ algorithm: ObjectIdentifier, parameters: [UInt8]? = nil) {
        self.algorithm = algorithm
        self.parameters = parameters
    }

    /// Reads one AlgorithmIdentifier that fills `der`.
    public init(parsing der: [UInt8]) throws(ParseError) {
        var reader = TLVReader(der, in: Self.structure, rules: .ber)
        try self.init(reader.next())
        try reader.expectEnd()
    }

    init(_ object: TLV) throws(ParseError) {
        try object.expect(.sequence, Self.structure)
        var contents = try object.contents(Self.structure)
        algorithm = try contents.next(.objectIdentifier).objectIdentifier(Self.structure)
        parameters = contents.isAtEnd ? nil : Array(try contents.next().encoded)
        try contents.expectEnd()
    }

    /// The DER form.
    public func encoded() -> [UInt8] {
        DER.sequence([DER.encode(algorithm)] + (parameters.map { [$0] } ?? []))
    }

    /// Equal, NULL and absent parameters being the same (RFC 5754 §2 asks to accept both for digests).
    func isEquivalent(to other: AlgorithmIdentifier) -> Bool {
        algorithm == other.algorithm && meaningfulParameters == other.meaningfulParameters
    }

    private var meaningfulParameters: [UInt8]? { parameters == Self.null ? nil : parameters }

    static let null: [UInt8] = [0x05, 0x00]
    private static let structure = "AlgorithmIdentifier"
}
