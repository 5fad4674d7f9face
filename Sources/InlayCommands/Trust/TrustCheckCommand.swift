import InlaySeams
import Octets
import Trust

/// `inlay trust check`.
enum TrustCheckCommand {
    static let command = Command(
        "trust", "check", summary: "what of the trust store expires, is missing or damaged",
        discussion: [
            "The signature of every certificate and revocation list is verified again. A country without a revocation "
                + "list is usual; whether its document signers were revoked is not known then."
        ],
        groups: [OptionGroup(title: "Judging", options: [PassportOptions.at])],
        examples: [("inlay trust check", "as of today"), ("inlay trust check --at 2027-01-01", "as of a day to come")]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let store = try TrustFolder.store(house)
        if let warning = TrustFolder(house)?.warning { output.note(StyledText(warning.text, .doubtful)) }
        let moment = try PassportJudge.moment(arguments, house)
        let check = TrustStoreCheck(store, at: moment)
        if output.isText {
            show(check, output)
            output.print(StyledText("\(TrustImportCommand.total(store)), as of \(moment.isoDate)", .strong))
        } else {
            output.json(document(check, moment))
        }
        if !check.damaged.isEmpty || !check.fromRevokedLists.isEmpty { return .checkFailed }
        // A state none of whose certificates is in force cannot be judged at all.
        return store.isEmpty || check.countries.contains { $0.inForce == 0 } ? .notEstablished : .done
    }

    // MARK: - For people

    private static func show(_ check: TrustStoreCheck, _ output: Output) {
        func line(_ title: String, _ texts: [String], _ role: StyledText.Role) {
            guard !texts.isEmpty else { return }
            output.paragraph(
                StyledText("\(title): ", role) + StyledText(texts.joined(separator: ", ")), indent: 2)
        }
        let countries = check.countries
        line("damaged", check.damaged.map(name), .bad)
        line("from a master list whose signer was revoked", check.fromRevokedLists.map(name), .bad)
        line(
            "nothing in force",
            countries.filter { $0.inForce == 0 }.map { "\(code($0)) (since \($0.lastDay.isoDate))" },
            .bad)
        line(
            "expiring within \(TrustStoreCheck.soon) days",
            countries.filter { $0.expiring > 0 }.map { "\(code($0)) (\($0.expiring) of \($0.inForce))" }, .doubtful)
        line(
            "expired, others in force",
            countries.filter { $0.expired > 0 && $0.inForce > 0 }.map { "\(code($0)) (\($0.expired))" }, .faint)
        line("link certificates whose issuer is not there", check.withoutIssuer.map(name), .doubtful)
        line(
            "revocation list out of date",
            countries.compactMap {
                if case .expired(let day) = $0.revocation { "\(code($0)) (\(day.isoDate))" } else { nil }
            },
            .doubtful)
        line(
            "revocation list of no use",
            countries.compactMap { if case .unusable(let why) = $0.revocation { "\(code($0)) (\(why))" } else { nil } },
            .bad)
        let current = countries.filter { if case .current = $0.revocation { true } else { false } }
        line("revocation list in force", current.map(code), .good)
        let missing = countries.count { $0.revocation == .missing }
        if missing > 0 { line("no revocation list", [Count.of(missing, "country", "countries")], .faint) }
    }

    private static func code(_ country: TrustStoreCheck.Country) -> String {
        country.code.isEmpty ? "no country" : country.code
    }

    private static func name(_ anchor: TrustAnchor) -> String {
        "\(anchor.country) \(TrustListCommand.shortFingerprint(anchor))"
    }

    // MARK: - For machines

    private static func document(_ check: TrustStoreCheck, _ moment: Moment) -> JSONValue {
        [
            "schema": "inlay.trust.check/1", "at": .string(moment.iso8601),
            "countries": .array(check.countries.map(document)),
            "damaged": .array(check.damaged.map { .hex($0.fingerprint) }),
            "withoutIssuer": .array(check.withoutIssuer.map { .hex($0.fingerprint) }),
            "fromRevokedLists": .array(check.fromRevokedLists.map { .hex($0.fingerprint) }),
        ]
    }

    private static func document(_ country: TrustStoreCheck.Country) -> JSONValue {
        let (state, day): (String, Moment?) =
            switch country.revocation {
            case .missing: ("missing", nil)
            case .current(let until): ("current", until)
            case .expired(let day): ("expired", day)
            case .unusable: ("unusable", nil)
            }
        return [
            "country": .string(country.code), "inForce": .int(country.inForce), "expiring": .int(country.expiring),
            "expired": .int(country.expired), "lastDay": .string(country.lastDay.iso8601),
            "revocationList": .string(state), "revocationListUntil": JSONValue(day?.iso8601),
        ]
    }
}
