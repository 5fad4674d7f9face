import ISO7816

/// An instruction for each FeliCa command (Identiv uTrust reference manual). The card of the last polling is addressed.
final class IdentivFirmware: ReaderFirmware {
    private let slotComesFirst: Bool
    private var idm: [UInt8] = []

    init(slotComesFirst: Bool) { self.slotComesFirst = slotComesFirst }

    func powerUp() { idm = [] }

    func handle(_ command: [UInt8], _ field: RadioField) -> [UInt8]? {
        guard [0x40, 0x42, 0x44, 0x46, 0x4A].contains(command[1]) else { return nil }
        let air = FeliCaAir(field: field)
        if idm.isEmpty { idm = field.found?.identifier ?? [] }
        let data = Array(command.dropFirst(5))
        guard command.count >= 5, Int(command[4]) == data.count || data.isEmpty else { return [0x67, 0x00] }
        let answer: [UInt8]?
        switch command[1] {
        case 0x40:
            guard data.count == 4 else { return [0x67, 0x00] }
            let parameters = slotComesFirst ? Array(data.dropFirst() + data.prefix(1)) : data
            // A time slot that is none is a wrong parameter.
            guard [0x00, 0x01, 0x03, 0x07, 0x0F].contains(parameters[3]), parameters[2] <= 2 else {
                return [0x6A, 0x80]
            }
            answer = air.send(0x00, parameters)
            if let answer, answer.count >= 8 { idm = Array(answer.prefix(8)) }
        case 0x42: answer = air.send(0x02, idm + [command[2]] + data)
        case 0x44: answer = air.send(0x04, idm)
        case 0x46:
            let split = Int(command[2]) * 2
            guard data.count >= split else { return [0x67, 0x00] }
            answer = air.send(0x06, idm + [command[2]] + data.prefix(split) + [command[3]] + data.dropFirst(split))
        default: answer = air.send(0x0C, idm)
        }
        return answer.map { $0 + [0x90, 0x00] } ?? [0x64, 0x01]
    }
}
