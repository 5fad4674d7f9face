import CardCrypto
import InlaySeams

/// The signer's certificate and those above it must not be revoked (9303-12 §7.1.4, App. D). A state issues one list; it
/// is found by the country, since names change.
enum RevocationRule: SignerRule {
    static let check = Check.revocation

    static func judge(_ signer: SignerExamination) -> Judgement {
        judgeIssued(signer) { issued in
            let country = signer.certificate.issuer.country?.uppercased() ?? issued.known.country ?? ""
            let lists = signer.contents.revocationLists(of: country)
            guard !lists.isEmpty else { return Judgement(.notDone(.noRevocationList)) }
            let usable = lists.filter { $0.problem == nil }
            guard !usable.isEmpty else {
                return Judgement(.notDone(.revocationListUnusable(lists.compactMap(\.problem).first ?? .issuerUnknown)))
            }
            var facts = usable.map { Finding.Fact("revocation list", Self.text($0.list)) }
            for (certificate, name) in signer.certificates(issued) {
                let named = usable.map(\.list).filter { isIssuer($0, of: certificate, issued) }
                // Of the country's lists the one under the issuer's name counts, where there is one: serial numbers are
                // those of one issuer. An authority is looked up in lists of its own issuer only.
                let lists = named.isEmpty && certificate == signer.certificate ? usable.map(\.list) : named
                guard let entry = lists.lazy.compactMap({ $0.entry(of: certificate.serialNumber) }).first else {
                    continue
                }
                facts.append(.init("revoked on", .day(entry.date)))
                // What was revoked later is not believed as of an earlier day either: why it was may be older.
                if signer.moment < entry.date { facts.append(.init("judged as of", .day(signer.moment))) }
                return Judgement(.failed(.revoked(certificate: name, on: entry.date, reason: entry.reason)), facts)
            }
            let current = usable.filter { $0.list.nextUpdate.map { signer.moment <= $0 } ?? true }
            guard !current.isEmpty else {
                let latest = usable.compactMap(\.list.nextUpdate).max() ?? signer.moment
                return Judgement(.notDone(.revocationListExpired(on: latest)), facts)
            }
            return Judgement(.passed(with: deviations(current.map(\.list), signer.certificate, issued)), facts)
        }
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
