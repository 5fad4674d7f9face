import ISO7816
import Octets

/// A log of another program, read as exchanges.
struct ForeignLog {
    /// Programs whose logs can be read.
    enum Kind: String, CaseIterable {
        /// `pcscd --apdu` or `--debug`.
        case pcscd
        /// OpenSC with `OPENSC_DEBUG`, and what `opensc-tool -s` prints.
        case opensc
        /// GlobalPlatformPro with `-d`.
        case globalPlatformPro = "gp"
        /// The APDU log of gmrtd, JSON.
        case gmrtd
        /// What scriptor of pcsc-tools prints.
        case scriptor
        /// proxmark3: `hf 14a apdu`, and `trace list` of an ISO 14443-4 conversation.
        case proxmark3

        /// For lists.
        var title: String {
            switch self {
            case .pcscd: "pcscd"
            case .opensc: "OpenSC"
            case .globalPlatformPro: "GlobalPlatformPro"
            case .gmrtd: "gmrtd"
            case .scriptor: "scriptor"
            case .proxmark3: "proxmark3"
            }
        }
    }

    /// A command with its answer, nil when there was none.
    struct Entry: Hashable {
        var command: [UInt8]
        var answer: [UInt8]?
        var duration = Duration.zero
        /// Which of several programs in one log sent it, from 0 on.
        var client = 0
    }

    /// Why a log cannot be read, and where.
    struct Malformed: Error {
        var line: Int
        var column: Int
        var message: String
    }

    /// Most exchanges of a log.
    static let limit = 1_000_000

    /// What the card said when it was powered, where the log tells.
    var answerToReset: [UInt8]?
    var entries: [Entry] = []
    /// Commands whose answer is still to come: where they stand in `entries`, for each program.
    private var pending: [Int: Int] = [:]

    /// What the log holds and the trace does not, and how often.
    private(set) var omitted: [(what: String, count: Int)] = []

    /// Something is left out.
    mutating func omit(_ what: String) {
        if let place = omitted.firstIndex(where: { $0.what == what }) {
            omitted[place].count += 1
        } else {
            omitted.append((what, 1))
        }
    }

    /// A command was sent. One that is still open had no answer.
    mutating func send(_ command: [UInt8], from client: Int = 0) {
        pending[client] = entries.count
        entries.append(Entry(command: command, client: client))
    }

    /// An answer came; one without a command in front of it is nothing.
    mutating func receive(_ answer: [UInt8], _ duration: Duration = .zero, to client: Int = 0) {
        guard answer.count >= 2 else { return omit("answers of less than two bytes") }
        guard let place = pending.removeValue(forKey: client) else { return omit("answers without a command in front") }
        entries[place].answer = answer
        entries[place].duration = duration
    }

    /// How many programs the commands are of.
    var clients: Int { Set(entries.map(\.client)).count }

    /// Which program wrote `text`; nil when that cannot be told.
    static func kind(of text: String) -> Kind? {
        // What is no text is no log, whatever words are found in it.
        guard !text.utf8.prefix(65_536).contains(0) else { return nil }
        if text.contains("A>> ") && text.contains("A<< ") { return .globalPlatformPro }
        if text.contains("Outgoing APDU") || text.contains("Received (SW1=0x") { return .opensc }
        if text.contains("APDU: ") && text.contains("SW: ") { return .pcscd }
        if isScriptor(text) { return .scriptor }
        if text.contains(" | Rdr |") || text.contains("<<<") { return .proxmark3 }
        if text.contains("\"entries\"") && text.contains("\"tx\"") { return .gmrtd }
        return nil
    }

    /// Reads the log of a program.
    static func read(_ text: String, as kind: Kind) throws(Malformed) -> ForeignLog {
        var log = ForeignLog()
        switch kind {
        case .pcscd: try log.readPCSCD(text)
        case .opensc: try log.readOpenSC(text)
        case .globalPlatformPro: try log.readGlobalPlatformPro(text)
        case .gmrtd: try log.readGMRTD(text)
        case .scriptor: try log.readScriptor(text)
        case .proxmark3: try log.readProxmark(text)
        }
        return log
    }

    /// Lines with their numbers, without the colours that terminals show.
    static func lines(_ text: String) -> [(number: Int, text: String)] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
            ($0.offset + 1, withoutColours($0.element))
        }
    }

    private static func withoutColours(_ text: Substring) -> String {
        guard text.contains("\u{1B}") else { return String(text) }
        var plain = ""
        var isEscape = false
        for character in text {
            if character == "\u{1B}" {
                isEscape = true
            } else if isEscape {
                if character.isLetter { isEscape = false }
            } else {
                plain.append(character)
            }
        }
        return plain
    }

    /// The hexadecimal bytes behind `marker` in a line.
    static func bytes(
        in line: (number: Int, text: String), behind marker: String
    ) throws(Malformed) -> [UInt8]? {
        guard let range = line.text.firstRange(of: marker) else { return nil }
        let start = line.text.distance(from: line.text.startIndex, to: range.upperBound)
        return try bytes(String(line.text[range.upperBound...]), line.number, column: start)
    }

    static func bytes(_ text: String, _ line: Int, column: Int) throws(Malformed) -> [UInt8] {
        do {
            return try Hex.bytes(text)
        } catch {
            let (place, message) =
                switch error {
                case .invalidCharacter(let place): (place, "not a hexadecimal digit")
                case .oddDigits(let place): (place, "a byte needs two digits")
                }
            throw Malformed(line: line, column: column + place, message: message)
        }
    }
}
