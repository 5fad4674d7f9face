import ISO7816

extension Type2Tag {
    func write(_ number: Int, _ bytes: [UInt8]) -> FrameAnswer {
        guard mayWrite(number) else { return Self.refused }
        guard sector == 0 else {
            put(bytes, at: model.pageCount + number)
            return Self.acknowledged
        }
        switch number {
        case 2: lockStatically(Array(bytes[2...]))
        // Bits go from 0 to 1 and never back.
        case 3: put(zip(page(3), bytes).map(|), at: 3)
        case model.locks?.page: lockDynamically(bytes)
        case model.counterPage: return count(bytes)
        case model.configuration.map({ $0 + 3 }) where hasAccessByte: put(Array(bytes.prefix(2)) + [0, 0], at: number)
        default: put(bytes, at: number)
        }
        return Self.acknowledged
    }

    /// Neither locked nor protected, and there.
    func mayWrite(_ number: Int) -> Bool {
        let isProtected = state != .authenticated && number >= firstProtected
        guard sector == 0 else {
            return number < model.secondSector && (state == .authenticated || firstProtected == .max)
        }
        guard (2..<model.pageCount).contains(number), !isProtected, !model.refusedPages.contains(number) else {
            return false
        }
        return !isLocked(number)
    }

    private func isLocked(_ number: Int) -> Bool {
        let locks = page(2)
        if (3...15).contains(number) {
            let bit = number < 8 ? locks[2] >> UInt8(number) : locks[3] >> UInt8(number - 8)
            // Bit 3 of the first byte is page 3, bits 4 to 7 are pages 4 to 7.
            return bit & 1 == 1
        }
        if isConfigurationLocked, let first = model.configuration, number == first || number == first + 1 {
            return true
        }
        guard let dynamic = model.locks else { return false }
        let bits = dynamic.needsActivation ? activeLocks : Array(page(dynamic.page).prefix(3))
        return dynamic.locks.contains { bit, pages in
            pages.contains(number) && bits[bit / 8] >> UInt8(bit % 8) & 1 == 1
        }
    }

    /// Lock bytes 0 and 1: bits are added, unless the bits for their area are frozen (NT2H1311 §8.5.2).
    private func lockStatically(_ bytes: [UInt8]) {
        let old = Array(page(2)[2...])
        var wanted = bytes
        if old[0] & 0x01 != 0 { wanted[0] &= ~0x08 }
        if old[0] & 0x02 != 0 {
            wanted[0] &= ~0xF0
            wanted[1] &= ~0x03
        }
        if old[0] & 0x04 != 0 { wanted[1] &= ~0xFC }
        put(Array(page(2).prefix(2)) + [old[0] | wanted[0], old[1] | wanted[1]], at: 2)
    }

    private func lockDynamically(_ bytes: [UInt8]) {
        guard let locks = model.locks else { return }
        let old = Array(page(locks.page).prefix(3))
        var wanted = zip(bytes, locks.mask).map(&)
        for (bit, frozen) in locks.freezes where old[bit / 8] >> UInt8(bit % 8) & 1 == 1 {
            for one in frozen { wanted[one / 8] &= ~(1 << UInt8(one % 8)) }
        }
        put(zip(old, wanted).map(|) + [locks.lastByte], at: locks.page)
    }

    /// The one-way counter: the first value is free, then up to 15 at a time, and never beyond FFFF. What was written counts
    /// when the field comes the next time (MF0ICU2 §7.5.11).
    private func count(_ bytes: [UInt8]) -> FrameAnswer {
        guard let number = model.counterPage else { return Self.refused }
        let old = page(number)
        let value = Int(old[0]) | Int(old[1]) << 8
        let step = value == 0 ? Int(bytes[0]) | Int(bytes[1]) << 8 : Int(bytes[0] & 0x0F)
        guard value + step <= 0xFFFF else { return Self.refused }
        waitingCount = step
        return Self.acknowledged
    }
}
