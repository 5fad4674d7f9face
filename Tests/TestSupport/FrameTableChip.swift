public import ChipSimulation

/// A chip of frames that is a table, behind a reader with transparent sessions (PC/SC part 3 amendment 1).
public final class FrameTableChip: ChipSimulator {
    /// What the chip answers to a frame.
    public enum Answer: Hashable, Sendable {
        case bytes([UInt8])
        case nibble(UInt8)
        case silence
    }

    /// What the reader says when the chip is found.
    public let answerToReset: [UInt8]
    private let identifier: [UInt8]
    private let answers: [[UInt8]: Answer]
    private let hasSessions: Bool
    private let otherwise: Answer
    private let pages: [[UInt8]: [UInt8]]
    private var isOpen = false
    /// Frames that the chip got, in order.
    public private(set) var frames: [[UInt8]] = []

    /// A chip that answers `otherwise` to what is not in `answers`. Without sessions the reader passes no frames; `pages`
    /// are its own answers to READ BINARY and the like, without status word.
    public init(
        answerToReset: [UInt8], identifier: [UInt8], _ answers: [[UInt8]: Answer], hasSessions: Bool = true,
        otherwise: Answer = .nibble(0), pages: [[UInt8]: [UInt8]] = [:]
    ) {
        self.answerToReset = answerToReset
        self.identifier = identifier
        self.answers = answers
        self.hasSessions = hasSessions
        self.otherwise = otherwise
        self.pages = pages
    }

    /// No session is open.
    public func powerUp() { isOpen = false }

    /// As a reader does: FF CA, FF B0 and sessions.
    public func handle(command: [UInt8]) -> [UInt8] {
        guard command.count >= 5, command[0] == 0xFF else { return [0x6E, 0x00] }
        if command.starts(with: [0xFF, 0xCA, 0x00, 0x00]) { return identifier + [0x90, 0x00] }
        if let page = pages[command] { return page + [0x90, 0x00] }
        guard command[1] == 0xC2, hasSessions else { return [0x6A, 0x81] }
        let done: [UInt8] = [0xC0, 0x03, 0x00, 0x90, 0x00]
        let objects = Array(command.dropFirst(5))
        switch (command[3], objects.first) {
        case (0x00, 0x81?): isOpen = true
        case (0x00, 0x82?): isOpen = false
        case (0x02, 0x8F?) where isOpen, (0x00, 0x83?) where isOpen, (0x00, 0x84?) where isOpen: break
        case (0x01, _) where isOpen:
            guard let frame = Self.frame(objects) else { return [0xC0, 0x03, 0x01, 0x6A, 0x80, 0x90, 0x00] }
            frames.append(frame)
            return done.dropLast(2) + exchange(frame)
        default: return [0x69, 0x86]
        }
        return done + [0x90, 0x00]
    }

    /// Status, bits of the last byte, response status, the answer.
    private func exchange(_ frame: [UInt8]) -> [UInt8] {
        switch answers[frame] ?? otherwise {
        case .bytes(let bytes):
            let length: [UInt8] = bytes.count < 0x80 ? [UInt8(bytes.count)] : [0x81, UInt8(bytes.count)]
            return [0x90, 0x00, 0x92, 0x01, 0x00, 0x96, 0x02, 0x00, 0x00, 0x97] + length + bytes + [0x90, 0x00]
        case .nibble(let value):
            return [0x90, 0x00, 0x92, 0x01, 0x04, 0x96, 0x02, 0x00, 0x00, 0x97, 0x01, value, 0x90, 0x00]
        case .silence: return [0x64, 0x01, 0x90, 0x00]
        }
    }

    /// The value of object 95 (transceive).
    private static func frame(_ objects: [UInt8]) -> [UInt8]? {
        var rest = objects[...]
        while let tag = rest.popFirst() {
            if tag == 0x5F { _ = rest.popFirst() }
            guard let length = rest.popFirst(), rest.count >= Int(length) else { return nil }
            if tag == 0x95 { return Array(rest.prefix(Int(length))) }
            rest = rest.dropFirst(Int(length))
        }
        return nil
    }
}
