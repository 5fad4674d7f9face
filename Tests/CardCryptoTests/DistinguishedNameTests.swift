import CardCrypto
import Octets
import Testing

@Suite struct DistinguishedNameTests {
    private func name(_ attributes: [(String, String)], tag: Octets.Tag = .utf8String) throws -> DistinguishedName {
        try DistinguishedName(parsing: Issuing.name(attributes, tag: tag))
    }

    @Test func `the parts of a name are told`() throws {
        let name = try name([
            ("2.5.4.6", "UT"), ("2.5.4.8", "HKG"), ("2.5.4.7", "CHN"), ("2.5.4.10", "Utopia"), ("2.5.4.3", "CSCA"),
        ])
        #expect(name.country == "UT" && name.commonName == "CSCA" && name.organization == "Utopia")
        #expect(name.locality == "CHN" && name.stateOrProvince == "HKG")
        #expect(try self.name([]).country == nil)
    }

    // RFC 2253 §5, and characters that §2.4 has escaped.
    @Test(arguments: [
        (
            [("2.5.4.6", "GB"), ("2.5.4.10", "Isode Limited"), ("2.5.4.3", "Steve Kille")],
            "CN=Steve Kille,O=Isode Limited,C=GB"
        ),
        (
            [("2.5.4.6", "GB"), ("2.5.4.10", "Sue, Grabbit and Runn"), ("2.5.4.3", "L. Eagle")],
            "CN=L. Eagle,O=Sue\\, Grabbit and Runn,C=GB"
        ),
        ([("2.5.4.3", "Before\rAfter")], "CN=Before\\0DAfter"),
        ([("2.5.4.3", " #+\"\\<>; ")], "CN=\\ #\\+\\\"\\\\\\<\\>\\;\\ "), ([("2.5.4.3", "#1")], "CN=\\#1"),
        ([("1.2.3.4", "x")], "1.2.3.4=#0C0178"), ([("2.5.4.3", "Lučić")], "CN=Lučić"),
        ([("1.2.840.113549.1.9.1", "a@b"), ("0.9.2342.19200300.100.1.25", "int")], "DC=int,emailAddress=a@b"),
        ([], ""),
    ])
    func `it is written as RFC 2253 writes it`(attributes: [(String, String)], text: String) throws {
        #expect(try "\(name(attributes))" == text)
    }

    @Test func `several attributes in one relative name are joined`() throws {
        let pair = DER.setOf(
            ["2.5.4.11", "2.5.4.3"].map { type in
                DER.sequence([DER.encode(Issuing.identifier(type)), DER.utf8String("x")])
            })
        let name = try DistinguishedName(parsing: DER.sequence([pair]))
        #expect("\(name)" == "CN=x+OU=x")
        #expect(name.relativeNames.count == 1)
    }

    @Test(
        arguments: [
            (Octets.Tag.printableString, "4142", "AB"), (.ia5String, "4142", "AB"), (.utf8String, "C3A9", "é"),
            (0x14, "E9", "é"), (0x1E, "00410042", "AB"), (0x1E, "D83DDE00", "😀"), (0x1C, "0001F600", "😀"),
            (.utf8String, "C3", nil), (.printableString, "E9", nil), (0x1E, "004100", nil), (0x1E, "D83D", nil),
            (0x1C, "00110000", nil), (.integer, "01", nil),
        ] as [(Octets.Tag, String, String?)])
    func `each string type is read as its own characters`(tag: Octets.Tag, octets: String, text: String?) throws {
        let attribute = DER.sequence([
            DER.encode(Issuing.identifier("2.5.4.3")), TLV.encode(tag, try hex(octets)),
        ])
        let name = try DistinguishedName(parsing: DER.sequence([DER.setOf([attribute])]))
        #expect(name.commonName == text)
        #expect(name.relativeNames.first?.first?.octets == (try hex(octets)))
    }

    @Test func `names match whatever the order, string type, case and spaces`() throws {
        let first = try name([("2.5.4.6", "MY"), ("2.5.4.10", "Jabatan  Imigresen "), ("2.5.4.3", "Signer")])
        let second = try name(
            [("2.5.4.3", "SIGNER"), ("2.5.4.10", " jabatan imigresen"), ("2.5.4.6", "my")], tag: .printableString)
        #expect(first.matches(second) && second.matches(first))
        #expect(first != second)
    }

    @Test func `names with other, more or fewer parts do not match`() throws {
        let parts = [("2.5.4.6", "UT"), ("2.5.4.11", "x"), ("2.5.4.11", "x")]
        let base = try name(parts)
        #expect(try !base.matches(name(Array(parts.dropLast()))))
        #expect(try !base.matches(name(parts + [("2.5.4.3", "x")])))
        #expect(try !base.matches(name([("2.5.4.6", "UU"), ("2.5.4.11", "x"), ("2.5.4.11", "x")])))
        #expect(try !base.matches(name([("2.5.4.6", "UT"), ("2.5.4.10", "x"), ("2.5.4.11", "x")])))
    }

    @Test func `a name that is cut, long or of another type is refused`() throws {
        let der = Issuing.name([("2.5.4.6", "UT"), ("2.5.4.3", "CSCA")])
        for count in 0..<der.count {
            #expect(throws: ParseError.self) { try DistinguishedName(parsing: Array(der.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try DistinguishedName(parsing: der + [0]) }
        #expect(throws: ParseError.self) { try DistinguishedName(parsing: [0x31] + der.dropFirst()) }
    }
}
