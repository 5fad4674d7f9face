import CardCrypto
public import InlaySeams
import Octets

/// Takes files into a trust store (Docs/rules.md 9): a certificate that the user names becomes an anchor; those of a
/// master list do when a trusted CSCA issued the list's signer, or when the user says so.
///
/// The order of the files does not matter: lists are judged when all certificates are in, and again while one list
/// brings the anchor of another.
public struct TrustImport: Sendable {
    /// What a file brought.
    public struct File: Hashable, Sendable {
        /// The file's name.
        public let name: String
        /// How it is written.
        public let format: TrustSource.Format
        /// Anchors that were not there before, and those that were.
        public fileprivate(set) var anchors = Tally()
        /// Revocation lists that were not there before, and those that were.
        public fileprivate(set) var revocationLists = Tally()
        /// The master lists in it.
        public fileprivate(set) var masterLists: [ImportedMasterList] = []
        /// What was passed over, and how often.
        public fileprivate(set) var skipped: [TrustSource.SkipReason: Int]
    }

    /// How many were new, and how many not.
    public struct Tally: Hashable, Sendable {
        /// Not there before.
        public fileprivate(set) var new = 0
        /// There already.
        public fileprivate(set) var known = 0
    }

    private var sources: [TrustSource] = []
    private let store: TrustStore
    private let moment: Moment
    private let acceptsLists: Bool

    /// An import into `store` at `moment`. With `acceptsLists` master lists need no anchored signer; their signature
    /// must hold nevertheless.
    public init(into store: TrustStore, at moment: Moment, acceptsLists: Bool = false) {
        self.store = store
        self.moment = moment
        self.acceptsLists = acceptsLists
    }

    /// Takes a file apart, to be imported by `result()`.
    public mutating func add(_ bytes: [UInt8], named name: String) {
        sources.append(TrustSource(parsing: bytes, named: name))
    }

    /// The store with what the files brought, and what that was, file by file.
    public func result() -> (store: TrustStore, files: [File]) {
        var files = sources.map { File(name: $0.name, format: $0.format, skipped: $0.skipped) }
        var known = Set(store.anchors.map { EncodedBytes($0.der) })
        var anchors = store.anchors
        for (index, source) in sources.enumerated() {
            let origin = TrustOrigin(.user, name: source.name, imported: moment)
            anchors += Self.anchors(in: source.certificates.map { $0[...] }, origin, &known, &files[index])
        }
        addLists(&anchors, &known, &files)
        let lists = revocationLists(anchors, &files)
        return (TrustStore(anchors, revocationLists: lists), files)
    }

    // MARK: - Certificates

    private static func anchors(
        in certificates: [ArraySlice<UInt8>], _ origin: TrustOrigin, _ known: inout Set<EncodedBytes>,
        _ file: inout File
    ) -> [TrustAnchor] {
        var found: [TrustAnchor] = []
        for der in certificates {
            guard !known.contains(EncodedBytes(der)) else {
                file.anchors.known += 1
                continue
            }
            guard let certificate = try? Certificate(parsing: Array(der)) else {
                file.skipped[.malformed, default: 0] += 1
                continue
            }
            guard certificate.isAuthority else {
                file.skipped[.notAnAuthority, default: 0] += 1
                continue
            }
            known.insert(EncodedBytes(certificate.der))
            file.anchors.new += 1
            found.append(TrustAnchor(certificate, from: origin))
        }
        return found
    }

    // MARK: - Master lists

    private func addLists(
        _ anchors: inout [TrustAnchor], _ known: inout Set<EncodedBytes>, _ files: inout [File]
    ) {
        var waiting = sources.enumerated().flatMap { index, source in source.masterLists.map { (index, $0) } }
        guard !waiting.isEmpty else { return }
        var isProgress = true
        while isProgress, !waiting.isEmpty {
            isProgress = false
            let trusted = trustedNow(anchors)
            var refused: [(Int, SignedData)] = []
            for (index, list) in waiting {
                let judged = JudgedMasterList(list, trusted, moment)
                guard judged.problem == nil else {
                    refused.append((index, list))
                    continue
                }
                take(judged, .anchoredList, index, &anchors, &known, &files)
                isProgress = true
            }
            waiting = refused
        }
        let trusted = trustedNow(anchors)
        for (index, list) in waiting {
            let judged = JudgedMasterList(list, trusted, moment)
            take(judged, acceptsLists && judged.isIntact ? .acceptedList : nil, index, &anchors, &known, &files)
        }
    }

    /// The anchors so far, and the revocation lists of the store and of the files that they stand behind: a signer of
    /// master lists may be on one of them.
    private func trustedNow(_ anchors: [TrustAnchor]) -> TrustStore {
        var uncounted = sources.map { File(name: $0.name, format: $0.format, skipped: [:]) }
        return TrustStore(anchors, revocationLists: revocationLists(anchors, &uncounted))
    }

    /// `kind` is nil for a list that is not believed.
    private func take(
        _ judged: JudgedMasterList, _ kind: TrustOrigin.Kind?, _ index: Int, _ anchors: inout [TrustAnchor],
        _ known: inout Set<EncodedBytes>, _ files: inout [File]
    ) {
        if let kind {
            let origin = TrustOrigin(
                kind, name: files[index].name, imported: moment, listSigner: judged.signer?.der ?? [])
            anchors += Self.anchors(in: judged.certificates, origin, &known, &files[index])
        }
        files[index].masterLists.append(ImportedMasterList(judged, takenAs: kind))
    }

    // MARK: - Revocation lists

    /// The lists of the store and the files, the newest of each issuer. A list that no anchor signed is left out: it
    /// could otherwise take the place of a genuine one. One that an anchor signed and that shows nothing is kept beside the
    /// others, so that a document's report can tell why.
    private func revocationLists(_ anchors: [TrustAnchor], _ files: inout [File]) -> [TrustedRevocationList] {
        let trusted = TrustStore(anchors)
        var lists = store.revocationLists
        var places: [[[UInt8]]: Int] = [:]
        for (place, stored) in lists.enumerated() {
            let key =
                stored.list.map { JudgedRevocationList($0, trusted.contents).issuerKey(stored, at: moment) }
                ?? stored.issuerKey
            places[key] = places[key] ?? place
        }
        for (index, source) in sources.enumerated() {
            let origin = TrustOrigin(.user, name: source.name, imported: moment)
            for der in source.revocationLists {
                guard let list = try? RevocationList(parsing: der) else {
                    files[index].skipped[.malformed, default: 0] += 1
                    continue
                }
                let judged = JudgedRevocationList(list, trusted.contents)
                guard judged.signer != nil else {
                    files[index].skipped[.revocationListNotAnchored, default: 0] += 1
                    continue
                }
                let new = TrustedRevocationList(list, from: origin)
                let key = judged.issuerKey(new, at: moment)
                guard let place = places[key] else {
                    places[key] = lists.count
                    lists.append(new)
                    files[index].revocationLists.new += 1
                    continue
                }
                if lists[place].der == new.der {
                    files[index].revocationLists.known += 1
                } else if lists[place].thisUpdate < new.thisUpdate {
                    lists[place] = new
                    files[index].revocationLists.new += 1
                } else {
                    files[index].skipped[.olderRevocationList, default: 0] += 1
                }
            }
        }
        return lists
    }
}

extension Certificate {
    /// Whether the certificate is that of a CSCA. Some real ones do not say so in basicConstraints; the use of their key
    /// does then (9303-12 table 6).
    var isAuthority: Bool {
        if extensions.basicConstraints?.isCA ?? false { return true }
        if let usage = extensions.keyUsage { return usage.contains(.keyCertSign) }
        return extensions.basicConstraints == nil && isSelfIssued
    }
}
