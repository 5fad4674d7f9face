import ISO7816

/// Where on the card the commands so far have led, as far as they tell: what the prompt shows, and how one comes back there
/// after somebody asked the card what it is.
struct CardPlace: Hashable, Sendable {
    /// The folder; nil where something was selected that has no name here.
    private(set) var folder: CardFolder? = .master
    /// What leads there from a restarted card, in order.
    private(set) var path: [Way] = []
    /// True once something was done that no SELECT brings back: a password, a key, a session.
    private(set) var holdsState = false

    /// One step on the way.
    enum Way: Hashable, Sendable {
        case folder(CardFolder)
        /// A SELECT that was sent as it is.
        case application([UInt8])
        case file([UInt8])
    }

    /// Longer paths than any card has are not walked again.
    private static let pathLimit = 16

    /// Nothing was done since the card was powered.
    var isFresh: Bool { path.isEmpty && !holdsState }

    /// A folder was entered by its name.
    mutating func enter(_ folder: CardFolder) {
        self.folder = folder
        path = [.folder(folder)]
    }

    /// Something was done that no SELECT brings back.
    mutating func noteState() { holdsState = true }

    /// Learns from a command and its answer.
    mutating func note(_ command: [UInt8], _ status: StatusWord) {
        guard command.count >= 4, let cla = command.first, cla != 0xFF, status.isDone else { return }
        guard command[1] == 0xA4, cla & 0x80 == 0 || cla == 0xA0 else {
            if !Self.isReading(command) { holdsState = true }
            return
        }
        guard let select = try? CommandAPDU(parsing: command) else { return }
        switch select.p1 {
        case 0x04:
            folder = CardFolder.holding(select.data)
            path = [.application(command)]
        case 0x00 where select.data.isEmpty || select.data == [0x3F, 0x00]:
            folder = .master
            path = [.application(command)]
        case 0x00, 0x02:
            // An elementary file, as far as the folder knows its identifier; P1 = 02 selects nothing else.
            let isFile = select.p1 == 0x02 || folder?.files.contains { $0.isAt(select.data) } ?? false
            if !isFile { folder = nil }
            if case .file = path.last { path.removeLast() }
            path.append(isFile ? .file(command) : .application(command))
        default:
            folder = nil
            path.append(.application(command))
        }
        if path.count > Self.pathLimit { holdsState = true }
    }

    /// READ BINARY, READ RECORD, GET CHALLENGE, GET RESPONSE, GET DATA and GET STATUS; a VERIFY that only asks for the
    /// tries left; what a DESFire tells of itself.
    private static func isReading(_ command: [UInt8]) -> Bool {
        switch (command[0], command[1]) {
        case (0x90, 0x60), (0x90, 0x6A), (0x90, 0x45), (0x90, 0x6F), (0x90, 0xAF): true
        case (0x90, _): false
        case (_, 0xB0...0xB3), (_, 0x84), (_, 0xC0), (_, 0xCA), (_, 0xCB), (_, 0xF2): true
        case (_, 0x20): command.count == 4 || command.count == 5 && command[4] == 0
        default: false
        }
    }
}

extension CardFile {
    /// True when it is selected by this identifier.
    func isAt(_ identifier: [UInt8]) -> Bool {
        switch place {
        case .transparent(let own), .counted(let own): identifier == [UInt8(own >> 8), UInt8(own & 0xFF)]
        case .simpleObject, .listedObject: false
        }
    }
}
