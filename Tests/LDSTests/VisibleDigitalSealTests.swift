import LDS
import Octets
import TestSupport
import Testing

@Suite struct VisibleDigitalSealTests {
    /// Made by hand from 9303-13: version 4, UTO, signer UTTS, reference 1A2, two messages and a signature.
    private static let version4 = hex(
        """
        DC 03 D9C5 D9CAC8A8 2177 31BDE7 31BDE8 5D 01
        01 02 AABB  02 81 03 CCDDEE  FF 04 01020304
        """)

    private static func edited(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = version4
        change(&bytes)
        return bytes
    }

    @Test func `the header of tsenger's sample of a residence permit is read`() throws {
        // tsenger/vdstools, DataParserTest: the first 20 bytes of residentPermit_rawBytes.
        let seal = try VisibleDigitalSeal(parsing: hex("DC03D9C5D9CAC8A73A990F71346ECF47FB06")[...])
        #expect(seal.version == 4)
        #expect(seal.issuingState == "UTO")
        #expect(seal.signer == "UTTS")
        #expect(seal.certificateReference == "5B")
        #expect(seal.dateOfIssue?.description == "2020-01-01")
        #expect(seal.dateOfSignature?.description == "2023-07-26")
        #expect(seal.documentName == "residence permit")
        #expect(seal.messages.isEmpty && seal.signature.isEmpty)
    }

    // tsenger/vdstools, VdsHeaderTest: version 3; BSI TR-03137 for what the codes mean.
    @Test(
        arguments: [
            ("FC04", "social insurance card"), ("FD02", "arrival attestation"), ("FB06", "residence permit"),
            ("FA06", "supplementary sheet"), ("F908", "sticker for a changed address, identity card"),
            ("F80A", "sticker for a changed place of residence, passport"), ("5D01", "visa"),
            ("5E03", "emergency travel document"), ("0102", nil),
        ] as [(String, String?)])
    func `documents with a seal have names`(reference: String, name: String?) throws {
        let seal = try VisibleDigitalSeal(parsing: hex("DC02D9C56D32C8A519FC0F71346F1D67 \(reference)")[...])
        #expect(seal.issuingState == "UTO" && seal.signer == "DETS" && seal.certificateReference == "00027")
        #expect(seal.dateOfIssue?.description == "2020-01-01")
        #expect(seal.documentName == name)
    }

    @Test func `messages and the signature are kept`() throws {
        let seal = try VisibleDigitalSeal(parsing: Self.version4[...])
        #expect(seal.issuingState == "UTO")
        #expect(seal.messages.map { Array($0.value) } == [hex("AABB"), hex("CCDDEE")])
        #expect(Array(seal.signature) == hex("01020304"))
        #expect(seal.signer == "UTTS" && seal.certificateReference == "1A2")
        #expect(seal.documentName == "visa")
    }

    @Test func `version 3 has a reference of five characters`() throws {
        let seal = try VisibleDigitalSeal(parsing: hex("DC 02 D9C5 6D38DB6A19D7 31BDE7 31BDE8 FE 02")[...])
        #expect(seal.version == 3)
        #expect(seal.signer == "DEZV" && seal.certificateReference == "0501A")
        #expect(seal.documentName == nil)
    }

    @Test func `a seal that is cut, or something else, is refused`() {
        for count in 0..<Self.version4.count where ![18, 22, 28].contains(count) {
            #expect(throws: ParseError.self, "\(count)") {
                try VisibleDigitalSeal(parsing: Self.version4.prefix(count))
            }
        }
        for bytes in [
            Self.edited { $0[0] = 0xDD }, Self.edited { $0[1] = 0 }, Self.edited { $0[1] = 4 },
            Self.edited { $0[2] = 0xFF }, Self.edited { $0[19] = 0x90 }, Self.edited { $0[19] = 0x7F },
        ] {
            #expect(throws: ParseError.self) { try VisibleDigitalSeal(parsing: bytes[...]) }
        }
    }

    @Test func `any byte may be wrong without harm`() {
        for index in Self.version4.indices {
            for value in stride(from: 0, through: 255, by: 5) {
                _ = try? VisibleDigitalSeal(parsing: Self.edited { $0[index] = UInt8(value) }[...])
            }
        }
    }

    @Test(
        arguments: [
            ("DC03D9C5D9CAC8A73A990F71346ECF47FB06", "visible digital seal, version 4"),
            ("dc 03 d9 c5 d9 ca c8 a7 3a 99 0f 71 34 6e cf 47 fb 06\n", "visible digital seal, version 4"),
            ("DC03D9C5", "visible digital seal that cannot be read"),
            (
                #"{"data":{"hdr":{"is":"UTO","t":"icao.vacc","v":1}},"sig":{}}"#,
                "visible digital seal for non-constrained environments"
            ),
            ("HC1:6BF+70790T9WJWG", "health certificate of the European Union"),
            ("NDB1A3", "barcode in ICAO's data structure, not signed"),
            ("NDB1D3", "barcode in ICAO's data structure, signed, compressed"), ("P<UTO", nil), ("DC0", nil), ("", nil),
            ("{}", nil), ("DCLUB<<", nil),
        ] as [(String, String?)])
    func `a text that is no zone is named`(text: String, name: String?) {
        #expect(BarcodeContents(text)?.name == name)
    }

    @Test func `bytes that came as characters are understood`() {
        let bytes = hex("DC03D9C5D9CAC8A73A990F71346ECF47FB06")
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        #expect(BarcodeContents(text)?.name == "visible digital seal, version 4")
    }
}
