import CardCrypto
import InlaySeams
import Octets
import Trust

/// `inlay trust list`.
enum TrustListCommand {
    static let command = Command(
        "trust", "list", summary: "what is trusted: CSCA certificates and revocation lists",
        positional: Positional(
            placeholder: "[FINGERPRINT…]", count: 0...1000, summary: "beginnings of SHA-256 fingerprints"),
        groups: [TrustSelection.group],
        examples: [
            ("inlay trust list", "everything that was imported"),
            ("inlay trust list --country DE", "the German certificates"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let store = try TrustFolder.store(house)
        let selection = try TrustSelection(arguments)
        let anchors = store.anchors.filter { selection.isEmpty || selection.holds($0) }
            .sorted { ($0.country, $0.notAfter) < ($1.country, $1.notAfter) }
        let lists = store.revocationLists.filter { selection.isEmpty || selection.holds($0) }
            .sorted { ($0.country, $0.thisUpdate) < ($1.country, $1.thisUpdate) }
        guard output.isText else {
            output.json([
                "schema": "inlay.trust.list/1", "certificates": .array(anchors.map(document)),
                "revocationLists": .array(lists.map(document)),
            ])
            return .done
        }
        for anchor in anchors {
            let name = anchor.certificate?.subject.description ?? "cannot be read"
            output.paragraph(
                StyledText(anchor.country.isEmpty ? "--" : anchor.country, .strong)
                    + StyledText("  \(shortFingerprint(anchor))", .faint)
                    + StyledText("  until \(anchor.notAfter.isoDate)  \(name)")
                    + StyledText("  \(origin(anchor.origin))", .faint), indent: 6)
        }
        for list in lists {
            let next = list.nextUpdate.map { ", next \($0.isoDate)" } ?? ""
            output.paragraph(
                StyledText(list.country.isEmpty ? "--" : list.country, .strong)
                    + StyledText("  revocation list of \(list.thisUpdate.isoDate)\(next)")
                    + StyledText("  \(origin(list.origin))", .faint), indent: 6)
        }
        output.print(StyledText(TrustImportCommand.total(store), .strong))
        return .done
    }

    /// As many digits as `remove` asks for.
    static func shortFingerprint(_ anchor: TrustAnchor) -> String { String(Hex.string(anchor.fingerprint).prefix(16)) }

    private static func origin(_ origin: TrustOrigin) -> String {
        let name = origin.name.isEmpty ? "" : " \(origin.name)"
        return switch origin.kind {
        case .user: "from\(name)"
        case .anchoredList: "from the master list\(name)"
        case .acceptedList: "from the master list\(name), taken at its word"
        }
    }

    private static func document(_ anchor: TrustAnchor) -> JSONValue {
        let certificate = anchor.certificate
        return [
            "country": .string(anchor.country), "subject": JSONValue(certificate?.subject.description),
            "serialNumber": certificate.map { .hex($0.serialNumber) } ?? .null, "sha256": .hex(anchor.fingerprint),
            "notBefore": JSONValue(certificate?.notBefore.iso8601), "notAfter": .string(anchor.notAfter.iso8601),
            "origin": document(anchor.origin),
        ]
    }

    private static func document(_ list: TrustedRevocationList) -> JSONValue {
        let contents = list.list
        return [
            "country": .string(list.country), "issuer": JSONValue(contents?.issuer.description),
            "thisUpdate": .string(list.thisUpdate.iso8601), "nextUpdate": JSONValue(list.nextUpdate?.iso8601),
            "revoked": contents.map { .int($0.entries.count) } ?? .null, "origin": document(list.origin),
        ]
    }

    private static func document(_ origin: TrustOrigin) -> JSONValue {
        let kind: JSONValue =
            switch origin.kind {
            case .user: "user"
            case .anchoredList: "anchoredList"
            case .acceptedList: "acceptedList"
            }
        return ["kind": kind, "name": .string(origin.name), "imported": .string(origin.imported.iso8601)]
    }
}
