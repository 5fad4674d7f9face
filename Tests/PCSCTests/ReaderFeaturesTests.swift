import ISO7816
import Octets
import Testing

@testable import PCSC

@Suite struct ReaderFeaturesTests {
    // As libccid answers: VERIFY_PIN_DIRECT, IFD_PIN_PROPERTIES, GET_TLV_PROPERTIES.
    private static let features = "06 04 42 33 00 06  0A 04 42 33 00 0A  12 04 42 33 00 12"

    @Test func `control codes are read with the highest byte first`() throws {
        let features = ReaderFeatures(parsing: try Hex.bytes(Self.features))
        #expect(features.codes == [0x06: 0x4233_0006, 0x0A: 0x4233_000A, 0x12: 0x4233_0012])
        #expect(features.propertiesCode == 0x4233_0012)
    }

    @Test(
        arguments: [
            // No such property.
            ("", nil),
            ("06 01 04", nil),
            // Short length only.
            ("0A 04 00 00 00 00", .short),
            ("0A 04 00 01 00 00", .short),
            // 65,536 bytes, as libccid says for readers with extended length.
            ("06 01 04  0A 04 00 00 01 00  0B 02 E6 04", .extended),
            // 1,024 bytes: 9 bytes around a command, 2 behind an answer.
            ("0A 04 00 04 00 00", LinkLimits(maximumCommand: 1033, maximumResponse: 1026)),
            // More than APDUs can say.
            ("0A 04 FF FF FF FF", .extended),
            // Of another size than the standard's.
            ("0A 02 00 02", LinkLimits(maximumCommand: 521, maximumResponse: 514)),
            ("0A 00", nil),
            ("0A 08 00 00 01 00 00 00 00 00", nil),
        ] as [(String, LinkLimits?)])
    func `the largest APDU is what the driver's property says`(properties: String, limits: LinkLimits?) throws {
        #expect(ReaderFeatures.limits(fromProperties: try Hex.bytes(properties)) == limits)
    }

    @Test func `an answer cut anywhere counts up to the cut`() throws {
        let whole = try Hex.bytes(Self.features)
        for count in 0..<whole.count {
            let features = ReaderFeatures(parsing: Array(whole.prefix(count)))
            #expect(features.codes.count == count / 6)
        }
    }

    @Test func `lengths that the standard does not allow give nothing`() {
        #expect(ReaderFeatures(parsing: [0x12, 0x03, 1, 2, 3]).codes.isEmpty)
        #expect(ReaderFeatures(parsing: [0x12, 0xFF, 1, 2, 3]).codes.isEmpty)
        #expect(ReaderFeatures(parsing: [UInt8](repeating: 0, count: 65_536)).codes.isEmpty)
    }
}
