public import LDS

/// What a reader tells while it works, for people who wait. Holds no card data.
public enum ReadingEvent: Hashable, Sendable {
    /// A step begins: "open the chip with PACE".
    case step(String)
    /// Bytes of a file that are here; the total is nil until the file's header is read.
    case progress(FileID, read: Int, total: Int?)
    /// A file is complete.
    case finished(FileID, count: Int)
}
