import CardCrypto
import Trust

/// Certificates from files and folders that the user names.
enum TrustFiles {
    /// Most certificates that are taken; all states together have some hundreds.
    private static let limit = 20_000

    /// The certificates in `paths`. Throws when a file that was named itself holds none; in a folder such files are
    /// passed over, but one certificate must be there.
    static func store(_ paths: [String], _ house: House) throws(Failure) -> (store: TrustStore, passedOver: [String]) {
        var found: [Certificate] = []
        var passedOver: [String] = []
        for path in paths {
            if let (name, settings) = SimulatorEntry.named(path) {
                let card = try house.simulator(name).make(settings, house.random)
                found += try certificates([card.countryCertificate ?? []], of: path)
                continue
            }
            guard Folder.isFolder(path) else {
                found += try certificates(in: path)
                continue
            }
            var inFolder: [Certificate] = []
            for name in try Folder.names(path) where !Folder.isFolder("\(path)/\(name)") {
                do throws(Failure) {
                    inFolder += try certificates(in: "\(path)/\(name)")
                } catch {
                    passedOver.append(name)
                }
            }
            guard !inFolder.isEmpty else { throw none(path) }
            found += inFolder
        }
        guard found.count <= limit else {
            throw Failure(.malformedData, kind: "too-large", "more than \(limit) certificates were given to trust")
        }
        return (TrustStore(anchors: found), passedOver)
    }

    private static func certificates(in path: String) throws(Failure) -> [Certificate] {
        let bytes = try BoundedFile.read(path)
        let encoded =
            PEM.isLikely(bytes) ? PEM.blocks(in: bytes).filter { $0.label == "CERTIFICATE" }.map(\.der) : [bytes]
        return try certificates(encoded, of: path)
    }

    private static func certificates(_ encoded: [[UInt8]], of path: String) throws(Failure) -> [Certificate] {
        var certificates: [Certificate] = []
        for der in encoded {
            do throws(CryptoError) {
                certificates.append(try Certificate(parsing: der))
            } catch {
                throw Failure(
                    .malformedData, kind: "malformed-certificate",
                    "\(path) holds a certificate that cannot be read: \(error)",
                    likely: "it is cut off, or a master list, which cannot be used yet",
                    remedy: "give CSCA certificates in PEM or DER")
            }
        }
        guard !certificates.isEmpty else { throw none(path) }
        return certificates
    }

    private static func none(_ path: String) -> Failure {
        Failure(
            .malformedData, kind: "no-certificate", "\(path) holds no certificate",
            likely: "it is a master list or LDIF, which cannot be used yet",
            remedy: "give CSCA certificates in PEM or DER")
    }
}
