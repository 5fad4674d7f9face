import CardCrypto
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

struct IssuingStateRuleTests {
    /// Issuing state, the CSCA's country, states in the alternative names.
    @Test(arguments: [
        ("FRA", "FR", []), ("FRA", "FR", ["FRA"]), ("D", "DE", ["D"]), ("D", "DE", ["DEU"]), ("DEU", "DE", ["D"]),
        ("UTO", "UT", ["UTO"]), ("GBD", "GB", []), ("GBN", "GB", []), ("GBO", "GB", []), ("GBP", "GB", []),
        ("GBS", "GB", []), ("GBR", "GB", ["GBR"]), ("UNO", "UN", []), ("UNA", "UN", []), ("UNK", "UN", []),
        ("EUE", "EU", ["EUE"]), ("RKS", "KS", []), ("XKX", "XK", []), ("CHN", "CN", ["CHN"]),
        ("HKG", "CN", ["CHN", "HKG"]), ("MAC", "CN", ["CHN", "MAC"]), ("HKG", "CN", []), ("XOM", "XO", []),
        ("XXX", "ZZ", ["XXX"]), ("XPO", "XP", ["XPO"]), ("XBA", "ZZ", ["XBA"]), ("ANT", "AN", []), ("NTZ", "NT", []),
    ])
    func `codes that belong together pass`(state: String, country: String, names: [String]) {
        #expect(IssuingStateRule.judge(state, [country, country], names) == .passed)
    }

    @Test(arguments: [
        ("FRA", "DE", []), ("D", "AT", ["AUT"]), ("HKG", "TW", []), ("UTO", "UN", []), ("GBD", "IE", []),
        ("EUE", "BE", ["BEL"]), ("FRA", "DE", ["FRA"]),
    ])
    func `a CSCA of another country fails`(state: String, country: String, names: [String]) {
        #expect(
            IssuingStateRule.judge(state, [country], names) == .failed(.stateDiffers(document: state, signer: country)))
    }

    @Test func `what cannot be compared is not done, and what differs a little is told`() {
        #expect(IssuingStateRule.judge("XBA", ["ZZ"], []) == .notDone(.stateWithoutCode("XBA")))
        #expect(IssuingStateRule.judge("FRA", [], []) == .notDone(.noCountry))
        #expect(IssuingStateRule.judge("GBD", ["GB"], ["GBR"]) == .warning([.alternativeNamesDiffer(["GBR"])]))
    }

    @Test func `a CSCA that names no country vouches for none, whatever its signers say of themselves`() throws {
        var chain = try Chain()
        chain.country.builder.subject = DER.sequence([
            DER.setOf([DER.sequence([DER.encode(oid("2.5.4.3")), DER.utf8String("CSCA")])])
        ])
        chain.signer.builder.issuer = chain.country.builder.subject
        let report = try chain.report()
        #expect(report[.chain]?.holds == true)
        #expect(report[.issuingState] == .notDone(.noCountry))
        #expect(report.conclusion(for: .authentic) == .notEstablished([.issuingState]))
    }

    @Test func `signer and CSCA must be of one country`() {
        #expect(
            IssuingStateRule.judge("FRA", ["DE", "FR"], [])
                == .failed(.signerOfOtherState(signer: "DE", authority: "FR")))
    }

    // MARK: - In a document

    private func verdict(_ country: String, _ change: (inout Chain) -> Void = { _ in }) throws -> Verdict? {
        var chain = try Chain(country: country)
        change(&chain)
        return try chain.report()[.issuingState]
    }

    @Test func `the certificates of a document are compared with its zone`() throws {
        #expect(try verdict("UT") == .passed)
        #expect(try verdict("ut") == .passed)
        #expect(try verdict("DE") == .failed(.stateDiffers(document: "UTO", signer: "DE")))
        #expect(try Chain(country: "DE").report().conclusion(for: .authentic) == .failed([.issuingState]))
    }

    @Test func `alternative names are read from both certificates`() throws {
        func names(_ locality: String, _ province: String? = nil) -> [UInt8] {
            let attributes = [("2.5.4.7", locality)] + (province.map { [("2.5.4.8", $0)] } ?? [])
            let name = DER.sequence(
                attributes.map { type, text in
                    DER.setOf([DER.sequence([DER.encode(oid(type)), DER.printableString(text)])])
                })
            return DER.sequence([TLV.encode(0xA4, name)])
        }
        #expect(try verdict("UT") { $0.signer.put(17, names("UTO")) } == .passed)
        #expect(try verdict("UT") { $0.country.put(17, names("uto")) } == .passed)
        #expect(try verdict("UT") { $0.country.put(17, names("ABC", "UTO")) } == .passed)
        #expect(
            try verdict("UT") { $0.signer.put(17, names("ABC")) } == .warning([.alternativeNamesDiffer(["ABC"])]))
    }

    @Test func `a state that nobody vouches for is not judged`() throws {
        #expect(try verdict("UT") { $0.trustsCountry = false } == .notDone(.dependsOn(Check.chain.title)))
    }
}
