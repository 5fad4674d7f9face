/// System 0003 as the cards of the mutual network have it: open services with their usual numbers of blocks, and the
/// keyed services by which brands differ.
enum CommonSystem {
    static let code: UInt16 = 0x0003

    static func make(_ purse: Purse, brand: Brand) -> FeliCaSystem {
        let balance: [UInt8] = [UInt8(purse.balance & 0xFF), UInt8(purse.balance >> 8 & 0xFF)]
        let serial: [UInt8] = [UInt8(purse.serial >> 8 & 0xFF), UInt8(purse.serial & 0xFF)]
        // Octet 8: class of the card, and the region where it was used last.
        let lastRegion = UInt8(purse.entry?.station.region ?? 0)
        let attribute: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, brand.cardClass | lastRegion, 0, 0] + balance + [0] + serial
        var open: [FeliCaService] = [
            FeliCaService(0x008B, [attribute]),
            FeliCaService(0x090F, count: 20, purse.history.map(\.bytes)),
            FeliCaService(0x108F, count: 3, purse.gates.map(\.bytes)),
            FeliCaService(0x10CB, count: 2, sectionEntry(purse)),
        ]
        if brand != .icoca { open.append(FeliCaService(0x184B, count: 36)) }
        if brand == .suica || brand == .pasmo {
            let more: [(UInt16, Int)] = [(0x194B, 16), (0x198B, 3), (0x234B, 4), (0x238B, 16), (0x23CB, 4)]
            open += more.map { FeliCaService($0.0, count: $0.1) }
        }
        let keyed: [UInt16] = [0x0048, 0x004A, 0x0088, 0x0810, 0x090A, 0x090C, 0x1008, 0x1048, 0x108C, 0x10C8]
        return FeliCaSystem(code, open + (keyed + brand.services).map { FeliCaService($0, count: 1) })
    }

    /// A system of a regional card with a code of its own, which has history, gate log and entry as system 0003 does.
    static func make(_ purse: Purse, inRegion code: UInt16) -> FeliCaSystem {
        FeliCaSystem(
            code,
            [
                FeliCaService(0x090F, count: 20, purse.history.map(\.bytes)),
                FeliCaService(0x108F, count: 3, purse.gates.map(\.bytes)),
                FeliCaService(0x10CB, count: 2, sectionEntry(purse)),
            ])
    }

    /// Service 10CB: where the card was entered last. It stays after the exit.
    private static func sectionEntry(_ purse: Purse) -> [[UInt8]] {
        guard let entry = purse.entry else { return [] }
        return [entry.station.bytes + [UInt8](repeating: 0, count: 14)]
    }
}
