public import FeliCa

/// Where a kind of card keeps what, as data: no type for each brand.
public struct TransitLayout: Sendable {
    /// For scripts.
    public let identifier: String
    /// What the card is called.
    public let name: Wording
    /// The system that its services are in.
    public let system: SystemCode
    /// What is read of it.
    public let services: [BlockRequest]
    /// A card of this kind answers to a read of this service; several kinds share a system.
    public let telltale: ServiceCode
    /// Names of people can lie there: nothing is read but what `services` says.
    public let holdsNames: Bool
    /// What the blocks mean; those of earlier reads of the card come second.
    public let interpret: @Sendable (CardBlocks, [CardBlocks]) -> TransitContents

    init(
        _ identifier: String, _ name: Wording, _ system: SystemCode, _ services: [(ServiceCode, Int)],
        notFromFirst: [BlockRequest] = [], holdsNames: Bool = false,
        _ interpret: @escaping @Sendable (CardBlocks, [CardBlocks]) -> TransitContents
    ) {
        self.identifier = identifier
        self.name = name
        self.system = system
        self.services = services.map { BlockRequest($0.0, count: $0.1) } + notFromFirst
        telltale = services.first?.0 ?? 0
        self.holdsNames = holdsNames
        self.interpret = interpret
    }

    /// What the blocks of a card and those of earlier reads of it mean together, each event once.
    public func contents(of blocks: CardBlocks, earlier: [CardBlocks]) -> TransitContents {
        let contents = interpret(blocks, earlier)
        guard case .money(var card) = contents else { return contents }
        for other in earlier {
            if case .money(let before) = interpret(other, []) { card.add(before.transactions) }
        }
        return .money(card)
    }

    /// A card that nothing is known about but its system.
    static func raw(_ system: SystemCode) -> TransitLayout {
        let (identifier, name) =
            system == .ndef
            ? ("ndef", Wording("NFC tag with NDEF, no transit card", "NFCタグ(NDEF)、交通系ではない"))
            : ("unknown", Wording("unknown card", "不明なカード"))
        return TransitLayout(identifier, name, system, []) { _, _ in .raw }
    }
}

extension TransitLayout {
    private static func suica(
        _ identifier: String, _ name: Wording, _ system: SystemCode, history: ServiceCode = SuicaCard.Service.history,
        gates: ServiceCode = SuicaCard.Service.gates, entry: ServiceCode = SuicaCard.Service.entry,
        _ more: [(ServiceCode, Int)] = []
    ) -> TransitLayout {
        TransitLayout(identifier, name, system, [(history, 20), (gates, 3), (entry, 2)] + more) { blocks, earlier in
            let places = [
                history: SuicaCard.Service.history, gates: SuicaCard.Service.gates, entry: SuicaCard.Service.entry,
            ]
            return .suica(SuicaCard(blocks.renamed(places), earlier: earlier.map { $0.renamed(places) }))
        }
    }

    private static func raw(
        _ identifier: String, _ name: Wording, _ system: SystemCode, _ services: [(ServiceCode, Int)] = [],
        holdsNames: Bool = false
    ) -> TransitLayout {
        TransitLayout(identifier, name, system, services, holdsNames: holdsNames) { _, _ in .raw }
    }

    /// The Suica family: attributes, history, gate log and entry.
    public static let suica = suica(
        "suica", Wording("Suica family", "交通系ICカード"), .transit, [(SuicaCard.Service.attributes, 1)])

    /// All kinds, those of a system in the order in which they are tried.
    public static let all: [TransitLayout] = [
        suica,
        suica("iruca", Wording("IruCa", "IruCa"), 0x80DE),
        suica("paspy", Wording("PASPY", "PASPY"), 0x8592),
        suica("sapica", Wording("SAPICA", "SAPICA"), 0x865E, [(0xBA4B, 1)]),
        suica("okica", Wording("OKICA", "OKICA"), 0x8FC1, history: 0x028F, gates: 0x050F, entry: 0x060B),
        TransitLayout("edy", Wording("Rakuten Edy", "楽天Edy"), .commonArea, [(0x1317, 1), (0x170F, 6)]) { blocks, _ in
            .money(MoneyCard(edy: blocks))
        },
        TransitLayout("nanaco", Wording("nanaco", "nanaco"), .commonArea, [(0x5597, 1), (0x560B, 2), (0x564F, 5)]) {
            blocks, _ in .money(MoneyCard(nanaco: blocks))
        },
        TransitLayout("waon", Wording("WAON", "WAON"), .commonArea, [(0x6817, 1), (0x684B, 1), (0x680B, 9)]) {
            blocks, _ in .money(MoneyCard(waon: blocks))
        },
        // The first block of 50CB is the number of a member, which nobody needs here.
        TransitLayout(
            "coop", Wording("university co-op card", "大学生協電子マネー"), .commonArea, [(0x50D7, 1), (0x50CF, 10)],
            notFromFirst: [BlockRequest(0x50CB, first: 1, count: 2)]
        ) { blocks, _ in .money(MoneyCard(coop: blocks)) },
        TransitLayout("octopus", Wording("Octopus", "八達通"), 0x8008, [(0x0117, 1)]) { blocks, _ in
            .money(MoneyCard(octopus: blocks))
        },
        TransitLayout("shenzhenTong", Wording("Shenzhen Tong", "深圳通"), 0x8005, [(0x0118, 1)]) { blocks, _ in
            .money(MoneyCard(shenzhenTong: blocks))
        },
        TransitLayout("ryuto", Wording("Ryuto", "りゅーと"), 0x8B5D, [(0x898F, 20), (0x884B, 1), (0x804B, 1)]) {
            blocks, _ in .money(MoneyCard(ryuto: blocks))
        },
        raw("ntasu", Wording("Ntasu T", "エヌタスT"), 0x93EC, [(0x408B, 8), (0x80CF, 20)]),
        TransitLayout(
            "rapica", Wording("RapiCa or Iwasaki IC", "RapiCa・いわさきICカード"), 0x8194,
            [(0x004B, 4), (0x008F, 20), (0x00CF, 10)]
        ) { blocks, _ in .money(MoneyCard(rapica: blocks)) },
        TransitLayout("nicepass", Wording("NicePass", "ナイスパス"), 0x040F, [(0x030F, 20), (0x020B, 3)]) { blocks, _ in
            .money(MoneyCard(nicePass: blocks))
        },
        raw("cica", Wording("CI-CA", "CI-CA"), 0x8157), raw("ica", Wording("ICa", "ICa"), 0x80EF),
        raw("nicopa", Wording("NicoPa", "NicoPa"), 0x8287), raw("passca", Wording("passca", "passca"), 0x832C),
        raw("hareca", Wording("Hareca", "ハレカ"), 0x83CC), raw("ayuca", Wording("ayuca", "アユカ"), 0x83EE),
        raw("hanica", Wording("hanica", "hanica"), 0x84A1), raw("itappy", Wording("itappy", "itappy"), 0x862C),
        raw("randen", Wording("Randen card", "らんでんカード"), 0x8B98), raw("noruca", Wording("NORUCA", "NORUCA"), 0x8B43),
        raw("kumamon", Wording("Kumamon IC", "くまモンのICカード"), 0x9027), raw("emica", Wording("emica", "エミカ"), 0x9099),
        raw("kururu", Wording("KURURU", "KURURU"), 0x8D3F, [(0x000F, 1)]),
        raw("desuca", Wording("DESUCA", "ですか"), 0x80E0),
        raw("nagasaki", Wording("Nagasaki smart card", "長崎スマートカード"), 0x8016),
        raw("exic", Wording("EX-IC", "EX-IC"), 0x854C),
        raw("suicaOwn", Wording("Suica's own system", "Suica独自領域"), 0x86A7),
        raw("hayakakenOwn", Wording("Hayakaken's own system", "はやかけん独自領域"), 0x927A),
        raw("common", Wording("common area", "共通領域"), .commonArea, holdsNames: true),
        // Holds names and student numbers: it is told what it is, and nothing is read.
        raw("fcf", Wording("student or staff card (FCF)", "FCFキャンパスカード"), 0x8760, holdsNames: true),
        raw("lite", Wording("FeliCa Lite", "FeliCa Lite"), .lite, [(0x000B, 14)]),
    ]

    /// The kinds in `system`; never empty.
    public static func all(in system: SystemCode) -> [TransitLayout] {
        let found = all.filter { $0.system == system }
        return found.isEmpty ? [raw(system)] : found
    }

    /// The kinds whose services `blocks` of `system` has, several where they share the system; never empty.
    public static func fitting(_ blocks: CardBlocks, in system: SystemCode) -> [TransitLayout] {
        let candidates = all(in: system)
        let services = Set(blocks.serviceCodes)
        let found = candidates.filter { $0.services.contains { services.contains($0.service) } }
        return found.isEmpty ? [candidates.first { $0.services.isEmpty } ?? raw(system)] : found
    }

    /// `blocks` without those of other kinds in the same system.
    public func part(of blocks: CardBlocks) -> CardBlocks {
        var part = blocks
        for other in Self.all(in: system) where other.identifier != identifier {
            for request in other.services { part.remove(request.service) }
        }
        return part
    }
}

extension CardBlocks {
    /// The same blocks with services under other codes.
    func renamed(_ names: [ServiceCode: ServiceCode]) -> CardBlocks {
        var result = CardBlocks(isNumberedByCard: isNumberedByCard)
        for service in serviceCodes {
            for (number, block) in numbered(service) { result[names[service] ?? service, number] = block }
        }
        return result
    }
}
