import CardCrypto
import ChipSimulation
import InlaySeams
import Octets

extension PassportSettings {
    /// Every key that a settings text may use.
    public static let keys = rules.map(\.key)

    /// Every key with what it takes and what it does, for help texts.
    public static let help: [(key: String, values: String, meaning: String)] = rules.map {
        ($0.key, $0.expected, $0.meaning)
    }

    /// Changes settings as a text says: `pace=gm,aes256,bp384&maxLe=192&extended=off`. An empty text changes nothing.
    ///
    /// Throws with the key and the column of the first part that is not understood.
    public mutating func apply(_ text: String) throws(SettingsFailure) {
        var seen: Set<String> = []
        var column = 1
        for part in text.split(separator: "&", omittingEmptySubsequences: false) {
            defer { column += part.count + 1 }
            if part.isEmpty { continue }
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let key = sides[0]
            guard let rule = Self.rules.first(where: { $0.key == key }) else {
                throw SettingsFailure(key: key, reason: .unknownKey, column: column)
            }
            guard sides.count == 2 else { throw SettingsFailure(key: key, reason: .missingValue, column: column) }
            guard seen.insert(key).inserted else {
                throw SettingsFailure(key: key, reason: .repeatedKey, column: column)
            }
            guard rule.apply(sides[1], &self) else {
                throw SettingsFailure(
                    key: key, reason: .unknownValue(sides[1], expected: rule.expected), column: column)
            }
        }
    }

    /// One line about the document, for lists.
    public var summary: String {
        var parts: [String] = []
        if access.offersPACE { parts += pace.map(\.summary) }
        if access.offersBasicAccess { parts.append("BAC") }
        if access.offersPACE, pin != nil { parts.append("PIN") }
        if access.offersPACE, puk != nil { parts.append("PUK") }
        if isIdentityCard { parts.append("eID application") }
        parts += chipAuthentication.map(\.summary)
        if let activeAuthentication { parts.append(activeAuthentication.summary) }
        if let terminalAuthentication { parts.append(terminalAuthentication.summary) }
        if access == .plain { parts.append("no access control") }
        switch extendedLength {
        case .on: parts.append("extended length")
        case .off: parts.append("short length")
        case .claims: parts.append("extended length announced and refused")
        }
        if let maximumRead { parts.append("reads of up to \(maximumRead) bytes") }
        parts.append("LDS \(ldsVersion.rawValue)")
        parts.append("signed with \(signerCurve.name) and \(digest.name)")
        return parts.joined(separator: ", ")
    }

    // MARK: - The keys

    private struct Rule: Sendable {
        let key: String
        let expected: String
        let meaning: String
        /// False when the value is not possible.
        let apply: @Sendable (String, inout PassportSettings) -> Bool
    }

    private static let rules: [Rule] = [
        choice("access", \.access, "ways into the chip"),
        Rule(key: "pace", expected: PACESetting.expectation, meaning: "offers of PACE") { text, settings in
            guard let offers = list(text, PACESetting.init(_:)) else { return false }
            settings.pace = offers
            return true
        },
        choice("mse", \.deviations.parameterReference, "data object 84 in MSE:Set AT for PACE"),
        Rule(key: "ca", expected: ChipAuthenticationSetting.expectation, meaning: "offers of Chip Authentication") {
            text, settings in
            guard let offers = text == "off" ? [] : list(text, ChipAuthenticationSetting.init(_:)) else { return false }
            settings.chipAuthentication = offers
            return true
        },
        Rule(key: "aa", expected: ActiveAuthenticationSetting.expectation, meaning: "Active Authentication") {
            text, settings in
            guard text != "off" else {
                settings.activeAuthentication = nil
                return true
            }
            guard let value = ActiveAuthenticationSetting(text) else { return false }
            settings.activeAuthentication = value
            return true
        },
        Rule(key: "ta", expected: TerminalAuthenticationSetting.expectation, meaning: "Terminal Authentication") {
            text, settings in
            guard text != "off" else {
                settings.terminalAuthentication = nil
                return true
            }
            guard let value = TerminalAuthenticationSetting(text) else { return false }
            settings.terminalAuthentication = value
            return true
        },
        flag("copy", \.deviations.isCopy, "a copied chip: the right files, but private keys of its own"),
        choice("longAnswer", \.longAnswer, "what is answered when a signature or key does not fit"),
        secret("can", 6, \.cardAccessNumber, "card access number"),
        secret("pin", 6, \.pin, "PIN of an identity card"),
        secret("puk", 10, \.puk, "PUK of an identity card"),
        Rule(
            key: "passwords", expected: "mrz, can, pin and puk separated by commas, or all",
            meaning: "passwords that MSE:Set AT takes"
        ) { text, settings in
            guard text != "all" else {
                settings.deviations.passwords = nil
                return true
            }
            let names: [String: UInt8] = ["mrz": 0x01, "can": 0x02, "pin": 0x03, "puk": 0x04]
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let references = words.compactMap { names[String($0)] }
            guard references.count == words.count else { return false }
            settings.deviations.passwords = Set(references)
            return true
        },
        number("pinTries", 0...3, "tries of the PIN that are left: 1 is suspended, 0 blocked") { $0.pinTries = $1 },
        number("pukUses", 0...10, "how often the PUK may unblock the PIN") { $0.pukUses = $1 },
        flag("pinActive", \.pinIsActive, "the PIN may be used"),
        flag("eid", \.isIdentityCard, "an eID application, and the LDS1 application for inspection systems only"),
        choice("format", \.format, "size of the document and lines of its zone"),
        Rule(
            key: "number", expected: "1 to 22 letters and digits, with td3 up to 9", meaning: "document number"
        ) { text, settings in
            guard (1...22).contains(text.utf8.count), text.utf8.allSatisfy(isLetterOrDigit) else { return false }
            settings.documentNumber = text
            return true
        },
        Rule(key: "state", expected: "one to three letters", meaning: "issuing state in the zone") { text, settings in
            guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
                return false
            }
            settings.issuingState = text
            return true
        },
        several("contents", \.deviations.contents, "what departs in the files"),
        several("sod", \.deviations.security, "what departs in EF.SOD and the certificates behind it"),
        number("faceLength", -8...8, "how much the lengths in the record of EF.DG2 are off") {
            $0.deviations.faceLength = $1
        },
        choice("extended", \.extendedLength, "extended length fields; claims: announced and refused"),
        number("maxCommand", 261...65_544, "longest command APDU in bytes") { $0.maximumCommand = $1 },
        number("maxResponse", 258...65_538, "longest response APDU in bytes") { $0.maximumResponse = $1 },
        number("maxLe", 1...65_536, "most bytes that one READ BINARY gives") { $0.maximumRead = $1 },
        choice("overLe", \.longReadAnswer, "what is answered when more is asked for"),
        choice("fileEnd", \.deviations.fileEnd, "what is wrong with the answer that ends a file"),
        choice("smError", \.deviations.sessionError, "how an error of READ BINARY travels inside a session"),
        choice("clear", \.deviations.clearCommand, "what a plain command does behind the beginning of a session"),
        choice("bac", \.deviations.basicAccess, "what is wrong with the chip's answer in BAC"),
        Rule(key: "challenge", expected: "eight octets in hexadecimal, or random", meaning: "RND.IC of BAC") {
            text, settings in
            guard text != "random" else {
                settings.deviations.challenge = nil
                return true
            }
            guard let bytes = try? Hex.bytes(text), bytes.count == 8 else { return false }
            settings.deviations.challenge = bytes
            return true
        },
        flag("leadingZero", \.deviations.seeksLeadingZero, "the shared secret of PACE begins with a zero octet"),
        choice("start", \.deviations.start, "the directory that is current at first"),
        choice("reader", \.deviations.reader, "what the reader around the chip carries; silent: and does not say"),
        Rule(key: "sw", expected: AnswerRule.expectation, meaning: "fixed answers") { text, settings in
            guard let rules = list(text, AnswerRule.init(_:)) else { return false }
            settings.deviations.answers = rules
            return true
        },
        Rule(key: "files", expected: FileRule.expectation, meaning: "files that are otherwise") { text, settings in
            guard let rules = list(text, FileRule.init(_:)) else { return false }
            settings.deviations.files = rules
            return true
        },
        Rule(
            key: "aid", expected: "names and status words as HEX:HHHH, separated by “;”",
            meaning: "what SELECT answers to the names of applications"
        ) { text, settings in
            let parts = text.split(separator: ";", omittingEmptySubsequences: false)
            for part in parts {
                let sides = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
                guard sides.count == 2, let name = try? Hex.bytes(sides[0]), (5...16).contains(name.count),
                    sides[1].utf8.count == 4, let status = UInt16(sides[1], radix: 16)
                else { return false }
                settings.deviations.applications[name] = status
            }
            return true
        },
        Rule(
            key: "delay", expected: "N:MS, separated by commas", meaning: "milliseconds more for command number N"
        ) { text, settings in
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let numbers = part.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
                guard numbers.count == 2, numbers[0] > 0, (0...600_000).contains(numbers[1]) else { return false }
                settings.deviations.delays[numbers[0]] = numbers[1]
            }
            return true
        },
        Rule(
            key: "rate", expected: "106, 212, 424, 848 or off",
            meaning: "bit rate in kbit/s of a contactless link, whose time passes without anybody waiting"
        ) { text, settings in
            guard text != "off" else {
                settings.bitRate = nil
                return true
            }
            guard let rate = Int(text).flatMap(ContactlessTiming.BitRate.init(rawValue:)) else { return false }
            settings.bitRate = rate
            return true
        },
        flag("slowsDown", \.deviations.slowsDown, "every wrong secret doubles the time of the next try"),
        number("drop", 1...1_000_000, "the card is taken away at command number N") { $0.deviations.leavesAt = $1 },
        number("powerLoss", 1...1_000_000, "power fails at command number N") { $0.deviations.losesPowerAt = $1 },
        choice("lds", \.ldsVersion, "LDS version"),
        Rule(
            key: "hash", expected: "sha224, sha256, sha384 or sha512", meaning: "digest of data groups and signatures"
        ) { text, settings in
            guard let algorithm = DigestAlgorithm(settingsName: text), algorithm != .sha1 else { return false }
            settings.digest = algorithm
            return true
        },
        curve("signer", \.signerCurve, "curve of the document signer's key"),
        curve("csca", \.countryCurve, "curve of the country signing key"),
        choice("curves", \.curveParameters, "how certificates tell a curve"),
        Rule(
            key: "dg", expected: "numbers among 3, 4, 11 and 12 separated by commas, or none",
            meaning: "optional data groups"
        ) { text, settings in
            if text == "none" {
                settings.optionalDataGroups = []
                return true
            }
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            guard numbers.allSatisfy([3, 4, 11, 12].contains) else { return false }
            settings.optionalDataGroups = Set(numbers)
            return true
        },
        number("portrait", 1...1_000_000, "smallest size of the portrait in bytes") { $0.portraitSize = $1 },
        Rule(key: "seed", expected: "a number from 0", meaning: "from which all keys follow") { text, settings in
            guard let seed = UInt64(text) else { return false }
            settings.seed = seed
            return true
        },
        Rule(key: "issued", expected: "a date YYYY-MM-DD", meaning: "day of issue") { text, settings in
            guard let date = Moment(isoDate: text), (2005...2080).contains(date.civil.year) else { return false }
            settings.issued = date
            return true
        },
    ]

    /// Values separated by semicolons, none twice; nil when one is not understood.
    private static func list<Value: Hashable>(_ text: String, _ read: (String) -> Value?) -> [Value]? {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let values = parts.compactMap(read)
        return values.count == parts.count && Set(values).count == values.count ? values : nil
    }

    private static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ key: String, _ path: any WritableKeyPath<PassportSettings, Value> & Sendable, _ meaning: String
    ) -> Rule where Value.RawValue == String {
        Rule(key: key, expected: alternatives(Value.allCases.map(\.rawValue)), meaning: meaning) { text, settings in
            guard let value = Value(rawValue: text) else { return false }
            settings[keyPath: path] = value
            return true
        }
    }

    private static func several<Value: RawRepresentable & CaseIterable & Hashable & Sendable>(
        _ key: String, _ path: any WritableKeyPath<PassportSettings, Set<Value>> & Sendable, _ meaning: String
    ) -> Rule where Value.RawValue == String {
        let names = Value.allCases.map(\.rawValue)
        return Rule(
            key: key, expected: "none, or \(alternatives(names)), several separated by commas", meaning: meaning
        ) { text, settings in
            let words = text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
            let values = words.compactMap { Value(rawValue: String($0)) }
            guard values.count == words.count else { return false }
            settings[keyPath: path] = Set(values)
            return true
        }
    }

    private static func isLetterOrDigit(_ octet: UInt8) -> Bool {
        (0x30...0x39).contains(octet) || (0x41...0x5A).contains(octet)
    }

    private static func number(
        _ key: String, _ range: ClosedRange<Int>, _ meaning: String,
        set: @escaping @Sendable (inout PassportSettings, Int) -> Void
    ) -> Rule {
        Rule(
            key: key, expected: "a number from \(range.lowerBound) to \(range.upperBound)", meaning: meaning
        ) { text, settings in
            guard let value = Int(text), range.contains(value) else { return false }
            set(&settings, value)
            return true
        }
    }

    private static func secret(
        _ key: String, _ digits: Int, _ path: any WritableKeyPath<PassportSettings, String?> & Sendable,
        _ meaning: String
    ) -> Rule {
        Rule(key: key, expected: "\(digits == 6 ? "six" : "ten") digits, or off", meaning: meaning) { text, settings in
            guard text == "off" || isNumber(text, digits: digits) else { return false }
            settings[keyPath: path] = text == "off" ? nil : text
            return true
        }
    }

    private static func flag(
        _ key: String, _ path: any WritableKeyPath<PassportSettings, Bool> & Sendable, _ meaning: String
    ) -> Rule {
        Rule(key: key, expected: "on or off", meaning: meaning) { text, settings in
            guard text == "on" || text == "off" else { return false }
            settings[keyPath: path] = text == "on"
            return true
        }
    }

    private static func curve(
        _ key: String, _ path: any WritableKeyPath<PassportSettings, NamedCurve> & Sendable, _ meaning: String
    ) -> Rule {
        Rule(key: key, expected: NamedCurve.names, meaning: meaning) { text, settings in
            guard let curve = NamedCurve(settingsName: text) else { return false }
            settings[keyPath: path] = curve
            return true
        }
    }

    private static func alternatives(_ values: [String]) -> String {
        guard values.count > 1, let last = values.last else { return values.first ?? "" }
        return values.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func isNumber(_ text: String, digits: Int) -> Bool {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
