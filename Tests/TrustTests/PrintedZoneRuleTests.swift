import LDS
import Testing

@testable import Trust

struct PrintedZoneRuleTests {
    // ICAO 9303-4 appendix B.
    private static let zone =
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10"

    private func verdict(_ printed: String?) throws -> Verdict? {
        let chain = try Chain()
        return try chain.report(printedZone: printed.map { try MRZ(parsing: $0) })[.printedZone]
    }

    @Test func `the zone of the chip passes`() throws { #expect(try verdict(Self.zone) == .passed) }

    @Test func `without a printed zone there is nothing to say`() throws { #expect(try verdict(nil) == nil) }

    @Test(arguments: [
        ("ANNA", "ANNE", [MRZField.names]), ("L898902C3", "L898902C4", [.documentNumber]),
        ("7408122", "7408132", [.dateOfBirth]), ("1204159", "1204169", [.dateOfExpiry]),
        ("UTO740", "XXX740", [.nationality]), ("P<UTO", "P<XXX", [.issuingState]),
    ])
    func `another zone fails and its fields are named`(old: String, new: String, fields: [MRZField]) throws {
        #expect(try verdict(Self.zone.replacing(old, with: new)) == .failed(.printedZoneDiffers(fields)))
    }

    @Test func `no character of the zone may differ, whatever field it is in`() throws {
        let chain = try Chain()
        let (files, authentication) = (try chain.files(), PassiveAuthentication(anchors: try chain.store()))
        let genuine = try MRZ(parsing: Self.zone).characters
        for index in genuine.indices {
            var characters = genuine
            characters[index] = characters[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            guard let printed = try? MRZ(characters: characters) else { continue }
            let report = authentication.examine(files, at: Chain.moment(200), printedZone: printed)
            #expect(report[.printedZone]?.isFailure == true, "character \(index)")
        }
    }

    @Test func `a zone of another format fails`() throws {
        let card =
            "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<"
        #expect(try verdict(card) == .failed(.printedZoneDiffers([])))
    }

    @Test func `reasons hold nothing of the zone`() throws {
        let found = try verdict(Self.zone.replacing("ANNA", with: "EVAA"))
        #expect(found?.explanation == "the printed zone is not the one in EF.DG1: names differ")
    }

    @Test func `a zone in a file that EF_SOD does not cover shows little`() throws {
        let chain = try Chain()
        var files = try chain.files()
        files[.sod] = nil
        let report = PassiveAuthentication(anchors: try chain.store()).examine(
            files, at: Chain.moment(200), printedZone: try MRZ(parsing: Self.zone))
        #expect(report[.printedZone] == .warning([.listNotAuthenticated]))
    }
}
