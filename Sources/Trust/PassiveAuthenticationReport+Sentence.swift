import CardCrypto
import LDS

extension PassiveAuthenticationReport {
    /// What was established about the document's files, and what was not, in a sentence or two. Whether the chip is the
    /// original says `chipSentence`. `runOutIsUsual` is for a document that has run out itself: that a certificate has run
    /// out since is told then as something not established, though the check fails.
    public func summary(for requirement: Requirement, runOutIsUsual: Bool = false) -> String {
        let failed = runOutIsUsual ? failures.filter { !$0.verdict.isRunOut } : failures
        guard failed.isEmpty else {
            let names = failed.map(\.check.title).joined(separator: ", ")
            return "This document must not be trusted: \(failed.count == 1 ? "a check" : "\(failed.count) checks") "
                + "failed (\(names))."
        }
        let read = digests.filter(\.value.holds).keys.sorted()
        guard self[.signature]?.holds ?? false else {
            return read.isEmpty
                ? "Nothing was established about this document (\(why(.signature)))."
                : "The data groups match EF.SOD, but nobody vouches for EF.SOD (\(why(.signature)))."
        }
        let files = read.map { $0.name.replacing("EF.", with: "") }.joined(separator: ", ")
        let signed =
            read.isEmpty
            ? "EF.SOD is signed by the document signer inside it; no data group was compared with it"
            : "\(files) \(read.count == 1 ? "is as it was" : "are as they were") signed by the document signer inside EF.SOD"
        guard self[.chain]?.holds ?? false else {
            return signed + ", but who that signer is was not established (\(why(.chain)))."
        }
        return signed + ", whose certificate a trusted CSCA" + country + " issued" + limits
    }

    /// Whether the chip showed that it is the original, in a sentence.
    public var chipSentence: String {
        let checks: [Check] = [.chipMapping, .chipAuthentication, .activeAuthentication]
        if let proof = checks.first(where: { self[$0] == .passed }), isSignerEstablished {
            return "The chip has the private key that belongs to the signed files (\(proof.title)), so it is no copy."
        }
        if let proof = checks.first(where: { self[$0]?.holds ?? false }) {
            // Whoever copies a document can sign keys of his own.
            return
                "The chip has the private key that its files name (\(proof.title)), but that shows nothing as long as "
                + "it is not established who signed them."
        }
        let open = checks.compactMap { check in self[check].map { (check, $0) } }.filter { $0.1 != .notOffered }
        guard let (check, verdict) = open.first else {
            return "That the chip is the original and no copy was not established: the document has no means for it."
        }
        let reason = verdict.reason.map { " (\(check.title): \($0))" } ?? ""
        return "That the chip is the original and no copy was not established\(reason)."
    }

    /// Both sentences.
    public func statement(for requirement: Requirement, runOutIsUsual: Bool = false) -> String {
        let summary = summary(for: requirement, runOutIsUsual: runOutIsUsual)
        return failures.allSatisfy { runOutIsUsual && $0.verdict.isRunOut } ? summary + " " + chipSentence : summary
    }

    private var isSignerEstablished: Bool { self[.chain]?.holds ?? false }

    private var country: String {
        // Letters only: what stands in a certificate is not known to be a country.
        let code = countrySigner?.subject.country?.uppercased() ?? ""
        return code.count == 2 && code.allSatisfy { ("A"..."Z").contains($0) } ? " of \(code)" : ""
    }

    /// What a chain alone does not show.
    private var limits: String {
        var missing: [String] = []
        for (check, sentence) in [
            (Check.validity, "that the certificates are in force"),
            (.certificateUse, "that they may be used for this"),
            (.issuingState, "that this state issued the document"),
        ] where !(self[check]?.holds ?? false) { missing.append("\(sentence) (\(why(check)))") }
        let revocation: String
        switch self[.revocation] {
        case .passed, .warning: revocation = "; it is not on the state's revocation list"
        case .notDone, .failed, .notOffered, nil:
            revocation = "; whether it was revoked is not known (\(why(.revocation)))"
        }
        guard !missing.isEmpty else { return revocation + "." }
        return revocation + ". Not established: " + missing.joined(separator: ", ") + "."
    }

    private func why(_ check: Check) -> String {
        switch self[check] {
        case .notDone(let reason), .failed(let reason): reason.description
        case .passed, .warning, .notOffered, nil: "not checked"
        }
    }
}
