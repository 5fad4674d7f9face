import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import TestSupport
import Testing

/// A read that is opened with a PIN keeps the same rules as the management of PINs.
struct PINReadingTests {
    private static func read(
        _ card: ScriptedCard, _ key: AccessKey, policy: AccessPolicy = AccessPolicy()
    ) -> (EPassportReading, ScriptedLink) {
        let link = ScriptedLink(card.script)
        var reader = EPassportReader(policy: policy)
        reader.random = .scripted(card.random)
        return (reader.read(from: LinkChannel(link), key: key), link)
    }

    @Test(arguments: [0x63C1, 0x63C0, 0x6300, 0x6283] as [UInt16])
    func `a PIN that must not be tried is not sent`(status: UInt16) throws {
        for number in [nil, ScriptedCard.secret] as [SecretBytes?] {
            var card = try ScriptedCard()
            card.readCardAccess()
            card.select(.pin, StatusWord(status))
            if number != nil { card.select(.pin, StatusWord(status)) }
            let (reading, link) = Self.read(card, AccessKey(cardAccessNumber: number, pin: ScriptedCard.secret))
            #expect(!link.sent.contains { $0[1] == 0x86 })
            let attempt = try #require(reading.access.attempts.first)
            guard case .failed(let error) = attempt.outcome else {
                Issue.record("\(attempt)")
                continue
            }
            #expect(error.code == .unexpectedStatus(StatusWord(status)))
            #expect(error.accessRefusal?.password == .pin)
            #expect(reading.access.established == nil)
        }
    }

    @Test func `a PIN opens the chip, and the PACE description says so`() throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.open(.pin, 0x63C2)
        card.add(
            CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: hex("A0000002471001")), [], 0x6A82)
        card.add(
            CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: hex("E80704007F00070302")), [], 0x9000)
        let (reading, link) = Self.read(card, AccessKey(pin: ScriptedCard.secret))
        #expect(reading.access.attempts.map(\.outcome) == [.succeeded] && link.isFinished)
        #expect(reading.access.attempts.first?.name == "PACE-ECDH-GM-AES-128, brainpoolP256r1, PIN")
        #expect(reading.otherApplications == ["eID"])
        #expect(reading.interruption?.accessRefusal?.diagnosis.kind == .otherCard)
    }

    @Test func `a suspended PIN is resumed with the CAN when the last try is allowed`() throws {
        var card = try ScriptedCard()
        card.readCardAccess()
        card.select(.pin, 0x63C1)
        card.open(.cardAccessNumber)
        card.open(.pin, 0x63C1)
        card.add(CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: hex("A0000002471001")), [], 0x6982)
        let (reading, link) = Self.read(
            card, AccessKey(cardAccessNumber: ScriptedCard.secret, pin: ScriptedCard.secret),
            policy: AccessPolicy(mayUseLastTry: true))
        #expect(reading.access.established?.name == "PACE" && link.isFinished)
        #expect(reading.interruption?.code == .unexpectedStatus(0x6982))
    }
}
