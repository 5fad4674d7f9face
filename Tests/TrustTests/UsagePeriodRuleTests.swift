import InlaySeams
import LDS
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

struct UsagePeriodRuleTests {
    private func verdict(_ change: (inout Chain) -> Void) throws -> Verdict? {
        var chain = try Chain()
        change(&chain)
        return try chain.report()[.usagePeriod]
    }

    // The signer's key is in use from day 10 to 100.
    @Test(arguments: [(9, false), (10, true), (50, true), (100, true), (101, false)])
    func `the signing time lies in the period of use`(day: Int, holds: Bool) throws {
        #expect(
            try verdict { $0.signedAt = Chain.moment(day) } == (holds ? .passed : .failed(.signedOutsideUsagePeriod)))
    }

    @Test func `a period may be open at one end`() throws {
        let since = DER.sequence([TLV.encode(0x80, Time.generalized(Chain.moment(10)))])
        let until = DER.sequence([TLV.encode(0x81, Time.generalized(Chain.moment(100)))])
        for (value, day, holds) in [(since, 5000, true), (since, 9, false), (until, 1, true), (until, 101, false)] {
            let found = try verdict {
                $0.signer.put(16, value)
                $0.signedAt = Chain.moment(day)
            }
            #expect(found?.holds == holds)
        }
    }

    @Test func `a certificate without a period offers nothing to check`() throws {
        #expect(try verdict { $0.signer.remove(16) } == .notOffered)
    }

    @Test func `a signer issued when the CSCA's key was not in use is told`() throws {
        #expect(
            try verdict {
                $0.country.put(16, DER.sequence([TLV.encode(0x81, Time.generalized(Chain.moment(9)))]))
            } == .warning([.issuedOutsideUsagePeriod]))
    }

    @Test func `without a signing time it cannot be checked`() throws {
        let chain = try Chain()
        var files = try chain.files()
        // The attribute's type becomes another one; the signature no longer holds, the period is judged all the same.
        var sod = try #require(files[.sod])
        let type = try #require(sod.firstRange(of: [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x05]))
        sod[type.upperBound - 1] = 0x77
        files[.sod] = sod
        let report = PassiveAuthentication(anchors: try chain.store()).examine(files, at: Chain.moment(200))
        #expect(report[.usagePeriod] == .notDone(.signingTimeUnknown))
    }
}
