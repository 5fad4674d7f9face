public import FeliCa

/// The blocks of one system of one card, by service, from wherever they come.
public struct CardBlocks: Hashable, Sendable {
    private var services: [ServiceCode: [Int: Block]]
    /// The numbers of the blocks are those of the card; false for a list that somebody made.
    public let isNumberedByCard: Bool

    /// Blocks by service and number.
    public init(_ services: [ServiceCode: [Int: Block]] = [:], isNumberedByCard: Bool = true) {
        self.services = services
        self.isNumberedByCard = isNumberedByCard
    }

    /// Blocks of services that were read from their first block on.
    public init(_ readings: [ServiceReading]) {
        self.init()
        for reading in readings {
            for (index, block) in zip(reading.request.blocks, reading.blocks) { self[reading.service, index] = block }
        }
    }

    /// A history that somebody listed, newest first.
    public init(listing history: [Block]) {
        let numbered = Dictionary(uniqueKeysWithValues: history.enumerated().map { ($0.offset, $0.element) })
        self.init([SuicaCard.Service.history: numbered], isNumberedByCard: false)
    }

    /// The blocks of a service in order; empty when there are none.
    public subscript(service: ServiceCode) -> [Block] {
        (services[service] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    /// One block.
    public subscript(service: ServiceCode, number: Int) -> Block? {
        get { services[service]?[number] }
        set { services[service, default: [:]][number] = newValue }
    }

    /// Leaves a service out.
    mutating func remove(_ service: ServiceCode) { services[service] = nil }

    /// The numbers and blocks of a service in order.
    public func numbered(_ service: ServiceCode) -> [(number: Int, block: Block)] {
        (services[service] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The services that have blocks, in order.
    public var serviceCodes: [ServiceCode] { services.filter { !$0.value.isEmpty }.keys.sorted() }

    /// True when there is no block.
    public var isEmpty: Bool { serviceCodes.isEmpty }

    /// The history; nil when the service has no block.
    var historyRead: HistoryRead? {
        let slots = numbered(SuicaCard.Service.history).map { HistoryRead.Slot($0.number, $0.block) }
        if slots.isEmpty { return nil }
        return isNumberedByCard ? HistoryRead(slots: slots) : HistoryRead(list: slots.map(\.block))
    }
}
