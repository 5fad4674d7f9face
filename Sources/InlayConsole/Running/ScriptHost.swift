public import CardIdentification
public import CommandPresets
public import ISO7816

/// What a script runs in: the card, and everything that needs a key, a decision or a file of the user's.
public protocol ScriptHost: AnyObject {
    /// The card.
    var link: any CardLink { get }
    /// True once the user gave up; asked between commands.
    var isCancelled: Bool { get }
    /// What the card was found to be; nil as long as nobody asked it.
    var families: Set<CardFamily>? { get }
    /// The card went away, and nothing was connected to since.
    var hasLostCard: Bool { get }
    /// Connects to what lies on the reader now, after the card went away. Nil when it never went.
    func meetCard() throws(CardError) -> CardReturn?
    /// Looks whether the card was taken away meanwhile, without a command to it: `hasLostCard` tells then.
    func lookForCard()
    /// Finds or asks for what opens the chip, before anything is done to it.
    func makeReady(for mode: SecureMode) throws
    /// Opens the chip over `link`. After PACE the master file is current, after BAC the passport application.
    func open(_ mode: SecureMode, over link: any CardLink) throws -> OpenedChip
    /// Sends a raw frame through the dialect of the reader over `link`, and tells which dialect that is.
    func exchange(frame: [UInt8], over link: any CardLink) throws -> (answer: ReplyPattern.Reply, dialect: String)
    /// Runs the preset of this name over `link`, after it was found to be for this card and the user agreed to it; `tell`
    /// gets each step as it was done. `isSecured`: commands travel protected, so that the card cannot be asked what it is.
    func run(
        preset name: String, _ values: [String: String], over link: any CardLink, isSecured: Bool,
        tell: (PresetProgress) -> Void
    ) throws
    /// What comes next is no frame: the channel that frames and presets share is closed, and the reader as it was.
    func leaveFrames()
    /// Writes everything that was sent and received.
    func saveTranscript(to path: String) throws
}

extension ScriptHost {
    /// A host that keeps no channel has none to close.
    public func leaveFrames() {}

    /// A host that asks nothing knows nothing.
    public var families: Set<CardFamily>? { nil }

    /// A host whose card stays.
    public var hasLostCard: Bool { false }

    /// A host whose card stays.
    public func lookForCard() {}

    /// A host that has all that it needs.
    public func makeReady(for mode: SecureMode) throws {}

    /// A host whose card stays.
    public func meetCard() throws(CardError) -> CardReturn? { nil }
}
