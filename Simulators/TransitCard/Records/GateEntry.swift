/// A record of service 108F: passing a gate.
struct GateEntry: Hashable, Sendable {
    /// A0 entry, 20 exit by the purse, C0 and 40 with a pass.
    var kind: UInt8
    /// 08 for a bus.
    var detail: UInt8 = 0
    var place: [UInt8]
    var device: UInt16
    var date: RecordDate
    var hour: Int
    var minute: Int
    /// What left the purse.
    var amount = 0
    var tail: [UInt8] = [0, 0, 0, 0]

    var bytes: [UInt8] {
        [kind, detail] + place + [UInt8(device >> 8), UInt8(device & 0xFF)] + date.bytes
            + [decimal(hour), decimal(minute), UInt8(amount & 0xFF), UInt8(amount >> 8)] + tail
    }

    private func decimal(_ value: Int) -> UInt8 { UInt8((value / 10) << 4 | value % 10) }
}
