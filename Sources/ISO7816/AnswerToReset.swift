import Octets

/// The bytes a card gives when it is powered (7816-3 §8.2), or what a reader makes up for a contactless card
/// (PC/SC part 3 §3.1.3.2.3).
///
/// Any bytes make a value: an answer that breaks the rules is still evidence. `deviations` says what is wrong with it.
public struct AnswerToReset: Hashable, Sendable {
    /// The bytes as given, at most 33 of which mean something.
    public let bytes: [UInt8]
    /// TA1, TB1, TC1, TD1, TA2, … in order, as far as they are there.
    public let interfaceBytes: [InterfaceByte]
    /// Historical bytes.
    public let historicalBytes: [UInt8]
    /// Protocols T=0…T=14 that are offered, in order; T=0 when none is named. T=15 is no protocol: it only marks
    /// interface bytes as global (7816-3 §8.2.3).
    public let protocols: [Int]
    /// The check byte TCK, absent when only T=0 is offered.
    public let checkByte: UInt8?
    /// What does not follow the standard, each once.
    public let deviations: [Deviation]

    /// One interface byte and its name.
    public struct InterfaceByte: Hashable, Sendable {
        /// "TA1", "TB1", …
        public let name: String
        /// Its value.
        public let value: UInt8
    }

    /// How an answer departs from 7816-3.
    public enum Deviation: Hashable, Sendable {
        /// TS is neither 3B nor 3F.
        case unknownInitialByte
        /// The bytes end before the structure does.
        case truncated
        /// TCK does not make the exclusive-or of T0 to TCK zero.
        case wrongCheckByte
        /// Bytes behind the end of the structure.
        case trailingBytes(Int)
    }

    /// Reads an answer to reset; never fails.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var found: [InterfaceByte] = []
        var offered: [Int] = []
        var problems: [Deviation] = []
        var reader = ByteReader(bytes, in: "ATR")

        let initial = try? reader.byte()
        if initial != 0x3B, initial != 0x3F { problems.append(initial == nil ? .truncated : .unknownInitialByte) }
        var historicalCount = 0
        if let format = try? reader.byte() {
            // Y1 is a bit mask, not a count: bits 5 to 8 announce TA, TB, TC, TD (7816-3 §8.2.2).
            historicalCount = Int(format & 0x0F)
            var mask = format >> 4
            var index = 1
            while mask != 0 {
                var next: UInt8 = 0
                for (bit, letter) in ["A", "B", "C", "D"].enumerated() where mask >> UInt8(bit) & 1 == 1 {
                    guard let value = try? reader.byte() else {
                        problems.append(.truncated)
                        break
                    }
                    found.append(InterfaceByte(name: "T\(letter)\(index)", value: value))
                    if letter == "D" {
                        next = value >> 4
                        let number = Int(value & 0x0F)
                        if !offered.contains(number) { offered.append(number) }
                    }
                }
                mask = next
                index += 1
                // 7816-3 allows 32 bytes behind TS, so more levels than that cannot be meant.
                if index > 16 { break }
            }
        } else if initial != nil {
            problems.append(.truncated)
        }

        historicalBytes = Array(reader.rest.prefix(historicalCount))
        if historicalBytes.count < historicalCount { problems.append(.truncated) }
        var left = reader.rest.dropFirst(historicalBytes.count)
        let needsCheckByte = offered.contains { $0 != 0 }
        if needsCheckByte {
            checkByte = left.popFirst()
            if checkByte == nil { problems.append(.truncated) }
            if checkByte != nil, bytes.dropFirst().dropLast(left.count).reduce(0, ^) != 0 {
                problems.append(.wrongCheckByte)
            }
        } else {
            checkByte = nil
        }
        if !left.isEmpty { problems.append(.trailingBytes(left.count)) }
        interfaceBytes = found
        let named = offered.filter { $0 != 15 }
        protocols = named.isEmpty ? [0] : named
        deviations = problems.enumerated().filter { problems.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }
}

extension AnswerToReset {
    /// What the card capabilities in the historical bytes say, if they are there (7816-4 §8.1.1.2.7).
    public var capabilities: CardCapabilities? { CardCapabilities(historicalBytes: historicalBytes) }
}
