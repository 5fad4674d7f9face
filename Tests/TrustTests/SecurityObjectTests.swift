import CardCrypto
import LDS
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

/// Structure and signature of EF.SOD in documents of our own.
struct SecurityObjectTests {
    private func report(_ change: (inout [UInt8]) throws -> Void) throws -> PassiveAuthenticationReport {
        let chain = try Chain()
        var files = try chain.files()
        var sod = try #require(files[.sod])
        try change(&sod)
        files[.sod] = sod
        return PassiveAuthentication(anchors: try chain.store()).examine(files, at: Chain.moment(200))
    }

    private func replace(_ old: [UInt8], by new: [UInt8]) -> (inout [UInt8]) throws -> Void {
        { sod in
            let place = try #require(sod.firstRange(of: old))
            sod.replaceSubrange(place, with: new)
        }
    }

    private let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    private let ldsObject: [UInt8] = [0x06, 0x06, 0x67, 0x81, 0x08, 0x01, 0x01, 0x01]

    @Test func `an untouched object passes`() throws {
        let report = try report { _ in }
        #expect(report[.securityObject] == .passed && report[.signature] == .passed)
    }

    @Test(arguments: [0, 1, 2, 4, 5, 6]) func `versions that the standard does not know fail`(version: UInt8) throws {
        // The version follows the header of SignedData.
        let found = try report { sod in
            let place = try #require(sod.firstRange(of: [0x02, 0x01, 0x03]))
            sod[place.upperBound - 1] = version
        }
        #expect(
            found[.securityObject]
                == .failed(.unknownVersion(structure: "the CMS SignedData", version: Int(version))))
        #expect(found.conclusion(for: .none) == .failed([.securityObject]))
    }

    @Test func `another content type fails, in the wrapper or in the attribute`() throws {
        var other = ldsObject
        other[7] = 0x09
        let first = try report(replace(ldsObject, by: other))
        #expect(first[.securityObject] == .failed(.wrongContentType(oid("2.23.136.1.1.9"))))
        let second = try report { sod in
            let place = try #require(sod.lastRange(of: ldsObject))
            sod.replaceSubrange(place, with: other)
        }
        #expect(second[.signature] == .failed(.signature(.contentType)))
    }

    @Test func `what is no SignedData fails`() throws {
        var other = signedData
        other[8] = 0x01
        let found = try report(replace(signedData, by: other))
        guard case .failed(.malformedSignedData)? = found[.securityObject] else {
            Issue.record("\(String(describing: found[.securityObject]))")
            return
        }
        #expect(found[.signature] == .notDone(.dependsOn(Check.securityObject.title)))
        #expect(found.conclusion(for: .authentic).isFailure)
    }

    @Test func `a signer whose certificate is not there fails`() throws {
        let found = try report { sod in
            // The certificate becomes something else.
            let place = try #require(sod.firstRange(of: [0xA0, 0x03, 0x02, 0x01, 0x02]))
            sod[place.lowerBound] = 0xA5
        }
        #expect(found[.signature] == .failed(.signature(.noCertificate)))
        #expect(found[.chain] == .notDone(.dependsOn(Check.signature.title)))
    }
}

extension Conclusion {
    fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}

extension [UInt8] {
    fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? {
        indices.reversed().lazy.compactMap { start -> Range<Int>? in
            let end = start + other.count
            return end <= count && Array(self[start..<end]) == other ? start..<end : nil
        }.first
    }
}
