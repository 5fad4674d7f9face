import ISO7816
import Octets

/// The objects in the answer of a transparent session (PC/SC part 3 amendment 1).
struct TransparentAnswer {
    /// Number of the object that failed, 0 when all were executed.
    var failedObject: UInt8 = 0
    /// What the reader says about the execution, whatever the status word around it says.
    var status: StatusWord?
    /// Valid bits of the last octet, 0 for all eight.
    var bitsOfLastOctet: UInt8 = 0
    /// CRC error, collision, parity error, framing error: bits 1 to 4.
    var receptionErrors: UInt8 = 0
    /// What the chip said, nil when nothing was received.
    var received: [UInt8]?

    init(parsing bytes: [UInt8]) throws(ParseError) {
        let structure = "answer of a transparent session"
        var reader = TLVReader(bytes, in: structure)
        while !reader.isAtEnd {
            let object = try reader.next()
            var value = object.reader(structure)
            switch object.tag {
            case 0xC0:
                failedObject = try value.byte()
                status = StatusWord(UInt16(try value.number(2)))
                try value.expectEnd()
            case 0x92: bitsOfLastOctet = try value.byte()
            case 0x96: receptionErrors = try value.byte()
            case 0x97: received = Array(object.value)
            default: break
            }
        }
    }

    /// What the chip answered. Throws what the reader says went wrong, though the status word around it is 9000.
    func answer(during step: Step) throws(CardError) -> FrameAnswer {
        guard let status else {
            throw CardError(
                .malformedResponse, during: step, detail: "the reader does not say what became of the frame")
        }
        switch status {
        case .success:
            guard receptionErrors & 0x0F == 0 else {
                throw CardError(.transportFailed, during: step, detail: "garbled on the air: \(receptionWords)")
            }
            guard let received, let first = received.first else { return .silence }
            return bitsOfLastOctet == 4 && received.count == 1 ? .nibble(first & 0x0F) : .bytes(received)
        // 6282: no data. 6401: time-out, if it is about the transmission and not about the object before it.
        case 0x6282: return .silence
        case 0x6401 where failedObject != 1: return .silence
        case 0x6301:
            throw CardError(.transportFailed, during: step, detail: "the reader lost the card, or its session")
        case 0x6A80, 0x6A81:
            throw CardError(.unsupported, during: step, detail: "the reader or its driver does not let this frame pass")
        default:
            throw CardError(.transportFailed, during: step, detail: "the reader says \(status), \(status.meaning)")
        }
    }

    private var receptionWords: String {
        ["check sum", "collision", "parity", "framing"].enumerated()
            .filter { receptionErrors >> UInt8($0.offset) & 1 == 1 }.map(\.element).joined(separator: ", ")
    }
}
