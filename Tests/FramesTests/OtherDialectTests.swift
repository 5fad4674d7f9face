import ChipSimulation
import Frames
import ISO7816
import Octets
import ReaderKnowledge
import Testing

/// Dialects without a session: ACS pass-through, Identiv, select-service, READ BINARY.
@Suite struct OtherDialectTests {
    private static let idm = "01010A108E1BAD39"

    private func exchange(
        _ dialect: ReaderDialect, _ frames: [String], _ conversation: [(String, String)]
    ) throws -> [FrameAnswer] {
        let link = try Stand.scripted(conversation)
        var opening = Stand.opening()
        opening.dialect = dialect
        let bytes = try frames.map { try Hex.bytes($0) }
        return try opening.withChannel(link) { channel throws(CardError) in
            var answers: [FrameAnswer] = []
            for frame in bytes { answers.append(try channel.exchange(frame, timeout: .milliseconds(100))) }
            return answers
        }
    }

    // A developer's note about an ACR1252U: service 0109 does not exist, and the card says so inside 9000.
    @Test func `a published exchange with an ACR1252U passes: the card's refusal is an answer`() throws {
        let answers = try exchange(
            .acsDirect, ["1006\(Self.idm)010901018000"],
            [
                ("FF00000006 06000003 0100", "1401\(Self.idm)0120220427674EFF00039000"),
                ("FF000000101006\(Self.idm)010901018000", "0C07\(Self.idm)01A69000"),
            ])
        #expect(answers == [.bytes(try Hex.bytes("0C07\(Self.idm)01A6"))])
    }

    @Test func `6300 of an ACS reader is silence`() throws {
        let answers = try exchange(
            .acsDirect, ["1006\(Self.idm)010901018000"],
            [
                ("FF00000006 06000003 0100", "1401\(Self.idm)0120220427674EFF00039000"),
                ("FF000000101006\(Self.idm)010901018000", "6300"),
            ])
        #expect(answers == [.silence])
    }

    // Identiv reference manual: history blocks 0 to 3.
    @Test func `the reading example of Identiv's manual is what a frame becomes`() throws {
        let blocks = String(repeating: "00", count: 64)
        let answers = try exchange(
            .identiv, ["1606\(Self.idm)010F09048000800180028003", "0A0C\(Self.idm)", "0D02\(Self.idm)010F09"],
            [
                ("FF40000004 00030100", "\(Self.idm)0120220427674EFF00039000"),
                ("FF4601040A0F098000800180028003", "\(Self.idm)000004\(blocks)9000"),
                ("FF4A000000", "\(Self.idm)0200038 6A79000"),
                ("FF420100020F09", "\(Self.idm)01 0100 9000"),
            ])
        #expect(answers[0] == .bytes(try Hex.bytes("4D07\(Self.idm)000004\(blocks)")))
        #expect(answers[1] == .bytes(try Hex.bytes("0F0D\(Self.idm)02000386A7")))
        #expect(answers[2] == .bytes(try Hex.bytes("0D03\(Self.idm)010100")))
    }

    @Test func `a polling that Identiv refuses is tried with its parameters in the other order`() throws {
        let answers = try exchange(
            .identiv, ["060000030100"],
            [
                ("FF40000004 00030100", "6A80"), ("FF40000004 00000301", "\(Self.idm)0120220427674EFF00039000"),
            ])
        #expect(answers.first?.octets?.count == 20)
    }

    @Test func `a command without an instruction of Identiv's is refused by name`() throws {
        let error = #expect(throws: CardError.self) {
            try exchange(
                .identiv, ["0C0A\(Self.idm)0000"],
                [("FF40000004 00030100", "\(Self.idm)0120220427674EFF00039000")])
        }
        #expect(error?.code == .unsupported)
        #expect(error?.detail?.contains("0A") == true)
    }

    // ICHistoryReader's commands.
    @Test func `select a service, then read: what a frame becomes for Sony's driver`() throws {
        let block = "16010002346E8218821BD20400002AA0"
        let answers = try exchange(
            .selectService,
            ["060000030100", "1206\(Self.idm)010F090280008014", "1006\(Self.idm)01CB10018000"],
            [
                ("FFA40001028B00", "9000"),
                ("FFCA000000", "\(Self.idm)9000"), ("FFCA010000", "6A81"),
                ("FFA40001020F09", "9000"), ("FFB0000000", "\(block)9000"), ("FFB0001400", "6300"),
                ("FFA4000102CB10", "6A82"),
            ])
        // IDm alone: neither PMm nor the system is known.
        #expect(answers[0] == .bytes(try Hex.bytes("0A01\(Self.idm)")))
        #expect(answers[1] == .bytes(try Hex.bytes("0C07\(Self.idm)02A8")))
        #expect(answers[2] == .bytes(try Hex.bytes("0C07\(Self.idm)01A6")))
    }

    @Test(
        arguments: [
            "16010002346E8218821BD20400002AA0", "00000116010002346E8218821BD20400002AA0",
            idm + "00000116010002346E8218821BD20400002AA0",
            "1D07" + idm + "00000116010002346E8218821BD20400002AA0",
        ])
    func `blocks are found in every form in which drivers give them`(data: String) throws {
        let answers = try exchange(
            .readBinary, ["1006\(Self.idm)010F09018000"],
            [
                ("FFCA000000", "\(Self.idm)9000"), ("FFCA010000", "6A81"),
                ("FFB0000006018B0001800000", "00000100000000000000000000000000000000 9000"),
                ("FFB0000006010F0901800000", data + "9000"),
            ])
        #expect(answers.first?.octets?.suffix(16) == (try Hex.bytes("16010002346E8218821BD20400002AA0"))[...])
        #expect(answers.first?.octets?.count == 29)
    }

    @Test(arguments: ["", "00", String(repeating: "00", count: 17), String(repeating: "00", count: 32)])
    func `blocks of any other length are an error`(data: String) throws {
        let error = #expect(throws: CardError.self) {
            try exchange(
                .readBinary, ["1006\(Self.idm)010F09018000"],
                [
                    ("FFCA000000", "\(Self.idm)9000"), ("FFCA010000", "6A81"),
                    ("FFB0000006018B0001800000", "00000100000000000000000000000000000000 9000"),
                    ("FFB0000006010F0901800000", data + "9000"),
                ])
        }
        #expect(error?.code == .malformedResponse)
    }

    @Test(arguments: [.identiv, .selectService, .readBinary] as [ReaderDialect])
    func `what is no FeliCa frame is refused where frames are translated`(dialect: ReaderDialect) throws {
        let model: SimulatedReaderModel =
            dialect == .identiv ? .utrust3700f : dialect == .selectService ? .rcs380 : .windows
        let stand = try Stand(on: model)
        for frame: [UInt8] in [[], [0x00], [0x30, 0x04], [0x06, 0x06, 0x01], [0x02, 0x06]] {
            let error = #expect(throws: CardError.self) {
                try Stand.opening().withChannel(stand.link) { channel throws(CardError) in
                    try channel.exchange(frame, timeout: .milliseconds(100))
                }
            }
            #expect(error?.code == .unsupported)
        }
    }
}
