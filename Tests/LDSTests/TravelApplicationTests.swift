import LDS
import Octets
import Testing

struct TravelApplicationTests {
    @Test(arguments: TravelApplication.allCases)
    func `each application is known by its identifier, and by nothing shorter or longer`(_ known: TravelApplication) {
        #expect(TravelApplication(identifier: known.identifier) == known)
        #expect(TravelApplication(identifier: Array(known.identifier.dropLast())) == nil)
        #expect(TravelApplication(identifier: known.identifier + [0]) == nil)
        #expect(!known.title.isEmpty)
    }

    // 9303-10 §3.3: AID of the eMRTD application.
    @Test func `the passport is the application of the standard`() {
        #expect(Hex.string(TravelApplication.passport.identifier) == "A0000002471001")
    }
}
