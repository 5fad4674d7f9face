import EMRTD
import ISO7816
import LDS
import Octets

extension EMRTDPlan {
    /// Units C and P: the right key opens.
    static let opening: [TestPlan.Step] = [
        TestPlan.Step(
            "BAC opens with the right key", case: TestCase("ISO7816_C_2", .published),
            requires: [.key, .basicAccess], safety: .opened
        ) { subject throws(CardError) in
            _ = try subject.open(.bac)
            return .passed
        },
        TestPlan.Step(
            "PACE opens with the right key, and a protected command follows", case: TestCase("ISO7816_P_1", .published),
            requires: [.key, .pace], safety: .opened
        ) { subject throws(CardError) in
            let channel = try subject.openPACE()
            let select = CommandAPDU(
                ins: 0xA4, p1: 0x04, p2: 0x0C, data: Array(TestSubject.selectPassport.dropFirst(5)))
            return Expectation.status(try channel.transmit(select), .success)
        },
    ]

    /// Units D and E: files under secure messaging.
    static let protectedReading: [TestPlan.Step] =
        dataFiles.enumerated().flatMap { number, file in
            let selectCase = number == 0 ? "D_1" : "D_\(number + 5)"
            let readCase = "E_\(number + 5)"
            return [
                TestPlan.Step(
                    "\(file.name) is selected and its first byte read, protected",
                    case: TestCase("ISO7816_\(selectCase)", .published), requires: [.key, .file(file)],
                    safety: file == .dg3 || file == .dg4 ? .spoilsSession : .opened
                ) { subject throws(CardError) in
                    let channel = try subject.open()
                    let selected = try channel.transmit(protectedSelect(file.fileIdentifier))
                    guard selected.status == .success else { return Expectation.status(selected, .success) }
                    let first = try channel.transmit(CommandAPDU(ins: 0xB0, expected: .upTo(1)))
                    return Expectation.data(first, beginning: tag(of: file))
                },
                // DG16 has the last number of its unit in no version that could be read.
                file == .dg16
                    ? nil
                    : TestPlan.Step(
                        "\(file.name) is read by its short identifier, protected",
                        case: TestCase("ISO7816_\(readCase)", .published), requires: [.key, .file(file)],
                        safety: file == .dg3 || file == .dg4 ? .spoilsSession : .opened
                    ) { subject throws(CardError) in
                        let channel = try subject.open()
                        let command = CommandAPDU(
                            ins: 0xB0, p1: 0x80 | file.shortFileIdentifier, expected: .upTo(1))
                        let response = try channel.transmit(command)
                        if response.refusesForm {
                            return .failed(
                                "the chip does not read by short identifier, which 9303-10 §3.6 wants beside SELECT: "
                                    + "\(response.status) came (\(response.status.meaning))")
                        }
                        return Expectation.data(response, beginning: tag(of: file))
                    },
            ].compactMap(\.self)
        } + [
            TestPlan.Step(
                "a file that is not there is not found", case: TestCase("ISO7816_D_23", .inferred), requires: [.key],
                safety: .opened
            ) { subject throws(CardError) in
                Expectation.checkingError(try subject.open().transmit(protectedSelect(0x0202)))
            },
            TestPlan.Step(
                "reading beyond the end is refused", case: TestCase("ISO7816_E_3", .inferred),
                requires: [.key, .file(.com)], safety: .opened
            ) { subject throws(CardError) in
                let channel = try subject.open()
                let selected = try channel.transmit(protectedSelect(FileID.com.fileIdentifier))
                guard selected.status == .success else { return Expectation.status(selected, .success) }
                return Expectation.checkingError(
                    try channel.transmit(CommandAPDU(ins: 0xB0, p1: 0x7F, p2: 0xFF, expected: .upTo(1))))
            },
            TestPlan.Step(
                "more than EF.COM holds is asked for, and what there is comes",
                case: TestCase("ISO7816_E_4", .published), requires: [.key, .file(.com)], safety: .opened
            ) { subject throws(CardError) in
                let channel = try subject.open()
                let selected = try channel.transmit(protectedSelect(FileID.com.fileIdentifier))
                guard selected.status == .success else { return Expectation.status(selected, .success) }
                let response = try channel.transmit(CommandAPDU(ins: 0xB0, expected: .upTo(0xE0)))
                // The longest protected answer under AES carries 223 bytes, and some chips refuse to be asked for more.
                if response.status == 0x6700 { return .skipped("the chip refuses to be asked for 224 bytes at once") }
                // 6282 is what chips in the field say.
                return Expectation.status(response, .success, 0x6282)
            },
        ]

    static func protectedSelect(_ identifier: UInt16) -> CommandAPDU {
        CommandAPDU(ins: 0xA4, p1: 0x02, p2: 0x0C, data: [UInt8(identifier >> 8), UInt8(identifier & 0xFF)])
    }

    private static func tag(of file: FileID) -> UInt8 { UInt8(truncatingIfNeeded: file.tag?.rawValue ?? 0) }

    /// Units LDS_A, LDS_B, LDS_D, LDS_E and LDS_J: what the files hold.
    static let contents: [TestPlan.Step] = [
        file(.com, "EF.COM is well-formed: tag, length, versions, tag list", "LDS_A_1") { bytes throws(ParseError) in
            try EFCOM(parsing: bytes).warnings.map(\.description)
        },
        file(.dg1, "EF.DG1 is well-formed: tag, length, zone and its check digits", "LDS_B_1") {
            bytes throws(ParseError) in
            try EFDG1(parsing: bytes).warnings.map(\.description)
        },
        file(.dg2, "EF.DG2 is well-formed: template, header, record", "LDS_C_1") { bytes throws(ParseError) in
            try EFDG2(parsing: bytes).warnings.map(\.description)
        },
        file(.sod, "EF.SOD is well-formed: tag, length, SignedData", "LDS_D_1") { bytes throws(ParseError) in
            try EFSOD(parsing: bytes).warnings.map(\.description)
        },
        file(.dg14, "EF.DG14 is well-formed: tag, length, security infos", "LDS_E_1") { bytes throws(ParseError) in
            try EFDG14(parsing: bytes).warnings.map(\.description)
        },
        file(.dg15, "EF.DG15 is well-formed: tag, length, public key", "LDS_J_1") { bytes throws(ParseError) in
            try EFDG15(parsing: bytes).warnings.map(\.description)
        },
    ]

    private static func file(
        _ file: FileID, _ name: String, _ identifier: String,
        _ warnings: @escaping @Sendable ([UInt8]) throws(ParseError) -> [String]
    ) -> TestPlan.Step {
        // Where there is any document at all, these are required (9303-10 §4.6): one that is not there is a failure.
        let listed: FileID =
            switch file {
            case .com, .dg1, .dg2: .sod
            case .sod: .com
            default: file
            }
        return TestPlan.Step(
            name, case: TestCase(identifier, .inferred), requires: [.key, .file(listed)], safety: .opened
        ) { subject throws(CardError) in
            let bytes: [UInt8]
            switch try subject.read(file) {
            case .read(let all): bytes = all
            case .skipped(let reason): return .failed("\(file.name) could not be read: \(reason)")
            }
            do throws(ParseError) {
                let found = try warnings(bytes)
                return found.isEmpty ? .passed : .failed(found.joined(separator: "; "))
            } catch {
                return .failed(error.description)
            }
        }
    }
}
