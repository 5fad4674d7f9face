import ISO7816

extension CommandAPDU {
    /// The command that asks for the rest of what `status` announces after `command`; nil when nothing is announced.
    ///
    /// 61xx: GET RESPONSE. 6Cxx: the same with the right Le. 91AF: the next frame of a DESFire. 6310 of GET STATUS: the
    /// next occurrence (GlobalPlatform Card Specification 2.3.1 §11.4.3).
    init?(following status: StatusWord, after command: [UInt8]) {
        guard let cla = command.first else { return nil }
        if let available = status.bytesAvailable {
            self.init(
                cla: cla & 0x80 == 0 ? cla & 0x03 : 0, ins: 0xC0,
                expected: available == 256 ? .asMuchAsPossible : .upTo(available))
            return
        }
        // TS 51.011 §9.2: class A0 keeps its class, and says 9Fxx for 61xx.
        if status.sw1 == 0x9F, cla == 0xA0 {
            self.init(
                cla: 0xA0, ins: 0xC0, expected: status.sw2 == 0 ? .asMuchAsPossible : .upTo(Int(status.sw2)))
            return
        }
        guard var plain = try? CommandAPDU(parsing: command) else { return nil }
        if let length = status.correctLength {
            guard plain.expected != .upTo(length) else { return nil }
            plain.expected = .upTo(length)
        } else if status == 0x91AF {
            plain = CommandAPDU(cla: 0x90, ins: 0xAF, expected: .asMuchAsPossible)
        } else if status == 0x6310, plain.ins == 0xF2 {
            plain.p2 |= 0x01
        } else {
            return nil
        }
        self = plain
    }
}
