import CardCrypto
import InlaySeams
import LDS
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

/// Security objects with several signers, and with too many of them.
struct SeveralSignersTests {
    /// The parts of a security object's SignedData: version, algorithms, content, certificates, signers.
    private static func parts(_ files: LDSFiles) throws -> [TLV] {
        let sod = try #require(files[.sod])
        var info = try TLVReader(sequenceFilling: EFSOD(parsing: sod).contentInfo, in: "test")
        _ = try info.next(.objectIdentifier)
        var wrapper = try info.next(0xA0).contents("test")
        var fields = try wrapper.next(.sequence).contents("test")
        var parts: [TLV] = []
        while !fields.isAtEnd { parts.append(try fields.next()) }
        return parts
    }

    /// The files of `first` with the signers of all, in this order.
    private static func files(_ first: LDSFiles, _ others: [LDSFiles]) throws -> LDSFiles {
        let all = try ([first] + others).map(parts)
        let own = try #require(all.first)
        #expect(own.count == 5 && all.allSatisfy { Array($0[2].encoded) == Array(own[2].encoded) })
        let content = DER.sequence([
            Array(own[0].encoded), Array(own[1].encoded), Array(own[2].encoded),
            TLV.encode(0xA0, all.flatMap { Array($0[3].value) }), TLV.encode(0x31, all.flatMap { Array($0[4].value) }),
        ])
        var files = first
        files[.sod] = TLV.encode(
            0x77, DER.sequence([DER.encode(oid("1.2.840.113549.1.7.2")), TLV.encode(0xA0, content)]))
        return files
    }

    /// A second signer under the same CSCA.
    private static func second(of chain: Chain, _ change: (inout Chain) throws -> Void = { _ in }) throws -> LDSFiles {
        var other = chain
        other.signer = try Chain.signer(5, under: chain.country)
        try change(&other)
        return try other.files()
    }

    private static func report(_ chain: Chain, _ files: LDSFiles) throws -> PassiveAuthenticationReport {
        try PassiveAuthentication(anchors: chain.store()).examine(files, at: Chain.moment(200))
    }

    @Test func `all signers are traced, and all must be good`() throws {
        var chain = try Chain()
        let (one, good) = (try chain.files(), try Self.second(of: chain))
        let both = try Self.report(chain, Self.files(one, [good]))
        #expect(both[.signature] == .warning([.severalSigners(2)]))
        #expect(both.conclusion(for: .authentic) == .holds)
        #expect(both[.chain] == .passed)
        let expired = try Self.second(of: chain) { $0.signer.builder.notAfter = Chain.moment(150) }
        for files in [try Self.files(one, [expired]), try Self.files(expired, [one])] {
            #expect(try Self.report(chain, files)[.validity]?.isFailure == true)
        }
        chain.revocationLists = [try chain.revocationList([[5]])]
        for files in [try Self.files(one, [good]), try Self.files(good, [one])] {
            #expect(try Self.report(chain, files)[.revocation]?.isFailure == true)
        }
    }

    @Test func `a second signer that nobody stands behind is told`() throws {
        let chain = try Chain()
        let stranger = try Self.second(of: chain) {
            $0.country = try Chain.authority(90, name: "Self-made")
            $0.signer = try Chain.signer(5, under: $0.country)
        }
        let report = try Self.report(chain, Self.files(chain.files(), [stranger]))
        #expect(report[.chain] == .warning([.otherSignerNotEstablished]))
        let other = try Self.report(chain, Self.files(stranger, [chain.files()]))
        #expect(other[.chain]?.holds == false)
    }

    @Test func `the work that signers and certificates make is bounded`() throws {
        var chain = try Chain()
        let one = try chain.files()
        let five = try Self.files(one, Array(repeating: one, count: 4))
        #expect(try Self.report(chain, five)[.signature] == .failed(.tooMany("signers", 5)))
        chain.companions = Array(repeating: try chain.countryCertificate(), count: 40)
        #expect(try chain.report()[.signature] == .failed(.tooMany("certificates", 41)))
    }

    // MARK: - When it was signed

    @Test func `a time of signing that cannot be is told`() throws {
        var chain = try Chain()
        chain.signer.remove(16)
        #expect(try chain.report()[.usagePeriod] == .notOffered)
        chain.signedAt = Chain.moment(210)
        #expect(try chain.report()[.usagePeriod] == .warning([.signedInTheFuture]))
        chain.signedAt = Chain.moment(5)
        #expect(try chain.report()[.usagePeriod] == .warning([.signedBeforeCertificate]))
    }
}
