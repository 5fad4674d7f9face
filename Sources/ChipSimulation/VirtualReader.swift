public import InlaySeams

/// Plugs a chip simulator into the PC/SC service of this machine, through vsmartcard's reader driver vpcd.
///
/// vpcd listens on TCP, a card connects to it: connecting is laying the card on the reader, closing the connection is
/// taking it away. Every message, both ways, is a length of two bytes, high byte first, and that many bytes. Messages
/// of one byte to the card are controls, longer ones are command APDUs.
///
/// vpcd listens on every interface of the machine and asks nobody who they are: run pcscd where strangers cannot reach
/// it.
public struct VirtualReader: Hashable, Sendable {
    /// The first port that vpcd listens on; its second reader has the next one.
    public static let defaultPort: UInt16 = 35_963

    /// Where vpcd runs.
    public var host: String
    /// The port of one of its readers.
    public var port: UInt16
    /// Goes on after the service went away: connects again as soon as something listens.
    public var reconnects = false

    /// A reader of the vpcd on `host`.
    public init(host: String = "127.0.0.1", port: UInt16 = defaultPort) {
        self.host = host
        self.port = port
    }

    /// What happens at the reader.
    public enum Event: Hashable, Sendable {
        /// The card lies on the reader.
        case connected
        /// The reader has not said a word for two seconds: another card lies on it.
        case ignored
        /// The card got power.
        case poweredOn
        /// The card lost power.
        case poweredOff
        /// The card was reset.
        case reset
        /// A command and the chip's answer.
        case exchanged(command: [UInt8], answer: [UInt8])
        /// The chip's answer is longer than vpcd can carry; 6F00 was sent instead.
        case answerTooLong(Int)
        /// The service closed the connection.
        case disconnected
        /// The card took itself away.
        case left
        /// The card lost power in the middle of a command: for the service it was taken away and laid down again.
        case lostPower
    }

    /// How serving came to its end.
    public enum Ending: Hashable, Sendable {
        /// The caller took the card away.
        case interrupted
        /// The service closed the connection.
        case readerClosed
        /// The card took itself away.
        case cardLeft
    }

    /// Longest message: its length has two bytes.
    private static let largestMessage = 65_535
    /// An answer to reset is never longer (7816-3 §8.2.1).
    private static let largestAnswerToReset = 33
    private static let connectLimit = Duration.seconds(5)
    private static let patience = Duration.seconds(2)

    /// Lays `chip` on the reader and lets it answer until `interruption`, which is noticed within a moment.
    ///
    /// Blocks meanwhile. Throws when nothing listens at first.
    @discardableResult
    public func serve(
        _ chip: any ChipSimulator, until interruption: Interruption, onEvent: (Event) -> Void = { _ in }
    ) throws(VirtualReaderError) -> Ending {
        var connection = try connect(unless: interruption)
        while let open = connection {
            onEvent(.connected)
            switch serve(chip, over: open, until: interruption, onEvent) {
            case .interrupted: return .interrupted
            case .cardLeft where !chip.isPresent:
                onEvent(.left)
                return .cardLeft
            case .cardLeft: onEvent(.lostPower)
            case .readerClosed:
                onEvent(.disconnected)
                guard reconnects else { return .readerClosed }
            }
            connection = nil
            while connection == nil, pause(unless: interruption) { connection = try? connect(unless: interruption) }
        }
        return .interrupted
    }

    /// Nil after an interruption.
    private func connect(unless interruption: Interruption) throws(VirtualReaderError) -> TCPConnection? {
        do throws(TCPConnection.Failure) {
            return try TCPConnection(host: host, port: port, within: Self.connectLimit, unless: interruption)
        } catch {
            switch error {
            case .interrupted: return nil
            case .unknownHost: throw VirtualReaderError(.unknownHost, self)
            case .refused, .closed: throw VirtualReaderError(.nothingListens, self)
            case .timedOut: throw VirtualReaderError(.noAnswer, self)
            case .system(let number): throw VirtualReaderError(.system(errno: number), self)
            }
        }
    }

    private func serve(
        _ chip: any ChipSimulator, over connection: TCPConnection, until interruption: Interruption,
        _ onEvent: (Event) -> Void
    ) -> Ending {
        do throws(TCPConnection.Failure) {
            try converse(chip, over: connection, until: interruption, onEvent)
            return .cardLeft
        } catch {
            return error == .interrupted ? .interrupted : .readerClosed
        }
    }

    /// Answers messages until the connection or the caller ends; returns when the card does not answer.
    private func converse(
        _ chip: any ChipSimulator, over connection: TCPConnection, until interruption: Interruption,
        _ onEvent: (Event) -> Void
    ) throws(TCPConnection.Failure) {
        var header = try firstHeader(of: connection, until: interruption, onEvent)
        while true {
            let length = header.reduce(0) { $0 << 8 | Int($1) }
            let message = try connection.receive(length, unless: interruption)
            if let answer = answer(to: message, from: chip, onEvent) {
                guard !answer.isEmpty else { return }
                let bytes = [UInt8(answer.count >> 8), UInt8(answer.count & 0xFF)] + answer
                try connection.send(bytes, unless: interruption)
            }
            header = try connection.receive(2, unless: interruption)
        }
    }

    /// vpcd looks after its card several times a second, unless it is busy with another one.
    private func firstHeader(
        of connection: TCPConnection, until interruption: Interruption, _ onEvent: (Event) -> Void
    ) throws(TCPConnection.Failure) -> [UInt8] {
        do throws(TCPConnection.Failure) {
            return try connection.receive(2, within: Self.patience, unless: interruption)
        } catch {
            guard error == .timedOut else { throw error }
            onEvent(.ignored)
            return try connection.receive(2, unless: interruption)
        }
    }

    /// The bytes to send back; nil where vpcd waits for none, none when the card does not answer.
    private func answer(
        to message: [UInt8], from chip: any ChipSimulator, _ onEvent: (Event) -> Void
    ) -> [UInt8]? {
        switch message {
        case []: return nil
        case [0x00]:
            onEvent(.poweredOff)
            return nil
        case [0x01]:
            chip.powerUp()
            onEvent(.poweredOn)
            return nil
        case [0x02]:
            chip.powerUp()
            onEvent(.reset)
            return nil
        case [0x04]: return Array(chip.answerToReset.prefix(Self.largestAnswerToReset))
        case let control where control.count == 1: return nil
        default:
            var answer = chip.handle(command: message)
            guard !answer.isEmpty else { return [] }
            if answer.count > Self.largestMessage {
                onEvent(.answerTooLong(answer.count))
                answer = [0x6F, 0x00]
            }
            onEvent(.exchanged(command: message, answer: answer))
            return answer
        }
    }

    /// False after an interruption.
    private func pause(unless interruption: Interruption) -> Bool {
        for _ in 0..<5 {
            guard !interruption.isRequested else { return false }
            TCPConnection.sleep(milliseconds: 100)
        }
        return !interruption.isRequested
    }
}
