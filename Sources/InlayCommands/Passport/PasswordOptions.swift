import CardCrypto

/// PIN and PUK, from wherever the user wants to give them. Never repeated in a message.
enum PasswordOptions {
    /// The PIN; asked for on the terminal where it is not given.
    static func pin(_ arguments: Arguments, _ house: House) throws(Failure) -> SecretBytes {
        try secret("PIN", PassportOptions.pin, PassportOptions.pinEnvironment, arguments, house)
    }

    /// The PUK, likewise.
    static func puk(_ arguments: Arguments, _ house: House) throws(Failure) -> SecretBytes {
        try secret("PUK", PassportOptions.puk, PassportOptions.pukEnvironment, arguments, house)
    }

    /// The PIN where an option gives it.
    static func givenPIN(_ arguments: Arguments, _ house: House) throws(Failure) -> SecretBytes? {
        guard arguments.has(PassportOptions.pin) || arguments.has(PassportOptions.pinEnvironment) else { return nil }
        return try pin(arguments, house)
    }

    private static func secret(
        _ name: String, _ option: CommandOption, _ environment: CommandOption, _ arguments: Arguments, _ house: House
    ) throws(Failure) -> SecretBytes {
        var text = arguments.value(option)
        if let variable = arguments.value(environment) {
            guard text == nil else {
                throw .usage("repeated-key", "the \(name) is given in more than one way", remedy: "give it once")
            }
            guard let value = house.environment(variable), !value.isEmpty else {
                throw .usage(
                    "missing-variable", "the environment variable that was named is not set",
                    likely: "it is not exported", remedy: "export it, or give the \(name) in another way")
            }
            text = value
        }
        if text == nil { text = try house.input.askSecretly("\(name) (not shown): ") }
        guard let text, !text.isEmpty else {
            throw .usage(
                "missing-key", "no \(name) was given", likely: "there is no terminal to ask on",
                remedy: "add --\(option.name) N, or --\(environment.name) NAME")
        }
        // TR-03110-3 §B.11: PIN and PUK are digits, six and ten on German cards.
        guard (4...16).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .usage("malformed-\(option.name)", "a \(name) has 4 to 16 digits", remedy: "type the digits only")
        }
        return SecretBytes(Array(text.utf8))
    }
}
