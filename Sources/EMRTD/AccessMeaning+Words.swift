import ISO7816
import Octets

/// The words of the table. `password` is the short name of the password: MRZ, CAN, PIN or PUK.
extension AccessMeaning {
    var kind: AccessDiagnosis.Kind {
        switch self {
        case .wrongSecret, .wrongSecretCounted, .wrongSecretOrToken: .wrongSecret
        case .nowSuspended, .suspended: .suspended
        case .blocked: .blocked
        case .deactivated: .deactivated
        case .lastTryKept(let left): left == 0 ? .blocked : .lastTryKept
        case .unknownCounter: .unknownCounter
        case .passwordNotThere, .basicAccessNotOffered, .algorithmNotTaken, .instructionUnknown, .noSuchFile:
            .notOffered
        case .passwordNotForTerminal, .passwordNotUsable, .resetRefused, .needsAccess, .needsRights, .notNow,
            .paceEnded:
            .notPermitted
        case .notAPassport: .otherCard
        case .unknownAuthority, .certificateRefused, .terminalNotKnown, .signatureRefused: .notTrusted
        case .keyNotTaken, .sessionInTheWay, .chipKeyNotKnown, .chainBroken, .lengthRefused, .undefined: .broken
        }
    }

    var triesLeft: Int? {
        switch self {
        case .wrongSecretCounted(let left), .lastTryKept(let left): left
        case .nowSuspended, .suspended: 1
        case .blocked: 0
        default: nil
        }
    }

    func happened(_ password: String) -> String {
        switch self {
        case .wrongSecret: "the \(password) is not accepted"
        case .wrongSecretOrToken: "the \(password) is not that of this document"
        case .wrongSecretCounted(let left): "the \(password) is wrong, and \(Self.tries(left)) left"
        case .nowSuspended: "the \(password) is wrong, and one try is left: it is suspended now"
        case .suspended: "the \(password) is suspended, with one try left"
        case .blocked: "the \(password) is blocked"
        case .deactivated: "the \(password) is deactivated"
        case .lastTryKept(let left):
            left == 0 ? "the \(password) is blocked" : "one try is left for the \(password), and it was not spent"
        case .unknownCounter: "which does not tell how many tries the \(password) has left, so it was not sent"
        case .passwordNotThere: "it has no \(password), or not with these parameters"
        case .passwordNotForTerminal: "it does not take the \(password) from this terminal"
        case .passwordNotUsable: "it does not let the \(password) be used now"
        case .resetRefused: "it does not let the \(password) reset the counter"
        case .basicAccessNotOffered: "it does not offer BAC, or not now"
        case .algorithmNotTaken: "it does not take the algorithm that it lists itself"
        case .keyNotTaken: "it does not take the terminal's key or data"
        case .sessionInTheWay: "it expects another session than this one"
        case .needsAccess: "access is not open yet"
        case .needsRights: "this session has not the right to do that"
        case .notAPassport: "it has no passport application"
        case .noSuchFile: "there is no such file"
        case .chipKeyNotKnown: "it does not know the key that it lists itself"
        case .unknownAuthority: "it does not know the authority that signed the certificate"
        case .certificateRefused: "it does not accept the certificate"
        case .terminalNotKnown: "it does not know the terminal's certificate"
        case .signatureRefused: "it does not accept the terminal's signature"
        case .notNow: "it does not allow that now"
        case .paceEnded: "it does not go on with PACE and the \(password)"
        case .chainBroken: "it lost the chain of commands"
        case .lengthRefused: "it refuses the length of the command"
        case .instructionUnknown: "it does not know the command"
        case .undefined: "which the standard does not provide for"
        }
    }

    func likely(_ password: String) -> String {
        switch self {
        case .wrongSecret, .wrongSecretOrToken:
            "a character of the \(password) is mistyped, or it belongs to another document"
        case .wrongSecretCounted: "a digit of the \(password) is mistyped, or it was changed"
        case .nowSuspended, .suspended:
            "the \(password) was wrong several times; a contactless chip then wants the CAN first"
        case .blocked, .lastTryKept(left: 0): "the \(password) was wrong too often"
        case .deactivated: "it was never switched on, or it was switched off at an office"
        case .lastTryKept: "another wrong \(password) would block it"
        case .unknownCounter: "the chip is not of a kind that is known here"
        case .passwordNotThere: "documents differ: most passports know only MRZ and CAN, a PIN is for eID cards"
        case .passwordNotForTerminal: "the \(password) is for terminals with other rights, or with certificates"
        case .passwordNotUsable: "the \(password) is blocked, suspended or deactivated; the chip does not say which"
        case .resetRefused: "the \(password) was used as often as it may be"
        case .basicAccessNotOffered: "newer documents offer PACE only, which needs the same MRZ, or the CAN"
        case .algorithmNotTaken: "the chip is faulty, or EF.CardAccess was altered"
        case .keyNotTaken: "a transmission error, or a chip that deviates from the standard"
        case .sessionInTheWay: "an earlier session was not ended"
        case .needsAccess: "the chip wants PACE or BAC before it shows anything"
        case .needsRights: "fingerprints and irises need Terminal Authentication with the right to read them"
        case .notAPassport: "it is another kind of card: an eID card, a bank card, a driving licence"
        case .noSuchFile: "not every document has every file"
        case .chipKeyNotKnown: "EF.DG14 does not belong to this chip"
        case .unknownAuthority: "the document trusts another authority, or an older key of it"
        case .certificateRefused:
            "its signature is wrong, it expired before the date that the chip keeps, or its role does not fit"
        case .terminalNotKnown: "the last certificate was not accepted, or names another terminal"
        case .signatureRefused:
            "the private key is another one, or the chip binds the signature to other data than this reader"
        case .paceEnded: "the field was interrupted, or the chip fails at what it offers itself"
        case .notNow: "Terminal Authentication was already done in this session, or Chip Authentication is missing"
        case .chainBroken: "the reader or its driver changes commands"
        case .lengthRefused: "the chip, or the reader, takes short commands only"
        case .instructionUnknown: "the chip does not support this protocol"
        case .undefined: "a chip that deviates from the standard"
        }
    }

    func remedy(_ password: String) -> String {
        switch self {
        case .wrongSecret, .wrongSecretOrToken, .wrongSecretCounted: "compare it with the document and try again"
        case .nowSuspended, .suspended: "give the CAN as well, and allow the last try"
        case .blocked, .lastTryKept(left: 0):
            password == PACEPassword.puk.name
                ? "only the issuing office can help" : "unblock it with the PUK, or have the issuing office do it"
        case .deactivated: "have the issuing office activate it"
        case .lastTryKept: "make sure that the \(password) is right, then allow the last try"
        case .unknownCounter: "use MRZ or CAN, or allow the last try if you accept the risk"
        case .passwordNotThere: "use another password: the MRZ, or the CAN if one is printed"
        case .passwordNotForTerminal: "use the CAN or the MRZ"
        case .passwordNotUsable: "ask for its state with inlay passport pin status"
        case .resetRefused: "only the issuing office can help"
        case .basicAccessNotOffered: "use PACE"
        case .algorithmNotTaken, .keyNotTaken, .chainBroken, .undefined:
            "take the document off, put it on again and try once more; keep a trace if it happens again"
        case .sessionInTheWay: "take the document off the reader and put it on again"
        case .needsAccess: "open the chip with PACE or BAC first"
        case .needsRights: "give certificates that grant the right"
        case .notAPassport: "ask what the card is with inlay info"
        case .noSuchFile: "leave the file out"
        case .chipKeyNotKnown: "treat the document as not genuine until somebody has looked at it"
        case .unknownAuthority: "get certificates below the authority that the document names, or its link certificate"
        case .certificateRefused: "look at the certificates with inlay decode cvc, and get newer ones"
        case .terminalNotKnown, .signatureRefused: "check that certificate and private key belong together"
        case .notNow: "take the document off, put it on again and begin anew"
        case .paceEnded: "put it on again and try once more; older documents can be opened with BAC instead, on request"
        case .lengthRefused: "use a reader that takes extended length"
        case .instructionUnknown: "use another way, if the document offers one"
        }
    }

    private static func tries(_ count: Int) -> String { Count.of(count, "try is", "tries are") }
}
