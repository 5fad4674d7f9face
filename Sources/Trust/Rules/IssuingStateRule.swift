import CardCrypto
import LDS

/// A CSCA vouches for its own state only (Docs/rules.md 9): country of signer and CSCA against the issuing state of
/// EF.DG1, with the special codes of 9303-3 §5, and the alternative names, which spell the state as the zone does
/// (9303-12 table 6).
enum IssuingStateRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let signer = examination.signer, let issued = signer.issued else {
            examination.add(.issuingState, .notDone(.dependsOn(Check.chain.title)))
            return
        }
        guard let zone = examination.zone(for: .issuingState) else { return }
        let state = zone.issuingState
        func judged() -> Judgement { judge(state, signer.known, issued.known) }
        examination.add(
            .issuingState,
            signer.issuance.dependsOnCompanions ? judged() : signer.known.judgement(ofIssuingState: state, judged))
    }

    private static func judge(_ state: String, _ signer: KnownSigner, _ authority: AnchorCertificate) -> Judgement {
        // A CSCA that names no country vouches for none, whatever its signers say of themselves.
        let countries = authority.country.map { [signer.country, $0].compactMap(\.self) } ?? []
        let names = (signer.alternativeStates + authority.alternativeStates).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        var facts: [Finding.Fact] = [.init("issuing state", state)]
        if let country = countries.last { facts.append(.init("CSCA's country", country)) }
        if !names.isEmpty { facts.append(.init("alternative names", .texts(names))) }
        return Judgement(judge(state, countries, names), facts)
    }

    /// `countries` are two-letter codes, the CSCA's last; `names` are spelled as in the zone.
    static func judge(_ state: String, _ countries: [String], _ names: [String]) -> Verdict {
        guard let country = countries.last else { return .notDone(.noCountry) }
        if let other = countries.first(where: { $0 != country }) {
            return .failed(.signerOfOtherState(signer: other, authority: country))
        }
        let isNamed = names.contains { CountryCodes.isSameState($0, state) }
        let codes = CountryCodes.signerCountries(ofIssuingState: state)
        guard !codes.isEmpty else {
            // Organisations without a two-letter code are told by the alternative names only.
            return isNamed ? .passed : .notDone(.stateWithoutCode(state))
        }
        guard codes.contains(country) else { return .failed(.stateDiffers(document: state, signer: country)) }
        return names.isEmpty || isNamed ? .passed : .warning([.alternativeNamesDiffer(names)])
    }
}
