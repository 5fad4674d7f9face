import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import TestSupport
import Testing

/// PIN and PUK (TR-03110-2 §2.4, TR-03110-3 §B.11), with PACE as recomputed in Python. A script that has ended shows that
/// nothing else was sent.
struct PasswordManagementTests {
    private static let reset = CommandAPDU(ins: 0x2C, p1: 0x03, p2: 0x03)

    private static func management(_ card: ScriptedCard, mayUseLastTry: Bool = false) -> PasswordManagement {
        var management = PasswordManagement(mayUseLastTry: mayUseLastTry)
        management.random = .scripted(card.random)
        return management
    }

    private static func channel(_ card: ScriptedCard) -> (LinkChannel, ScriptedLink) {
        let link = ScriptedLink(card.script)
        return (LinkChannel(link), link)
    }

    // MARK: - Status

    @Test(
        arguments: [
            (PACEPassword.pin, 0x9000, PasswordStatus.State.ready), (.pin, 0x63C2, .triesLeft(2)),
            (.pin, 0x63C1, .suspended),
            (.pin, 0x63C0, .blocked), (.pin, 0x6283, .deactivated), (.pin, 0x6F00, .unknown),
            (.puk, 0x63CA, .triesLeft(10)),
        ] as [(PACEPassword, UInt16, PasswordStatus.State)])
    func `the state is asked without spending a try`(
        password: PACEPassword, status: UInt16, state: PasswordStatus.State
    ) throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(password, StatusWord(status))
        let (channel, link) = Self.channel(card)
        #expect(try Self.management(card).status(of: password, on: channel).state == state)
        #expect(link.isFinished && !link.sent.contains { $0[1] == 0x86 })
    }

    @Test func `a chip that refuses the parameter id is asked without it`() throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, 0x6A80)
        card.select(.pin, 0x63C2, withID: false)
        let (channel, _) = Self.channel(card)
        #expect(try Self.management(card).status(on: channel).state == .triesLeft(2))
    }

    @Test func `a chip without PACE is told`() throws {
        let link = AnsweringLink { _ in [0x6A, 0x82] }
        let error = #expect(throws: CardError.self) { try PasswordManagement().status(on: LinkChannel(link)) }
        #expect(error?.code == .unsupported)
    }

    // MARK: - Resume

    @Test(arguments: [0x9000, 0x63C2] as [UInt16]) func `a right PIN has all its tries again`(status: UInt16) throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, StatusWord(status))
        card.open(.pin, StatusWord(status))
        card.select(.pin)
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card).resume(on: channel, pin: ScriptedCard.secret)
        #expect(result.outcome == .done && result.after?.state == .ready && result.diagnosis == nil)
        #expect(link.isFinished)
    }

    @Test func `a suspended PIN is resumed with the CAN in the same session`() throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, 0x63C1)
        card.open(.cardAccessNumber)
        card.open(.pin, 0x63C1)
        card.select(.pin)
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card, mayUseLastTry: true)
            .resume(on: channel, pin: ScriptedCard.secret, cardAccessNumber: ScriptedCard.secret)
        #expect(result.before.state == .suspended && result.outcome == .done && result.after?.state == .ready)
        #expect(link.isFinished)
    }

    @Test(
        arguments: [
            (0x63C1, AccessDiagnosis.Kind.lastTryKept), (0x6300, .unknownCounter), (0x6200, .unknownCounter),
            (0x63C0, .blocked), (0x6983, .blocked), (0x6985, .suspended), (0x6283, .deactivated),
            (0x6984, .deactivated),
            (0x6F00, .unknownCounter), (0x6982, .notPermitted),
        ] as [(UInt16, AccessDiagnosis.Kind)])
    func `the PIN is not sent with one try left, none, or when the tries cannot be told`(
        status: UInt16, kind: AccessDiagnosis.Kind
    ) throws {
        for withNumber in [false, true] {
            var card = try ScriptedCard()
            card.readCardAccess()
            card.select(.pin, StatusWord(status))
            card.select(.pin, StatusWord(status))
            let (channel, link) = Self.channel(card)
            let result = try Self.management(card).resume(
                on: channel, pin: ScriptedCard.secret, cardAccessNumber: withNumber ? ScriptedCard.secret : nil)
            #expect(result.diagnosis?.kind == kind)
            #expect(link.isFinished && !link.sent.contains { $0[1] == 0x86 })
        }
    }

    @Test(arguments: [0x63C0, 0x6983, 0x6283, 0x6F00, 0x6A88] as [UInt16])
    func `consent to the last try does not send a PIN that cannot be used`(status: UInt16) throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        for _ in 0..<2 {
            card.select(.pin, StatusWord(status))
            if status == 0x6A88 { card.select(.pin, StatusWord(status), withID: false) }
        }
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card, mayUseLastTry: true).resume(on: channel, pin: ScriptedCard.secret)
        guard case .refused = result.outcome else {
            Issue.record("\(result)")
            return
        }
        #expect(link.isFinished && !link.sent.contains { $0[1] == 0x86 })
    }

    @Test(
        arguments: [
            (0x63C1, AccessDiagnosis.Kind.suspended, 1), (0x63C2, .wrongSecret, 2), (0x63C0, .blocked, 0),
            (0x6300, .wrongSecret, nil),
        ] as [(UInt16, AccessDiagnosis.Kind, Int?)])
    func `a wrong PIN is told with the tries left`(status: UInt16, kind: AccessDiagnosis.Kind, left: Int?) throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin)
        card.select(.pin)
        card.authenticate(StatusWord(status))
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card).resume(on: channel, pin: ScriptedCard.secret)
        #expect(result.diagnosis?.kind == kind && result.triesLeft == left && link.isFinished)
    }

    // MARK: - Unblock

    @Test(arguments: [0x63C0, 0x63C2, 0x6983] as [UInt16])
    func `the PUK resets the counter of the PIN`(status: UInt16) throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, StatusWord(status))
        card.select(.puk, 0x63C9)
        card.open(.puk, 0x63C9)
        card.add(Self.reset)
        card.select(.pin)
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card).unblock(on: channel, puk: ScriptedCard.secret)
        #expect(result.outcome == .done && result.after == PasswordStatus(.pin, 0x9000) && link.isFinished)
        #expect(result.before == PasswordStatus(.pin, StatusWord(status)))
    }

    @Test(
        arguments: [
            (0x9000, PasswordResult.Outcome.notNeeded), (0x6283, .notPossible), (0x6984, .notPossible),
        ] as [(UInt16, PasswordResult.Outcome)])
    func `a PIN that is well, or that a PUK cannot help, is left alone`(
        status: UInt16, outcome: PasswordResult.Outcome
    ) throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, StatusWord(status))
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card).unblock(on: channel, puk: ScriptedCard.secret)
        #expect(result.outcome == outcome && link.isFinished)
    }

    @Test func `the last try of the PUK is kept`() throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, 0x63C0)
        card.select(.puk, 0x63C1)
        card.select(.puk, 0x63C1)
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card).unblock(on: channel, puk: ScriptedCard.secret)
        #expect(result.diagnosis?.kind == .lastTryKept && link.isFinished)
    }

    @Test(
        arguments: [(0x6982, AccessDiagnosis.Kind.notPermitted), (0x6985, .blocked), (0x6D00, .notOffered)]
            as [(UInt16, AccessDiagnosis.Kind)])
    func `a refused reset is told`(status: UInt16, kind: AccessDiagnosis.Kind) throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, 0x63C0)
        card.select(.puk)
        card.open(.puk)
        card.add(Self.reset, [], StatusWord(status))
        let (channel, link) = Self.channel(card)
        let result = try Self.management(card).unblock(on: channel, puk: ScriptedCard.secret)
        #expect(result.diagnosis?.kind == kind && result.before.password == .pin && link.isFinished)
    }

    // MARK: - Faults

    /// Whatever happens on the wire, the PIN is proven at most once.
    @Test func `no fault makes the reader give the PIN twice`() throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, 0x63C2)
        card.open(.pin, 0x63C2)
        card.select(.pin)
        let faults: [Fault] = [
            .removeCard, .fail(.timedOut), .truncate(to: 0), .truncate(to: 2), .flipBit(9), .status(0x6300),
            .status(0x63C1), .status(0x9000), .status(0x6982), .repeatAnswer, .append([0]),
        ]
        for position in 1...card.script.count {
            for fault in faults {
                let scripted = ScriptedLink(card.script)
                let link = FaultyLink(scripted, faults: [position: fault])
                _ = try? Self.management(card).resume(on: LinkChannel(link), pin: ScriptedCard.secret)
                let proofs = scripted.sent.filter { $0[1] == 0x86 && $0[0] & 0x10 == 0 }
                #expect(proofs.count <= 1, "\(fault) at \(position)")
            }
        }
    }
}
