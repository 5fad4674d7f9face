/// The answer to reset that a PC/SC reader makes up for a card of ISO/IEC 14443-4 (PC/SC part 3 §3.1.3.2.3).
enum ContactlessAnswerToReset {
    /// 3B 8n 80 01, the historical bytes of the ATS, and the check byte. At most 15 historical bytes count.
    static func bytes(historicalBytes: [UInt8]) -> [UInt8] {
        let historical = Array(historicalBytes.prefix(15))
        let body = [0x80 | UInt8(historical.count), 0x80, 0x01] + historical
        return [0x3B] + body + [body.reduce(0, ^)]
    }
}
