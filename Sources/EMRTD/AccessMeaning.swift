import ISO7816

/// The table behind `AccessDiagnosis`: 9303-11 §4.3.4, §4.4.4, §6.2.4, §7.1.4, TR-03110-3 §B.9 to §B.11, and what chips are
/// known to answer beyond them.
enum AccessMeaning: Hashable {
    // Passwords.
    case wrongSecret
    case wrongSecretCounted(left: Int)
    case wrongSecretOrToken
    case nowSuspended
    case suspended
    case blocked
    case deactivated
    case lastTryKept(left: Int)
    case unknownCounter
    case passwordNotThere
    case passwordNotForTerminal
    case passwordNotUsable
    case resetRefused
    // Ways.
    case basicAccessNotOffered
    case algorithmNotTaken
    case keyNotTaken
    case sessionInTheWay
    case needsAccess
    case needsRights
    case notAPassport
    case noSuchFile
    // Chip and Terminal Authentication.
    case chipKeyNotKnown
    case unknownAuthority
    case certificateRefused
    case terminalNotKnown
    case signatureRefused
    case notNow
    /// PACE does not go on with a password that has no counter.
    case paceEnded
    // Anything else.
    case chainBroken
    case lengthRefused
    case instructionUnknown
    case undefined

    init(_ refusal: AccessRefusal) {
        let status = refusal.status
        switch refusal.step {
        case _ where refusal.isWithheld:
            self = status.triesLeft.map { .lastTryKept(left: $0) } ?? .unknownCounter
        case .selectPassword: self = Self.selectPassword(refusal)
        case .generalAuthenticate(let step): self = Self.generalAuthenticate(refusal, step)
        case .basicAccessChallenge, .basicAccessAuthenticate: self = Self.basicAccess(refusal)
        case .selectApplication, .selectFile, .readFile: self = Self.file(refusal)
        case .chipAuthentication: self = Self.chipAuthentication(status)
        case .selectAuthority, .verifyCertificate, .selectTerminal, .terminalChallenge, .terminalAuthenticate:
            self = Self.terminalAuthentication(refusal)
        case .resetRetryCounter: self = Self.resetRetryCounter(status)
        }
    }

    private static func selectPassword(_ refusal: AccessRefusal) -> AccessMeaning {
        let isCounted = refusal.password?.isCounted ?? false
        switch refusal.status {
        case 0x63C0, 0x6983: return isCounted ? .blocked : .undefined
        case 0x63C1, 0x6985: return isCounted ? .suspended : .undefined
        case 0x6283, 0x6984: return .deactivated
        case 0x6A80: return isCounted ? .passwordNotForTerminal : .algorithmNotTaken
        case 0x6A88: return .passwordNotThere
        case 0x6982: return .passwordNotForTerminal
        default:
            return isCounted && Self.common(refusal.status) == .undefined
                ? .unknownCounter : Self.common(refusal.status)
        }
    }

    private static func generalAuthenticate(_ refusal: AccessRefusal, _ step: Int) -> AccessMeaning {
        let isCounted = refusal.password?.isCounted ?? false
        switch refusal.status {
        case 0x6300: return step == 4 ? (isCounted ? .wrongSecret : .wrongSecretOrToken) : .keyNotTaken
        case 0x63C0: return .blocked
        case 0x63C1 where isCounted: return .nowSuspended
        case _ where refusal.status.triesLeft != nil: return .wrongSecretCounted(left: refusal.status.triesLeft ?? 0)
        case 0x6982: return isCounted ? .passwordNotUsable : .passwordNotForTerminal
        case 0x6983: return .blocked
        case 0x6984: return .deactivated
        case 0x6985: return isCounted ? .suspended : .paceEnded
        case 0x6A80: return .keyNotTaken
        case 0x6A88: return .passwordNotThere
        default: return common(refusal.status)
        }
    }

    private static func basicAccess(_ refusal: AccessRefusal) -> AccessMeaning {
        switch refusal.status {
        case 0x6300, 0x6983: refusal.step == .basicAccessAuthenticate ? .wrongSecret : .basicAccessNotOffered
        case _ where refusal.status.triesLeft != nil: .wrongSecretCounted(left: refusal.status.triesLeft ?? 0)
        case 0x6982, 0x6985, 0x6A86, 0x6A88, 0x6D00, 0x6A81, 0x6E00: .basicAccessNotOffered
        case 0x6987, 0x6988: .sessionInTheWay
        default: common(refusal.status)
        }
    }

    private static func file(_ refusal: AccessRefusal) -> AccessMeaning {
        switch refusal.status {
        case 0x6982, 0x6985, 0x6984: refusal.step == .selectApplication ? .needsAccess : .needsRights
        case 0x6A82: refusal.step == .selectApplication ? .notAPassport : .noSuchFile
        case 0x6283, 0x6A81, 0x6A86, 0x6A87, 0x6A88, 0x6D00, 0x6E00:
            refusal.step == .selectApplication ? .notAPassport : common(refusal.status)
        case 0x6987, 0x6988: .sessionInTheWay
        default: common(refusal.status)
        }
    }

    private static func chipAuthentication(_ status: StatusWord) -> AccessMeaning {
        switch status {
        case 0x6A80, 0x6300: .keyNotTaken
        case 0x6A88: .chipKeyNotKnown
        case 0x6982, 0x6985: .needsAccess
        default: common(status)
        }
    }

    private static func terminalAuthentication(_ refusal: AccessRefusal) -> AccessMeaning {
        if refusal.status == 0x6982 || refusal.status == 0x6985 {
            return refusal.step == .terminalAuthenticate || refusal.step == .verifyCertificate ? .notNow : .needsAccess
        }
        let shared = common(refusal.status)
        if [.instructionUnknown, .lengthRefused, .chainBroken].contains(shared) { return shared }
        return switch refusal.step {
        case .selectAuthority: .unknownAuthority
        case .verifyCertificate: refusal.status == 0x6A88 ? .unknownAuthority : .certificateRefused
        case .selectTerminal: .terminalNotKnown
        case .terminalAuthenticate: .signatureRefused
        default: .undefined
        }
    }

    private static func resetRetryCounter(_ status: StatusWord) -> AccessMeaning {
        switch status {
        case 0x6982: .resetRefused
        case 0x6983, 0x63C0, 0x6985: .blocked
        case 0x6984: .deactivated
        default: common(status)
        }
    }

    private static func common(_ status: StatusWord) -> AccessMeaning {
        switch status {
        case 0x6700: .lengthRefused
        case 0x6883, 0x6884: .chainBroken
        case 0x6A86, 0x6D00, 0x6E00, 0x6A81: .instructionUnknown
        case 0x6987, 0x6988: .sessionInTheWay
        default: .undefined
        }
    }
}

extension PACEPassword {
    /// True when wrong tries can block it.
    var isCounted: Bool { self == .pin || self == .puk }
}
