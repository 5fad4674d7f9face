public import Octets

/// AlgorithmIdentifier (RFC 5280 §4.1.1.2): an object identifier and parameters of the algorithm's own.
public struct AlgorithmIdentifier: Hashable, Sendable {
    /// The algorithm.
    public let algorithm: ObjectIdentifier
    /// Encoded parameters; nil when absent, `05 00` for NULL.
    public let parameters: [UInt8]?
    /// The whole as it was read or made.
    public let encoded: [UInt8]

    /// standardizedDomainParameters (9303-11 §9.5.1): the parameters are the number of a set.
    public static let standardizedDomainParameters = ObjectIdentifier.bsi.appending(1, 2)

    /// An algorithm with encoded parameters.
    public init(_ algorithm: ObjectIdentifier, parameters: [UInt8]? = nil) {
        self.algorithm = algorithm
        self.parameters = parameters
        encoded = DER.sequence([DER.encode(algorithm), parameters ?? []])
    }

    /// The standardised set of domain parameters with number `id`.
    public init(standardizedDomainParameters id: Int) {
        self.init(Self.standardizedDomainParameters, parameters: DER.encode(integer: id))
    }

    /// Reads the SEQUENCE in `object`.
    public init(_ object: TLV, in structure: String) throws(ParseError) {
        try object.expect(.sequence, structure)
        var reader = try object.contents(structure)
        algorithm = try reader.next(.objectIdentifier).objectIdentifier(structure)
        parameters = reader.isAtEnd ? nil : Array(try reader.next().encoded)
        try reader.expectEnd()
        encoded = Array(object.encoded)
    }

    /// The number of the standardised set of domain parameters; nil for explicit ones.
    public var standardizedDomainParameterID: Int? {
        guard algorithm == Self.standardizedDomainParameters, let parameters else { return nil }
        var reader = TLVReader(parameters, in: "standardizedDomainParameters")
        return try? reader.next().integer("standardizedDomainParameters")
    }
}
