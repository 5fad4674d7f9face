import ChipSimulation
import ISO7816
import Synchronization

/// A chip that echoes, gives as many bytes as it is asked for, and remembers a byte until power goes.
final class EchoChip: ChipSimulator {
    // ISO 14443-4 card with the historical bytes "Inlay".
    static let atr: [UInt8] = {
        let bytes: [UInt8] = [0x3B, 0x85, 0x80, 0x01] + Array("Inlay".utf8)
        return bytes + [bytes.dropFirst().reduce(0, ^)]
    }()

    private var memory: UInt8 = 0

    var answerToReset: [UInt8] { Self.atr }

    func powerUp() { memory = 0 }

    func handle(command bytes: [UInt8]) -> [UInt8] {
        guard let command = try? CommandAPDU(parsing: bytes) else { return [0x67, 0x00] }
        switch command.ins {
        // Gives back the command's data.
        case 0xEE: return command.data + [0x90, 0x00]
        // Gives P1-P2 bytes, counting up.
        case 0xB0:
            let count = Int(command.p1) << 8 | Int(command.p2)
            return (0..<count).map { UInt8(truncatingIfNeeded: $0) } + [0x90, 0x00]
        // Remembers P2; gives what it remembers.
        case 0xD0:
            memory = command.p2
            return [0x90, 0x00]
        case 0xC0: return [memory, 0x90, 0x00]
        // The number of bytes that came in.
        case 0xA0: return [UInt8(command.data.count >> 8), UInt8(command.data.count & 0xFF), 0x90, 0x00]
        default: return [0x6D, 0x00]
        }
    }
}
