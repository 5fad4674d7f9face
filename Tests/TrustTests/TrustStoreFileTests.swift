import CardCrypto
import InlaySeams
import Octets
import PassportSimulator
import Testing

@testable import Trust

struct TrustStoreFileTests {
    private func store() throws -> TrustStore {
        let states = try (1...3).map { try Utopia.state(seed: $0) }
        let origins = [
            TrustOrigin(.user, name: "a.pem", imported: Utopia.moment),
            TrustOrigin(.anchoredList, name: "Liste ä.ml", imported: Utopia.issued, listSigner: [0x30, 0x00]),
        ]
        let anchors = try states.enumerated().map { index, state in
            TrustAnchor(try Certificate(parsing: state.countryCertificate), from: origins[index % 2])
        }
        let lists = try [nil, Utopia.moment].enumerated().map { index, next in
            let der = try states[index].revocationList(
                revoking: [[7]], since: Utopia.issued, issued: Utopia.issued, next: next)
            return TrustedRevocationList(try RevocationList(parsing: der), from: origins[0])
        }
        return TrustStore(anchors, revocationLists: lists)
    }

    @Test func `a store comes back as it was written`() throws {
        let store = try store()
        let back = try TrustStore(parsing: store.encoded())
        #expect(back == store)
        #expect(back.anchors.map(\.origin.name) == ["a.pem", "Liste ä.ml", "a.pem"])
        #expect(
            back.anchors.allSatisfy {
                $0.certificate != nil && $0.country == "UT" && $0.subjectKeyIdentifier.count == 20
            })
        #expect(back.revocationLists.map(\.nextUpdate) == [nil, Utopia.moment])
        #expect(back.encoded() == store.encoded())
        #expect(try TrustStore(parsing: TrustStore().encoded()) == TrustStore())
    }

    @Test func `a store that is cut off anywhere is refused`() throws {
        let bytes = try store().encoded()
        for count in 0..<bytes.count {
            #expect(throws: ParseError.self) { try TrustStore(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try TrustStore(parsing: bytes + [0]) }
    }

    @Test func `no changed octet of a store is fatal`() throws {
        let bytes = try store().encoded()
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= 0xFF
            guard let store = try? TrustStore(parsing: changed) else { continue }
            for anchor in store.anchors.prefix(1) { _ = anchor.fingerprint }
            _ = store.countries
        }
    }

    @Test func `a store of another version is refused`() throws {
        var bytes = try store().encoded()
        let place = try #require(bytes.firstRange(of: Array("store 1".utf8)))
        bytes[place.upperBound - 1] = UInt8(ascii: "2")
        #expect(throws: ParseError.self) { try TrustStore(parsing: bytes) }
    }

    @Test func `the same certificate is kept once, and can be removed`() throws {
        let store = try store()
        #expect(store.merged(with: store) == store)
        let less = store.removing(anchors: { $0.origin.name == "a.pem" }, revocationLists: { $0.nextUpdate == nil })
        #expect(less.anchors.map(\.origin.name) == ["Liste ä.ml"])
        #expect(less.revocationLists.count == 1)
    }
}
