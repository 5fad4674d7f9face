import EMRTD
import InlaySeams
import LDS

/// Terminal Authentication: the user's own certificates and key, and the consent that it needs (Docs/rules.md 8).
enum TerminalOptions {
    static let certificates = CommandOption.repeated(
        "cvc", "FILE", "card verifiable certificates of your terminal, and those above it, in any order")
    static let key = CommandOption.value("terminal-key", "FILE", "the private key of the terminal, PKCS #8")

    static let group = OptionGroup(
        title: "Terminal Authentication (for fingerprints and irises; it changes the chip for good)",
        options: [certificates, key, Consent.option])

    /// What the options ask for; nil when they ask for nothing.
    ///
    /// Throws before anything is sent when a file cannot be used, or consent is missing.
    static func request(_ arguments: Arguments, _ house: House) throws(Failure) -> TerminalAuthenticationRequest? {
        let paths = arguments.values(certificates)
        guard let keyPath = arguments.value(key) else {
            guard paths.isEmpty else {
                throw .usage("missing-option", "--cvc needs --terminal-key FILE", remedy: "give both, or neither")
            }
            return nil
        }
        guard !paths.isEmpty else {
            throw .usage("missing-option", "--terminal-key needs --cvc FILE", remedy: "give both, or neither")
        }
        var files: [[UInt8]] = []
        for path in paths {
            files.append(try BoundedFile.readOnce(path, limit: 1 << 20, unless: house.interruption))
        }
        let keyBytes = try BoundedFile.readOnce(keyPath, limit: 1 << 20, unless: house.interruption)
        let credentials: TerminalCredentials
        do throws(TerminalCredentialsError) {
            credentials = try TerminalCredentials(
                certificateFiles: files, privateKeyFile: keyBytes)
        } catch {
            throw Failure(
                .malformedData, kind: "malformed-credentials", "the terminal's files cannot be used: \(error)",
                likely: "a file is of another kind", remedy: "inlay decode cvc FILE explains a certificate")
        }
        try requireConsent(credentials, arguments, house)
        let now = house.time.now.civil
        return TerminalAuthenticationRequest(
            credentials: credentials, consent: .given,
            on: CalendarDate(year: now.year, month: now.month, day: now.day))
    }

    /// The words name the terminal, so that consent to one is none to another.
    private static func requireConsent(
        _ credentials: TerminalCredentials, _ arguments: Arguments, _ house: House
    ) throws(Failure) {
        let holder = credentials.certificates.first { $0.body.authorization.role == .terminal }
        let wanted =
            "authenticate \(holder.map { TerminalText.escaped($0.body.holderReference.description) } ?? "terminal")"
        try Consent.require(
            wanted, because: "Terminal Authentication changes the chip for good",
            likely: "certificates move the chip's date forward and can change which authorities it trusts", arguments,
            house)
    }
}
