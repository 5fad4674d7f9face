public import ISO7816

/// What a card was found to be, and how that is known.
public struct CardIdentity: Hashable, Sendable {
    /// Something that was seen, and what it says.
    public struct Evidence: Hashable, Sendable {
        /// What was looked at, in the words of the probe: "SELECT PIV application".
        public var probe: String
        /// What was sent; empty for what the reader told by itself.
        public var command: [UInt8]
        /// What came back.
        public var answer: [UInt8]
        /// What follows from it.
        public var finding: String
        /// Families that it establishes.
        public var families: Set<CardFamily>

        /// A piece of evidence.
        public init(
            probe: String, command: [UInt8] = [], answer: [UInt8] = [], finding: String,
            families: Set<CardFamily> = []
        ) {
            self.probe = probe
            self.command = command
            self.answer = answer
            self.finding = finding
            self.families = families
        }
    }

    /// What the card said when it was powered.
    public var answerToReset: AnswerToReset
    /// The exact chip, as `Type2Chip` and its neighbours name it; nil when only a family is known.
    public var chip: String?
    /// UID, PUPI or IDm; nil where the card gave none.
    public var identifier: [UInt8]?
    /// Which card of the link it is about (`CardLink.insertion`).
    public var insertion = 0
    /// What was seen, in the order of the probes.
    public var evidence: [Evidence]

    /// An identity from what was seen.
    public init(
        answerToReset: AnswerToReset, chip: String? = nil, identifier: [UInt8]? = nil, evidence: [Evidence] = []
    ) {
        self.answerToReset = answerToReset
        self.chip = chip
        self.identifier = identifier
        self.evidence = evidence
    }

    /// Families that the evidence establishes.
    public var families: Set<CardFamily> { evidence.reduce(into: []) { $0.formUnion($1.families) } }
}
