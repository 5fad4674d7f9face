@testable import PCSC

/// PC/SC made of closures: one reader with a T=1 card that answers 9000. Tests change single functions.
final class FakePCSC: Sendable {
    static let reader = "Fake Reader 00 00"
    /// ISO 14443-4 card without historical bytes.
    static let atr: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]

    private let log = Monitor<[String]>([])

    /// Names of the functions that were called, with the numbers that matter.
    var calls: [String] { log.update { $0 } }

    func note(_ call: String) { log.update { $0.append(call) } }

    /// The table. `change` replaces functions before they are wrapped for the log.
    func functions(_ change: (inout PCSCFunctions) -> Void = { _ in }) -> PCSCFunctions {
        var inner = PCSCFunctions(
            establish: { (0, 1) },
            release: { _ in 0 },
            cancel: { _ in 0 },
            listReaders: { _ in .init(Array(Self.reader.utf8) + [0, 0]) },
            statusChange: { _, _, rows in
                for index in rows.indices {
                    rows[index].event = 0x0001_0022
                    rows[index].answerToReset = Self.atr
                }
                return 0
            },
            connect: { _, _, _, _ in (0, 7, 2) },
            reconnect: { _, _, _, _ in (0, 2) },
            disconnect: { _, _ in 0 },
            beginTransaction: { _ in 0 },
            endTransaction: { _, _ in 0 },
            status: { _ in .init(Self.atr) },
            transmit: { _, _, _ in .init([0x90, 0x00]) },
            control: { _, _, _ in .init(code: PCSCError.notTransacted.code) })
        change(&inner)
        let table = inner
        return PCSCFunctions(
            establish: { [self] in
                note("establish")
                return table.establish()
            },
            release: { [self] in
                note("release")
                return table.release($0)
            },
            cancel: { [self] in
                note("cancel")
                return table.cancel($0)
            },
            listReaders: { [self] in
                note("listReaders")
                return table.listReaders($0)
            },
            statusChange: { [self] context, milliseconds, rows in
                let known = rows.map { String($0.current, radix: 16) }.joined(separator: ",")
                note("statusChange \(known)")
                return table.statusChange(context, milliseconds, &rows)
            },
            connect: { [self] in
                note("connect \($2)")
                return table.connect($0, $1, $2, $3)
            },
            reconnect: { [self] in
                note("reconnect \($3)")
                return table.reconnect($0, $1, $2, $3)
            },
            disconnect: { [self] in
                note("disconnect \($1)")
                return table.disconnect($0, $1)
            },
            beginTransaction: { [self] in
                note("begin")
                return table.beginTransaction($0)
            },
            endTransaction: { [self] in
                note("end \($1)")
                return table.endTransaction($0, $1)
            },
            status: { [self] in
                note("status")
                return table.status($0)
            },
            transmit: { [self] in
                note("transmit T=\($1 - 1)")
                return table.transmit($0, $1, $2)
            },
            control: { [self] in
                note("control \(String($1, radix: 16))")
                return table.control($0, $1, $2)
            })
    }

    /// A link to the card.
    func link(
        sharing: PCSCLink.Sharing = .shared, _ change: (inout PCSCFunctions) -> Void = { _ in }
    ) throws -> PCSCLink {
        try PCSCContext(functions: functions(change)).connect(to: Self.reader, sharing: sharing)
    }
}
