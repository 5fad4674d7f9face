/// The readers of PC/SC.
struct PCSCReaders: ReaderService {
    func list() throws(Failure) -> [ReaderSummary] { throw .noReader }
    func waitForCard(_ isWanted: @Sendable (String) -> Bool, atMost limit: Duration) throws(Failure) { throw .noReader }
    func connect(_ reader: String, atMost limit: Duration) throws(Failure) -> CardConnection { throw .noReader }
}
