import Octets
import Testing

@testable import ISO7816

@Suite struct HarmlessTests {
    private static func kept(_ command: String) throws -> HarmlessExchange {
        let bytes = try Hex.bytes(command)
        return HarmlessExchange(
            Exchange(number: 1, start: .zero, duration: .zero, command: bytes, outcome: .answer([0x90, 0x00])))
    }

    private static func data(_ command: String) throws -> [UInt8]? { try kept(command).data }

    @Test(arguments: [
        "00840000", "00B0950000", "00FF000001AA", "0CB09500 0D 97010A8E08 0011223344556677 00", "10DA000001AA",
        "01A4040007A0000002471001", "90600000 00", "80CA9F7F00", "9060 0000", "FFCA000000", "FF000000 02 D44A",
        "00B00000 000000",
    ])
    func `the header of a command is told`(command: String) throws {
        let bytes = try Hex.bytes(command)
        #expect(try Self.kept(command).header == Array(bytes.prefix(4)))
    }

    /// An IDm, numbers of chips, a PIN in digits and in ASCII, length fields that do not add up.
    @Test(arguments: [
        "01010A10A1B2C3D4", "04A1B2C3D4E5F6", "04A1B2C3", "12345678", "00123456", "31323334", "8804A1B2",
        "3132333435363738",
        "00B00000FFAA", "00A404000A0102", "2000000000", "3F00000000",
    ])
    func `the beginning of what is no command is not`(command: String) throws {
        let kept = try Self.kept(command)
        #expect(kept.header == nil && kept.data == nil)
        #expect(kept.commandCount == (try Hex.bytes(command)).count)
    }

    @Test(
        arguments: [
            ("04007F00070202040202", true), ("04007F00070202040604", true), ("04007F00070202030204", true),
            ("04007F00070202020205", true), ("04007F00070202040601", false), ("04007F00070202040502", false),
            ("04007F00070202040205", false), ("04007F00070202020301", false), ("04007F00070202050202", false),
            ("04007F000702020402", false), ("04007F0007020204020231", false), ("313233343536373839303132", false),
        ] as [(String, Bool)])
    func `a protocol is told by an identifier that is known`(identifier: String, isKnown: Bool) throws {
        let object = "80" + Hex.string([UInt8(identifier.count / 2)]) + identifier + "830101"
        let command = "0022C1A4" + Hex.string([UInt8(object.count / 2)]) + object
        #expect(try (Self.data(command) != nil) == isKnown)
    }

    @Test(arguments: ["0022C1A406830131830132", "0022C1A409840131840132840133", "0022C1B603830101"])
    func `the choice of a protocol says each thing once`(command: String) throws {
        #expect(try Self.data(command) == nil)
    }

    @Test(arguments: [
        "A0000002471001", "E80704007F00070302", "A000000308000010000100", "A0000003080000", "D27600012401",
        "A0000006472F0001", "325041592E5359532E4444463031", "A0000000871002", "A000000151000000", "D2760000850101",
        "F0494E4C41590000", "A000000063504B43532D3135", "D2760000850100", "D276000085", "A000000247", "A0000002472003",
        "A0000002480200", "A00000045645444C2D3031",
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
        "A000", "A0000000", "325041592E5359532E444446303130", "A00000024731323334", "D276000085313233",
        "D2760000850131",
        "D276000085010131", "E80704007F0007030231",
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
