import CardCrypto
import InlaySeams
import Octets
import PassportSimulator
import Testing

@testable import Trust

struct TrustStoreCheckTests {
    private static let origin = TrustOrigin(.user, name: "test", imported: Chain.start)

    // The CSCA is in force from day 0 to 4000.
    @Test(arguments: [(0, 1, 0, 0), (3900, 1, 0, 0), (3920, 1, 1, 0), (4000, 1, 1, 0), (4001, 0, 0, 1)])
    func `what expires is told in time`(day: Int, inForce: Int, expiring: Int, expired: Int) throws {
        let check = TrustStoreCheck(try Chain().store(), at: Chain.moment(day))
        let country = try #require(check.countries.first)
        #expect(check.countries.count == 1 && country.code == "UT")
        #expect(country.inForce == inForce && country.expiring == expiring && country.expired == expired)
        #expect(country.lastDay == Chain.moment(4000))
        #expect(check.damaged.isEmpty && check.withoutIssuer.isEmpty)
    }

    @Test func `the state of the revocation list is told`() throws {
        func revocation(_ day: Int, _ change: (inout Chain) throws -> Void) throws -> TrustStoreCheck.Revocation? {
            var chain = try Chain()
            try change(&chain)
            return TrustStoreCheck(try chain.store(), at: Chain.moment(day)).countries.first?.revocation
        }
        #expect(try revocation(30) { _ in } == .missing)
        #expect(
            try revocation(30) { $0.revocationLists = [try $0.revocationList([])] }
                == .current(until: Chain.moment(400)))
        #expect(
            try revocation(30) { $0.revocationLists = [try $0.revocationList([], next: nil)] } == .current(until: nil))
        #expect(
            try revocation(500) { $0.revocationLists = [try $0.revocationList([])] }
                == .expired(on: Chain.moment(400)))
        let other = try Chain.key(9)
        #expect(
            try revocation(30) { $0.revocationLists = [try $0.revocationList([], key: other)] }
                == .unusable(.issuerUnknown))
    }

    @Test func `damaged anchors and links without issuer are told`() throws {
        let chain = try Chain()
        var damaged = try chain.countryCertificate()
        let date = try #require(damaged.firstRange(of: Array("231114".utf8)))
        damaged[date.lowerBound + 5] += 1
        let link = try Utopia.state().linkCertificate(to: Utopia.state(seed: 2))
        var unreadable = TrustAnchor(try Certificate(parsing: try chain.countryCertificate()), from: Self.origin)
        unreadable = TrustAnchor(
            der: [0x30, 0x00], country: "UT", keyIdentifier: [], notAfter: unreadable.notAfter, origin: Self.origin)
        let anchors = try [damaged, link].map { TrustAnchor(try Certificate(parsing: $0), from: Self.origin) }
        let check = TrustStoreCheck(TrustStore(anchors + [unreadable]), at: Chain.moment(100))
        #expect(check.damaged.map(\.der) == [damaged[...], [0x30, 0x00]])
        #expect(check.withoutIssuer.map(\.der) == [link[...]])
        // The link's root comes in: nothing is missing any more.
        let root = TrustAnchor(try Certificate(parsing: Utopia.state().countryCertificate), from: Self.origin)
        #expect(TrustStoreCheck(TrustStore([anchors[1], root]), at: Chain.moment(100)).withoutIssuer.isEmpty)
    }

    @Test func `an empty store has nothing to tell`() {
        let check = TrustStoreCheck(TrustStore(), at: Chain.start)
        #expect(check.countries.isEmpty && check.damaged.isEmpty && check.withoutIssuer.isEmpty)
    }

    @Test func `anchors of a master list whose signer was revoked since are told`() throws {
        let (home, other) = (try Utopia.state(), try Utopia.state(seed: 2))
        let signer = try home.masterListSigner()
        func imported(_ files: [[UInt8]], into store: TrustStore) -> TrustStore {
            var work = TrustImport(into: store, at: Utopia.moment)
            for bytes in files { work.add(bytes, named: "a file") }
            return work.result().store
        }
        let list = try signer.masterList(of: [other.countryCertificate], at: Utopia.issued)
        let before = imported([home.countryCertificate, list], into: TrustStore())
        #expect(before.anchors.map(\.origin.listSigner) == [[], signer.certificate])
        #expect(TrustStoreCheck(before, at: Utopia.moment).fromRevokedLists.isEmpty)
        let list2 = try home.revocationList(
            revoking: [signer.serialNumber], since: Utopia.issued, issued: Utopia.issued, next: nil)
        // Written and read in between, as two commands do.
        let after = imported([list2], into: try TrustStore(parsing: before.encoded()))
        let check = TrustStoreCheck(after, at: Utopia.moment)
        #expect(check.fromRevokedLists.map { Array($0.der) } == [other.countryCertificate])
    }
}
