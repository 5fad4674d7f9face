import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import PCSC
import PassportSimulator
import Testing

/// Personas read through the real pcscd, with what only there can happen: a card that leaves, power that fails, another
/// program at the same card. In the suite of the others, because there are two readers only.
extension StackTests {
    /// Ten documents from the field, and the exit of each read.
    private static let personas: [(name: String, interruptions: [CardError.Code], renewals: Int)] = [
        ("plain-6700", [], 0), ("extended-refused", [], 1), ("wrong-mac-at-end", [], 1), ("zero-bytes", [], 0),
        ("requires-84", [], 0), ("im-p521", [], 0), ("bac-le-00", [], 0), ("session-6987", [], 1),
        ("aa-61", [], 0), ("select-only", [], 0), ("removed", [.cardRemoved], 0),
        // The driver notices late, and gives an empty answer then.
        ("power-loss", [.cardRemoved, .malformedResponse], 0),
    ]

    private static func key(_ document: PassportDocument) throws -> AccessKey {
        AccessKey(mrzInformation: SecretBytes(MRZInformation(try MRZ(parsing: document.mrz)).bytes))
    }

    private static func read(_ link: any CardLink, _ key: AccessKey) -> EPassportReading {
        EPassportReader().read(
            from: LinkChannel(link), key: key, capabilities: link.answerToReset.capabilities,
            restart: { () throws(CardError) in _ = try link.reset(.warm) })
    }

    @Test(arguments: personas)
    func `a persona is read through pcscd`(name: String, interruptions: [CardError.Code], renewals: Int) throws {
        let document = try PassportSimulator.make(name: "passport/" + name, random: .seeded(7)).document
        try Stack.withChip({ Self.chip("passport/" + name) }) { context, reader, _ in
            let link = try context.connect(to: reader)
            let reading = try link.withTransaction { () throws(CardError) in
                Self.read(link, (try? Self.key(document)) ?? AccessKey(mrzInformation: SecretBytes([])))
            }
            let code = reading.interruption?.code
            let isExpected = code.map { interruptions.contains($0) } ?? interruptions.isEmpty
            #expect(isExpected, "\(String(describing: code))")
            #expect(reading.access.renewals == renewals)
            // What was read before the card left is there.
            for file in document.files.ids where file != .atrInfo && (interruptions.isEmpty || file != .dg2) {
                #expect(reading.files[file] == document.files[file], "\(file)")
            }
            if !interruptions.isEmpty { #expect(reading.skipped[.dg2] == .interrupted) }
            link.disconnect(.reset)
        }
    }

    @Test func `another program that resets the card between two commands costs a renewal, not the read`() throws {
        let document = try PassportSimulator.make(name: "passport", settingsText: "extended=off").document
        try Stack.withChip({ Self.chip("passport", "extended=off") }) { context, reader, _ in
            let (own, other) = (try context.connect(to: reader), try context.connect(to: reader))
            let link = InterferedLink(own, at: 40) { _ = try? other.reset(.warm) }
            let reading = Self.read(link, try Self.key(document))
            #expect(reading.interruption == nil && reading.access.renewals == 1)
            #expect(reading.files[.dg2] == document.files[.dg2])
            #expect(reading.deviations.map(\.identifier) == ["accessRenewed"])
            own.disconnect(.reset)
            other.disconnect(.leave)
        }
    }

    @Test func `within a transaction nobody can reset the card`() throws {
        let document = try PassportSimulator.make(name: "passport", settingsText: "extended=off").document
        try Stack.withChip({ Self.chip("passport", "extended=off") }) { context, reader, _ in
            let (own, other) = (try context.connect(to: reader), try context.connect(to: reader))
            other.timeLimit = .milliseconds(300)
            var refused = false
            let link = InterferedLink(own, at: 40) {
                do { _ = try other.reset(.warm) } catch { refused = true }
            }
            let key = try Self.key(document)
            let reading = try link.withTransaction { () throws(CardError) in Self.read(link, key) }
            #expect(refused)
            #expect(reading.interruption == nil && reading.access.renewals == 0)
            #expect(reading.files[.dg2] == document.files[.dg2])
            own.disconnect(.reset)
        }
    }

    private static func chip(_ name: String, _ settings: String = "") -> any ChipSimulator {
        let made = try? PassportSimulator.make(name: name, settingsText: settings, random: .seeded(7)).chip
        return made ?? EchoChip()
    }
}

/// A link on which somebody else does something before one exchange.
private final class InterferedLink: CardLink {
    private let base: any CardLink
    private let position: Int
    private let interfere: () -> Void
    private var count = 0

    init(_ base: any CardLink, at position: Int, _ interfere: @escaping () -> Void) {
        self.base = base
        self.position = position
        self.interfere = interfere
    }

    var answerToReset: AnswerToReset { base.answerToReset }
    var limits: LinkLimits { base.limits }

    func exchange(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        count += 1
        if count == position { interfere() }
        return try base.exchange(command)
    }

    func control(_ code: UInt32, _ input: [UInt8]) throws(CardError) -> [UInt8] { try base.control(code, input) }
    func reset(_ kind: ResetKind) throws(CardError) -> AnswerToReset { try base.reset(kind) }
    func withTransaction<R>(_ body: () throws(CardError) -> R) throws(CardError) -> R {
        try base.withTransaction(body)
    }
}
