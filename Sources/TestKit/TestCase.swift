/// A published test case that a step follows. We check like it; we certify nothing.
public struct TestCase: Hashable, Sendable {
    /// The document it is from, with its version: letters and numbers move between versions.
    public enum Source: String, Hashable, Sendable {
        /// ICAO Technical Report, RF protocol and application test standard for eMRTD, part 3.
        case icaoPart3 = "ICAO TR part 3, version 3.2"
        /// BSI TR-03105 part 3.2.
        case bsiPart32 = "BSI TR-03105 part 3.2, version 1.5.1"
    }

    /// How sure the expected result is.
    public enum Basis: String, Hashable, Sendable {
        /// Read in the document.
        case published
        /// Inferred from Doc 9303, ISO/IEC 7816-4 or the title, because the result could not be read.
        case inferred
    }

    /// `ISO7816_B_1`.
    public let identifier: String
    /// Where it is from.
    public let source: Source
    /// Whether its result was read or inferred.
    public let basis: Basis

    /// A case.
    public init(_ identifier: String, _ basis: Basis, from source: Source = .icaoPart3) {
        self.identifier = identifier
        self.source = source
        self.basis = basis
    }
}
