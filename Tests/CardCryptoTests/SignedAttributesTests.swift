import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct SignedAttributesTests {
    // Attributes out of DER order, with three signatures over them; P-256, SHA-256.
    static let attributes =
        "A066 302F 06092A864886F70D010904 3122 0420 D5E5165F96A4CD8ADCF0A6B4CD8685DFD79729AF75AFE2217B84578E03DB03E0"
        + "3015 06092A864886F70D010903 3108 0606678108010101"
        + "301C 06092A864886F70D010905 310F 170D 3236303130323033303430355A"
    static let key =
        "043F7CE8BF698E4F246D88C2B2DEFE71C342C97C889BE8F2B3A87615EA63DECDBC"
        + "9F77918A649D61283C02CEE184806DB0F43074AB96944B1BBE59BA4B6CA4B946"
    static let overReceived =
        "3046022100F646A28D9D8B93B7E6F95E61193401C4A362E15CC1E40F2D5CDB2E6B9F265AB6"
        + "022100BEFBD9CB843A0DA008A6A04EB571B33706C8AAA6DBAA404C94515EA1E2C7A262"
    static let overSorted =
        "304502206D2AE40FBDBD6D53AA5C062C00C6ED9922F129A6761437D73DA912BCEC4DE7EF"
        + "022100F2C843F99A53F8127CF3BF1A8854821F5C64191DFFDF6EC08C7000F85558D8DE"
    static let overOther =
        "304402203835C0D917FE70284FECAB7AF94D46CB4606AA2FAAADF8AA12E9112F7C3C9901"
        + "0220695280975EBBEFBA47E1A691938696D2E5E9C498EBAFE6756BFE7DC7071D7BC5"

    @Test(
        arguments: [
            (overReceived, SignedAttributes.Order.received), (overSorted, .sorted), (overOther, nil),
        ] as [(String, SignedAttributes.Order?)])
    func `attributes out of order are verified as received and as sorted`(
        signature: String, order: SignedAttributes.Order?
    ) throws {
        let attributes = try SignedAttributes(parsing: hex(Self.attributes))
        let key = try PublicKey(ECGroup(.secp256r1).point(decoding: hex(Self.key)), on: .secp256r1)
        #expect(!attributes.isSorted)
        #expect(
            try attributes.order(coveredBy: hex(signature), of: key, algorithm: .ecdsa(.sha256)) == order)
    }

    @Test func `their values are told`() throws {
        let attributes = try SignedAttributes(parsing: hex(Self.attributes))
        #expect(attributes.contentType?.dotted == "2.23.136.1.1.1")
        #expect(attributes.signingTime == Moment(year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5))
        #expect(
            attributes.messageDigest
                == (try hex("D5E5165F96A4CD8ADCF0A6B4CD8685DFD79729AF75AFE2217B84578E03DB03E0")))
        #expect(attributes.received == (try hex(Self.attributes)))
    }

    @Test func `an attribute that is there twice, or with two values, has no value`() throws {
        let digest = Issuing.attribute(Issuing.oids.messageDigest, DER.octetString([1]))
        let twice = try SignedAttributes(parsing: TLV.encode(0xA0, parts: [digest, digest]))
        #expect(twice.messageDigest == nil)
        let values = Issuing.attribute(Issuing.oids.messageDigest, DER.octetString([1]), DER.octetString([2]))
        #expect(try SignedAttributes(parsing: TLV.encode(0xA0, values)).messageDigest == nil)
        let none = Issuing.attribute(Issuing.oids.messageDigest)
        #expect(try SignedAttributes(parsing: TLV.encode(0xA0, none)).messageDigest == nil)
        let wrongType = Issuing.attribute(Issuing.oids.messageDigest, DER.encode(integer: 1))
        #expect(try SignedAttributes(parsing: TLV.encode(0xA0, wrongType)).messageDigest == nil)
    }

    @Test func `attributes that are cut, long or of another tag are refused`() throws {
        let bytes = try hex(Self.attributes)
        for count in 0..<bytes.count {
            #expect(throws: ParseError.self) { try SignedAttributes(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try SignedAttributes(parsing: bytes + [0]) }
        #expect(throws: ParseError.self) { try SignedAttributes(parsing: [0x31] + bytes.dropFirst()) }
    }
}
