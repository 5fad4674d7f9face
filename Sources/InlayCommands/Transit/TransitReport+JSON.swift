import FeliCa
import Octets
import Transit

extension TransitReport {
    /// `inlay.transit/1`.
    var document: JSONValue {
        var members: [JSONValue.Member] = [
            .init(key: "schema", value: "inlay.transit/1"), .init(key: "source", value: .string(source.rawValue)),
        ]
        if let reader { members.append(.init(key: "reader", value: .string(reader))) }
        members += [
            .init(key: "complete", value: .bool(interruption == nil)),
            .init(key: "interruption", value: interruption?.document ?? .null),
        ]
        if let commands { members.append(.init(key: "commands", value: .int(commands))) }
        if let systems {
            members += [
                .init(key: "listsSystems", value: .bool(systems.areListed)),
                .init(key: "silentSystems", value: .array(systems.silent.map { .string($0.description) })),
            ]
        }
        return .object(members + [.init(key: "cards", value: .array(cases.map(json)))])
    }

    private func json(_ card: TransitCase) -> JSONValue {
        let idm = options.showsIDm ? card.idm?.description : nil
        let reason = card.idm == nil ? "notKnown" : options.showsIDm ? nil : "identifiesTheCard: --show-idm shows it"
        let head: JSONValue = [
            "card": .int(card.card), "origins": .array(card.origins.map(\.rawValue).sorted().map { .string($0) }),
            "files": .array(card.files.map { .string($0) }),
            "formats": .array(card.formats.map { .string($0.rawValue) }),
            "system": .string(card.system.description), "layout": .string(card.layout.identifier),
            "name": .string(card.title(.english)), "brand": JSONValue(card.brand?.rawValue),
            "brandReason": JSONValue(card.brand == nil ? "its services do not tell" : nil),
            "idm": JSONValue(idm), "idmReason": JSONValue(idm == nil ? reason : nil),
        ]
        let contents: [JSONValue.Member] =
            switch card.contents {
            case .suica(let suica): self.suica(suica)
            case .money(let money): self.money(money)
            case .raw: []
            }
        let tail: JSONValue = [
            "services": .array(card.services.map(service)), "numberedByCard": .bool(card.blocks.isNumberedByCard),
            "blocks": options.isPartial ? .null : .array(blocks(card)),
        ]
        return head.appending(contents + tail.members)
    }

    // MARK: - Suica

    private func suica(_ card: SuicaCard) -> [JSONValue.Member] {
        let entries = shown(card)
        let totals = TransitTotals(entries.map(\.entry))
        let places = PlaceText(directory: options.directory, language: .english, buses: options.buses)
        let value: JSONValue = [
            "balance": JSONValue(card.balance),
            "attributes": card.attributes.map(attributes) ?? .null,
            "history": .array(entries.map { entry($0.index, $0.entry) }),
            "totals": [
                "rides": .int(totals.rides), "purchases": .int(totals.purchases), "charges": .int(totals.charges),
                "others": .int(totals.others), "unknownAmounts": .int(totals.unknown),
            ],
            "findings": .array(card.history.findings.map { finding($0, card, places) }),
            "gates": .array(card.gates.filter { options.shows($0.date) }.map(gate)),
            "entry": card.entry.map(entryBlocks) ?? .null,
            "tickets": .array(card.tickets.filter { options.shows($0.date) }.map(ticket)),
        ]
        return value.members
    }

    private func entry(_ index: Int, _ entry: HistoryChain.Entry) -> JSONValue {
        let record = entry.record
        let head: JSONValue = [
            "index": .int(index), "date": JSONValue(record.date?.description),
            "time": JSONValue(record.time?.description), "kind": .string(record.kind.identifier),
            "change": JSONValue(entry.change), "changeReason": JSONValue(entry.unknownChange.map(Self.reason)),
            "balance": .int(record.balance), "serial": .int(record.serial),
            "terminal": coded(record.terminal.rawValue, record.terminal.name),
            "process": coded(record.process.rawValue, record.process.name), "partlyCash": .bool(record.isPartlyCash),
            "payment": coded(record.payment.rawValue, record.payment.name),
            "gate": coded(record.gate.rawValue, record.gate.name),
        ]
        let tail: JSONValue = [
            "entryGate": entry.entryGate.map(gate) ?? .null, "exitGate": entry.exitGate.map(gate) ?? .null,
            "disagreements": .array(record.disagreements.map(disagreement)), "block": .hex(record.block.bytes),
        ]
        return head.appending(place(record) + tail.members)
    }

    private func place(_ record: HistoryRecord) -> [JSONValue.Member] {
        switch record.details {
        case .rail(let from, let to):
            [
                .init(key: "from", value: from.map { station($0, record.date) } ?? .null),
                .init(key: "to", value: to.map { station($0, record.date) } ?? .null),
            ]
        case .place(let code, let rest):
            [
                .init(key: "place", value: code.map { station($0, record.date) } ?? .null),
                .init(key: "machine", value: .hex([UInt8(rest >> 8), UInt8(rest & 0xFF)])),
            ]
        case .bus(let code): [.init(key: "bus", value: bus(code))]
        case .shop(_, let number):
            [.init(key: "shopTerminal", value: .hex([UInt8(number >> 8), UInt8(number & 0xFF)]))]
        case .unknown: []
        }
    }

    private static func reason(_ unknown: HistoryChain.UnknownChange) -> String {
        switch unknown {
        case .oldest: "oldest: no record before it"
        case .outOfOrder: "outOfOrder: the numbers of this record and its neighbour do not fall"
        case .recordsMissing(let together):
            "records are missing before it; together they changed the balance by \(together)"
        }
    }

    /// A code with every station that it can be, and where the names come from.
    func station(_ code: StationCode, _ day: TransitDate?) -> JSONValue {
        [
            "code": .string(code.description), "hex": .string(code.hexadecimal),
            "region": .int(Int(code.region.rawValue)), "pseudo": JSONValue(code.pseudoPlace?.name.english),
            "candidates": .array(options.directory.candidates(code, on: day).map { $0.json }),
        ]
    }

    private func bus(_ code: BusStopCode) -> JSONValue {
        let buses = options.buses
        let digits = code.description.split(separator: "/").map(String.init)
        return [
            "region": .int(Int(code.region.rawValue)), "operator": .string(digits.first ?? ""),
            "operatorName": JSONValue(buses.company(code)?.name.japanese),
            "operatorSource": JSONValue(buses.company(code)?.source),
            "stop": JSONValue(code.stop == nil ? nil : digits.last),
            "stopReason": JSONValue(code.stop == nil ? "notStored" : nil),
            "stopName": JSONValue(buses.stop(code)?.name.japanese), "stopSource": JSONValue(buses.stop(code)?.source),
        ]
    }

    private func gate(_ gate: GateRecord) -> JSONValue {
        let settlement: String =
            switch gate.settlement {
            case .window: "window"
            case .storedFare: "storedFare"
            case .commuterPass: "commuterPass"
            case .other(let bits): "unknown \(bits)"
            }
        return [
            "date": JSONValue(gate.date?.description), "time": JSONValue(gate.time?.description),
            "direction": gate.direction == .entry ? "entry" : "exit", "settlement": .string(settlement),
            "bus": .bool(gate.isBus), "place": .hex([UInt8(gate.place >> 8), UInt8(gate.place & 0xFF)]),
            "device": .hex([UInt8(gate.device >> 8), UInt8(gate.device & 0xFF)]), "amount": .int(gate.amount),
            "busStop": gate.busStop.map { .hex([UInt8($0 >> 8), UInt8($0 & 0xFF)]) } ?? .null,
            "disagreements": .array(gate.disagreements.map(disagreement)), "block": .hex(gate.block.bytes),
        ]
    }

    private func attributes(_ attributes: AttributeBlock) -> JSONValue {
        [
            "balance": .int(attributes.balance), "serial": .int(attributes.serial),
            "class": coded(attributes.cardClass, attributes.className),
            "lastRegion": .int(Int(attributes.lastRegion.rawValue)),
            "disagreements": .array(attributes.disagreements.map(disagreement)), "block": .hex(attributes.block.bytes),
        ]
    }

    private func entryBlocks(_ entry: EntryBlocks) -> JSONValue {
        func place(_ octets: UInt16) -> JSONValue { .hex([UInt8(octets >> 8), UInt8(octets & 0xFF)]) }
        func passage(_ passage: EntryBlocks.Passage?) -> JSONValue {
            guard let passage else { return .null }
            return ["place": place(passage.place), "time": JSONValue(passage.time?.description)]
        }
        return [
            "place": place(entry.place), "station": entry.station.map { station($0, nil) } ?? .null,
            "junctions": .array(entry.junctions.map(place)), "innerFare": .int(entry.innerFare),
            "intermediateDate": JSONValue(entry.intermediateDate?.description),
            "intermediateEntry": passage(entry.intermediateEntry),
            "intermediateExit": passage(entry.intermediateExit), "blocks": .array(entry.blocks.map { .hex($0.bytes) }),
        ]
    }

    private func ticket(_ ticket: PaidTicket) -> JSONValue {
        func place(_ octets: UInt16) -> JSONValue { .hex([UInt8(octets >> 8), UInt8(octets & 0xFF)]) }
        return [
            "from": place(ticket.from), "to": place(ticket.to), "date": JSONValue(ticket.date?.description),
            "issued": JSONValue(ticket.issued?.description), "kind": .int(Int(ticket.kind)),
            "price": .int(ticket.price), "checkedAt": ticket.checkedAt == 0 ? .null : place(ticket.checkedAt),
            "checked": JSONValue(ticket.checked?.description), "device": place(ticket.device),
            "disagreements": .array(ticket.disagreements.map(disagreement)), "block": .hex(ticket.block.bytes),
        ]
    }

    private func finding(_ finding: Finding, _ card: SuicaCard, _ places: PlaceText) -> JSONValue {
        var value: JSONValue = [
            "kind": .string(finding.identifier),
            "sentence": .string(finding.sentence(card, places, isNow: source != .saved)),
        ]
        func add(_ key: String, _ part: JSONValue) { value = value.appending([.init(key: key, value: part)]) }
        switch finding {
        case .openEntry(let gate): add("gate", gate.map(self.gate) ?? .null)
        case .entryWithoutExit(let index), .outOfOrder(let index): add("index", .int(index))
        case .insideRide(let ride, let inside):
            add("index", .int(ride))
            add("inside", .array(inside.map { .int($0) }))
        case .lostRecords(let index, let numbers):
            add("index", .int(index))
            add("numbers", .int(numbers))
        case .sameSerial(let serial): add("serial", .int(serial))
        case .dayFallsBack(let index): add("index", .int(index))
        case .credit(let index, let yen), .loss(let index, let yen):
            add("index", .int(index))
            add("yen", .int(yen))
        case .balanceDiffers(let attributes, let history):
            add("attributes", .int(attributes))
            add("history", .int(history))
        case .gateContradiction(let index, let gate):
            add("index", .int(index))
            add("gate", self.gate(gate))
        }
        return value
    }

    // MARK: - Parts

    private func money(_ card: MoneyCard) -> [JSONValue.Member] {
        let balances = card.balances.map { balance -> JSONValue in
            [
                "name": .string(balance.name.english), "amount": .int(balance.amount), "unit": .string(balance.unit),
                "condition": JSONValue(balance.condition),
            ]
        }
        let events = card.transactions.filter { options.shows($0.date) }.map { event -> JSONValue in
            [
                "date": JSONValue(event.date?.description), "dateWithoutYear": JSONValue(event.dayWithoutYear),
                "time": JSONValue(event.time?.description), "kind": JSONValue(event.kind?.english),
                "amount": JSONValue(event.amount),
                "balance": JSONValue(event.balance), "serial": JSONValue(event.serial),
                "block": .hex(event.block.bytes),
            ]
        }
        return [
            .init(key: "balances", value: .array(balances)), .init(key: "transactions", value: .array(events)),
            .init(key: "gap", value: JSONValue(card.gap?.english)),
            .init(key: "disagreements", value: .array(card.disagreements.map(disagreement))),
        ]
    }

    private func coded(_ value: UInt8, _ name: Wording?) -> JSONValue {
        ["code": .hex([value]), "name": JSONValue(name?.english)]
    }

    private func disagreement(_ found: Disagreement) -> JSONValue {
        [
            "point": .string(found.point.rawValue), "reading": .string(found.reading),
            "elsewhere": .string(found.otherReading),
        ]
    }

    private func service(_ reading: ServiceReading) -> JSONValue {
        let (end, status): (String, String?) =
            switch reading.end {
            case .asRequested: ("asRequested", nil)
            case .endOfService: ("endOfService", nil)
            case .refused(let flags): ("refused", "\(flags), \(flags.meaning)")
            case .interrupted: ("interrupted", nil)
            }
        return [
            "service": .string(reading.service.description), "blocks": .int(reading.blocks.count),
            "end": .string(end), "status": JSONValue(status),
        ]
    }

    private func blocks(_ card: TransitCase) -> [JSONValue] {
        card.blocks.serviceCodes.flatMap { service in
            card.blocks.numbered(service).map { number, block in
                ["service": .string(service.description), "number": .int(number), "data": .hex(block.bytes)]
            }
        }
    }
}

extension Station {
    /// With where its name comes from.
    var json: JSONValue {
        [
            "name": .string(name), "romanised": JSONValue(romanised),
            "romanisedReason": JSONValue(romanised == nil ? "noReading" : nil), "line": .string(line),
            "company": .string(company), "companyInEnglish": JSONValue(companyInEnglish),
            "from": JSONValue(firstDay?.description), "until": JSONValue(lastDay?.description),
            "possibleOnly": .bool(isOnlyPossible), "source": .string(source.rawValue), "note": .string(note),
        ]
    }
}
