import Octets
import Trust

/// Which anchors and revocation lists a command is about: those of a country, of a file, or one certificate.
struct TrustSelection {
    static let country = CommandOption.repeated("country", "CC", "certificates and lists of this country, two letters")
    static let from = CommandOption.repeated("from", "FILE", "what came from the file of this name")
    static let group = OptionGroup(title: "Which", options: [country, from])

    private let countries: Set<String>
    private let names: Set<String>
    private let fingerprints: [[UInt8]]

    /// Nothing is chosen.
    var isEmpty: Bool { countries.isEmpty && names.isEmpty && fingerprints.isEmpty }

    /// From options, and the beginnings of SHA-256 fingerprints.
    init(_ arguments: Arguments) throws(Failure) {
        countries = Set(arguments.values(Self.country).map { $0.uppercased() })
        names = Set(arguments.values(Self.from))
        var fingerprints: [[UInt8]] = []
        for text in arguments.positionals {
            // Four octets tell thousands of certificates apart; a shorter one could be a slip.
            guard let bytes = try? Hex.bytes(text), (4...32).contains(bytes.count) else {
                throw .usage(
                    "wrong-fingerprint", "a fingerprint is 8 to 64 hexadecimal digits of a certificate's SHA-256",
                    remedy: "inlay trust list shows them; a country is chosen with --country")
            }
            fingerprints.append(bytes)
        }
        self.fingerprints = fingerprints
    }

    func holds(_ anchor: TrustAnchor) -> Bool {
        if countries.contains(anchor.country) || names.contains(anchor.origin.name) { return true }
        guard !fingerprints.isEmpty else { return false }
        let own = anchor.fingerprint
        return fingerprints.contains { own.starts(with: $0) }
    }

    func holds(_ list: TrustedRevocationList) -> Bool {
        countries.contains(list.country) || names.contains(list.origin.name)
    }
}
