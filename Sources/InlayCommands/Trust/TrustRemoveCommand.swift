import Octets
import Trust

/// `inlay trust remove`.
enum TrustRemoveCommand {
    private static let all = CommandOption.flag("all", "everything")

    static let command = Command(
        "trust", "remove", summary: "no longer trust certificates or revocation lists",
        positional: Positional(
            placeholder: "[FINGERPRINT…]", count: 0...1000, summary: "beginnings of SHA-256 fingerprints"),
        groups: [OptionGroup(title: "Which", options: TrustSelection.group.options + [all])],
        examples: [
            ("inlay trust remove 66B09A816FF5C76D", "one certificate, by its fingerprint"),
            ("inlay trust remove --from DE_ML.ml", "everything that came from a file"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let selection = try TrustSelection(arguments)
        let isAll = arguments.has(all)
        guard isAll || !selection.isEmpty else {
            throw .usage(
                "missing-argument", "trust remove needs to know what",
                remedy: "name fingerprints, --country, --from or --all")
        }
        let (anchors, lists, rest) = try TrustFolder.required(house).change { store throws(Failure) in
            let less = store.removing(
                anchors: { isAll || selection.holds($0) }, revocationLists: { isAll || selection.holds($0) })
            let anchors = store.anchors.count - less.anchors.count
            let lists = store.revocationLists.count - less.revocationLists.count
            guard isAll || anchors + lists > 0 else {
                throw .usage(
                    "nothing-matches", "nothing in the trust store matches",
                    remedy: "inlay trust list shows what is there")
            }
            return (less, (anchors, lists, less))
        }
        if output.isText {
            output.print(
                StyledText("removed: \(Count.of(anchors, "certificate")), \(Count.of(lists, "revocation list"))"))
            output.print(StyledText(TrustImportCommand.total(rest), .strong))
        } else {
            output.json([
                "schema": "inlay.trust.remove/1", "removedCertificates": .int(anchors),
                "removedRevocationLists": .int(lists), "anchors": .int(rest.anchors.count),
            ])
        }
        return .done
    }
}
