import ISO7816

/// What was being done when PC/SC refused: one code means different things in different places.
enum PCSCPhase: Sendable {
    /// Talking to the service: context, list of readers, states.
    case service
    /// Connecting to a card.
    case connecting
    /// Talking to a connected card.
    case card
    /// Talking to the reader itself.
    case control
}

extension CardError {
    init(_ error: PCSCError, in phase: PCSCPhase, during step: Step, reader: String? = nil) {
        self.init(
            Code(error, in: phase), during: step, detail: (reader.map { "\($0): " } ?? "") + error.description,
            underlying: error)
    }
}

extension CardError.Code {
    init(_ error: PCSCError, in phase: PCSCPhase) {
        self =
            switch error {
            case .noService, .serviceStopped, .serverTooBusy, .shutdown, .communicationError, .invalidTarget:
                .serviceUnavailable
            case .securityViolation, .noAccess: .permissionDenied
            case .unknownReader, .readerUnavailable, .noReadersAvailable, .duplicateReader: .readerUnavailable
            // A handle is ours until the reader or the service behind it is gone.
            case .invalidHandle: phase == .service ? .serviceUnavailable : .readerUnavailable
            case .sharingViolation: .inUse
            // Offered protocols are T=0 and T=1, as the driver has them: a mismatch is another program's choice.
            case .protocolMismatch: .inUse
            case .noSmartcard: phase == .connecting ? .noCard : .cardRemoved
            case .removedCard: phase == .connecting ? .noCard : .cardRemoved
            case .resetCard: .cardReset
            case .unresponsiveCard: .noAnswer
            case .unpoweredCard: phase == .card ? .cardRemoved : .noAnswer
            case .timeout, .waitedTooLong: .timedOut
            case .cancelled, .cancelledByUser, .systemCancelled: .cancelled
            case .insufficientBuffer, .communicationDataLost: .malformedResponse
            case .unexpected, .unsupportedFeature, .unsupportedCard, .cardUnsupported, .readerUnsupported:
                .unsupported
            // Drivers refuse an escape command, or any control code, with the code for every failure of theirs.
            case .notTransacted: phase == .control ? .unsupported : .transportFailed
            case .invalidCHV, .wrongCHV, .chvBlocked, .cardNotAuthenticated, .pinCacheExpired, .noPINCache:
                .authenticationFailed
            default: .transportFailed
            }
    }
}
