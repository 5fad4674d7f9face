import Octets
import Testing

@testable import ISO7816

@Suite struct HarmlessTests {
    private static func data(_ command: String) throws -> [UInt8]? {
        let bytes = try Hex.bytes(command)
        let exchange = Exchange(
            number: 1, start: .zero, duration: .zero, command: bytes, outcome: .answer([0x90, 0x00]))
        return HarmlessExchange(exchange).data
    }

    @Test(arguments: [
        "A0000002471001", "E80704007F00070302", "A000000308000010000100", "A0000003080000", "D27600012401",
        "A0000006472F0001", "325041592E5359532E4444463031", "A0000000871002", "A000000151000000", "D2760000850101",
        "F0494E4C41590000", "A000000063504B43532D3135",
    ])
    func `published names of applications are told`(name: String) throws {
        let bytes = try Hex.bytes(name)
        let length = Hex.string([UInt8(bytes.count)])
        #expect(try Self.data("00A40400" + length + name) == bytes)
        #expect(try Self.data("00A4040C" + length + name + "00") == bytes)
    }

    /// Serial numbers stand behind published names: in an OpenPGP card's own, in names of SIM applications, in those of
    /// unknown cards.
    @Test(arguments: [
        "D276000124010304000612345678", "D2760001240103040006123456780000", "A0000000871002FF49FFFF8901010001",
        "A000000308000010000100FF", "A0000002471001313233", "D27600002545500200", "A0A1A2A3A4", "F012345678",
        "31323334353637",
        "A000", "A0000000", "325041592E5359532E444446303130",
    ])
    func `a longer name, and any other, is not`(name: String) throws {
        let length = Hex.string([UInt8(name.count / 2)])
        #expect(try Self.data("00A40400" + length + name) == nil)
    }

    @Test(arguments: [
        "80A4040007A0000002471001", "00B0000007A0000002471001", "00A4080007A0000002471001", "0020008007A0000002471001",
        "0CA4040007A0000002471001",
    ])
    func `what is no selection by name is not told for looking like one`(command: String) throws {
        #expect(try Self.data(command) == nil)
    }

    @Test(
        arguments: [
            // An NTAG, a FeliCa card and an ICODE as readers describe them (PC/SC part 3 §3.1.3.2.3.2).
            ("3B8F8001804F0CA0000003060300030000000068", true), ("3B8F8001804F0CA00000030611003B0000000042", true),
            ("3B8F8001804F0CA0000003060B00140000000077", true),
            // A DESFire, a JCOP, a passport of type B whose application data are zeros, cards without historical bytes.
            ("3B8180018080", true), ("3B8A80018031F873F741E082900075", true), ("3B88800100000000338181003A", true),
            ("3B00", true), ("3B80800101", true),
            // Calypso: 5A holds the serial number of the card. A FeliCa card whose reader gives the IDm. Type B whose application
            // data are its own.
            ("3B6F0000805A0A0706200442C1234567829000", false), ("3B8C80010443FD0123456789ABCDEF01B6", false),
            ("3B888001123456783381810032", false),
            // Storage-card form with something in its reserved bytes; too long for capabilities; free bytes, an object of the
            // issuer; a wrong check byte, cut and trailing.
            ("3B8F8001804F0CA000000306030003010203046C", false), ("3B8A800180783132333435363738FB", false),
            ("3B68000073C8401300900000", false), ("3B6500003132333435", false), ("3B6500008053031234", false),
            ("3B8180018081", false), ("3B81800180", false), ("3B", false), ("", false), ("3B0000", false),
        ] as [(String, Bool)])
    func `an answer to reset is told where it is the same for every card of its kind`(
        atr: String, isHarmless: Bool
    ) throws {
        #expect(AnswerToReset(try Hex.bytes(atr)).isHarmless == isHarmless, "\(atr)")
    }
}
