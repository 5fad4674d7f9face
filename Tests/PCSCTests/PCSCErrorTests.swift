import Foundation
import ISO7816
import PCSC
import Testing

@Suite struct PCSCErrorTests {
    // Numbers from winerror.h and the PC/SC documents, which pcsc-lite shares.
    @Test(
        arguments: [
            (0x8010_001D, .noService, "SCARD_E_NO_SERVICE"),
            (0x8010_002E, .noReadersAvailable, "SCARD_E_NO_READERS_AVAILABLE"),
            (0x8010_001E, .serviceStopped, "SCARD_E_SERVICE_STOPPED"),
            (0x8010_0066, .unresponsiveCard, "SCARD_W_UNRESPONSIVE_CARD"),
            (0x8010_0067, .unpoweredCard, "SCARD_W_UNPOWERED_CARD"),
            (0x8010_0068, .resetCard, "SCARD_W_RESET_CARD"),
            (0x8010_0069, .removedCard, "SCARD_W_REMOVED_CARD"),
            (0x8010_006A, .securityViolation, "SCARD_W_SECURITY_VIOLATION"),
            (0x8010_000B, .sharingViolation, "SCARD_E_SHARING_VIOLATION"),
            (0x8010_0016, .notTransacted, "SCARD_E_NOT_TRANSACTED"),
            (0x8010_001F, .unexpected, "SCARD_E_UNEXPECTED"),
            (0x8010_0022, .unsupportedFeature, "SCARD_E_UNSUPPORTED_FEATURE"),
        ] as [(UInt32, PCSCError, String)])
    func `a number has its own case and its official name`(code: UInt32, error: PCSCError, name: String) {
        #expect(PCSCError(code: code) == error)
        #expect(error.code == code)
        #expect(error.name == name)
    }

    @Test func `no two errors share a number, a name or a sentence`() {
        let all = PCSCError.allNamed
        #expect(all.count == 66)
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map(\.meaning)).count == all.count)
        for error in all {
            #expect(PCSCError(code: error.code) == error)
            #expect(error.meaning.hasSuffix("."))
        }
    }

    @Test func `a number without a name is kept`() {
        let error = PCSCError(code: 0x8010_00FF)
        #expect(error == .unknown(0x8010_00FF))
        #expect(error.code == 0x8010_00FF)
        #expect(error.name == nil)
        #expect(error.description.contains("0x801000FF"))
    }

    @Test func `the description holds sentence, name and number`() {
        #expect(
            PCSCError.noService.description
                == "The PC/SC service is not running. (SCARD_E_NO_SERVICE, 0x8010001D)")
    }

    private static let header = "/usr/include/PCSC/pcsclite.h"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: header), "pcsc-lite's header is not installed"))
    func `every code in the header of pcsc-lite has its name here`() throws {
        let text = try String(contentsOfFile: Self.header, encoding: .utf8)
        let pattern = /#define\s+(SCARD_[EFWP]_\w+)\s+\(\(LONG\)0x([0-9A-F]{8})\)/
        var count = 0
        for match in text.matches(of: pattern) where !match.0.hasPrefix("/*") {
            let code = try #require(UInt32(match.2, radix: 16))
            // One number, two names: see `PCSCError.unexpected`.
            if match.1 == "SCARD_E_UNSUPPORTED_FEATURE" { continue }
            #expect(PCSCError(code: code).name == String(match.1))
            count += 1
        }
        #expect(count >= 55)
    }
}
