import ISO7816
import LDS
import Octets

extension EMRTDPlan {
    /// Files of the passport application in the order of the cases.
    static let dataFiles: [FileID] = [.com, .sod] + FileID.allCases.filter { $0.dataGroupNumber != nil }

    static func select(_ file: FileID) -> [UInt8] {
        [0x00, 0xA4, 0x02, 0x0C, 0x02, UInt8(file.fileIdentifier >> 8), UInt8(file.fileIdentifier & 0xFF)]
    }

    static func read(_ file: FileID) -> [UInt8] { [0x00, 0xB0, 0x80 | file.shortFileIdentifier, 0x00, 0x00] }

    /// Units A, B and O: nothing is told before the document is opened.
    static let plainAccess: [TestPlan.Step] =
        [
            TestPlan.Step(
                "the passport application is selected", case: TestCase("ISO7816_A_1", .published),
                requires: [.basicAccess], safety: .plain
            ) { subject throws(CardError) in
                try subject.restart()
                let response = try subject.send(TestSubject.selectPassport)
                guard response.data.isEmpty else {
                    return .failed("\(response.data.count) bytes came, none is asked for")
                }
                return Expectation.status(response, .success)
            }
        ]
        + dataFiles.enumerated().flatMap { number, file in
            [
                TestPlan.Step(
                    "\(file.name) is not selected without access, or tells nothing",
                    case: TestCase("ISO7816_B_\(number + 1)", .published), requires: [.basicAccess], safety: .plain
                ) { subject throws(CardError) in
                    _ = try subject.selectPlain()
                    return Expectation.withheld(try subject.send(select(file)), 0x6982, .success)
                },
                TestPlan.Step(
                    "\(file.name) is not read without access", case: TestCase("ISO7816_B_\(number + 19)", .published),
                    requires: [.basicAccess], safety: .plain
                ) { subject throws(CardError) in
                    _ = try subject.selectPlain()
                    return try readWithheld(file, subject)
                },
                TestPlan.Step(
                    "\(file.name) is not selected before PACE", case: TestCase("ISO7816_O_\(number + 1)", .inferred),
                    requires: [.pace], safety: .plain
                ) { subject throws(CardError) in
                    _ = try subject.selectPlain()
                    return Expectation.withheld(try subject.send(select(file)), 0x6982)
                },
                TestPlan.Step(
                    "\(file.name) is not read before PACE", case: TestCase("ISO7816_O_\(number + 19)", .inferred),
                    requires: [.pace], safety: .plain
                ) { subject throws(CardError) in
                    _ = try subject.selectPlain()
                    return try readWithheld(file, subject)
                },
            ]
        }

    /// Units Q, S, T and U: what anybody may read, and EF.CardSecurity, which nobody may.
    static let masterFiles: [TestPlan.Step] =
        [
            ("Q_1", "Q_2", FileID.cardAccess, UInt8(0x31)), ("T_1", "T_2", .atrInfo, nil),
            ("U_1", "U_2", .directory, 0x61),
        ].flatMap { (bySelect: String, bySFI: String, file: FileID, tag: UInt8?) in
            [
                TestPlan.Step(
                    "\(file.name) is read after SELECT", case: TestCase("ISO7816_\(bySelect)", .inferred),
                    requires: [.masterFile(file)], safety: .plain
                ) { subject throws(CardError) in
                    try subject.restart()
                    let selected = try subject.send(select(file))
                    guard selected.status == .success else { return Expectation.status(selected, .success) }
                    return judge(try subject.send([0x00, 0xB0, 0x00, 0x00, 0x01]), tag)
                },
                TestPlan.Step(
                    "\(file.name) is read by its short identifier", case: TestCase("ISO7816_\(bySFI)", .inferred),
                    requires: [.masterFile(file)], safety: .plain
                ) { subject throws(CardError) in
                    try subject.restart()
                    return judge(
                        try subject.send([0x00, 0xB0, 0x80 | file.shortFileIdentifier, 0x00, 0x01]), tag)
                },
            ]
        } + [
            TestPlan.Step(
                "EF.CardSecurity is not read before PACE", case: TestCase("ISO7816_O_56", .inferred),
                requires: [.pace], safety: .plain
            ) { subject throws(CardError) in
                try subject.restart()
                return Expectation.checkingError(try subject.send(read(.cardSecurity)))
            },
            TestPlan.Step(
                "two challenges differ", case: TestCase("ISO7816_C_1", .inferred), requires: [.basicAccess],
                safety: .plain
            ) { subject throws(CardError) in
                _ = try subject.selectPlain()
                let first = try subject.send([0x00, 0x84, 0x00, 0x00, 0x08])
                let second = try subject.send([0x00, 0x84, 0x00, 0x00, 0x08])
                guard first.status == .success, second.status == .success else {
                    return Expectation.status(first.status == .success ? second : first, .success)
                }
                guard first.data.count == 8, second.data.count == 8 else {
                    return .failed("a challenge has 8 bytes, \(first.data.count) came")
                }
                return first.data == second.data ? .failed("the same challenge came twice") : .passed
            },
        ]

    /// READ BINARY by short identifier without access. A chip that refuses this length, or this form, has not been asked
    /// for the file: the shortest length is tried then, and where that is refused as well, nothing can be told.
    private static func readWithheld(_ file: FileID, _ subject: TestSubject) throws(CardError) -> TestPlan.Outcome {
        var response = try subject.send(read(file))
        if response.refusesForm {
            response = try subject.send([0x00, 0xB0, 0x80 | file.shortFileIdentifier, 0x00, 0x01])
        }
        guard response.data.isEmpty, response.refusesForm else { return Expectation.withheld(response, 0x6982) }
        return .skipped(
            "the chip refuses to read by short identifier in any form (\(response.status), "
                + "\(response.status.meaning)), so this says nothing about access")
    }

    private static func judge(_ response: ResponseAPDU, _ tag: UInt8?) -> TestPlan.Outcome {
        if let tag { return Expectation.data(response, beginning: tag) }
        return response.data.isEmpty ? Expectation.status(response, .success) : .passed
    }
}
