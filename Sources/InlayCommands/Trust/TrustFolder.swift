import CardCrypto
import Glibc
import InlaySeams
import Octets
import Trust

/// The user's trust store: one file in a folder of its own under the XDG data folder.
///
/// Readers see the old store or the new one, since the file is replaced as a whole; writers take turns.
struct TrustFolder {
    /// The folder; it need not be there.
    let path: String
    private let house: House

    private var file: String { path + "/store.der" }
    private var lock: String { path + "/lock" }

    /// Most that a store may hold: all states together fill some million bytes.
    private static let limit = 256 << 20

    /// The folder of `house`; nil where no home is known.
    init?(_ house: House) {
        // The specification has relative paths ignored.
        if let data = house.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
            path = data + "/inlay/trust"
        } else if let home = house.environment("HOME"), home.hasPrefix("/") {
            path = home + "/.local/share/inlay/trust"
        } else {
            return nil
        }
        self.house = house
    }

    /// What the user trusts; nothing where no home is known or nothing was imported.
    static func store(_ house: House) throws(Failure) -> TrustStore {
        guard let folder = TrustFolder(house) else { return TrustStore() }
        return try folder.read()
    }

    /// The folder, for a command that needs one.
    static func required(_ house: House) throws(Failure) -> TrustFolder {
        guard let folder = TrustFolder(house) else {
            throw .usage(
                "no-home", "there is no place for a trust store", likely: "HOME is not set",
                remedy: "set HOME or XDG_DATA_HOME")
        }
        return folder
    }

    /// The store; empty when nothing was imported yet.
    func read() throws(Failure) -> TrustStore {
        guard PrivateFile.exists(file) else { return TrustStore() }
        let bytes = try BoundedFile.read(file, limit: Self.limit)
        // A certificate that lost a bit on the disk would otherwise speak against genuine documents.
        guard let contents = Self.unsealed(bytes) else {
            throw damaged("\(file) is damaged: what is in it is not what was written", "the disk or a copy changed it")
        }
        do {
            return try TrustStore(parsing: contents)
        } catch {
            throw damaged(
                "\(file) is not a trust store: \(error)", "another version of inlay wrote it, or it was changed")
        }
    }

    private func damaged(_ message: String, _ likely: String) -> Failure {
        Failure(
            .malformedData, kind: "trust-store-damaged", message, likely: likely,
            remedy: "remove the file, and import the certificates again")
    }

    // MARK: - The seal

    /// OCTET STRING with the digest of all before it: it tells accidents, and keeps nobody from writing another.
    private static let sealStart: [UInt8] = [0x04, 0x20]

    private static func sealed(_ contents: [UInt8]) -> [UInt8] {
        contents + sealStart + DigestAlgorithm.sha256.hash(contents)
    }

    /// What the seal stands behind; nil when it does not fit. Stores of before have none, and come back as they are.
    private static func unsealed(_ bytes: [UInt8]) -> [UInt8]? {
        var reader = TLVReader(bytes, in: "trust store")
        guard let store = try? reader.next(.sequence), !reader.isAtEnd else { return bytes }
        let contents = Array(store.encoded)
        return Array(reader.rest) == sealStart + DigestAlgorithm.sha256.hash(contents) ? contents : nil
    }

    // MARK: - Who may change it

    /// What to say when others than the owner may change the store; nil when they may not, or there is none.
    var warning: (text: String, redacted: String)? {
        func isOpen(_ path: String) -> Bool {
            var status = stat()
            return unsafe stat(path, &status) == 0 && status.st_mode & (S_IWGRP | S_IWOTH) != 0
        }
        guard PrivateFile.exists(file), let open = [file, path].first(where: isOpen) else { return nil }
        let words = "other users of this machine may change whom you trust: chmod go-w"
        return ("\(words) \(open)", "\(words), in the folder of the trust store")
    }

    // MARK: - Changing

    /// Puts what `change` makes of the store in its place; nobody else changes it meanwhile.
    func change<Result>(
        _ change: (TrustStore) throws(Failure) -> (store: TrustStore, result: Result)
    ) throws(Failure) -> Result {
        try PrivateFile.makeFolder(path)
        let inUse = Failure(
            .inputOutput, kind: "trust-store-in-use", "another inlay is changing the trust store",
            remedy: "try again when it is done")
        return try FileLock.hold(lock, house.interruption, inUse: inUse) { () throws(Failure) in
            let old = try read()
            let (new, result) = try change(old)
            if new != old { try PrivateFile.write(Self.sealed(new.encoded()), to: file, overwriting: true) }
            return result
        }
    }
}
