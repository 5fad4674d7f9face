/// What a chip needs to carry out a command. The defaults are assumptions about a passport of the last ten years, in round
/// numbers: good for comparing ways to read, no measurement of any product.
public struct ChipLatency: Hashable, Sendable {
    /// Any command: taking it apart, and the answer.
    public var base = Duration.milliseconds(3)
    /// Protecting and unprotecting a message, for each byte of it.
    public var perProtectedByte = Duration.microseconds(12)
    /// Reading a byte of a file.
    public var perByteRead = Duration.microseconds(2)
    /// SELECT.
    public var select = Duration.milliseconds(5)
    /// A random number.
    public var challenge = Duration.milliseconds(5)
    /// EXTERNAL AUTHENTICATE of BAC.
    public var basicAccess = Duration.milliseconds(20)
    /// GENERAL AUTHENTICATE, by the length of what is sent: each step with a public key is two multiplications.
    public var keyAgreement = Duration.milliseconds(120)
    /// A signature, made or verified.
    public var signature = Duration.milliseconds(150)

    /// The defaults.
    public init() {}

    /// For a command of `command` bytes with this header, answered with `answer` bytes.
    func time(header: [UInt8], command: Int, answer: Int) -> Duration {
        guard header.count == 4 else { return base }
        let isProtected = header[0] & 0x0C == 0x0C
        var time = base
        if isProtected { time += perProtectedByte * (command + answer) }
        switch header[1] {
        case 0xA4: time += select
        case 0xB0, 0xB1: time += perByteRead * answer
        case 0x84: time += challenge
        // Inside a session it is the signature of a terminal.
        case 0x82: time += isProtected ? signature : basicAccess
        case 0x86: time += command > 30 ? keyAgreement : challenge
        // MSE:Set KAT carries a public key.
        case 0x22: time += header[3] == 0xA6 ? keyAgreement : .zero
        case 0x88, 0x2A: time += signature
        default: break
        }
        return time
    }
}
