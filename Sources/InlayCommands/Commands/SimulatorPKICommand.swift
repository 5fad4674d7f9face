import CardCrypto
import Octets
import PassportSimulator

/// `inlay sim pki`.
enum SimulatorPKICommand {
    private static let out = CommandOption.value("out", "DIR", "the folder for the files; it is made")

    static let command = Command(
        "sim", "pki", summary: "write the certificates and keys behind a simulated passport",
        discussion: [
            "The CSCA certificate that vouches for the document (csca.cer, for --trust), and the card verifiable "
                + "certificates and private keys with which a terminal may read fingerprints (for --cvc and "
                + "--terminal-key). Everything follows from the settings, so it is the same each time, and no secret."
        ],
        positional: Positional(
            placeholder: "NAME[?settings]", count: 0...1, summary: "a simulator of inlay sim list (default passport)"),
        groups: [OptionGroup(title: "Files", options: [out, CommonOptions.force])],
        examples: [
            ("inlay sim pki --out pki", "the files behind sim:passport"),
            ("inlay sim pki 'passport?ta=on' --out pki", "those behind a passport with Terminal Authentication"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        guard let folder = arguments.value(out) else {
            throw .usage("missing-option", "--out DIR says where the files go", remedy: "add --out pki")
        }
        let text = arguments.positionals.first ?? "passport"
        let (name, settingsText) = SimulatorEntry.named(text.hasPrefix("sim:") ? text : "sim:\(text)") ?? (text, "")
        let card = try house.simulator(name).make(settingsText, house.random)
        let members = try members(name, settingsText)
        var files: [(String, [UInt8])] = [("csca.cer", card.countryCertificate ?? [])]
        for member in members {
            files.append(("\(member.name).cvcert", member.certificate))
            files.append(("\(member.name).pkcs8", member.privateKey.exposed()))
        }
        let overwrites = arguments.has(CommonOptions.force)
        for (file, _) in files where !overwrites && PrivateFile.exists("\(folder)/\(file)") {
            throw PrivateFile.inTheWay("\(folder)/\(file)")
        }
        try PrivateFile.makeFolder(folder)
        for (file, bytes) in files { try PrivateFile.write(bytes, to: "\(folder)/\(file)", overwriting: overwrites) }
        guard output.isText else {
            output.json([
                "schema": "inlay.pki/1", "folder": .string(folder), "files": .array(files.map { .string($0.0) }),
                "holders": .array(
                    members.map { ["file": .string("\($0.name).cvcert"), "reference": .string($0.reference)] }),
            ])
            return .done
        }
        for member in members { output.print("\(folder)/\(member.name).cvcert  \(member.reference)") }
        output.note(StyledText("saved: \(Count.of(files.count, "file")) in \(folder)"))
        return .done
    }

    private static func members(_ name: String, _ text: String) throws(Failure) -> [SimulatorPKI.Member] {
        guard var settings = PassportSimulator.entries.first(where: { $0.name == name })?.settings else { return [] }
        do throws(SettingsFailure) {
            try settings.apply(text)
        } catch {
            throw .usage("simulator-settings", "\(error)", remedy: "inlay sim list shows every setting with its values")
        }
        do throws(CryptoError) {
            return try SimulatorPKI(settings).members
        } catch {
            throw Failure(.defect, kind: "cryptography", "\(error)", remedy: "please report it")
        }
    }
}
