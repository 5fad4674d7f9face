/// Whether the document signer certificate was revoked (9303-12 §8): undetermined without a revocation list.
enum RevocationRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard examination.documentSigner != nil else {
            examination.add(.revocation, .notDone(.dependsOn(Check.signature.title)))
            return
        }
        examination.add(.revocation, .notDone(.noRevocationList))
    }
}
