import CardCrypto
import InlaySeams
import Octets
import Testing

@testable import Trust

/// The German master list of 2026-05-28.
@Suite(.enabled(if: Corpus.isThere, "INLAY_CORPUS names no folder with emrtd/bin"))
struct MasterListCorpusTests {
    private static let moment = Moment(secondsSince1970: 1_790_000_000)

    private func result(
        _ names: [String], into store: TrustStore = TrustStore(), acceptsLists: Bool = false
    ) throws -> (store: TrustStore, files: [TrustImport.File]) {
        var work = TrustImport(into: store, at: Self.moment, acceptsLists: acceptsLists)
        for name in names { work.add(try Corpus.bytes("ml/" + name), named: name) }
        return work.result()
    }

    private static let list = "DE_ML_2026-05-28-08-28-45.ml"

    @Test func `it makes anchors once its root is trusted`() throws {
        let refused = try result([Self.list])
        #expect(refused.store.isEmpty)
        #expect(refused.files[0].masterLists.map(\.problem) == [.noAnchors])

        let taken = try result([Self.list, "DE_ROOT_CA_CSCA07.cer"])
        #expect(taken.files[0].masterLists.map(\.takenAs) == [.anchoredList])
        #expect(taken.files[0].masterLists.map(\.certificateCount) == [588])
        #expect(taken.files[0].skipped.isEmpty)
        #expect(taken.files[0].anchors.new + taken.files[0].anchors.known == 588)
        #expect(taken.store.anchors.count(where: { $0.origin.kind == .anchoredList }) >= 587)
        #expect(taken.store.countries.count == 112)
    }

    @Test func `negative and zero serial numbers survive`() throws {
        let store = try result([Self.list], acceptsLists: true).store
        #expect(store.anchors.count == 588)
        let numbers = store.anchors.compactMap { $0.certificate?.serialNumber }
        #expect(numbers.count == 588)
        #expect(numbers.count(where: { ($0.first ?? 0) >= 0x80 }) == 1)
        #expect(numbers.count(where: { $0 == [0] }) == 1)
    }

    @Test func `it comes back from the store's file`() throws {
        let store = try result([Self.list], acceptsLists: true).store
        let back = try TrustStore(parsing: store.encoded())
        #expect(back == store)
        #expect(back.anchors.allSatisfy { $0.certificate != nil })
    }

    /// Whether each anchor is self-signed, linked or neither, compared with what OpenSSL finds for the same list.
    @Test func `no anchor of the list is damaged`() throws {
        let contents = try result([Self.list], acceptsLists: true).store.contents
        var counts: [AnchorCertificate.Integrity: Int] = [:]
        for place in contents.anchors.indices {
            let anchor = try #require(contents.certificate(at: place))
            counts[anchor.integrity(among: contents), default: 0] += 1
        }
        #expect(counts == [.selfSigned: 375, .linked: 201, .issuerUnknown: 12])
    }
}
