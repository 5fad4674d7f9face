/// An answer of PC/SC other than success. Every number has its own case, so that none is taken for another.
public enum PCSCError: Error, Hashable, Sendable {
    case internalError, cancelled, invalidHandle, invalidParameter, invalidTarget, noMemory, waitedTooLong
    case insufficientBuffer, unknownReader, timeout, sharingViolation, noSmartcard, unknownCard, cannotDispose
    case protocolMismatch, notReady, invalidValue, systemCancelled, communicationError, unknownError, invalidATR
    case notTransacted, readerUnavailable, shutdown, pciTooSmall, readerUnsupported, duplicateReader, cardUnsupported
    case noService, serviceStopped
    /// 8010001F: `SCARD_E_UNEXPECTED`, which pcsc-lite also uses for `SCARD_E_UNSUPPORTED_FEATURE`.
    case unexpected
    case iccInstallation, iccCreateOrder
    /// 80100022: the number that Windows uses for `SCARD_E_UNSUPPORTED_FEATURE`; pcsc-lite itself says 8010001F.
    case unsupportedFeature
    case directoryNotFound, fileNotFound, noDirectory, noFile, noAccess, writeTooMany, badSeek, invalidCHV
    case unknownResourceManager, noSuchCertificate, certificateUnavailable, noReadersAvailable, communicationDataLost
    case noKeyContainer, serverTooBusy, pinCacheExpired, noPINCache, readOnlyCard
    case unsupportedCard, unresponsiveCard, unpoweredCard, resetCard, removedCard, securityViolation, wrongCHV
    case chvBlocked, endOfFile, cancelledByUser, cardNotAuthenticated, cacheItemNotFound, cacheItemStale
    case cacheItemTooBig
    /// A number that no PC/SC document names.
    case unknown(UInt32)

    /// The error with this number.
    public init(code: UInt32) { self = Self.byCode[code] ?? .unknown(code) }

    /// The number as PC/SC gives it.
    public var code: UInt32 {
        if case .unknown(let code) = self { return code }
        return Self.rows[self]?.code ?? 0
    }

    /// The official name, such as `SCARD_E_NO_SERVICE`; nil for a number without one.
    public var name: String? { Self.rows[self].map { "SCARD_\($0.name)" } }

    /// What it means, in one sentence.
    public var meaning: String { Self.rows[self]?.meaning ?? "PC/SC gave a code that no document names." }

    /// Every named error.
    package static var allNamed: [PCSCError] { table.map(\.error) }
}

extension PCSCError: CustomStringConvertible {
    /// Meaning, name and number.
    public var description: String {
        let digits = String(code, radix: 16, uppercase: true)
        let number = "0x" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return "\(meaning) (\(name.map { "\($0), " } ?? "")\(number))"
    }
}

extension PCSCError {
    private struct Row: Sendable {
        let code: UInt32
        let name: String
        let meaning: String
    }

    private static let rows = Dictionary(
        table.map { ($0.error, Row(code: 0x8010_0000 | $0.number, name: $0.name, meaning: $0.meaning)) },
        uniquingKeysWith: { first, _ in first })
    private static let byCode = Dictionary(
        table.map { (0x8010_0000 | $0.number, $0.error) }, uniquingKeysWith: { first, _ in first })

    // Numbers and names: pcsclite.h; those that only Windows has (0x22, 0x32 to 0x34, 0x70 to 0x72): winerror.h.
    private static let table: [(error: PCSCError, number: UInt32, name: String, meaning: String)] = [
        (.internalError, 0x01, "F_INTERNAL_ERROR", "The PC/SC library failed a check of its own."),
        (.cancelled, 0x02, "E_CANCELLED", "The call was cancelled."),
        (.invalidHandle, 0x03, "E_INVALID_HANDLE", "The connection to the service or card no longer exists."),
        (.invalidParameter, 0x04, "E_INVALID_PARAMETER", "A parameter of the call was refused."),
        (.invalidTarget, 0x05, "E_INVALID_TARGET", "The start-up information of the service is missing or wrong."),
        (.noMemory, 0x06, "E_NO_MEMORY", "The service has no memory left."),
        (.waitedTooLong, 0x07, "F_WAITED_TOO_LONG", "A time limit inside the service ran out."),
        (.insufficientBuffer, 0x08, "E_INSUFFICIENT_BUFFER", "The answer is longer than the space for it."),
        (.unknownReader, 0x09, "E_UNKNOWN_READER", "There is no reader with this name."),
        (.timeout, 0x0A, "E_TIMEOUT", "The time limit ran out."),
        (.sharingViolation, 0x0B, "E_SHARING_VIOLATION", "Another program uses the card."),
        (.noSmartcard, 0x0C, "E_NO_SMARTCARD", "No card is on the reader."),
        (.unknownCard, 0x0D, "E_UNKNOWN_CARD", "The service knows no card with this name."),
        (.cannotDispose, 0x0E, "E_CANT_DISPOSE", "The reader could not release the card as asked."),
        (.protocolMismatch, 0x0F, "E_PROTO_MISMATCH", "The card or another program settled on another protocol."),
        (.notReady, 0x10, "E_NOT_READY", "The reader or card is not ready for commands."),
        (.invalidValue, 0x11, "E_INVALID_VALUE", "A value in the call was refused."),
        (.systemCancelled, 0x12, "E_SYSTEM_CANCELLED", "The system cancelled the call, as it does at logout."),
        (.communicationError, 0x13, "F_COMM_ERROR", "The PC/SC service broke off the conversation."),
        (.unknownError, 0x14, "F_UNKNOWN_ERROR", "The service failed for a reason it does not know."),
        (.invalidATR, 0x15, "E_INVALID_ATR", "The registered answer to reset is not valid."),
        (.notTransacted, 0x16, "E_NOT_TRANSACTED", "The reader or its driver could not carry the command."),
        (.readerUnavailable, 0x17, "E_READER_UNAVAILABLE", "The reader cannot be used now."),
        (.shutdown, 0x18, "P_SHUTDOWN", "The call was broken off because the service ends."),
        (.pciTooSmall, 0x19, "E_PCI_TOO_SMALL", "The space for protocol information is too small."),
        (.readerUnsupported, 0x1A, "E_READER_UNSUPPORTED", "The reader's driver lacks something the service needs."),
        (.duplicateReader, 0x1B, "E_DUPLICATE_READER", "Two readers have the same name."),
        (.cardUnsupported, 0x1C, "E_CARD_UNSUPPORTED", "The card lacks something the service needs."),
        (.noService, 0x1D, "E_NO_SERVICE", "The PC/SC service is not running."),
        (.serviceStopped, 0x1E, "E_SERVICE_STOPPED", "The PC/SC service stopped or refuses this library's version."),
        (.unexpected, 0x1F, "E_UNEXPECTED", "The reader or its driver does not support the call or failed in it."),
        (.iccInstallation, 0x20, "E_ICC_INSTALLATION", "No primary provider is registered for the card."),
        (.iccCreateOrder, 0x21, "E_ICC_CREATEORDER", "Objects cannot be created in this order."),
        (.unsupportedFeature, 0x22, "E_UNSUPPORTED_FEATURE", "The card does not support the feature."),
        (.directoryNotFound, 0x23, "E_DIR_NOT_FOUND", "The directory does not exist on the card."),
        (.fileNotFound, 0x24, "E_FILE_NOT_FOUND", "The file does not exist on the card."),
        (.noDirectory, 0x25, "E_NO_DIR", "The path is not a directory on the card."),
        (.noFile, 0x26, "E_NO_FILE", "The path is not a file on the card."),
        (.noAccess, 0x27, "E_NO_ACCESS", "Access to the file is denied."),
        (.writeTooMany, 0x28, "E_WRITE_TOO_MANY", "The card has no room for the data."),
        (.badSeek, 0x29, "E_BAD_SEEK", "The position in the file could not be set."),
        (.invalidCHV, 0x2A, "E_INVALID_CHV", "The PIN is not valid."),
        (.unknownResourceManager, 0x2B, "E_UNKNOWN_RES_MNG", "A layer below gave a code the service does not know."),
        (.noSuchCertificate, 0x2C, "E_NO_SUCH_CERTIFICATE", "The certificate does not exist."),
        (.certificateUnavailable, 0x2D, "E_CERTIFICATE_UNAVAILABLE", "The certificate could not be fetched."),
        (.noReadersAvailable, 0x2E, "E_NO_READERS_AVAILABLE", "The PC/SC service runs but knows no reader."),
        (.communicationDataLost, 0x2F, "E_COMM_DATA_LOST", "Data was lost between reader and card."),
        (.noKeyContainer, 0x30, "E_NO_KEY_CONTAINER", "The key container does not exist on the card."),
        (.serverTooBusy, 0x31, "E_SERVER_TOO_BUSY", "The PC/SC service is too busy."),
        (.pinCacheExpired, 0x32, "E_PIN_CACHE_EXPIRED", "The remembered PIN is too old."),
        (.noPINCache, 0x33, "E_NO_PIN_CACHE", "The PIN may not be remembered."),
        (.readOnlyCard, 0x34, "E_READ_ONLY_CARD", "The card cannot be written."),
        (.unsupportedCard, 0x65, "W_UNSUPPORTED_CARD", "The reader cannot talk to this kind of card."),
        (.unresponsiveCard, 0x66, "W_UNRESPONSIVE_CARD", "The card does not answer to reset."),
        (.unpoweredCard, 0x67, "W_UNPOWERED_CARD", "The card has no power."),
        (.resetCard, 0x68, "W_RESET_CARD", "Another program reset the card."),
        (.removedCard, 0x69, "W_REMOVED_CARD", "The card was removed."),
        (.securityViolation, 0x6A, "W_SECURITY_VIOLATION", "The system does not let this user at the reader."),
        (.wrongCHV, 0x6B, "W_WRONG_CHV", "The PIN is wrong."),
        (.chvBlocked, 0x6C, "W_CHV_BLOCKED", "The PIN is blocked."),
        (.endOfFile, 0x6D, "W_EOF", "The end of the file on the card is reached."),
        (.cancelledByUser, 0x6E, "W_CANCELLED_BY_USER", "The user cancelled."),
        (.cardNotAuthenticated, 0x6F, "W_CARD_NOT_AUTHENTICATED", "No PIN was given to the card."),
        (.cacheItemNotFound, 0x70, "W_CACHE_ITEM_NOT_FOUND", "The item is not in the service's cache."),
        (.cacheItemStale, 0x71, "W_CACHE_ITEM_STALE", "The item in the service's cache is out of date."),
        (.cacheItemTooBig, 0x72, "W_CACHE_ITEM_TOO_BIG", "The item is too large for the service's cache."),
    ]
}
