import LDS
import Octets

/// Chip Authentication counts when the key that was used is one of EF.DG14, and a verified EF.SOD covers EF.DG14
/// (9303-11 §6.2; Docs/rules.md 9).
enum ChipAuthenticationRule: Rule {
    static func examine(_ examination: inout Examination) {
        let infos: SecurityInfos
        switch examination.options {
        case .success(let options?): infos = options
        case .success(nil): return examination.add(.chipAuthentication, withoutDG14(examination))
        case .failure(let error):
            examination.add(.chipAuthentication, .notDone(.malformed(.dg14, error)))
            return
        }
        let keys = infos.chipAuthenticationPublicKeys
        guard !keys.isEmpty else {
            examination.add(
                .chipAuthentication,
                infos.chipAuthentication.isEmpty ? .notOffered : .notDone(.noKey(.dg14)))
            return
        }
        guard let evidence = examination.evidence.chipAuthentication else {
            examination.add(.chipAuthentication, .notDone(.notAsked))
            return
        }
        var facts: [Finding.Fact] = [.init("protocol", evidence.protocolOID.dotted)]
        if let keyID = evidence.keyID { facts.append(.init("key id", "\(keyID)")) }
        examination.add(.chipAuthentication, judge(evidence, keys, examination), facts)
    }

    private static func withoutDG14(_ examination: Examination) -> Verdict {
        guard let object = examination.securityObject else { return .notDone(.fileMissing(.dg14)) }
        return object.digest(of: 14) == nil ? .notOffered : .notDone(.fileMissing(.dg14))
    }

    private static func judge(
        _ evidence: ChipAuthenticationEvidence, _ keys: [ChipAuthenticationPublicKeyInfo], _ examination: Examination
    ) -> Verdict {
        switch evidence.outcome {
        case .refused(let step, let status): return refusal(.chipRefused(step: step, status: status), status)
        case .notAsked(let why): return .notDone(.messagesNotExchanged(why))
        case .unusableKey(let why), .notConfirmed(let why): return .failed(.chipNotConfirmed(why))
        case .confirmed: break
        }
        guard keys.contains(where: { $0.publicKey.encoded == evidence.publicKey }) else {
            return .failed(.noKey(.dg14))
        }
        guard examination.isCovered(.dg14) else { return .notDone(.dependsOn(Check.digest(.dg14).title)) }
        return examination.counting(evidence.isInferred ? [.protocolInferred] : [])
    }

    /// A chip or reader that cannot carry messages of this length shows nothing; any other refusal is that of a chip that
    /// offers the protocol and does not do it.
    static func refusal(_ reason: Reason, _ status: String) -> Verdict {
        let isAboutLength =
            ["6700", "6883", "6884"].contains(status) || status.hasPrefix("61") || status.hasPrefix("6C")
        return isAboutLength ? .notDone(reason) : .failed(reason)
    }
}
