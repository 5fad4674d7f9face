import CardCrypto
import LDS

/// A CSCA vouches for its own state only (Docs/rules.md 9).
enum IssuingStateRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let signer = examination.documentSigner else {
            examination.add(.issuingState, .notDone(.dependsOn(Check.signature.title)))
            return
        }
        let mrz: MRZ
        do {
            guard let group = try examination.files.parsed(EFDG1.self) else {
                examination.add(.issuingState, .notDone(.fileMissing(.dg1)))
                return
            }
            mrz = group.mrz
        } catch {
            examination.add(.issuingState, .notDone(.malformed(.dg1, error)))
            return
        }
        let issuer = examination.countrySigner?.subject ?? signer.issuer
        guard let country = issuer.country?.uppercased() else {
            examination.add(.issuingState, .notDone(.noCountry))
            return
        }
        let state = mrz.issuingState
        let evidence: [Finding.Fact] = [.init("issuing state", state), .init("signer's country", country)]
        let codes = CountryCodes.signerCountries(ofIssuingState: state)
        guard !codes.isEmpty else {
            examination.add(.issuingState, .notDone(.stateWithoutCode(state)), evidence)
            return
        }
        examination.add(
            .issuingState,
            codes.contains(country) ? .passed : .failed(.stateDiffers(document: state, signer: country)), evidence)
    }
}
