/// The steps at which a chip can refuse access, for explanations.
public enum AccessStep: Hashable, Sendable {
    /// PACE: MSE:Set AT chooses the password (9303-11 §4.4.4.1).
    case selectPassword
    /// PACE: GENERAL AUTHENTICATE, step 1 to 4 (9303-11 §4.4.4.2).
    case generalAuthenticate(Int)
    /// BAC: GET CHALLENGE (9303-11 §4.3.4.1).
    case basicAccessChallenge
    /// BAC: EXTERNAL AUTHENTICATE (9303-11 §4.3.4.2).
    case basicAccessAuthenticate
    /// SELECT for the LDS1 application (9303-10 §3.6.1).
    case selectApplication
    /// SELECT for a file.
    case selectFile
    /// READ BINARY.
    case readFile
    /// Chip Authentication: MSE:Set KAT, or MSE:Set AT with GENERAL AUTHENTICATE (9303-11 §6.2.4).
    case chipAuthentication
    /// Terminal Authentication: MSE:Set DST names the authority (9303-11 §7.1.4).
    case selectAuthority
    /// Terminal Authentication: PSO: VERIFY CERTIFICATE.
    case verifyCertificate
    /// Terminal Authentication: MSE:Set AT names the terminal.
    case selectTerminal
    /// Terminal Authentication: GET CHALLENGE.
    case terminalChallenge
    /// Terminal Authentication: EXTERNAL AUTHENTICATE.
    case terminalAuthenticate
    /// RESET RETRY COUNTER of the PIN (TR-03110-3 §B.11).
    case resetRetryCounter
}

extension AccessStep: CustomStringConvertible {
    /// The step in the words of the standard.
    public var description: String {
        switch self {
        case .selectPassword: "PACE: MSE:Set AT"
        case .generalAuthenticate(let number): "PACE step \(number): GENERAL AUTHENTICATE"
        case .basicAccessChallenge: "BAC: GET CHALLENGE"
        case .basicAccessAuthenticate: "BAC: EXTERNAL AUTHENTICATE"
        case .selectApplication: "SELECT eMRTD application"
        case .selectFile: "SELECT file"
        case .readFile: "READ BINARY"
        case .chipAuthentication: "Chip Authentication"
        case .selectAuthority: "Terminal Authentication: MSE:Set DST"
        case .verifyCertificate: "Terminal Authentication: PSO: VERIFY CERTIFICATE"
        case .selectTerminal: "Terminal Authentication: MSE:Set AT"
        case .terminalChallenge: "Terminal Authentication: GET CHALLENGE"
        case .terminalAuthenticate: "Terminal Authentication: EXTERNAL AUTHENTICATE"
        case .resetRetryCounter: "RESET RETRY COUNTER"
        }
    }
}
