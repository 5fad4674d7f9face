import CardCrypto
import EMRTD
import LDS

/// What opens the chip, from wherever the user wants to give it. Never repeated in a message.
struct AccessKeyOptions {
    /// The zone, or the three values of it; nil when a CAN was given alone.
    private let information: MRZInformation?
    private let can: String?
    /// PIN of an eID card.
    private var pin: SecretBytes?
    /// The zone, when the whole of it was given: it is compared with EF.DG1.
    let zone: MRZ?
    /// Where it came from, for the report.
    let origin: String
    /// Number, birth and expiry, when they were given without the rest of the zone: they are compared with EF.DG1.
    var typed: MRZInformation? { zone == nil && isGiven ? information : nil }
    /// True when a person gave it; what a simulator prints on itself proves nothing by agreeing.
    let isGiven: Bool

    /// False for a card access number or a PIN alone, which open a chip by PACE only.
    var opensByBAC: Bool { information != nil }

    /// As the reader takes it.
    var key: AccessKey {
        AccessKey(
            mrzInformation: information.map { SecretBytes($0.bytes) },
            cardAccessNumber: can.map { SecretBytes(Array($0.utf8)) }, pin: pin,
            alternativeMRZInformation: zone.flatMap(MRZInformation.alternative).map { SecretBytes($0.bytes) })
    }

    private init(_ information: MRZInformation?, can: String?, zone: MRZ? = nil, origin: String, isGiven: Bool = true) {
        self.information = information
        self.can = can
        self.zone = zone
        self.origin = origin
        self.isGiven = isGiven
    }

    /// The key that the options give; nil when they give none. Throws when it is malformed or given twice.
    static func given(_ arguments: Arguments, _ house: House) throws(Failure) -> AccessKeyOptions? {
        let pin = try PasswordOptions.givenPIN(arguments, house)
        var given = try printedKey(arguments, house)
        if let pin {
            if given == nil { given = AccessKeyOptions(nil, can: nil, origin: "as given") }
            given?.pin = pin
        }
        if let given, given.information == nil, arguments.value(PassportOptions.access) == "bac" {
            throw .usage(
                "contradiction", "--access bac needs the machine readable zone, or number, birth and expiry",
                likely: "card access number and PIN open a chip by PACE only",
                remedy: "give the zone with --mrz-file, or leave --access out")
        }
        return given
    }

    private static func printedKey(_ arguments: Arguments, _ house: House) throws(Failure) -> AccessKeyOptions? {
        let can = try cardAccessNumber(arguments, house)
        let sources = [PassportOptions.mrz, PassportOptions.mrzFile, PassportOptions.mrzEnvironment]
            .filter { arguments.has($0) }
        let values = [PassportOptions.number, PassportOptions.birth, PassportOptions.expiry]
        let isTyped = values.contains { arguments.has($0) }
        guard sources.count + (isTyped ? 1 : 0) <= 1 else {
            throw .usage(
                "repeated-key", "the machine readable zone is given in more than one way", remedy: "give it once")
        }
        if isTyped { return try typed(values.map { arguments.value($0) }, can) }
        if let text = try text(arguments, house) {
            let zone = try zone(text)
            return AccessKeyOptions(MRZInformation(zone), can: can, zone: zone, origin: "as given")
        }
        return can.map { AccessKeyOptions(nil, can: $0, origin: "as given") }
    }

    /// The key that is printed on a simulated document.
    static func printed(_ lines: [String]) throws(Failure) -> AccessKeyOptions {
        guard !lines.isEmpty else {
            throw Failure(
                .wrongKind, kind: "no-passport", "the simulated card is no passport, and has no zone printed on it",
                likely: "another simulator is meant", remedy: "inlay sim list tells which are passports")
        }
        let zone = try zone(lines.joined(separator: "/"))
        return AccessKeyOptions(
            MRZInformation(zone), can: nil, zone: zone, origin: "printed on the simulated document", isGiven: false)
    }

    /// For a card that nothing is printed on: whether it is a passport shows before a key is needed.
    static let nothing = AccessKeyOptions(nil, can: nil, origin: "none", isGiven: false)

    /// Asks on the terminal; lines come one by one or together. `takesNumber`: the six digits of a card access number do as
    /// well. Throws when there is no terminal.
    static func asked(_ house: House, takesNumber: Bool = false) throws(Failure) -> AccessKeyOptions {
        var text = ""
        var question =
            takesNumber
            ? "Machine readable zone, or the six digits of the card access number\n(not shown, Enter after each line): "
            : "Machine readable zone (not shown, Enter after each line): "
        for _ in 0..<4 {
            guard let line = try house.input.askSecretly(question) else {
                throw .usage(
                    "missing-key", "nothing was given that opens the chip",
                    likely: "there is no terminal to ask on; a replayed trace needs the key that it was made with",
                    remedy:
                        "add --mrz-file FILE, --mrz-env NAME, --mrz LINES, --can N, or --number, --birth and --expiry")
            }
            guard line.contains(where: { !$0.isWhitespace }) else {
                guard !text.isEmpty else {
                    throw .usage(
                        "missing-key", "nothing was typed, and the chip was not opened",
                        remedy: takesNumber
                            ? "type the machine readable zone, or the card access number"
                            : "type the machine readable zone")
                }
                break
            }
            let digits = line.filter { !$0.isWhitespace }
            if takesNumber, text.isEmpty, digits.utf8.count == 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            {
                return AccessKeyOptions(nil, can: digits, origin: "as typed")
            }
            text += (text.isEmpty ? "" : "/") + line
            if let zone = try? MRZ(parsing: text) {
                _ = zone
                break
            }
            question = "Next line: "
        }
        let zone = try zone(text)
        return AccessKeyOptions(MRZInformation(zone), can: nil, zone: zone, origin: "as typed")
    }

    /// The key in a zone from a reader that acts as a keyboard.
    static func scanned(_ zone: MRZ) throws(Failure) -> AccessKeyOptions {
        if let problem = zone.checkDigitProblems.first { throw malformed(problem, zone) }
        return AccessKeyOptions(MRZInformation(zone), can: nil, zone: zone, origin: "as scanned")
    }

    // MARK: - Parts

    private static func text(_ arguments: Arguments, _ house: House) throws(Failure) -> String? {
        if let text = arguments.value(PassportOptions.mrz) { return text }
        if let path = arguments.value(PassportOptions.mrzFile) {
            let bytes =
                try path == "-"
                ? house.input.readAll(65_536)
                : BoundedFile.readOnce(path, limit: 65_536, unless: house.interruption)
            return TerminalText.decoded(bytes)
        }
        guard let name = arguments.value(PassportOptions.mrzEnvironment) else { return nil }
        return try variable(name, house)
    }

    private static func variable(_ name: String, _ house: House) throws(Failure) -> String {
        guard let value = house.environment(name), !value.isEmpty else {
            throw .usage(
                "missing-variable", "the environment variable that was named is not set",
                likely: "it is not exported", remedy: "export it, or give the key in another way")
        }
        return value
    }

    private static func cardAccessNumber(_ arguments: Arguments, _ house: House) throws(Failure) -> String? {
        var can = arguments.value(PassportOptions.can)
        if let name = arguments.value(PassportOptions.canEnvironment) {
            guard can == nil else {
                throw .usage(
                    "repeated-key", "the card access number is given in more than one way", remedy: "give it once")
            }
            can = try variable(name, house)
        }
        guard let can else { return nil }
        guard can.utf8.count == 6, can.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .usage(
                "malformed-can", "a card access number has six digits",
                likely: "it stands on the front of the card, or beside the machine readable zone",
                remedy: "type the six digits")
        }
        return can
    }

    private static func typed(_ values: [String?], _ can: String?) throws(Failure) -> AccessKeyOptions {
        guard let number = values[0], let birth = values[1], let expiry = values[2] else {
            throw .usage(
                "missing-option", "--number, --birth and --expiry belong together",
                remedy: "give all three, or the whole zone with --mrz-file")
        }
        do throws(MRZError) {
            let information = try MRZInformation(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
            return AccessKeyOptions(information, can: can, origin: "as given")
        } catch {
            throw malformed(error)
        }
    }

    private static func zone(_ text: String) throws(Failure) -> MRZ {
        let zone: MRZ
        do throws(MRZError) {
            zone = try MRZ(parsing: text)
        } catch {
            throw malformed(error)
        }
        if let problem = zone.checkDigitProblems.first { throw malformed(problem, zone) }
        return zone
    }

    static func malformed(_ error: MRZError, _ zone: MRZ? = nil) -> Failure {
        var likely = "a character is missing, or read as another one"
        if let proposal = zone?.proposals.first?.changes.first {
            likely = "line \(proposal.line), column \(proposal.column) was misread; a character like it fits"
        }
        return .usage(
            "malformed-mrz", "\(error)", likely: likely,
            remedy: "compare with the document; where it is really printed so, give --number, --birth and --expiry")
    }
}
