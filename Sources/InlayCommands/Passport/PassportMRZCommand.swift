import CardCrypto
import InlaySeams
import LDS
import Octets
import SecureMessaging

/// `inlay passport mrz`.
enum PassportMRZCommand {
    private static let showKeys = CommandOption.flag(
        "show-keys", "also show what opens the chip: the MRZ information and the keys of Basic Access Control")

    static let command = Command(
        "passport", "mrz", summary: "check and explain a machine readable zone",
        discussion: [
            "TEXT is the zone of a passport (two lines of 44), a card (three of 30 or two of 36) or a visa; lines are "
                + "separate arguments, or separated by line breaks, spaces or /. For - it comes from standard input, which "
                + "other users of the machine cannot see.",
            "Exit code 0: every check digit agrees. 1: one is wrong. 2: the text is no machine readable zone.",
        ],
        positional: Positional(placeholder: "TEXT…", count: 1...3, summary: "the lines of the zone, or -"),
        groups: [OptionGroup(title: "Keys", options: [showKeys])],
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
        let mrz: MRZ
        do throws(MRZError) {
            mrz = try MRZ(parsing: text)
        } catch {
            throw .usage(
                "malformed-mrz", error.description, likely: "a character is missing, or < was read as something else",
                remedy: "type the lines as they are printed")
        }
        let explanation = MRZReport(mrz, asOf: house.time.now).explanation
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
        return mrz.checkDigitProblems.isEmpty ? .done : .checkFailed
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
