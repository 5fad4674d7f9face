import CardIdentification

/// What bytes a step can send: for each place what can stand there, as far as places are known.
struct CommandPattern: Hashable, Sendable {
    /// What can stand at each place from the first.
    private(set) var places: [ClosedRange<UInt8>] = []
    /// True when bytes of unknown number follow.
    private(set) var isOpen = false

    private static let anything: ClosedRange<UInt8> = 0...0xFF

    private init(places: [ClosedRange<UInt8>], isOpen: Bool) {
        self.places = places
        self.isOpen = isOpen
    }

    /// What `template` can send with values of `parameters`; another name can be anything, of any length. What `values`
    /// has stands there as it is, and a page that is named has the number that it has on `chip`.
    init(
        _ template: PresetTemplate, _ parameters: [PresetParameter], values: [String: [UInt8]] = [:],
        chip: Type2Chip? = nil
    ) {
        self.init(template.elements, parameters, values, chip)
    }

    private init(
        _ elements: [PresetTemplate.Element], _ parameters: [PresetParameter], _ values: [String: [UInt8]],
        _ chip: Type2Chip?
    ) {
        for element in elements {
            guard !isOpen else { return }
            if let known = try? PresetTemplate.encoded([element], values, chip) {
                places += known.map { $0...$0 }
                continue
            }
            switch element {
            case .bytes(let bytes): places += bytes.map { $0...$0 }
            case .page: places.append(Self.anything)
            case .counted(let inner):
                let contents = CommandPattern(inner, parameters, values, chip)
                let count = UInt8(exactly: contents.places.count)
                places.append(contents.isOpen ? Self.anything : count.map { $0...$0 } ?? Self.anything)
                places += contents.places
                isOpen = contents.isOpen
            case .value(let name, let changes):
                guard let parameter = parameters.first(where: { $0.name == name }), let count = parameter.byteCount
                else {
                    isOpen = true
                    return
                }
                if changes.isEmpty, case .number(bytes: 1, _, let range) = parameter.kind {
                    let low = UInt8(clamping: range.lowerBound)
                    places.append(low...max(low, UInt8(clamping: range.upperBound)))
                } else {
                    places += Array(repeating: Self.anything, count: count)
                }
            }
        }
    }

    /// What the steps of `preset` can send. What is kept from an answer can be anything, of the length that is kept.
    static func patterns(
        of preset: CommandPreset, values: [String: [UInt8]] = [:], chip: Type2Chip? = nil
    ) -> [CommandPattern] {
        var lengths: [String: Set<Int>] = [:]
        for alternative in preset.steps.flatMap(\.reply.alternatives) {
            guard case .bytes(let elements) = alternative else { continue }
            for case .any(let count, let name?) in elements { lengths[name, default: []].insert(count) }
        }
        let kept = lengths.compactMap { name, counts -> PresetParameter? in
            guard counts.count == 1, let count = counts.first else { return nil }
            return PresetParameter(name: name, kind: .bytes(count...count), words: "")
        }
        return preset.steps.map { CommandPattern($0.template, preset.parameters + kept, values: values, chip: chip) }
    }

    /// What can stand at a place; nil where nothing can.
    func possible(_ place: Int) -> ClosedRange<UInt8>? {
        place >= 0 && place < places.count ? places[place] : isOpen ? Self.anything : nil
    }

    /// The byte at a place, where it can be no other.
    func byte(_ place: Int) -> UInt8? {
        possible(place).flatMap { $0.lowerBound == $0.upperBound ? $0.lowerBound : nil }
    }

    /// True when `byte` can stand at a place.
    func canBe(_ byte: UInt8, at place: Int) -> Bool { possible(place)?.contains(byte) ?? false }

    /// True when one of `bytes` can stand at a place.
    func canBe(_ bytes: Set<UInt8>, at place: Int) -> Bool { bytes.contains { canBe($0, at: place) } }

    /// True when exactly these bytes stand from `place` on.
    func holds(_ bytes: [UInt8], at place: Int = 0) -> Bool {
        bytes.enumerated().allSatisfy { byte(place + $0.offset) == $0.element }
    }

    /// The pattern from `place` on.
    func dropFirst(_ place: Int) -> CommandPattern {
        CommandPattern(places: Array(places.dropFirst(place)), isOpen: isOpen)
    }

    /// Command data of an APDU, short or extended (7816-3 §12.1.3), without Le where it can be told.
    var commandData: CommandPattern {
        let none = CommandPattern(places: [], isOpen: false)
        // Four bytes have no data, five an Le only.
        guard isOpen || places.count > 5 else { return none }
        switch byte(4) {
        case 0?:
            // Lc of three bytes; seven bytes are a header with an Le of three.
            guard isOpen || places.count > 7 else { return none }
            guard let high = byte(5), let low = byte(6) else { return dropFirst(7) }
            return dropFirst(7).prefix(Int(high) << 8 | Int(low))
        case let count?: return dropFirst(5).prefix(Int(count))
        case nil: return dropFirst(5)
        }
    }

    private func prefix(_ count: Int) -> CommandPattern {
        CommandPattern(places: Array(places.prefix(count)), isOpen: isOpen && places.count < count)
    }
}

extension PresetParameter {
    /// How many bytes its value has, where that is fixed.
    fileprivate var byteCount: Int? {
        switch kind {
        case .number(let bytes, _, _): bytes
        case .identifier(let count, _): count
        case .bytes(let range), .secret(let range): range.count == 1 ? range.lowerBound : nil
        }
    }
}
