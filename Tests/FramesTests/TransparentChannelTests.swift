import ChipSimulation
import Frames
import ISO7816
import InlaySeams
import Octets
import ReaderKnowledge
import Synchronization
import Testing

@Suite struct TransparentChannelTests {
    private static let start = [
        ("FFC2000002810000", "C003009000 9000"), ("FFC20002048F02030000", "C003009000 9000"),
        ("FFC200010F5F4604A086010095060600000301 0000", "C003009000 920100 96020000 9714" + answer + "9000"),
    ]
    private static let answer = "1401 01012E4CD4544D45 1A018B1A01800000 0003"
    private static let end = [("FFC2000002820000", "C003009000 9000")]

    private func outcome(_ inner: String) throws -> Result<FrameAnswer, CardError> {
        let exchange = ("FFC200010F5F4604A0860100950606 0000030000 00", inner)
        let link = try Stand.scripted(Self.start + [exchange] + Self.end)
        let opening = Stand.opening()
        defer { #expect(link.isFinished) }
        do throws(CardError) {
            // The PN532 is asked first; a script does not know that, so the dialect is named.
            var named = opening
            named.dialect = .transparent
            return .success(
                try named.withChannel(link) { channel throws(CardError) in
                    try channel.exchange([0x06, 0x00, 0x00, 0x03, 0x00, 0x00], timeout: .milliseconds(100))
                })
        } catch {
            return .failure(error)
        }
    }

    // The status word around it is 9000 in every row; what counts is object C0, then the reception status.
    @Test(
        arguments: [
            ("C003026401 920100 96020000 9000", .silence), ("C003026282 9000", .silence),
            ("C003009000 920100 96020000 9000", .silence),
            ("C003009000 920104 96020000 97010A 9000", .nibble(0x0A)),
            ("C003009000 920100 96020000 9703030102 9000", .bytes([3, 1, 2])),
            ("C003009000 920100 96020000 978103030102 9000", .bytes([3, 1, 2])),
            ("C003009000 9703030102 9000", .bytes([3, 1, 2])),
        ] as [(String, FrameAnswer)])
    func `what the reader says inside decides, not the 9000 around it`(inner: String, answer: FrameAnswer) throws {
        #expect(try outcome(inner) == .success(answer))
    }

    @Test(
        arguments: [
            ("C003016301 9000", .transportFailed), ("C003016401 9000", .transportFailed),
            ("C003026701 9000", .transportFailed), ("C003026F00 9000", .transportFailed),
            ("C003009000 920100 96020100 9703030102 9000", .transportFailed),
            ("C003009000 920100 96020800 9703030102 9000", .transportFailed),
            ("6401", .transportFailed), ("6982", .transportFailed),
            ("9000", .malformedResponse), ("920100 9000", .malformedResponse), ("C0029000 9000", .malformedResponse),
            ("C003009000 9705030102 9000", .malformedResponse), ("90", .malformedResponse), ("", .malformedResponse),
        ] as [(String, CardError.Code)])
    func `an error inside, or an answer that is none, is an error`(inner: String, code: CardError.Code) throws {
        guard case .failure(let error) = try outcome(inner) else {
            Issue.record("an answer came out of \(inner)")
            return
        }
        #expect(error.code == code)
    }

    // A developer's log of an RC-S300: the frame is answered by the card, though with flags 01 A6.
    @Test func `a published session with an RC-S300 passes, answer and end of session included`() throws {
        let link = try Stand.scripted(
            Self.start + [
                (
                    "FFC20001195F4604A086010095101006012E4CD4544D451A018B1A01800000",
                    "C00300900092010096020000970C0C07012E4CD4544D451A01A69000"
                ),
                ("FFC2000002820000", "C0030090009000"),
            ])
        var opening = Stand.opening()
        opening.dialect = .transparent
        let answer = try opening.withChannel(link) { channel throws(CardError) in
            let frame: [UInt8] = [
                0x10, 0x06, 0x01, 0x2E, 0x4C, 0xD4, 0x54, 0x4D, 0x45, 0x1A, 0x01, 0x8B, 0x1A, 0x01, 0x80, 0x00,
            ]
            return try channel.exchange(frame, timeout: .milliseconds(100))
        }
        #expect(answer.octets == (try Hex.bytes("0C07012E4CD4544D451A01A6")))
        #expect(link.isFinished)
    }

    // ACR1552U samples have no Le.
    @Test func `a reader that refuses Le is spoken to without`() throws {
        let link = try Stand.scripted([
            ("FFC2000002810000", "6700"), ("FFC20000028100", "C0030090009000"),
            ("FFC20002048F020203", "C0030090009000"),
            (
                "FFC200010C5F460450C30000 9503260100",
                "C00300900092010096020000970A000082341200080104E09000"
            ),
            ("FFC20000028200", "C0030090009000"),
        ])
        var opening = Stand.opening()
        opening.dialect = .transparent
        let answer = try opening.withChannel(link, for: .iso15693) { channel throws(CardError) in
            try channel.exchange([0x26, 0x01, 0x00], timeout: .milliseconds(50))
        }
        #expect(answer.octets == (try Hex.bytes("000082341200080104E0")))
        #expect(link.isFinished)
    }

    @Test func `pollings that a driver refuses are answered from what the reader found, without a system code`() throws
    {
        let stand = try Stand(on: .rcs300Locked)
        try Stand.opening().withChannel(stand.link) { channel throws(CardError) in
            let answer = try channel.exchange([0x06, 0x00, 0x00, 0x03, 0x01, 0x00], timeout: .milliseconds(100))
            #expect(answer.octets?.count == 18)
            #expect(!channel.choosesSystems)
        }
    }

    @Test func `the field is away and back for as long as a chip needs to notice`() throws {
        let stand = try Stand(on: .rcs300)
        let pauses = Mutex<[Duration]>([])
        let time = TimeSource(
            wall: { Moment(secondsSince1970: 0) }, elapsed: { .zero },
            wait: { pause in pauses.withLock { $0.append(pause) } })
        // The reader answers no polling of ours before that, so the probe does it.
        try FrameOpening(reader: "SONY RC-S300", memory: nil, time: time).open(stand.link).close()
        #expect(pauses.withLock { $0 } == [.milliseconds(30), .milliseconds(21)])
    }

    @Test func `a chip that is slower than the time allowed is silent`() throws {
        let stand = try Stand(on: .rcs300, settings: "delay=150")
        try Stand.opening().withChannel(stand.link) { channel throws(CardError) in
            let polling: [UInt8] = [0x06, 0x00, 0x00, 0x03, 0x00, 0x00]
            #expect(try channel.exchange(polling, timeout: .milliseconds(100)) == .silence)
            #expect(try channel.exchange(polling, timeout: .milliseconds(200)) != .silence)
        }
    }
}
