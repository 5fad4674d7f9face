import LDS
import Testing

@Suite struct StateCodeTests {
    @Test(
        arguments: [
            ("UTO", "Utopia (specimen)", "UT"), ("D<<", "Germany", "DE"), ("DEU", "Germany", "DE"),
            ("FRA", "France", "FR"),
            ("GBR", "United Kingdom", "GB"), ("GBD", "British overseas territories citizen", "GB"),
            ("COD", "Democratic Republic of the Congo", "CD"), ("CIV", "Côte d'Ivoire", "CI"),
            ("ZWE", "Zimbabwe", "ZW"),
            ("ABW", "Aruba", "AW"), ("RKS", "Kosovo", "KS"), ("EUE", "European Union", "EU"),
            ("XXA", "stateless person", nil), ("XOM", "Sovereign Military Order of Malta", nil),
        ] as [(String, String, String?)])
    func `a code has a name`(code: String, name: String, alpha2: String?) {
        #expect(StateCode(code)?.name == name)
        #expect(StateCode(code)?.alpha2 == alpha2)
    }

    @Test(arguments: ["", "<<<", "ZZZ", "D<<<X", "de", "deu", "UT", "P<D"])
    func `what nobody has is no code`(code: String) {
        #expect(StateCode(code) == nil)
    }

    @Test func `every country of ISO 3166-1 is there once`() {
        let countries = StateCode.all.filter { $0.kind == .country && $0.code.count == 3 }
        // 249 of ISO 3166-1, Kosovo under two codes, and two former ones.
        #expect(countries.count == 253)
        #expect(StateCode.all.allSatisfy { !$0.name.isEmpty && !$0.name.contains(";") && $0.name.first != " " })
        #expect(StateCode.all.allSatisfy { $0.code.allSatisfy { ("A"..."Z").contains($0) } && $0.code.count <= 3 })
        #expect(StateCode.all.allSatisfy { $0.alpha2?.count ?? 2 == 2 })
        let letters = countries.compactMap(\.alpha2)
        #expect(Set(letters).count == letters.count)
    }

    @Test(
        arguments: [("DE", "DEU"), ("de", "DEU"), ("GB", "GBR"), ("KS", "RKS"), ("UT", nil), ("EU", nil), ("", nil)]
            as [(String, String?)])
    func `two letters lead to the country`(alpha2: String, code: String?) {
        #expect(StateCode.country(alpha2: alpha2)?.code == code)
    }
}
