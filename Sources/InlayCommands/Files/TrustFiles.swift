import InlaySeams
import Octets
import Trust

/// What the user trusts, from files and folders that are named: certificates, master lists, revocation lists.
enum TrustFiles {
    /// Most that one file may hold: the LDIF files of the ICAO PKD have some ten million bytes.
    private static let limit = 256 << 20

    /// What was imported and what is in `paths`, and remarks about what was passed over.
    ///
    /// Throws when a path gives nothing: judging with less than was meant would look as if somebody did not sign.
    static func store(
        _ paths: [String], acceptsLists: Bool, _ house: House
    ) throws(Failure) -> (store: TrustStore, remarks: [String], reported: [PassportReport.Remark]) {
        let imported = try TrustFolder.store(house)
        let warnings = TrustFolder(house)?.warning.map { [PassportReport.Remark($0.text, redacted: $0.redacted)] } ?? []
        guard !paths.isEmpty else { return (imported, [], warnings) }
        var taking = TrustImport(into: imported, at: house.time.now, acceptsLists: acceptsLists)
        // Which files stand for which path, in the order in which they are added.
        var owners: [String] = []
        for path in paths {
            for (name, bytes) in try contents(of: path, house) {
                taking.add(bytes, named: name)
                owners.append(path)
            }
        }
        let (store, files) = taking.result()
        var remarks: [String] = []
        for path in paths {
            let own = zip(owners, files).filter { $0.0 == path }.map(\.1)
            if !own.contains(where: \.isOfUse) { throw nothing(path, own) }
            remarks += own.compactMap(\.remark)
        }
        return (store, remarks, warnings + files.compactMap(\.loss))
    }

    /// The file, or the files of the folder, with their names.
    static func contents(of path: String, _ house: House) throws(Failure) -> [(String, [UInt8])] {
        if let (name, settings) = SimulatorEntry.named(path) {
            guard let certificate = try house.simulator(name).make(settings, house.random).countryCertificate else {
                throw .usage(
                    "no-issuing-state", "\(path) is no passport, so no state stands behind it",
                    remedy: "inlay sim list shows the simulators; those of passports can be trusted")
            }
            return [(path, certificate)]
        }
        guard Folder.isFolder(path) else { return [(path, try BoundedFile.read(path, limit: limit))] }
        var contents: [(String, [UInt8])] = []
        for name in try Folder.names(path) where !Folder.isFolder("\(path)/\(name)") {
            contents.append((name, try BoundedFile.read("\(path)/\(name)", limit: limit)))
        }
        return contents
    }

    private static func nothing(_ path: String, _ files: [TrustImport.File]) -> Failure {
        guard let list = files.flatMap(\.masterLists).first(where: { $0.takenAs == nil }) else {
            return Failure(
                .malformedData, kind: "no-certificate", "\(path) holds no certificate that can be trusted",
                likely: "it is another file, or holds signer certificates, which vouch for nobody",
                remedy: "give CSCA certificates, a master list or LDIF; PEM or DER")
        }
        let why = list.problem.map { ": \($0)" } ?? ""
        return .usage(
            "master-list-not-trusted", "the master list in \(path) is signed by somebody who is not trusted\(why)",
            likely: "the CSCA certificate of its own signer is not among those that are trusted",
            remedy: "add that certificate with --trust, or take the list at its word with --accept-lists")
    }
}

extension TrustImport.File {
    /// It brought an anchor or a revocation list, new or known.
    var isOfUse: Bool {
        anchors.new + anchors.known + revocationLists.new + revocationLists.known > 0
    }

    /// What of it was meant to judge with and is not used: revocation and master lists, and files that are named like those
    /// and cannot be read. Nil when nothing of this kind was lost.
    fileprivate var loss: PassportReport.Remark? {
        var parts = masterLists.filter { $0.takenAs == nil }
            .map { "a master list" + ($0.problem.map { " (\($0))" } ?? " (nobody vouches for it)") }
        if let count = skipped[.revocationListNotAnchored] {
            parts.append(
                Count.of(count, "revocation list")
                    + " that no trusted CSCA signed for this, or of a kind that cannot be used")
        }
        if let count = skipped[.olderRevocationList] {
            parts.append("\(count) \(TrustSource.SkipReason.olderRevocationList.words)")
        }
        let endings = [".crl", ".ml", ".ldif", ".pem", ".der", ".cer", ".crt"]
        if let count = skipped[.malformed], endings.contains(where: { name.lowercased().hasSuffix($0) }) {
            parts.append("\(count) \(TrustSource.SkipReason.malformed.words)")
        }
        guard !parts.isEmpty else { return nil }
        let words = "to judge with, but not used: \(parts.joined(separator: ", "))"
        return PassportReport.Remark("\(name) was given \(words)", redacted: "a file was given \(words)")
    }

    /// What of it was not taken; nil when all was.
    fileprivate var remark: String? {
        let refused = masterLists.filter { $0.takenAs == nil }
        let parts =
            skipped.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.words)" }
            + refused.map { "a master list" + ($0.problem.map { " (\($0))" } ?? "") }
        return parts.isEmpty ? nil : "\(name): not taken: \(parts.joined(separator: ", "))"
    }
}

extension TrustSource.SkipReason {
    /// Behind a number.
    var words: String {
        switch self {
        case .malformed: "that cannot be read"
        case .otherContent: "that give no trust"
        case .notAnAuthority: "of signers, not of authorities"
        case .olderRevocationList: "older than a revocation list that is there"
        case .revocationListNotAnchored:
            "revocation lists that no trusted CSCA signed for this, or of a kind that cannot be used"
        }
    }
}
