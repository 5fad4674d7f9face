/// A trace that goes to a file when the command has ended, also after a failure.
struct TraceFile {
    let log: TraceLog
    private let path: String
    private let overwriting: Bool

    /// Checks that nothing is in the way; the file is written by `finish`.
    init(_ path: String, keepsSecrets: Bool, overwriting: Bool, connection: CardConnection) throws(Failure) {
        self.path = path
        self.overwriting = overwriting
        try PrivateFile.checkPlace(path, overwriting: overwriting)
        log = TraceLog(keepsSecrets: keepsSecrets, connection: connection)
    }

    /// Writes the file.
    func finish() throws(Failure) { try PrivateFile.write(log.bytes, to: path, overwriting: overwriting) }
}
