import LDS

/// EF.CardAccess is not signed: somebody between chip and reader could offer less than the chip does. The signed
/// EF.DG14 repeats it, and so does EF.CardSecurity (9303-11 §4.2, §9.2.11; Docs/rules.md 6).
enum AccessInformationRule: Rule {
    static func examine(_ examination: inout Examination) {
        let access: SecurityInfos?
        do {
            access = try examination.files.parsed(EFCardAccess.self)?.securityInfos
        } catch {
            examination.add(.accessInformation, .failed(.malformed(.cardAccess, error)))
            return
        }
        let signed: SecurityInfos?
        switch examination.options {
        case .success(let options): signed = options
        case .failure(let error):
            examination.add(.accessInformation, .notDone(.malformed(.dg14, error)))
            return
        }
        guard let signed else {
            examination.add(.accessInformation, withoutDG14(access, examination))
            return
        }
        guard let access, !access.pace.isEmpty else {
            examination.add(.accessInformation, withoutOffer(signed, access, examination))
            return
        }
        let missing = access.entries(missingIn: signed)
        guard missing.isEmpty else {
            examination.add(.accessInformation, .failed(.accessInformationDiffers(entries: missing.count, from: .dg14)))
            return
        }
        // Somebody between chip and reader could also have struck out the better offers.
        let offered = access.pace
        guard signed.pace.allSatisfy(offered.contains) else {
            examination.add(.accessInformation, .failed(.paceWithheld))
            return
        }
        guard examination.isCovered(.dg14) else {
            examination.add(.accessInformation, .notDone(.dependsOn(Check.digest(.dg14).title)))
            return
        }
        examination.add(.accessInformation, .passed)
    }

    private static func withoutDG14(_ access: SecurityInfos?, _ examination: Examination) -> Verdict {
        guard let access, !access.pace.isEmpty else {
            // A chip that shows neither may hide both.
            return examination.securityObject?.digest(of: 14) == nil ? .notOffered : .notDone(.fileMissing(.dg14))
        }
        if let signed = examination.cardSecurity {
            let missing = access.entries(missingIn: signed.infos)
            guard missing.isEmpty else {
                return .failed(.accessInformationDiffers(entries: missing.count, from: .cardSecurity))
            }
            guard signed.infos.pace.allSatisfy(access.pace.contains) else { return .failed(.paceWithheld) }
            if signed.signerIsEstablished { return .passed }
            // Whoever changed EF.CardAccess can sign the same in a file of his own.
            return examination.securityObject?.digest(of: 14) == nil
                ? .warning([.signerNotEstablished]) : .notDone(.fileMissing(.dg14))
        }
        if examination.securityObject?.digest(of: 14) != nil { return .notDone(.fileMissing(.dg14)) }
        return examination.securityObject == nil
            ? .notDone(.fileMissing(.dg14)) : .warning([.accessInformationUnconfirmed])
    }

    private static func withoutOffer(
        _ signed: SecurityInfos, _ access: SecurityInfos?, _ examination: Examination
    ) -> Verdict {
        guard !signed.pace.isEmpty else { return .notOffered }
        // A dump without EF.CardAccess may have left it out; a chip that shows none withholds it.
        guard examination.isFresh || access != nil else { return .notDone(.fileMissing(.cardAccess)) }
        return .failed(.paceWithheld)
    }
}
