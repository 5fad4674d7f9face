import ISO7816
import Octets

/// Commands to the reader itself, class FF (PC/SC part 3 §3.2).
struct ReaderCommand {
    private let link: any CardLink

    init(_ link: any CardLink) { self.link = link }

    /// What the link carries.
    var limits: LinkLimits { link.limits }

    /// Sends `bytes` as they are and takes the answer apart.
    func send(_ bytes: [UInt8], during step: Step) throws(CardError) -> ResponseAPDU {
        try ResponseAPDU(parsing: link.exchange(bytes), during: step)
    }

    /// The data of an answer with 9000, nil for any other: readers refuse what they do not know in many ways, and some
    /// drivers fail the whole exchange.
    func ask(_ bytes: [UInt8], during step: Step) throws(CardError) -> [UInt8]? {
        do {
            let response = try send(bytes, during: step)
            return response.status == .success ? response.data : nil
        } catch {
            switch error.code {
            case .transportFailed, .malformedResponse, .unsupported, .commandTooLong, .notRecorded: return nil
            default: throw error
            }
        }
    }

    /// What a refusal means where a reader says little: 63 00 and 64 01 are silence of the card, all else is an error.
    static func refusal(_ status: StatusWord, during step: Step) throws(CardError) -> FrameAnswer {
        switch status {
        case 0x6300, 0x6401: return .silence
        case 0x6800, 0x6A81, 0x6D00, 0x6E00:
            throw CardError(.unsupported, during: step, detail: "the reader says \(status)")
        default: throw CardError(.transportFailed, during: step, detail: "the reader says \(status)")
        }
    }

    /// Sends what ends a session. Nobody can do anything about a failure here, and the first one is already told.
    func sendInClosing(_ bytes: [UInt8]) { _ = try? link.exchangeInClosing(bytes) }

    /// What a reader says of the FeliCa card that it found by itself, as the answer to a polling: IDm, and PMm where the
    /// reader tells it; never which system it is. Silence when it found none.
    func foundCard(during step: Step) throws(CardError) -> FrameAnswer {
        guard let idm = try ask([0xFF, 0xCA, 0x00, 0x00, 0x00], during: step), idm.count == 8 else { return .silence }
        let pmm = try ask([0xFF, 0xCA, 0x01, 0x00, 0x00], during: step) ?? []
        let frame = FeliCaFrame(code: FeliCaFrame.polling + 1, parameters: idm + (pmm.count == 8 ? pmm : []))
        return frame.encoded.map(FrameAnswer.bytes) ?? .silence
    }
}
