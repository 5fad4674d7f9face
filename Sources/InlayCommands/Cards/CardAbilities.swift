import CardIdentification

/// What the program can do with a card: only commands that there are, the most telling first.
enum CardAbilities {
    /// A command line with what it does.
    struct Ability: Hashable, Sendable {
        var line: String
        var does: String
    }

    private struct Row {
        var families: Set<CardFamily>
        var path: [String]
        var rest = ""
        var does: String
    }

    private static let rows: [Row] = [
        Row(
            families: [.emrtd, .eid], path: ["passport", "info"],
            does: "which access and files it offers, without a secret"),
        Row(families: [.emrtd, .eid], path: ["passport", "read"], does: "read the document and judge it"),
        Row(families: [.emrtd, .eid], path: ["passport", "pin", "status"], does: "tries left for PIN and PUK"),
        Row(families: [.felica], path: ["transit", "read"], does: "balance and rides of a transit card"),
        Row(
            families: [.type2, .iso15693, .felica, .ndef], path: ["tag", "info"], does: "memory, NDEF and protection"),
    ]

    /// Cards of commands; others take frames, which the console sends.
    private static let takingCommands: Set<CardFamily> = [
        .iso7816, .emrtd, .eid, .piv, .openpgp, .fido, .emv, .globalplatform, .sim, .ndef, .desfire, .ntag424,
    ]

    /// For a card of these families.
    static func abilities(_ families: Set<CardFamily>, fittingPresets: Int) -> [Ability] {
        var abilities: [Ability] = []
        for row in rows where !row.families.isDisjoint(with: families) {
            guard Catalogue.command(row.path)?.path == row.path else { continue }
            abilities.append(Ability(line: "inlay " + row.path.joined(separator: " "), does: row.does))
        }
        if fittingPresets > 0 {
            abilities.append(
                Ability(line: "inlay presets list --fitting", does: "\(fittingPresets) ready commands for this card"))
        }
        if families.contains(where: { takingCommands.contains($0) }) {
            abilities.append(Ability(line: "inlay apdu", does: "any command, exactly as it is typed"))
        }
        abilities.append(
            Ability(line: "inlay console", does: "commands and frames one by one, with presets and help"))
        return abilities
    }
}
