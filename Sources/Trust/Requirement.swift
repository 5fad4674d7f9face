import LDS

/// What must hold for a document to be good enough for the caller.
public enum Requirement: String, Hashable, Sendable, CaseIterable {
    /// Hashes, signature, a chain to a trusted CSCA that is in force and for this use, and the right state.
    case authentic
    /// Hashes and signature.
    case signature
    /// Hashes.
    case hashes
    /// Nothing.
    case none
}

/// Whether a report meets a requirement.
public enum Conclusion: Hashable, Sendable {
    /// Nothing failed and all that is required holds.
    case holds
    /// These checks failed, whatever is required.
    case failed([Check])
    /// Nothing failed, but these required checks could not be made.
    case notEstablished([Check])
}

extension PassiveAuthenticationReport {
    /// Compares the report with `requirement`.
    public func conclusion(for requirement: Requirement) -> Conclusion {
        let failed = failures.map(\.check)
        guard failed.isEmpty else { return .failed(failed) }
        let missing = requiredChecks(for: requirement).filter { !(self[$0]?.holds ?? false) }
        return missing.isEmpty ? .holds : .notEstablished(missing)
    }

    /// The checks that `requirement` needs, whether they were made or not.
    private func requiredChecks(for requirement: Requirement) -> [Check] {
        let hashes = requiredDigests(for: requirement)
        switch requirement {
        case .none: return []
        case .hashes: return hashes
        case .signature: return [.securityObject, .signature] + hashes
        case .authentic:
            return [.securityObject, .signature, .chain, .validity, .certificateUse, .issuingState] + hashes
        }
    }

    /// EF.DG1 always. Of the other data groups those that were read and that EF.SOD covers; `authentic` also asks for the
    /// rest, since what the signer listed must be there, and what is there must be listed. Fingerprints and irises need a
    /// terminal's rights.
    private func requiredDigests(for requirement: Requirement) -> [Check] {
        var checks: [Check] = []
        for finding in findings {
            guard case .digest(let file) = finding.check else { continue }
            let isUncompared =
                switch finding.verdict {
                case .notDone(.fileMissing), .notDone(.notCovered): true
                default: false
                }
            let isNeeded = requirement == .authentic && file != .dg3 && file != .dg4
            if file == .dg1 || !isUncompared || isNeeded { checks.append(finding.check) }
        }
        return checks.contains(.digest(.dg1)) ? checks : checks + [.digest(.dg1)]
    }
}
