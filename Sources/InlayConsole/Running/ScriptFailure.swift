public import ISO7816

/// Why a script ended before its end.
public enum ScriptFailure: Error {
    /// Something in it cannot be done: a variable that was not set, a number that does not fit.
    case script(ScriptError)
    /// The reply is not as expected; what was expected and what came, in words.
    case expectation(line: Int, column: Int, String)
    /// A preset waits for another reply; `isSilence`: nothing came at all.
    case reply(line: Int, column: Int, preset: String, String, isSilence: Bool)
    /// The card or the reader failed.
    case card(CardError, line: Int)
    /// Whoever runs the script refused: a preset for another family, a missing key, a file that cannot be written.
    case host(any Error, line: Int)
    /// The user gave up.
    case cancelled(line: Int)

    /// The expectation that was not met, of the script or of a preset: where, and in words.
    public var unmet: (line: Int, column: Int, words: String)? {
        switch self {
        case .expectation(let line, let column, let words): (line, column, words)
        case .reply(let line, let column, _, let words, _): (line, column, words)
        case .script, .card, .host, .cancelled: nil
        }
    }

    /// Line of the statement.
    public var line: Int {
        switch self {
        case .script(let error): error.line
        case .expectation(let line, _, _), .reply(let line, _, _, _, _), .card(_, let line), .host(_, let line),
            .cancelled(let line):
            line
        }
    }
}
