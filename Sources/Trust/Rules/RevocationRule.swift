import CardCrypto
import InlaySeams

/// The signer's certificate and those above it must not be revoked (9303-12 §7.1.4, App. D). A state issues one list; it
/// is found by the country, since names change.
enum RevocationRule: SignerRule {
    static let check = Check.revocation

    static func judge(_ signer: SignerExamination) -> Judgement {
        judgeIssued(signer) { issued in
            // By the CSCA that was found: what the signer's certificate calls its issuer may be anything.
            let country = issued.known.country ?? signer.certificate.issuer.country?.uppercased() ?? ""
            let lists = signer.contents.revocationLists(of: country)
            guard !lists.isEmpty else { return Judgement(.notDone(.noRevocationList)) }
            let usable = lists.filter { $0.problem == nil }
            guard !usable.isEmpty else {
                return Judgement(.notDone(.revocationListUnusable(lists.compactMap(\.problem).first ?? .issuerUnknown)))
            }
            var facts = usable.map { Finding.Fact("revocation list", Self.text($0.list)) }
            for (certificate, name) in signer.certificates(issued) {
                let isSigner = certificate == signer.certificate
                let named = usable.filter { isIssuer($0.list, of: certificate, issued) }
                // Of the country's lists the one under the issuer's name counts, where there is one: serial numbers are
                // those of one issuer. An authority is looked up in lists of its own issuer only.
                let lists = named.isEmpty && isSigner ? usable : isSigner ? own(named, issued, signer.moment) : named
                let serialNumbers =
                    [certificate.serialNumber] + (isSigner ? [signer.namedSerialNumber] : []).compactMap(\.self)
                let entries = lists.lazy.flatMap { judged in serialNumbers.compactMap { judged.list.entry(of: $0) } }
                guard let entry = entries.first else { continue }
                facts.append(.init("revoked on", .day(entry.date)))
                // What was revoked later is not believed as of an earlier day either: why it was may be older.
                if signer.moment < entry.date { facts.append(.init("judged as of", .day(signer.moment))) }
                return Judgement(.failed(.revoked(certificate: name, on: entry.date, reason: entry.reason)), facts)
            }
            // A sister's list says nothing where the issuer has one, even if that has run out.
            let named = usable.filter { isIssuer($0.list, of: signer.certificate, issued) }
            let relevant = named.isEmpty ? usable : named
            let current = relevant.filter { $0.isCurrent(at: signer.moment) }
            guard !current.isEmpty else {
                let issuedLists = relevant.filter { $0.list.thisUpdate <= signer.moment }
                if let latest = issuedLists.map(\.end).max() {
                    return Judgement(.notDone(.revocationListExpired(on: latest)), facts)
                }
                let first = relevant.map(\.list.thisUpdate).min() ?? signer.moment
                return Judgement(.notDone(.revocationListUnusable(.notYetIssued(first))), facts)
            }
            return Judgement(.passed(with: deviations(current.map(\.list), signer.certificate, issued)), facts)
        }
    }

    /// Of lists under the issuer's name those of its own key, where there is one in force, and what came later: several
    /// CSCAs of a state bear one name, and each counts by itself; but a new key also speaks for the one before.
    private static func own(
        _ lists: [JudgedRevocationList], _ issued: Issuance.Issued, _ moment: Moment
    ) -> [JudgedRevocationList] {
        let own = lists.filter { $0.signer?.hasKey(of: issued.issuer) ?? false }
        guard let latest = own.filter({ $0.isCurrent(at: moment) }).map(\.list.thisUpdate).max() else { return lists }
        return own + lists.filter { !($0.signer?.hasKey(of: issued.issuer) ?? false) && $0.list.thisUpdate > latest }
    }

    /// What is not as it should be with the lists that do not name `certificate`.
    private static func deviations(
        _ lists: [RevocationList], _ certificate: Certificate, _ issued: Issuance.Issued
    ) -> [Deviation] {
        var deviations: [Deviation] = []
        if !lists.contains(where: { isIssuer($0, of: certificate, issued) }) {
            deviations.append(.revocationListOfOtherName)
        }
        // 9303-12 table 9 asks for nextUpdate: without it an old list looks like the latest for ever.
        if lists.allSatisfy({ $0.nextUpdate == nil }) { deviations.append(.revocationListWithoutEnd) }
        // What has expired may be left out of later lists (RFC 5280 §3.3).
        if lists.allSatisfy({ certificate.notAfter < $0.thisUpdate }) {
            deviations.append(.revocationListAfterExpiry)
        }
        return deviations
    }

    /// Whether `list` speaks about what `certificate`'s issuer issued: the same name, now or before, or the same key.
    private static func isIssuer(
        _ list: RevocationList, of certificate: Certificate, _ issued: Issuance.Issued
    ) -> Bool {
        if list.issuer.matches(certificate.issuer) { return true }
        if let key = list.extensions.authorityKeyIdentifier,
            key == certificate.extensions.authorityKeyIdentifier ?? issued.issuer.extensions.subjectKeyIdentifier
        {
            return true
        }
        return list.extensions.issuerDirectoryNames.contains { name in
            (try? DistinguishedName(parsing: name))?.matches(certificate.issuer) ?? false
        }
    }

    private static func text(_ list: RevocationList) -> String {
        list.issuer.description + ", " + list.thisUpdate.isoDate
            + (list.nextUpdate.map { " to \($0.isoDate)" } ?? "")
    }
}
