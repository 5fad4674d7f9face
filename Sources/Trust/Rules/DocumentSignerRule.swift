/// The rules about a signer's certificate, for the one of EF.SOD.
enum DocumentSignerRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let judgements = examination.signerJudgements else {
            for check in [Check.chain, .validity, .certificateUse, .usagePeriod, .revocation] {
                examination.add(check, .notDone(.dependsOn(Check.signature.title)))
            }
            return
        }
        for (check, judgement) in judgements { examination.add(check, judgement) }
    }
}
