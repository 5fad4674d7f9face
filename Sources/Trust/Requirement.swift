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

    /// The checks that `requirement` needs. Data groups that were not read, or that EF.SOD does not cover, are not among
    /// them; EF.DG1 always is.
    private func requiredChecks(for requirement: Requirement) -> [Check] {
        let digests = findings.map(\.check).filter { check in
            guard case .digest(let file) = check else { return false }
            if file == .dg1 { return true }
            switch self[check] {
            case .notDone(.fileMissing), .notDone(.notCovered), .none: return false
            default: return true
            }
        }
        let hashes = digests.contains(.digest(.dg1)) ? digests : digests + [.digest(.dg1)]
        // What the signer listed must be there, and what is there must be listed; fingerprints and irises need a terminal's
        // rights.
        let all = findings.map(\.check).filter { check in
            guard case .digest(let file) = check else { return false }
            return file != .dg3 && file != .dg4 || hashes.contains(check)
        }
        switch requirement {
        case .none: return []
        case .hashes: return hashes
        case .signature: return [.securityObject, .signature] + hashes
        case .authentic:
            return [.securityObject, .signature, .chain, .validity, .certificateUse, .issuingState] + hashes
                + all.filter { !hashes.contains($0) }
        }
    }
}
