import ISO7816

extension Type2Tag {
    /// The chip says no, and falls asleep.
    static let refused = FrameAnswer.nibble(0x0)
    /// A limit is reached.
    static let exhausted = FrameAnswer.nibble(0x4)
    static let acknowledged = FrameAnswer.nibble(0xA)

    /// A command, or its first part.
    func first(_ frame: [UInt8]) -> FrameAnswer {
        guard let code = frame.first else { return ignore() }
        let rest = Array(frame.dropFirst())
        switch (code, rest.count) {
        case (0x30, 1): return read(Int(rest[0]))
        case (0xA2, 5): return write(Int(rest[0]), Array(rest[1...]))
        case (0x50, 1) where rest[0] == 0:
            state = .halted
            return .silence
        default: break
        }
        // READ and WRITE of another length, like any command of another length, are nobody's.
        guard code != 0x30, code != 0xA2 else { return ignore() }
        guard let command = Self.code(code), has(command) else {
            return model.refusesAloud ? Self.refused : ignore()
        }
        guard let count = Self.lengths[code], count == rest.count else { return ignore() }
        return other(code, rest)
    }

    private func has(_ command: Type2Model.Command) -> Bool {
        model.commands.contains(command) || command == .readCounter && model.commands.contains(.counters)
    }

    private static func code(_ code: UInt8) -> Type2Model.Command? {
        switch code {
        case 0x60: .version
        case 0x3A: .fastRead
        case 0xA0: .compatibilityWrite
        case 0x3C: .signature
        case 0x1B: .password
        case 0x39: .readCounter
        case 0xA5, 0x3E: .counters
        case 0x4B: .virtualCard
        case 0x1A: .tripleDES
        case 0xA4: .tamper
        case 0xC2: .sectors
        default: nil
        }
    }

    /// Bytes behind the code.
    private static let lengths: [UInt8: Int] = [
        0x60: 0, 0x3A: 2, 0xA0: 1, 0x3C: 1, 0x1B: 4, 0x39: 1, 0xA5: 5, 0x3E: 1, 0x4B: 20, 0x1A: 1, 0xA4: 1, 0xC2: 1,
    ]

    private func other(_ code: UInt8, _ rest: [UInt8]) -> FrameAnswer {
        switch code {
        case 0x60: return .bytes(model.version ?? [])
        case 0x3A: return fastRead(Int(rest[0]), Int(rest[1]))
        case 0xA0:
            guard mayWrite(Int(rest[0])) else { return Self.refused }
            pending = .compatibilityWrite(page: Int(rest[0]))
            return Self.acknowledged
        case 0x3C: return rest[0] == 0 ? .bytes(signature) : Self.refused
        case 0x1B: return checkPassword(rest)
        case 0x39: return readCounter(Int(rest[0]))
        case 0xA5: return raiseCounter(Int(rest[0]), by: Int(rest[1]) | Int(rest[2]) << 8 | Int(rest[3]) << 16)
        // No tearing happened.
        case 0x3E: return rest[0] < 3 ? .bytes([0xBD]) : Self.refused
        // VCTID in CFG1.
        case 0x4B: return .bytes([model.configuration.map { memory[4 * $0 + 5] } ?? 0])
        case 0x1A: return rest[0] == 0 ? challenge() : Self.refused
        case 0xA4: return rest[0] == 0 ? .bytes(tamper.message + [tamper.state]) : Self.refused
        case 0xC2:
            guard rest[0] == 0xFF else { return Self.refused }
            pending = .sectorSelect
            return Self.acknowledged
        default: return ignore()
        }
    }

    /// The second part of a command.
    func second(_ frame: [UInt8]) -> FrameAnswer {
        let waiting = pending
        pending = nil
        switch waiting {
        case .compatibilityWrite(let page):
            // Only the first four of the sixteen bytes are stored.
            guard frame.count == 16 else { return ignore() }
            return write(page, Array(frame.prefix(4)))
        case .sectorSelect:
            guard frame.count == 4 else { return ignore() }
            guard frame[0] == 0 || frame[0] == 1 && model.secondSector > 0 else { return Self.refused }
            sector = Int(frame[0])
            return .silence
        case .challenge(let drawn, let sent):
            guard frame.count == 17, frame[0] == 0xAF else { return ignore() }
            return answerChallenge(Array(frame.dropFirst()), drawn: drawn, sent: sent)
        case nil: return ignore()
        }
    }

    // MARK: - Reading

    private func read(_ start: Int) -> FrameAnswer {
        let count = readableCount
        guard start < count else { return Self.refused }
        countReading()
        // Behind the last page that may be read it goes on with page 0.
        return .bytes((0..<4).flatMap { shown((start + $0) % count) })
    }

    private func fastRead(_ start: Int, _ end: Int) -> FrameAnswer {
        guard start <= end, end < readableCount else { return Self.refused }
        countReading()
        return .bytes((start...end).flatMap(shown))
    }

    /// The first reading after the field came counts (NT2H1311 §8.6).
    private func countReading() {
        guard isCounting, !hasCounted else { return }
        hasCounted = true
        counters[2] = min(0xFF_FFFF, counters[2] + 1)
    }

    private func readCounter(_ number: Int) -> FrameAnswer {
        if model.commands.contains(.counters) {
            guard number < 3 else { return Self.refused }
        } else {
            let isHidden = accessByte & 0x08 != 0 && state != .authenticated
            guard number == 2, isCounting, !isHidden else { return Self.refused }
        }
        let value = counters[number]
        return .bytes([UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value >> 16)])
    }

    private func raiseCounter(_ number: Int, by amount: Int) -> FrameAnswer {
        guard number < 3 else { return Self.refused }
        guard counters[number] + amount <= 0xFF_FFFF else { return Self.exhausted }
        counters[number] += amount
        return Self.acknowledged
    }

    // MARK: - Password

    private func checkPassword(_ password: [UInt8]) -> FrameAnswer {
        guard let page = model.configuration else { return Self.refused }
        let limit = Int(accessByte & 0x07)
        guard limit == 0 || failedTries < limit else { return Self.exhausted }
        guard password == Array(memory[4 * (page + 2)..<4 * (page + 3)]) else {
            failedTries += 1
            return Self.refused
        }
        failedTries = 0
        state = .authenticated
        return .bytes(Array(memory[4 * (page + 3)..<4 * (page + 3) + 2]))
    }
}
