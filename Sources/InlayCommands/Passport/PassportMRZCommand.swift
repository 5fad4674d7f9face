import CardCrypto
import InlaySeams
import LDS
import Octets
import SecureMessaging

/// `inlay passport mrz`.
enum PassportMRZCommand {
    private static let showKeys = CommandOption.flag(
        "show-keys", "also show what opens the chip: the MRZ information and the keys of Basic Access Control")

    private static let name = CommandOption.value(
        "name", "NAME", "the name as it is printed, SURNAME, GIVEN NAMES: is the zone's name this one, transliterated?")

    static let command = Command(
        "passport", "mrz", summary: "check and explain a machine readable zone",
        discussion: [
            "TEXT is the zone of a passport (two lines of 44), a card (three of 30 or two of 36) or a visa, as it is typed, "
                + "scanned or sent by a reader that acts as a keyboard: lines in any order, with spaces, in small letters. "
                + "Lines are separate arguments, or separated by line breaks, spaces or /. For - it comes from standard "
                + "input, which other users of the machine cannot see.",
            "Characters that may have been misread are proposed, never changed.",
            "Exit code 0: every check digit agrees, and the name of --name. 1: one does not. 2: the text is no machine "
                + "readable zone.",
        ],
        positional: Positional(placeholder: "TEXT…", count: 1...64, summary: "the zone, or -"),
        groups: [OptionGroup(title: "Names", options: [name]), OptionGroup(title: "Keys", options: [showKeys])],
        examples: [
            ("inlay passport mrz - < zone.txt", "explains the zone in a file"),
            ("inlay passport mrz - --json < zone.txt", "the same for a script"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        var text = arguments.positionals.joined(separator: "/")
        if text == "-" { text = String(decoding: try house.input.readAll(65_536), as: UTF8.self) }
        let input: MRZInput
        do throws(MRZError) {
            input = try MRZInput(text)
        } catch {
            if let contents = BarcodeContents(text) { throw other(contents) }
            if let only = arguments.positionals.first, arguments.positionals.count == 1, PrivateFile.exists(only) {
                throw .usage(
                    "malformed-mrz", "the text is no machine readable zone, but there is a file of this name",
                    likely: "the zone in the file is meant", remedy: "write inlay passport mrz - < FILE")
            }
            throw .usage(
                "malformed-mrz", error.description, likely: "a character is missing, or < was read as something else",
                remedy: "type the lines as they are printed")
        }
        let mrz = input.mrz
        let report = MRZReport(
            mrz, notes: input.notes, printedName: arguments.value(name), asOf: house.time.now)
        let explanation = report.explanation
        let keys = arguments.has(showKeys) ? try keys(mrz) : []
        if output.isText {
            explanation.show(on: output)
            if !keys.isEmpty { show(keys, output) }
        } else {
            let head: JSONValue = ["schema": "inlay.mrz/1"]
            let secrets = JSONValue.object(keys.map { .init(key: $0.key, value: .hex($0.bytes)) })
            output.json(
                head.appending(explanation.members)
                    .appending(keys.isEmpty ? [] : [.init(key: "keys", value: secrets)]))
        }
        return report.isValid ? .done : .checkFailed
    }

    private static func other(_ contents: BarcodeContents) -> Failure {
        .usage(
            "not-a-zone", "the text is no machine readable zone: it is a \(contents.name)",
            likely: "a barcode was scanned instead of the lines of letters",
            remedy: "scan or type the zone; inlay decode seal explains a visible digital seal")
    }

    // MARK: - Keys

    private static func keys(_ mrz: MRZ) throws(Failure) -> [(name: String, key: String, bytes: [UInt8])] {
        let information = MRZInformation(mrz).bytes
        // 9303-11 §9.7.2: the first 16 bytes of SHA-1.
        let hash = DigestAlgorithm.sha1.hash(information)
        let seed = SecretBytes(hash.prefix(16))
        do throws(CryptoError) {
            let encryption = try KeyDerivation.key(from: seed, for: .encryption, cipher: .tripleDES)
            let authentication = try KeyDerivation.key(from: seed, for: .authentication, cipher: .tripleDES)
            return [
                ("MRZ information", "mrzInformation", information), ("K_seed", "kSeed", seed.exposed()),
                ("K_Enc", "kEnc", encryption.exposed()), ("K_Mac", "kMac", authentication.exposed()),
                ("K (for PACE)", "kPace", hash),
            ]
        } catch {
            throw Failure(.defect, kind: "defect", "the keys could not be derived: \(error.description)")
        }
    }

    // MARK: - Results

    private static func show(_ keys: [(name: String, key: String, bytes: [UInt8])], _ output: Output) {
        output.print()
        for key in keys {
            let value = key.key == "mrzInformation" ? TerminalText.decoded(key.bytes) : Hex.string(key.bytes)
            output.paragraph(StyledText(key.name, .faint).padded(17) + StyledText(value), indent: 17)
        }
    }
}
