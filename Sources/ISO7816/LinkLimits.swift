/// The largest command and answer that reader and driver carry, in bytes of the whole APDU.
public struct LinkLimits: Hashable, Sendable {
    /// Longest command APDU.
    public var maximumCommand: Int
    /// Longest response APDU, status word included.
    public var maximumResponse: Int

    /// Limits of the caller's.
    public init(maximumCommand: Int, maximumResponse: Int) {
        self.maximumCommand = maximumCommand
        self.maximumResponse = maximumResponse
    }

    /// Short APDUs only: 5 + 255 + 1 bytes out, 256 + 2 bytes back.
    public static let short = LinkLimits(maximumCommand: 261, maximumResponse: 258)
    /// Everything that extended length can say.
    public static let extended = LinkLimits(maximumCommand: 65_544, maximumResponse: 65_538)

    /// True when a command in extended form with an answer of more than 256 bytes can pass.
    public var allowExtendedLength: Bool { maximumCommand > 261 && maximumResponse > 258 }
}
