import ISO7816

/// FeliCa commands as a reader itself sends them, for readers that have an instruction for each (JIS X 6319-4).
struct FeliCaAir {
    let field: RadioField

    /// What stands behind the answer code; nil when the card is silent or answers nonsense.
    func send(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8]? {
        let count = parameters.count + 2
        guard count <= 255 else { return nil }
        let answer = field.send([UInt8(count), code] + parameters, within: .milliseconds(200))
        guard case .bytes(let bytes) = answer, bytes.count >= 2, Int(bytes[0]) == bytes.count, bytes[1] == code &+ 1
        else { return nil }
        return Array(bytes.dropFirst(2))
    }

    /// Reads one block of a service: its 16 octets, or the second status flag.
    func block(_ number: UInt8, of service: [UInt8], idm: [UInt8]) -> Result<[UInt8], Refusal> {
        guard let answer = send(0x06, idm + [1] + service + [1, 0x80, number]), answer.count >= 10 else {
            return .failure(Refusal(flag2: nil))
        }
        guard answer[8] == 0, answer[9] == 0, answer.count == 27 else {
            return .failure(Refusal(flag2: answer[9]))
        }
        return .success(Array(answer.dropFirst(11)))
    }

    /// Why there is no block; nil when the card was silent.
    struct Refusal: Error {
        var flag2: UInt8?
    }
}
