import CardCrypto
import Glibc
import Octets

/// Standard input and the terminal, as commands use them.
struct Input: Sendable {
    /// Standard input is a terminal.
    let isTerminal: Bool
    /// Reads standard input to its end, at most so many bytes.
    let readAll: @Sendable (_ limit: Int) throws(Failure) -> [UInt8]
    /// Reads what is there of standard input, waiting for at least one byte; nothing at its end.
    let readSome: @Sendable () throws(Failure) -> [UInt8]
    /// Asks on the terminal without echo; nil when there is no terminal.
    let askSecretly: @Sendable (_ question: String) throws(Failure) -> String?
    /// The same for what is no secret, which is shown while it is typed; nil: as a secret.
    var askOpenly: (@Sendable (_ question: String) throws(Failure) -> String?)?

    /// Asks on the terminal for what is no secret; nil when there is no terminal.
    func ask(_ question: String) throws(Failure) -> String? { try (askOpenly ?? askSecretly)(question) }

    /// Tells whether there is a terminal to ask on; it need not be standard input. Nil: that shows when it is asked.
    var canAsk: (@Sendable () -> Bool)?

    /// There is somebody who can be asked.
    var hasTerminal: Bool { canAsk?() ?? true }

    /// Of the process.
    static let system = Input(
        isTerminal: isatty(STDIN_FILENO) == 1,
        readAll: { limit throws(Failure) in
            try BoundedFile.read(descriptor: STDIN_FILENO, name: "standard input", limit: limit)
        },
        readSome: { () throws(Failure) in
            try BoundedFile.readSome(descriptor: STDIN_FILENO, name: "standard input")
        },
        askSecretly: { question throws(Failure) in try SecretPrompt.ask(question) },
        askOpenly: { question throws(Failure) in try SecretPrompt.ask(question, isShown: true) },
        canAsk: { SecretPrompt.hasTerminal })
}
