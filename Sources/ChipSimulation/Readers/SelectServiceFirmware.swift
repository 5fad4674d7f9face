import ISO7816

/// `FF A4 00 01 02 <service>`, then `FF B0 00 <block> 00`: Sony's driver for Windows.
final class SelectServiceFirmware: ReaderFirmware {
    private var service: [UInt8] = []

    func powerUp() { service = [] }

    func handle(_ command: [UInt8], _ field: RadioField) -> [UInt8]? {
        let air = FeliCaAir(field: field)
        switch command[1] {
        case 0xA4:
            guard command.count == 7, command[3] == 0x01, command[4] == 0x02 else { return [0x67, 0x00] }
            guard let idm = field.found?.identifier else { return [0x63, 0x00] }
            service = []
            let wanted = Array(command[5...])
            if case .failure(let refusal) = air.block(0, of: wanted, idm: idm) {
                // An empty service is one all the same.
                guard refusal.flag2 == 0xA8 else { return refusal.flag2 == 0xA5 ? [0x69, 0x82] : [0x6A, 0x82] }
            }
            service = wanted
            return [0x90, 0x00]
        case 0xB0:
            guard let idm = field.found?.identifier, !service.isEmpty else { return [0x69, 0x86] }
            return switch air.block(command[3], of: service, idm: idm) {
            case .success(let block): block + [0x90, 0x00]
            case .failure: [0x63, 0x00]
            }
        default: return nil
        }
    }
}
