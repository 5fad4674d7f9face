public import ISO7816
public import LDS
import SecureMessaging

/// What became of one file that was asked for alone.
public enum FileReading: Hashable, Sendable {
    /// All of it.
    case read([UInt8])
    /// It could not be read.
    case skipped(SkipReason)
}

extension EPassportReader {
    /// Reads one file of the application that is selected over `channel`, as a whole document is read: as long as the file
    /// says it is, in blocks that the chip learns to give, and in the form that the offset needs.
    ///
    /// Nothing is set up again when the session ends in the middle; that is thrown.
    public func read(
        _ file: FileID, over channel: any CardChannel, isCancelled: @escaping () -> Bool = { false }
    ) throws(CardError) -> FileReading {
        let reader = FileReader(
            channel, blockSize: BlockSize(cipher: (channel as? SecureChannel)?.cipher, extended: nil),
            checkCancelled: { () throws(CardError) in
                if isCancelled() { throw CardError(.cancelled, during: "read \(file.name)") }
            },
            renew: { () throws(CardError) in
                throw CardError(.secureMessagingBroken, during: "read \(file.name)")
            })
        switch try reader.read(file) {
        case .read(let bytes): return .read(bytes)
        case .skipped(let reason): return .skipped(reason)
        }
    }
}
