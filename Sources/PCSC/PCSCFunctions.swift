import CPCSC
import Glibc

/// The functions of PC/SC behind one table, so that tests rehearse every code, hang and odd length (Docs/rules.md 20).
///
/// Each may block for ever. Codes are those of PC/SC, 0 for success.
package struct PCSCFunctions: Sendable {
    /// A context or card handle.
    package typealias Handle = Int

    /// Bytes that a function gave, and the length that it claims: whoever asked must compare the two.
    package struct Output: Sendable {
        package var code: UInt32
        package var bytes: [UInt8]
        package var claimed: Int
        /// False when `status` finds the card without power; other functions do not tell.
        package var hasPower = true

        package init(code: UInt32 = 0, _ bytes: [UInt8] = [], claimed: Int? = nil) {
            self.code = code
            self.bytes = bytes
            self.claimed = claimed ?? bytes.count
        }

        /// It succeeded and gave as many bytes as it claims.
        package var isWhole: Bool { code == 0 && claimed == bytes.count }
    }

    /// One row of `SCardGetStatusChange`: what is known goes in, what is so comes out.
    package struct StateRow: Sendable {
        package var reader: String
        package var current: UInt32
        package var event: UInt32 = 0
        package var answerToReset: [UInt8] = []

        package init(reader: String, current: UInt32) {
            self.reader = reader
            self.current = current
        }
    }

    package var establish: @Sendable () -> (code: UInt32, context: Handle)
    package var release: @Sendable (_ context: Handle) -> UInt32
    /// Ends `statusChange` of the same context from another thread.
    package var cancel: @Sendable (_ context: Handle) -> UInt32
    /// Names, each ended by 00.
    package var listReaders: @Sendable (_ context: Handle) -> Output
    package var statusChange: @Sendable (_ context: Handle, _ milliseconds: UInt32, inout [StateRow]) -> UInt32
    package var connect:
        @Sendable (_ context: Handle, _ reader: String, _ sharing: UInt32, _ protocols: UInt32) -> (
            code: UInt32, card: Handle, activeProtocol: UInt32
        )
    package var reconnect:
        @Sendable (_ card: Handle, _ sharing: UInt32, _ protocols: UInt32, _ initialization: UInt32) -> (
            code: UInt32, activeProtocol: UInt32
        )
    package var disconnect: @Sendable (_ card: Handle, _ disposition: UInt32) -> UInt32
    package var beginTransaction: @Sendable (_ card: Handle) -> UInt32
    package var endTransaction: @Sendable (_ card: Handle, _ disposition: UInt32) -> UInt32
    /// The answer to reset of the card.
    package var status: @Sendable (_ card: Handle) -> Output
    package var transmit: @Sendable (_ card: Handle, _ activeProtocol: UInt32, _ command: [UInt8]) -> Output
    package var control: @Sendable (_ card: Handle, _ code: UInt32, _ input: [UInt8]) -> Output
}

extension PCSCFunctions {
    /// Reconnects, which also acknowledges a foreign reset, and asks for the new answer to reset.
    ///
    /// The other program may have left the card without power: a card is given back with power, whatever
    /// `initialization` is.
    func restart(
        _ card: Handle, _ sharing: PCSCLink.Sharing, _ initialization: UInt32
    ) -> (code: UInt32, activeProtocol: UInt32, status: Output) {
        var (code, activeProtocol) = reconnect(card, sharing.number, sharing.protocols, initialization)
        guard code == 0 else { return (code, activeProtocol, Output(code: code)) }
        var output = status(card)
        if output.code == 0, !output.hasPower, sharing != .direct {
            (code, activeProtocol) = reconnect(
                card, sharing.number, sharing.protocols, PCSCLink.Disposition.reset.number)
            output = status(card)
        }
        return (code, activeProtocol, output)
    }
}

extension PCSCFunctions {
    /// The functions of libpcsclite.
    package static let system = PCSCFunctions(
        establish: {
            var context: SCARDCONTEXT = 0
            let code = unsafe SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context)
            return (number(code), Handle(context))
        },
        release: { number(SCardReleaseContext(SCARDCONTEXT(truncatingIfNeeded: $0))) },
        cancel: { number(SCardCancel(SCARDCONTEXT(truncatingIfNeeded: $0))) },
        listReaders: { context in
            unsafe filled(capacity: 65_536) { buffer, length in
                unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                    unsafe SCardListReaders(SCARDCONTEXT(truncatingIfNeeded: context), nil, text.baseAddress, &length)
                }
            }
        },
        statusChange: systemStatusChange,
        connect: { context, reader, sharing, protocols in
            var card: SCARDHANDLE = 0
            var active: DWORD = 0
            let name = cString(reader)
            let code = unsafe SCardConnect(
                SCARDCONTEXT(truncatingIfNeeded: context), name, DWORD(sharing), DWORD(protocols), &card, &active)
            return (number(code), Handle(card), UInt32(truncatingIfNeeded: active))
        },
        reconnect: { card, sharing, protocols, initialization in
            var active: DWORD = 0
            let code = unsafe SCardReconnect(
                SCARDHANDLE(truncatingIfNeeded: card), DWORD(sharing), DWORD(protocols), DWORD(initialization), &active)
            return (number(code), UInt32(truncatingIfNeeded: active))
        },
        disconnect: { number(SCardDisconnect(SCARDHANDLE(truncatingIfNeeded: $0), DWORD($1))) },
        beginTransaction: { number(SCardBeginTransaction(SCARDHANDLE(truncatingIfNeeded: $0))) },
        endTransaction: { number(SCardEndTransaction(SCARDHANDLE(truncatingIfNeeded: $0), DWORD($1))) },
        status: { card in
            var state: DWORD = 0
            var output = unsafe filled(capacity: Int(MAX_ATR_SIZE)) { buffer, length in
                unsafe SCardStatus(
                    SCARDHANDLE(truncatingIfNeeded: card), nil, nil, &state, nil, buffer.baseAddress, &length)
            }
            output.hasPower = state & DWORD(SCARD_POWERED) != 0
            return output
        },
        transmit: { card, active, command in
            var pci = inlay_pci(DWORD(active))
            return unsafe filled(capacity: largestBuffer) { buffer, length in
                unsafe SCardTransmit(
                    SCARDHANDLE(truncatingIfNeeded: card), &pci, command, DWORD(command.count), nil,
                    buffer.baseAddress, &length)
            }
        },
        control: { card, code, input in
            unsafe filled(capacity: largestBuffer) { buffer, length in
                let capacity = length
                length = 0
                return unsafe SCardControl(
                    SCARDHANDLE(truncatingIfNeeded: card), DWORD(code), input, DWORD(input.count), buffer.baseAddress,
                    capacity, &length)
            }
        })

    /// The largest buffer that libpcsclite takes: a command or answer of 65,536 bytes and what surrounds it.
    private static var largestBuffer: Int { Int(inlay_largest_buffer()) }

    private static func cString(_ name: String) -> [CChar] {
        ReaderNameCoding.bytes(name).map(CChar.init(bitPattern:)) + [0]
    }

    // LONG is 64 bits wide here; the code is in the lower half.
    private static func number(_ code: LONG) -> UInt32 { UInt32(truncatingIfNeeded: code) }

    /// Lends a buffer to `call`, which writes how much of it is used into `length`.
    ///
    /// It is not filled before: libpcsclite writes as many bytes as it claims, and 64 KiB of zeros for each short answer
    /// cost more than the answer.
    private static func filled(
        capacity: Int, _ call: (UnsafeMutableBufferPointer<UInt8>, inout DWORD) -> LONG
    ) -> Output {
        var length = DWORD(capacity)
        var code: UInt32 = 0
        let whole = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            code = number(unsafe call(buffer, &length))
            count = code == 0 ? min(capacity, Int(clamping: length)) : 0
        }
        // A copy, so that the large buffer does not live on behind a short answer.
        return Output(code: code, Array(whole[...]), claimed: code == 0 ? Int(clamping: length) : 0)
    }

    @Sendable private static func systemStatusChange(
        context: Handle, milliseconds: UInt32, rows: inout [StateRow]
    ) -> UInt32 {
        let names = unsafe rows.map { unsafe strdup(cString($0.reader)) }
        defer { unsafe names.forEach { unsafe free($0) } }
        var states = unsafe zip(rows, names).map { row, name in
            var state = unsafe SCARD_READERSTATE()
            unsafe state.szReader = unsafe UnsafePointer(name)
            unsafe state.dwCurrentState = DWORD(row.current)
            return unsafe state
        }
        let code = unsafe SCardGetStatusChange(
            SCARDCONTEXT(truncatingIfNeeded: context), DWORD(milliseconds), &states, DWORD(states.count))
        for index in rows.indices {
            let state = unsafe states[index]
            unsafe rows[index].event = UInt32(truncatingIfNeeded: state.dwEventState)
            rows[index].answerToReset = unsafe withUnsafeBytes(of: state.rgbAtr) { bytes in
                unsafe Array(bytes.prefix(Int(clamping: state.cbAtr)))
            }
        }
        return number(code)
    }
}
