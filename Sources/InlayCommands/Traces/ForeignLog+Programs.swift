import Octets

extension ForeignLog {
    /// `00000012 APDU: 00 A4 …` and `00021547 SW: 6F … 90 00`; the number is microseconds since the line before.
    ///
    /// A program has a thread of its own, whose number stands in brackets; the number of one that has ended is used again.
    mutating func readPCSCD(_ text: String) throws(Malformed) {
        var clients: [Substring: Int] = [:]
        var known = 0
        var client = 0
        for line in Self.lines(text) {
            let thread = Self.thread(line.text)
            if let thread, line.text.contains("Thread is stopping") {
                clients[thread] = nil
                continue
            }
            let isCommand = line.text.contains(" APDU: ")
            if let thread, isCommand || line.text.contains(" SW: ") {
                if clients[thread] == nil {
                    clients[thread] = known
                    known += 1
                }
                client = clients[thread] ?? client
            }
            if let command = try Self.bytes(in: line, behind: " APDU: ") {
                send(command, from: client)
            } else if let answer = try Self.bytes(in: line, behind: " SW: ") {
                let micros = line.text.prefix { $0.isNumber }
                receive(answer, .microseconds(Int(micros.prefix(9)) ?? 0), to: client)
            } else if line.text.contains("Card ATR: "), answerToReset == nil {
                answerToReset = try Self.bytes(in: line, behind: "Card ATR: ")
            }
        }
    }

    /// The number in brackets behind the time.
    private static func thread(_ line: String) -> Substring? {
        let words = line.prefix(64).split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[1].hasPrefix("["), words[1].hasSuffix("]") else { return nil }
        return words[1].dropFirst().dropLast()
    }

    /// `Outgoing APDU (5 bytes):` with dumped lines behind it, and `Sending: …` of opensc-tool.
    mutating func readOpenSC(_ text: String) throws(Malformed) {
        let lines = Self.lines(text)
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if let command = try Self.bytes(in: line, behind: "Sending: ") {
                send(command)
            } else if let status = Self.statusBytes(line.text) {
                receive(Self.dump(lines, &index, count: nil) + status)
            } else if line.text.contains("Outgoing APDU") || line.text.contains("Incoming APDU") {
                guard let count = Self.count(line.text) else { continue }
                let bytes = Self.dump(lines, &index, count: count)
                guard bytes.count == count else {
                    throw Malformed(
                        line: line.number, column: 1,
                        message:
                            "\(Count.of(count, "byte is", "bytes are")) announced here, and \(Count.of(bytes.count, "follows", "follow"))"
                    )
                }
                if line.text.contains("Outgoing") { send(bytes) } else { receive(bytes) }
            }
        }
    }

    /// `Received (SW1=0x90, SW2=0x00)`.
    private static func statusBytes(_ line: String) -> [UInt8]? {
        guard let first = line.firstRange(of: "Received (SW1=0x"), let second = line.firstRange(of: "SW2=0x") else {
            return nil
        }
        let digits = line[first.upperBound...].prefix(2) + line[second.upperBound...].prefix(2)
        guard let bytes = try? Hex.bytes(String(digits)), bytes.count == 2 else { return nil }
        return bytes
    }

    /// The number in front of "bytes".
    private static func count(_ line: String) -> Int? {
        guard let range = line.firstRange(of: " bytes") else { return nil }
        let digits = line[..<range.lowerBound].reversed().prefix { $0.isNumber }.reversed()
        return Int(String(digits)).flatMap { $0 <= 70_000 ? $0 : nil }
    }

    /// Lines of up to sixteen bytes in three columns each, with the characters behind them.
    private static func dump(
        _ lines: [(number: Int, text: String)], _ index: inout Int, count: Int?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        while index < lines.count, count.map({ bytes.count < $0 }) ?? true {
            let limit = min(16, count.map { $0 - bytes.count } ?? 16)
            let found = dumped(lines[index].text, limit)
            guard !found.isEmpty else { break }
            bytes += found
            index += 1
            if count == nil, found.count < 16 { break }
        }
        return bytes
    }

    private static func dumped(_ line: String, _ limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(line.utf8)[...]
        while bytes.count < limit, rest.count >= 2 {
            guard let text = String(validating: rest.prefix(2), as: UTF8.self), let byte = try? Hex.bytes(text),
                byte.count == 1, rest.count == 2 || rest.dropFirst(2).first == UInt8(ascii: " ")
            else { break }
            bytes += byte
            rest = rest.dropFirst(3)
        }
        return bytes
    }

    /// `A>> T=1 (4+0008) 00A40400 08 A0… 00` and `A<< (0018+2) (26ms) 6F… 9000`.
    mutating func readGlobalPlatformPro(_ text: String) throws(Malformed) {
        for line in Self.lines(text) {
            if line.text.contains("A>> ") {
                send(try Self.behindBrackets(line))
            } else if line.text.contains("A<< ") {
                receive(try Self.behindBrackets(line), Self.milliseconds(line.text))
            } else if answerToReset == nil, line.text.contains("SCardConnect("), line.text.contains("-> T=") {
                answerToReset = Self.lastWord(line.text)
            }
        }
    }

    private static func lastWord(_ text: String) -> [UInt8]? {
        text.split { $0 == " " || $0 == "," }.last.flatMap { try? Hex.bytes(String($0)) }
    }

    private static func behindBrackets(_ line: (number: Int, text: String)) throws(Malformed) -> [UInt8] {
        guard let end = line.text.lastIndex(of: ")") else {
            throw Malformed(line: line.number, column: 1, message: "the counts in brackets are missing")
        }
        let start = line.text.index(after: end)
        return try bytes(
            String(line.text[start...]), line.number, column: line.text.distance(from: line.text.startIndex, to: start))
    }

    private static func milliseconds(_ line: String) -> Duration {
        guard let end = line.firstRange(of: "ms)") else { return .zero }
        let digits = line[..<end.lowerBound].reversed().prefix { $0.isNumber }.reversed()
        return .milliseconds(Int(String(digits.prefix(9))) ?? 0)
    }
}
