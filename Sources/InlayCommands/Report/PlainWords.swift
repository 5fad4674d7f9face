import CardCrypto
import LDS
import Trust

/// What things are called by people who have never opened a chip.
enum PlainWords {
    /// What a file holds, as it stands in the middle of a sentence.
    static func part(_ file: FileID) -> String {
        switch file {
        case .dg1: "name, numbers and dates"
        case .dg2: "the portrait"
        case .dg3: "the fingerprints"
        case .dg4: "the irises"
        case .dg5: "the displayed portrait"
        case .dg7: "the displayed signature"
        case .dg11: "further details about the person"
        case .dg12: "further details about the document"
        case .dg14: "the chip's security options"
        case .dg15: "the chip's key"
        case .dg16: "the persons to notify"
        case .sod: "the signed list"
        case .com: "the table of contents"
        default: file.name
        }
    }

    /// Whether `part` takes "are".
    static func isPlural(_ file: FileID) -> Bool {
        switch file {
        case .dg1, .dg3, .dg4, .dg11, .dg12, .dg14, .dg16: true
        default: false
        }
    }

    /// Several parts, each once: `a`, `a and b`, `a, b and c`.
    static func parts(_ files: [FileID]) -> String { list(files.map(part)) }

    /// `a`, `a and b`, `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// With a capital letter and a full stop.
    static func sentence(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        return capitalized(text) + (text.hasSuffix(".") || text.hasSuffix("?") ? "" : ".")
    }

    /// With a capital letter.
    static func capitalized(_ text: String) -> String { (text.first?.uppercased() ?? "") + text.dropFirst() }

    /// The state of a zone, or of a certificate's two letters; "its state" where nobody knows the code. What stands there
    /// is the document's, so that only the names of our own table come through.
    static func state(zone code: String?, certificate letters: String?) -> String {
        if let name = letters.flatMap(stateName(alpha2:)) { return name }
        if let name = code.flatMap({ StateCode($0)?.name }) { return plain(name) }
        return "its state"
    }

    /// The name behind the two letters of a certificate.
    static func stateName(alpha2 letters: String) -> String? {
        let known = StateCode.country(alpha2: letters) ?? StateCode.all.first { $0.alpha2 == letters.uppercased() }
        return known.map { plain($0.name) }
    }

    /// "Utopia (UTO)", or the code alone.
    static func state(withCode code: String) -> String {
        StateCode(code).map { "\(plain($0.name)) (\(code))" } ?? code
    }

    /// Without a remark in brackets.
    private static func plain(_ name: String) -> String {
        name.firstIndex(of: "(").map { String(name[..<$0]).trimmed } ?? name
    }
}

extension String {
    /// Without spaces at its ends.
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

extension PassportReport {
    /// "passport", "identity card", …; "document" where the zone does not tell.
    var kind: String { zone?.documentTypeName ?? "document" }

    /// The state that the document names, by the signer's certificate or the zone.
    var stateName: String {
        PlainWords.state(zone: zone?.issuingState, certificate: documentSigner?.certificate.issuer.country)
    }

    /// The state whose certificates are at hand, and of which `stateAnchorCount` tells.
    var anchorStateName: String {
        anchorCountry.flatMap(PlainWords.stateName(alpha2:)) ?? stateName
    }

    /// A sentence where the document names one state and its signer another; else empty.
    var signerStateDiffers: String {
        guard let zone, let letters = documentSigner?.certificate.issuer.country,
            let alpha2 = StateCode(zone.issuingState)?.alpha2, alpha2 != letters.uppercased()
        else { return "" }
        let signer = PlainWords.stateName(alpha2: letters) ?? "a state that does not exist"
        return
            "It says that \(PlainWords.state(zone: zone.issuingState, certificate: nil)) issued it, and its signer names "
            + "\(signer)."
    }

    private var documentSigner: ReportedCertificate? { certificates.first { $0.role == ReportedCertificate.signer } }
}
