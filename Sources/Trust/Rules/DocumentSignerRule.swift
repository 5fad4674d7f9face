/// The rules about a signer's certificate, for the one of EF.SOD.
enum DocumentSignerRule: Rule {
    static func examine(_ examination: inout Examination) {
        for rule in SignerRules.all {
            guard let signer = examination.signer else {
                examination.add(rule.check, .notDone(.dependsOn(Check.signature.title)))
                continue
            }
            examination.add(rule.check, rule.judge(signer))
        }
    }
}
