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
        ("EUE", "EU", ["EUE"]), ("RKS", "KS", []), ("XKX", "XK", []), ("UNK", "XK", []), ("CHN", "CN", ["CHN"]),
        ("HKG", "CN", ["CHN", "HKG"]), ("MAC", "CN", ["CHN", "MAC"]), ("HKG", "CN", []), ("XOM", "XO", []),
        ("XPO", "XP", ["XPO"]), ("XBA", "XB", ["XBA"]), ("XCE", "XC", ["XCE"]), ("XPO", "XX", ["XPO"]),
        ("ANT", "AN", []), ("NTZ", "NT", []),
    ])
    func `codes that belong together pass`(state: String, country: String, names: [String]) {
        #expect(IssuingStateRule.judge(state, [country, country], names, ofAuthority: names) == .passed)
    }

    @Test(arguments: [
        ("FRA", "DE", []), ("D", "AT", ["AUT"]), ("HKG", "TW", []), ("UTO", "UN", []), ("GBD", "IE", []),
        ("EUE", "BE", ["BEL"]), ("FRA", "DE", ["FRA"]),
    ])
    func `a CSCA of another country fails`(state: String, country: String, names: [String]) {
        #expect(
            IssuingStateRule.judge(state, [country], names, ofAuthority: names)
                == .failed(.stateDiffers(document: state, signer: country)))
    }

    @Test func `what cannot be compared is not done, and what differs a little is told`() {
        #expect(IssuingStateRule.judge("XBA", ["ZZ"], [], ofAuthority: []) == .notDone(.stateWithoutCode("XBA")))
        #expect(IssuingStateRule.judge("FRA", [], [], ofAuthority: []) == .notDone(.noCountry))
        #expect(
            IssuingStateRule.judge("GBD", ["GB"], ["GBR"], ofAuthority: ["GBR"])
                == .warning([.alternativeNamesDiffer(["GBR"])]))
    }

    /// 9303-3 §5, parts D to H: no CSCA of a state speaks for an organisation, whatever names are in its certificates.
    @Test(arguments: ["XCE", "XIM", "XBA", "XPO", "XOM", "XXA", "XXX", "ZZZ", "<<<", ""])
    func `a state vouches for no organisation, kind of person, or code that nobody has`(state: String) {
        for names in [[], [state], ["UTO", state]] {
            let verdict = IssuingStateRule.judge(state, ["UT", "UT"], names, ofAuthority: names)
            #expect(!verdict.holds, "\(names)")
        }
    }

    @Test func `an organisation's CSCA must name it, its signer alone does not`() {
        for (state, country) in [("XCE", "XC"), ("XPO", "XX"), ("XOM", "XX")] {
            #expect(!IssuingStateRule.judge(state, [country], [state], ofAuthority: []).holds)
            #expect(!IssuingStateRule.judge(state, [country], [], ofAuthority: []).holds)
            #expect(IssuingStateRule.judge(state, [country], [state], ofAuthority: [state]) == .passed)
        }
        // XK is Kosovo's, and no organisation's.
        #expect(!IssuingStateRule.judge("XCE", ["XK"], ["XCE"], ofAuthority: ["XCE"]).holds)
        #expect(
            IssuingStateRule.judge("XXX", ["XX"], ["XXX"], ofAuthority: ["XXX"]) == .notDone(.noIssuingState("XXX")))
    }

    @Test func `a document of an organisation under a state's CSCA is not authentic`() throws {
        let name = DER.sequence([
            DER.setOf([DER.sequence([DER.encode(oid("2.5.4.7")), DER.printableString("XCE")])])
        ])
        var chain = try Chain()
        chain.signer.put(17, DER.sequence([TLV.encode(0xA4, name)]))
        chain.zone = chain.zone.replacing("P<UTO", with: "P<XCE")
        let report = try chain.report()
        #expect(report[.issuingState] == .notDone(.stateWithoutCode("XCE")))
        #expect(report.conclusion(for: .authentic) == .notEstablished([.issuingState]))
    }

    @Test func `where several issue under one country the names keep them apart`() {
        #expect(
            IssuingStateRule.judge("HKG", ["CN"], ["CHN"], ofAuthority: ["CHN"]) == .notDone(.stateNotNamed("HKG")))
        #expect(
            IssuingStateRule.judge("MAC", ["CN"], ["CHN", "HKG"], ofAuthority: ["CHN", "HKG"])
                == .notDone(.stateNotNamed("MAC")))
    }

    // MARK: - Signers that nobody stands behind

    /// Whoever makes a document up can name any state in its certificate; the zone's state counts as well.
    @Test func `the states whose certificates are at hand and do not fit are told, the zone's first`() throws {
        func report(_ signer: String, _ zone: String, trusting countries: [String]) throws
            -> PassiveAuthenticationReport
        {
            var chain = try Chain(country: signer)
            chain.trustsCountry = false
            chain.zone = chain.zone.replacing("P<UTO", with: "P<" + zone)
            chain.others = try countries.enumerated().map { index, country in
                let other = try Chain.authority(UInt64(40 + index), country: country)
                return try other.builder.signed(with: other.key)
            }
            return try chain.report()
        }
        let hidden = try report("ZZ", "UTO", trusting: ["UT", "DE"])
        #expect(hidden.unfitCountries == ["UT"])
        #expect(hidden[.issuingState] == .notDone(.signerNamesOtherState(document: "UTO", signer: "ZZ")))
        #expect(try report("UT", "D<<", trusting: ["DE"]).unfitCountries == ["DE"])
        #expect(try report("UT", "D<<", trusting: ["UT", "DE"]).unfitCountries == ["DE", "UT"])
        #expect(try report("UT", "UTO", trusting: ["DE"]).unfitCountries.isEmpty)
        #expect(try Chain().report().unfitCountries.isEmpty)
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
            IssuingStateRule.judge("FRA", ["DE", "FR"], [], ofAuthority: [])
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
