import CardCrypto
import InlaySeams
import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

struct TrustImportTests {
    private func run(
        _ files: [[UInt8]], into store: TrustStore = TrustStore(), at moment: Moment = Utopia.moment,
        acceptsLists: Bool = false
    ) -> (store: TrustStore, files: [TrustImport.File]) {
        var work = TrustImport(into: store, at: moment, acceptsLists: acceptsLists)
        for (index, bytes) in files.enumerated() { work.add(bytes, named: "file \(index)") }
        return work.result()
    }

    private func list(of certificates: [[UInt8]], by state: IssuingState) throws -> [UInt8] {
        try state.masterListSigner().masterList(of: certificates, at: Utopia.issued)
    }

    // MARK: - Certificates

    @Test func `a certificate that the user names becomes an anchor, once`() throws {
        let der = try Utopia.state().countryCertificate
        let first = run([der, der])
        #expect(first.store.anchors.map { Array($0.der) } == [der])
        #expect(first.files.map(\.anchors.new) == [1, 0])
        #expect(first.files.map(\.anchors.known) == [0, 1])
        #expect(first.store.anchors[0].origin == TrustOrigin(.user, name: "file 0", imported: Utopia.moment))
        #expect(first.store.countries == ["UT"])
        let second = run([der], into: first.store)
        #expect(second.store == first.store)
        #expect(second.files[0].anchors.known == 1)
    }

    @Test func `a document signer's certificate becomes no anchor`() throws {
        let result = run([try Utopia.state().documentSigner().certificate])
        #expect(result.store.isEmpty)
        #expect(result.files[0].skipped == [.notAnAuthority: 1])
    }

    @Test func `a bad certificate is counted, and the others taken`() throws {
        let good = try Utopia.state().countryCertificate
        var bad = try Utopia.state(seed: 2).countryCertificate
        // The version becomes one that does not exist.
        let version = try #require(bad.firstRange(of: [0xA0, 0x03, 0x02, 0x01, 0x02]))
        bad[version.upperBound - 1] = 9
        let result = run([bad + good])
        #expect(result.store.anchors.count == 1)
        #expect(result.files[0].skipped == [.malformed: 1])
    }

    // MARK: - Master lists

    @Test func `a list makes anchors when its signer's CSCA is trusted, in any order of the files`() throws {
        let (home, other) = (try Utopia.state(), try Utopia.state(seed: 2))
        let list = try list(of: [home.countryCertificate, other.countryCertificate], by: home)
        for files in [[home.countryCertificate, list], [list, home.countryCertificate]] {
            let result = run(files)
            #expect(result.store.anchors.count == 2)
            let report = try #require(result.files.first { !$0.masterLists.isEmpty }?.masterLists.first)
            #expect(report.takenAs == .anchoredList && report.problem == nil)
            #expect(report.signer?.subject.commonName == "Master List Signer")
            #expect(report.issuer?.der == home.countryCertificate)
            #expect(report.signed == Utopia.issued && report.certificateCount == 2)
        }
    }

    @Test func `a list that only itself vouches for makes no anchor unless the user says so`() throws {
        let home = try Utopia.state()
        let list = try list(of: [home.countryCertificate], by: home)
        let refused = run([list])
        #expect(refused.store.isEmpty)
        #expect(refused.files[0].masterLists.map(\.problem) == [.noAnchors])
        #expect(refused.files[0].masterLists.map(\.takenAs) == [nil])
        let accepted = run([list], acceptsLists: true)
        #expect(accepted.store.anchors.map(\.origin.kind) == [.acceptedList])
        #expect(accepted.files[0].masterLists.map(\.takenAs) == [.acceptedList])
        #expect(accepted.files[0].masterLists.map(\.problem) == [.noAnchors])
    }

    @Test func `one list brings the anchor of the next`() throws {
        let states = try (1...4).map { try Utopia.state(seed: $0) }
        let lists = try zip(states, states.dropFirst()).map { try list(of: [$1.countryCertificate], by: $0) }
        let result = run(Array(lists.reversed()) + [states[0].countryCertificate])
        #expect(result.store.anchors.count == 4)
        #expect(result.files.flatMap(\.masterLists).allSatisfy { $0.takenAs == .anchoredList })
    }

    @Test func `a changed list is refused, even when the user would take it`() throws {
        let home = try Utopia.state()
        var list = try list(of: [Utopia.state(seed: 2).countryCertificate], by: home)
        // The second state's name in the list: "Utopia" becomes "Utopib".
        let name = try #require(list.firstRange(of: Array("Utopia".utf8)))
        list[name.upperBound - 1] += 1
        for accepts in [false, true] {
            let result = run([home.countryCertificate, list], acceptsLists: accepts)
            #expect(result.store.anchors.count == 1)
            #expect(result.files[1].masterLists.map(\.problem) == [.signature(.messageDigest)])
        }
    }

    @Test func `a document signer may not sign a list`() throws {
        let home = try Utopia.state()
        let list = try home.documentSigner().masterList(
            of: [Utopia.state(seed: 2).countryCertificate], at: Utopia.issued)
        let result = run([home.countryCertificate, list])
        #expect(result.store.anchors.count == 1)
        #expect(result.files[1].masterLists.map(\.problem) == [.extendedKeyUsage(certificate: "master list signer")])
    }

    @Test func `a signer that is no longer in force makes no anchors`() throws {
        let home = try Utopia.state()
        let list = try list(of: [Utopia.state(seed: 2).countryCertificate], by: home)
        let late = try #require(Moment(year: 2036, month: 1, day: 1))
        let problem = run([home.countryCertificate, list], at: late).files[1].masterLists[0].problem
        guard case .expired("master list signer", _)? = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
    }

    @Test func `a revoked signer makes no anchors`() throws {
        let home = try Utopia.state()
        let signer = try home.masterListSigner()
        let list = try signer.masterList(of: [Utopia.state(seed: 2).countryCertificate], at: Utopia.issued)
        let revocations = try home.revocationList(
            revoking: [signer.serialNumber], since: Utopia.issued, issued: Utopia.issued, next: nil)
        let store = run([home.countryCertificate, revocations]).store
        let result = run([list], into: store)
        #expect(result.store.anchors.count == 1)
        #expect(
            result.files[0].masterLists.map(\.problem)
                == [.revoked(certificate: "master list signer", on: Utopia.issued, reason: nil)])
        // All at once, in any order: the order of files does not matter.
        for files in [[home.countryCertificate, list, revocations], [revocations, list, home.countryCertificate]] {
            let together = run(files)
            #expect(together.store.anchors.count == 1)
            #expect(together.store.revocationLists.count == 1)
        }
    }

    // MARK: - Revocation lists

    @Test func `a revocation list is taken when a trusted CSCA signed it, and replaces an older one`() throws {
        let home = try Utopia.state()
        func list(_ days: Int, by state: IssuingState) throws -> [UInt8] {
            let issued = Moment(secondsSince1970: Utopia.issued.secondsSince1970 + days * 86_400)
            return try state.revocationList(revoking: [], since: issued, issued: issued, next: nil, number: days)
        }
        let first = run([home.countryCertificate, try list(10, by: home)])
        #expect(first.files[1].revocationLists.new == 1)
        let second = run([try list(5, by: home), try list(20, by: home), try list(10, by: home)], into: first.store)
        #expect(second.store.revocationLists.count == 1)
        #expect(second.files[0].skipped == [.olderRevocationList: 1])
        #expect(second.files[1].revocationLists.new == 1)
        #expect(second.files[2].skipped == [.olderRevocationList: 1])
        let foreign = run([try list(30, by: Utopia.state(seed: 2))], into: second.store)
        #expect(foreign.store == second.store)
        #expect(foreign.files[0].skipped == [.revocationListNotAnchored: 1])
    }

    @Test func `a list of the future takes no place of the one in force`() throws {
        let home = try Utopia.state()
        func list(_ days: Int) throws -> [UInt8] {
            let issued = Moment(secondsSince1970: Utopia.moment.secondsSince1970 + days * 86_400)
            return try home.revocationList(revoking: [], since: issued, issued: issued, next: nil, number: days + 100)
        }
        let store = run([home.countryCertificate, try list(-5), try list(500)]).store
        #expect(store.revocationLists.count == 2)
        #expect(TrustStoreCheck(store, at: Utopia.moment).countries.map(\.revocation) == [.current(until: nil)])
        let future = run([home.countryCertificate, try list(500)]).store
        guard case .unusable(.notYetIssued) = TrustStoreCheck(future, at: Utopia.moment).countries[0].revocation else {
            Issue.record("it counts")
            return
        }
    }

    @Test func `lists of two CSCAs with one name stand side by side, even if they name no key`() throws {
        let (one, other) = (try Chain(), try Chain.authority(70))
        let number = [CertificateExtensions.revocationListNumber(1)]
        let result = run(
            [
                try one.countryCertificate(), try other.builder.signed(with: other.key),
                try one.revocationList([[2]], extensions: number),
                try one.revocationList([[9]], issued: 30, extensions: number, key: other.key),
            ], at: Chain.moment(200))
        #expect(result.store.revocationLists.count == 2)
        #expect(
            try PassiveAuthentication(anchors: result.store).examine(one.files(), at: Chain.moment(200))[.revocation]?
                .isFailure == true)
    }

    @Test func `a list that a CSCA signed and that shows nothing is kept, and the document's report tells why`() throws
    {
        let chain = try Chain()
        let delta = Chain.extensionField([0x55, 0x1D, 27], DER.encode(integer: 1))
        let result = run(
            [try chain.countryCertificate(), try chain.revocationList([[2]], extensions: [delta])],
            at: Chain.moment(200))
        #expect(result.files[1].skipped.isEmpty)
        #expect(
            try PassiveAuthentication(anchors: result.store).examine(chain.files(), at: Chain.moment(200))[.revocation]
                == .notDone(.revocationListUnusable(.limited(.delta))))
        // It does not take the place of a good one, whatever came first.
        let good = try chain.revocationList([[9]])
        for lists in [[delta], []] {
            let files = [
                try chain.countryCertificate(), good, try chain.revocationList([[9]], issued: 30, extensions: [delta]),
            ]
            let store = run(lists.isEmpty ? files : files.reversed(), at: Chain.moment(200)).store
            #expect(
                try PassiveAuthentication(anchors: store).examine(chain.files(), at: Chain.moment(200))[.revocation]
                    == .passed)
        }
    }

    // MARK: - Effort

    @Test func `many revocation lists of many issuers take no quadratic time`() throws {
        let home = try Utopia.state()
        let lists = try (0..<300).map { day in
            let issued = Moment(secondsSince1970: Utopia.issued.secondsSince1970 + day * 86_400)
            return try home.revocationList(revoking: [], since: issued, issued: issued, next: nil, number: day)
        }
        let result = run([home.countryCertificate] + lists)
        #expect(result.store.revocationLists.count == 1)
        #expect(result.files.map(\.revocationLists.new).reduce(0, +) == 300)
    }
}
