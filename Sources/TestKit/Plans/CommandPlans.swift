import ISO7816
import Octets

/// Tests of cards of commands that read and do nothing else.
public enum CommandPlans {
    /// Any card of ISO/IEC 7816-4.
    public static let iso7816 = TestPlan(
        name: "iso7816", title: "any card of ISO/IEC 7816-4, reading only",
        steps: [
            step("an application that does not exist is not found") { subject throws(CardError) in
                let response = try subject.send([0x00, 0xA4, 0x04, 0x00, 0x08] + nobody + [0x00])
                return Expectation.checkingError(response)
            },
            step("a refusal carries no data") { subject throws(CardError) in
                Expectation.checkingError(try subject.send([0x00, 0xCA, 0x7E, 0x7E, 0x00]))
            },
            step("SELECT with a P1 that means nothing is refused") { subject throws(CardError) in
                Expectation.checkingError(try subject.send([0x00, 0xA4, 0xFF, 0x00, 0x02, 0x3F, 0x00]))
            },
            step("the answer to the same SELECT is the same after a reset") { subject throws(CardError) in
                let first = try subject.send(manager)
                try subject.restart()
                let second = try subject.send(manager)
                return first == second ? .passed : .failed("\(second.status) came behind \(first.status)")
            },
            step("two challenges differ, where the card gives any") { subject throws(CardError) in
                let first = try subject.send([0x00, 0x84, 0x00, 0x00, 0x08])
                guard first.status == .success, first.data.count == 8 else {
                    return .skipped("the card gives no challenge here (\(first.status))")
                }
                let second = try subject.send([0x00, 0x84, 0x00, 0x00, 0x08])
                return first.data == second.data ? .failed("the same challenge came twice") : .passed
            },
            step("an answer to reset that has a check byte has the right one") { subject throws(CardError) in
                let answer = subject.link.answerToReset
                guard answer.checkByte != nil else { return .skipped("it has none") }
                return answer.deviations.contains(.wrongCheckByte) ? .failed(Hex.string(answer.bytes)) : .passed
            },
        ])

    /// PIV cards (SP 800-73-4 part 1 and 2).
    public static let piv = TestPlan(
        name: "piv", title: "PIV cards, like SP 800-73-4, reading only",
        steps: [
            step("the application is selected by the beginning of its name, and says which it is") {
                subject throws(CardError) in
                let response = try subject.send(pivSelect)
                guard response.status == .success else { return Expectation.status(response, .success) }
                var reader = TLVReader(response.data, in: "application property template")
                guard let template = try? reader.next(0x61), var inner = try? template.contents("template"),
                    let objects = try? inner.all()
                else { return .failed("no application property template came") }
                let tags = objects.map(\.tag)
                return tags.contains(0x4F) && tags.contains(0x79)
                    ? .passed : .failed("4F or 79 is missing in \(Hex.string(response.data))")
            },
            step("an unknown application leaves PIV selected") { subject throws(CardError) in
                guard try subject.send(pivSelect).status == .success else { return .failed("PIV cannot be selected") }
                let stranger = try subject.send([0x00, 0xA4, 0x04, 0x00, 0x08] + nobody + [0x00])
                guard stranger.status != .success else { return .failed("it is found") }
                let object = try subject.send(get([0x5F, 0xC1, 0x02]))
                return object.status == .success || object.status.sw1 == 0x61
                    ? .passed : Expectation.status(object, .success)
            },
            step("the CHUID is a 53 object, or is not there") { subject throws(CardError) in
                try object(subject, [0x5F, 0xC1, 0x02], wrapped: true)
            },
            step("the card capability container is a 53 object, or is not there") { subject throws(CardError) in
                try object(subject, [0x5F, 0xC1, 0x07], wrapped: true)
            },
            step("the discovery object names the application, or is not there") { subject throws(CardError) in
                try object(subject, [0x7E], wrapped: false)
            },
            step("an object that does not exist is not found") { subject throws(CardError) in
                _ = try subject.send(pivSelect)
                return Expectation.status(try subject.send(get([0x5F, 0xFF, 0x7E])), 0x6A82)
            },
            step("printed information is kept behind the PIN") { subject throws(CardError) in
                _ = try subject.send(pivSelect)
                let response = try subject.send(get([0x5F, 0xC1, 0x09]))
                return Expectation.withheld(response, 0x6982)
            },
        ])

    private static let nobody: [UInt8] = [0xF0, 0x49, 0x4E, 0x4C, 0x41, 0x59, 0x00, 0x00]
    private static let manager: [UInt8] = [0x00, 0xA4, 0x04, 0x00, 0x00]
    private static let pivSelect: [UInt8] =
        [0x00, 0xA4, 0x04, 0x00, 0x09, 0xA0, 0x00, 0x00, 0x03, 0x08, 0x00, 0x00, 0x10, 0x00, 0x00]

    private static func get(_ tag: [UInt8]) -> [UInt8] {
        [0x00, 0xCB, 0x3F, 0xFF, UInt8(tag.count + 2), 0x5C, UInt8(tag.count)] + tag + [0x00]
    }

    private static func object(
        _ subject: TestSubject, _ tag: [UInt8], wrapped: Bool
    ) throws(CardError) -> TestPlan.Outcome {
        _ = try subject.send(pivSelect)
        let response = try subject.send(get(tag))
        if response.status == 0x6A82 { return .skipped("the card has no such object") }
        // More than one answer holds: its beginning tells enough.
        if response.status.sw1 == 0x61 {
            return response.data.isEmpty || response.data.first == (wrapped ? 0x53 : tag.first)
                ? .passed : .failed(Hex.string(response.data.prefix(8)))
        }
        return Expectation.data(response, beginning: wrapped ? 0x53 : tag.first ?? 0)
    }

    private static func step(
        _ name: String, _ run: @escaping @Sendable (TestSubject) throws(CardError) -> TestPlan.Outcome
    ) -> TestPlan.Step {
        TestPlan.Step(name, safety: .plain) { subject throws(CardError) in
            try subject.restart()
            return try run(subject)
        }
    }
}
