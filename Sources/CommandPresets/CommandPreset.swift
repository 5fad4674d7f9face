public import CardIdentification
public import ISO7816

/// A command that people need, written once and checked: what to send, what to expect, to which cards, what it does.
public struct CommandPreset: Hashable, Sendable {
    /// How a step travels.
    public enum Way: String, Hashable, Sendable, CaseIterable {
        /// A command APDU through the reader.
        case send
        /// A raw frame without CRC, through the dialect of the reader.
        case frame
        /// An escape command to the reader itself, which needs no card.
        case escape
    }

    /// One thing that is sent, and what should come back.
    public struct Step: Hashable, Sendable {
        /// How it travels.
        public var way: Way
        /// The bytes.
        public var template: PresetTemplate
        /// What should come back.
        public var reply: ReplyPattern

        /// A step.
        public init(way: Way, template: PresetTemplate, reply: ReplyPattern) {
            self.way = way
            self.template = template
            self.reply = reply
        }
    }

    /// `piv.select`: lower-case letters, digits and dashes, with a dot between family and name.
    public var name: String
    /// What it does, for people.
    public var title: String
    /// Families it is for: one of them must be established.
    public var families: [CardFamily]
    /// Exact chips it is for; empty when any chip of the family will do.
    public var chips: [String]
    /// Readers it is for, by parts of their names; empty when any will do.
    public var readers: [String]
    /// What it does to the card.
    public var effect: Effect
    /// The clause of the standard or data sheet.
    public var source: String
    /// What else one should know.
    public var note: String?
    /// The preset that must run before, on the same connection: it selects the application.
    public var after: String?
    /// Values that are asked for.
    public var parameters: [PresetParameter]
    /// What is sent, in order.
    public var steps: [Step]

    /// A preset of these parts; `problem` says whether they agree.
    public init(
        name: String, title: String, families: [CardFamily], chips: [String] = [], readers: [String] = [],
        effect: Effect, source: String, note: String? = nil, after: String? = nil,
        parameters: [PresetParameter] = [], steps: [Step]
    ) {
        self.name = name
        self.title = title
        self.families = families
        self.chips = chips
        self.readers = readers
        self.effect = effect
        self.source = source
        self.note = note
        self.after = after
        self.parameters = parameters
        self.steps = steps
    }
}
