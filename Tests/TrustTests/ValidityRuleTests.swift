import Testing

@testable import PassportSimulator
@testable import Trust

struct ValidityRuleTests {
    // The CSCA is in force from day 0 to 4000, the signer from day 10 to 3000.
    @Test(arguments: [(10, true), (11, true), (200, true), (2999, true), (3000, true)])
    func `between first and last moment all are in force`(day: Int, holds: Bool) throws {
        #expect(try Chain().report(at: Chain.moment(day))[.validity]?.holds == holds)
    }

    @Test func `before and after, the certificate is named`() throws {
        let chain = try Chain()
        #expect(
            try chain.report(at: Chain.moment(9))[.validity]
                == .failed(.notYetValid(certificate: "document signer", from: Chain.moment(10))))
        #expect(
            try chain.report(at: Chain.moment(3001))[.validity]
                == .failed(.expired(certificate: "document signer", on: Chain.moment(3000))))
    }

    @Test func `the CSCA must be in force too`() throws {
        var chain = try Chain()
        chain.country.builder.notAfter = Chain.moment(100)
        #expect(
            try chain.report(at: Chain.moment(200))[.validity]
                == .failed(.expired(certificate: "CSCA", on: Chain.moment(100))))
        #expect(try chain.report(at: Chain.moment(200)).conclusion(for: .authentic) == .failed([.validity]))
        #expect(try chain.report(at: Chain.moment(100))[.validity] == .passed)
    }

    @Test func `a signer that nobody vouches for is not judged`() throws {
        var chain = try Chain()
        chain.trustsCountry = false
        #expect(try chain.report(at: Chain.moment(9000))[.validity] == .notDone(.dependsOn(Check.chain.title)))
    }
}
