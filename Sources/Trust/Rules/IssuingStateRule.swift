import CardCrypto
import LDS

/// A CSCA vouches for its own state only (Docs/rules.md 9): country of signer and CSCA against the issuing state of
/// EF.DG1, with the special codes of 9303-3 §5, and the alternative names, which spell the state as the zone does
/// (9303-12 table 6).
enum IssuingStateRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let signer = examination.signer, let issued = signer.issued else {
            examination.add(.issuingState, unproven(examination))
            return
        }
        guard let zone = examination.zone(for: .issuingState) else { return }
        let state = zone.issuingState
        func judged() -> Judgement { judge(state, signer.known, issued.known) }
        examination.add(
            .issuingState,
            signer.issuance.dependsOnCompanions
                ? judged() : signer.known.judgement(ofIssuingState: state, by: issued.known, judged))
    }

    /// What can be said of a signer behind whom no trusted CSCA stands: anybody writes a state into a certificate, but
    /// two different ones are worth a word.
    private static func unproven(_ examination: Examination) -> Verdict {
        guard case .success(let zone?) = examination.zone,
            let signer = examination.signer?.certificate,
            let country = signer.subject.country?.uppercased() ?? signer.issuer.country?.uppercased()
        else { return .notDone(.dependsOn(Check.chain.title)) }
        let codes = CountryCodes.signerCountries(ofIssuingState: zone.issuingState)
        guard !codes.isEmpty, !codes.contains(country) else { return .notDone(.dependsOn(Check.chain.title)) }
        return .notDone(.signerNamesOtherState(document: zone.issuingState, signer: country))
    }

    static func judge(_ state: String, _ signer: KnownSigner, _ authority: AnchorCertificate) -> Judgement {
        // A CSCA that names no country vouches for none, whatever its signers say of themselves.
        let countries = authority.country.map { [signer.country, $0].compactMap(\.self) } ?? []
        let names = (signer.alternativeStates + authority.alternativeStates).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        var facts: [Finding.Fact] = [.init("issuing state", state)]
        if let country = countries.last { facts.append(.init("CSCA's country", country)) }
        if !names.isEmpty { facts.append(.init("alternative names", .texts(names))) }
        return Judgement(judge(state, countries, names, ofAuthority: authority.alternativeStates), facts)
    }

    /// `countries` are two-letter codes, the CSCA's last; `names` are spelled as in the zone, those of both certificates
    /// and those of the CSCA's alone.
    static func judge(
        _ state: String, _ countries: [String], _ names: [String], ofAuthority own: [String]
    ) -> Verdict {
        guard let country = countries.last else { return .notDone(.noCountry) }
        if let other = countries.first(where: { $0 != country }) {
            return .failed(.signerOfOtherState(signer: other, authority: country))
        }
        let isNamed = names.contains { CountryCodes.isSameState($0, state) }
        let codes = CountryCodes.signerCountries(ofIssuingState: state)
        guard !codes.isEmpty else {
            let known = StateCode(state)
            guard let known, known.kind != .person else {
                let isUnknown = known == nil && state.contains { $0 != "<" }
                return .notDone(isUnknown ? .stateWithoutCode(state) : .noIssuingState(known?.code ?? ""))
            }
            // Any state could write the name of an organisation into its certificates, or let a signer do so: the CSCA
            // must be an organisation's itself.
            guard CountryCodes.isOfOrganisations(country), own.contains(where: { CountryCodes.isSameState($0, state) })
            else { return .notDone(.stateWithoutCode(state)) }
            return .passed
        }
        guard codes.contains(country) else { return .failed(.stateDiffers(document: state, signer: country)) }
        // A code that several issue under tells nothing; the names are there to keep them apart.
        if country == CountryCodes.anyOrganisation, !own.contains(where: { CountryCodes.isSameState($0, state) }) {
            return .notDone(.stateNotNamed(state))
        }
        if CountryCodes.areTold(apartBy: names, state), !isNamed { return .notDone(.stateNotNamed(state)) }
        return names.isEmpty || isNamed ? .passed : .warning([.alternativeNamesDiffer(names)])
    }
}
