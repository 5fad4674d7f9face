import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import LDS
import PassportSimulator
import Testing

/// PIN and PUK with a simulated identity card, whose counters outlive power.
struct IdentityCardTests {
    private struct Card {
        let desk: Desk
        let pin: SecretBytes
        let puk: SecretBytes
        let number: SecretBytes
        static let wrong = SecretBytes("000001".utf8)

        init(_ settings: String = "") throws {
            desk = try Desk(settings, name: "eid")
            pin = SecretBytes((desk.document.pin ?? "123456").utf8)
            puk = SecretBytes((desk.document.puk ?? "1234567890").utf8)
            number = SecretBytes((desk.document.cardAccessNumber ?? "123456").utf8)
        }

        /// A channel to the card, which was powered again.
        func channel() throws -> LinkChannel {
            _ = try desk.simulated.reset(.cold)
            return LinkChannel(desk.simulated)
        }

        func state(_ password: PACEPassword = .pin) throws -> PasswordStatus.State {
            try PasswordManagement().status(of: password, on: channel()).state
        }

        func give(_ pin: SecretBytes, number: SecretBytes? = nil, last: Bool = false) throws -> PasswordResult {
            try PasswordManagement(mayUseLastTry: last).resume(on: channel(), pin: pin, cardAccessNumber: number)
        }

        func unblock(_ puk: SecretBytes? = nil) throws -> PasswordResult {
            try PasswordManagement().unblock(on: channel(), puk: puk ?? self.puk)
        }
    }

    @Test func `a life of wrong PINs, a kept last try, and the way back`() throws {
        let card = try Card()
        #expect(try card.state() == .ready && card.state(.puk) == .ready)
        let first = try card.give(Card.wrong)
        #expect(first.diagnosis?.kind == .wrongSecret && first.triesLeft == 2)
        #expect(try card.state() == .triesLeft(2))
        let second = try card.give(Card.wrong)
        #expect(second.diagnosis?.kind == .suspended && second.triesLeft == 1)
        for _ in 0..<3 {
            #expect(try card.give(card.pin, number: card.number).diagnosis?.kind == .lastTryKept)
            #expect(try card.give(card.pin).diagnosis?.kind == .lastTryKept)
        }
        #expect(try card.state() == .suspended)
        // Without the CAN the chip itself does not take the last try.
        #expect(try card.give(card.pin, last: true).diagnosis?.kind == .suspended)
        // A wrong CAN spends nothing of the PIN.
        let misread = try card.give(card.pin, number: SecretBytes("999999".utf8), last: true)
        #expect(misread.diagnosis?.kind == .wrongSecret)
        guard case .refused(let refusal) = misread.outcome else {
            Issue.record("\(misread)")
            return
        }
        #expect(refusal.password == .cardAccessNumber)
        #expect(try card.state() == .suspended)
        let resumed = try card.give(card.pin, number: card.number, last: true)
        #expect(resumed.outcome == .done && resumed.before.state == .suspended && resumed.after?.state == .ready)
        #expect(try card.state() == .ready)
    }

    @Test func `a last try that is wrong blocks the PIN, and the PUK unblocks it`() throws {
        let card = try Card("pinTries=1&pukUses=1")
        let blocked = try card.give(Card.wrong, number: card.number, last: true)
        #expect(blocked.diagnosis?.kind == .blocked && blocked.triesLeft == 0)
        #expect(try card.give(card.pin, number: card.number, last: true).diagnosis?.kind == .blocked)
        let wrong = try card.unblock(SecretBytes("0000000001".utf8))
        #expect(wrong.diagnosis?.kind == .wrongSecret)
        #expect(try card.state() == .blocked)
        let done = try card.unblock()
        #expect(done.outcome == .done && done.before.state == .blocked && done.after?.state == .ready)
        #expect(try card.unblock().outcome == .notNeeded)
        #expect(try card.give(card.pin).outcome == .done)
    }

    @Test func `a PUK that is used up is told`() throws {
        let card = try Card("pinTries=0&pukUses=0")
        let result = try card.unblock()
        #expect(result.diagnosis != nil && result.outcome != .done)
        #expect(try card.state() == .blocked)
    }

    @Test func `a PIN that is not active is left alone`() throws {
        let card = try Card("pinActive=off")
        #expect(try card.state() == .deactivated)
        #expect(try card.give(card.pin).diagnosis?.kind == .deactivated)
        #expect(try card.unblock().outcome == .notPossible)
    }

    @Test(arguments: [("pin=off", PACEPassword.pin), ("puk=off", .puk)])
    func `a password that is not there is told`(settings: String, password: PACEPassword) throws {
        let card = try Card(settings)
        #expect(try card.state(password) == .notOffered)
        #expect(try card.give(card.pin).outcome == .done || password == .pin)
    }

    // MARK: - Reading

    @Test func `a card that shows the application to inspection systems only is read by one`() throws {
        let card = try Card()
        let stranger = try card.desk.read()
        #expect(stranger.files[.dg1] == nil && stranger.interruption != nil)
        let reading = try card.desk.read(policy: AccessPolicy(asksAsInspectionSystem: true))
        #expect(reading.interruption == nil)
        #expect(reading.files[.dg1] == card.desk.document.files[.dg1])
    }

    @Test func `a read with a PIN follows its counter`() throws {
        let card = try Card("pinTries=1")
        let kept = try card.desk.read(key: AccessKey(cardAccessNumber: card.number, pin: card.pin))
        #expect(kept.interruption?.accessRefusal?.diagnosis.kind == .lastTryKept)
        #expect(kept.access.established == nil)
        #expect(try card.state() == .suspended)
        let resumed = try card.desk.read(
            key: AccessKey(cardAccessNumber: card.number, pin: card.pin), policy: AccessPolicy(mayUseLastTry: true))
        #expect(resumed.access.established?.name == "PACE")
        #expect(try card.state() == .ready)
        let wrong = try card.desk.read(key: AccessKey(pin: Card.wrong))
        #expect(wrong.interruption?.code == .authenticationFailed)
        #expect(wrong.interruption?.accessRefusal?.diagnosis.triesLeft == 2)
    }

    @Test func `no fault spends more than one try`() throws {
        let faults: [Fault] = [
            .removeCard, .fail(.timedOut), .truncate(to: 0), .truncate(to: 2), .flipBit(9), .flipBit(-1),
            .status(0x6300),
            .status(0x63C1), .status(0x9000), .status(0x6982), .repeatAnswer, .append([0]),
        ]
        for fault in faults {
            for position in 1...12 {
                let card = try Card()
                let link = FaultyLink(card.desk.simulated, faults: [position: fault])
                _ = try? PasswordManagement().resume(on: LinkChannel(link), pin: Card.wrong)
                let state = try card.state()
                #expect(state == .ready || state == .triesLeft(2), "\(fault) at \(position): \(state)")
            }
        }
    }
}
