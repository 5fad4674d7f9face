public import ChipSimulation
public import ISO7816
public import InlaySeams

/// A Type 2 chip made of software: memory of four-byte pages, one-time bits, locks, a password or a key, counters.
///
/// Locks and one-time bits stay for the life of the object, as they do on silicon: no reset takes them back.
public final class Type2Tag: FrameChipSimulator {
    /// What is known of a chip in the field (14443-3 §6.3, and the state diagrams of the data sheets).
    enum State: Hashable {
        /// Not selected; REQA wakes it.
        case idle
        /// Selected.
        case active
        /// Selected, and the password or key was shown.
        case authenticated
        /// Asleep; only WUPA wakes it.
        case halted
    }

    /// A command that has a second part.
    enum Pending: Hashable {
        case compatibilityWrite(page: Int)
        case sectorSelect
        /// AUTHENTICATE: what the chip drew, and what it sent of it.
        case challenge(drawn: [UInt8], sent: [UInt8])
    }

    /// The chip.
    public let model: Type2Model
    /// UID.
    public let identifier: [UInt8]
    /// All pages of sector 0 and of sector 1, as they are stored.
    public internal(set) var memory: [UInt8]
    /// Counters of 24 bits: three, or the one of NTAG21x at 2.
    public internal(set) var counters: [Int] = [0, 0, 0]
    /// Wrong passwords in a row.
    public internal(set) var failedTries = 0
    /// The loop of a TagTamper chip: C closed, O open, I not measured; and the message once it was open.
    var tamper: (message: [UInt8], state: UInt8) = ([0, 0, 0, 0], 0x43)

    var state = State.idle
    var pending: Pending?
    var sector = 0
    /// READ counts once in each field.
    var hasCounted = false
    /// Lock bits, and key, as they were at the last activation.
    var activeLocks: [UInt8] = [0, 0, 0]
    var activeKey: [UInt8] = []
    /// CFGLCK as it was when the field came.
    var isConfigurationLocked = false
    /// Added to the 16-bit counter when the field comes.
    var waitingCount = 0
    /// True before the chip went to sleep since it was selected the last time.
    private var wasHalted = false
    let signature: [UInt8]
    let random: RandomSource

    /// A new chip of this model. Another UID than the model's own has no signature.
    public init(_ model: Type2Model, identifier: [UInt8]? = nil, random: RandomSource = .system) {
        self.model = model
        let number = Array(((identifier ?? model.identifier) + [UInt8](repeating: 0, count: 7)).prefix(7))
        self.identifier = number
        self.random = random
        signature = number == model.identifier ? model.signature : [UInt8](repeating: 0, count: 32)
        memory = [UInt8](repeating: 0, count: 4 * (model.pageCount + model.secondSector))
        let header: [UInt8] =
            model.hasCheckBytes
            ? number.prefix(3) + [0x88 ^ number[0] ^ number[1] ^ number[2]] + number.suffix(4)
                + [number[3] ^ number[4] ^ number[5] ^ number[6], 0x48]
            : number + [0x00, 0x44, 0x00]
        memory.replaceSubrange(0..<10, with: header)
        put(model.container, at: 3)
        put(model.data, at: 4)
        if let page = model.configuration { put(model.configurationData, at: page) }
        if let locks = model.locks { put([0, 0, 0, locks.lastByte], at: locks.page) }
    }

    /// Stores bytes from a page on, as a maker does; no lock hinders it.
    func put(_ bytes: [UInt8], at page: Int) {
        let start = 4 * page
        let count = min(bytes.count, max(0, memory.count - start))
        if count > 0 { memory.replaceSubrange(start..<start + count, with: bytes.prefix(count)) }
    }

    /// ISO/IEC 14443 type A.
    public var technology: RadioTechnology { .iso14443A }
    /// Two cascade levels, no anticollision trouble; SAK 00: neither ISO 14443-4 nor anything else.
    public var activation: ChipActivation? { ChipActivation(answerToRequest: 0x0044, selectAcknowledge: 0x00) }

    /// Power comes: IDLE.
    public func fieldOn() {
        state = .idle
        wasHalted = false
        hasCounted = false
        pending = nil
        isConfigurationLocked = hasAccessByte && accessByte & 0x40 != 0
        if let page = model.counterPage, waitingCount > 0 {
            let value = min(0xFFFF, Int(memory[4 * page]) + Int(memory[4 * page + 1]) << 8 + waitingCount)
            put([UInt8(value & 0xFF), UInt8(value >> 8)], at: page)
            waitingCount = 0
        }
    }

    /// REQA or WUPA, anticollision, SELECT.
    public func select(wakingHalted: Bool) -> Bool {
        guard state != .halted || wakingHalted else { return false }
        wasHalted = state == .halted
        state = .active
        pending = nil
        sector = 0
        if let locks = model.locks { activeLocks = Array(page(locks.page).prefix(3)) }
        if model.commands.contains(.tripleDES), let page = model.configuration {
            activeKey = Array(memory[4 * (page + 2)..<4 * (page + 6)])
        }
        return true
    }

    /// Answers a frame.
    public func handle(frame: [UInt8]) -> FrameAnswer {
        guard state == .active || state == .authenticated else { return .silence }
        let answer = pending == nil ? first(frame) : second(frame)
        switch answer {
        case .nibble(0xA), .bytes: return answer
        case .nibble:
            fallAsleep()
            return answer
        // A passive acknowledgement is silence as well: SECTOR_SELECT says so by staying awake.
        case .silence: return .silence
        }
    }

    /// After an error the chip waits where it came from.
    func fallAsleep() {
        state = wasHalted ? .halted : .idle
        pending = nil
    }

    /// A frame that is nothing to this chip: it falls back without a word.
    func ignore() -> FrameAnswer {
        fallAsleep()
        return .silence
    }

    // MARK: - Memory

    /// A page of the present sector.
    func page(_ number: Int) -> [UInt8] {
        let start = 4 * (sector == 0 ? number : model.pageCount + number)
        return start + 4 <= memory.count ? Array(memory[start..<start + 4]) : []
    }

    var hasAccessByte: Bool { model.configuration != nil && !model.commands.contains(.tripleDES) }

    /// ACCESS in CFG1.
    var accessByte: UInt8 { model.configuration.map { memory[4 * ($0 + 1)] } ?? 0 }

    /// First page that needs a password or key; behind all pages without.
    var firstProtected: Int {
        guard let page = model.configuration else { return .max }
        if model.commands.contains(.tripleDES) { return Int(memory[4 * page]) }
        let first = Int(memory[4 * page + 3])
        return first < model.pageCount ? first : .max
    }

    /// True when protected pages cannot even be read.
    var protectsReading: Bool {
        guard let page = model.configuration else { return false }
        return model.commands.contains(.tripleDES) ? memory[4 * (page + 1)] & 1 == 0 : accessByte & 0x80 != 0
    }

    /// Pages that may be read now, from 0.
    var readableCount: Int {
        if sector != 0 {
            return state != .authenticated && protectsReading && firstProtected != .max ? 0 : model.secondSector
        }
        guard state != .authenticated, protectsReading else { return model.readablePages }
        return min(firstProtected, model.readablePages)
    }

    /// A page as it is read: password and key never come out, and mirrored digits stand over the memory.
    func shown(_ number: Int) -> [UInt8] {
        var bytes = page(number)
        guard sector == 0, let configuration = model.configuration else { return bytes }
        if hasAccessByte, number == configuration + 2 || number == configuration + 3 { return [0, 0, 0, 0] }
        for (place, digit) in mirror where place / 4 == number { bytes[place % 4] = digit }
        return bytes
    }

    /// Digits that stand over the user memory, by their place in it (NT2H1311 §8.7).
    private var mirror: [(Int, UInt8)] {
        guard let page = model.configuration, hasAccessByte else { return [] }
        let control = memory[4 * page]
        let first = Int(memory[4 * page + 2])
        guard first >= 4, control >> 6 != 0, model.commands.contains(.readCounter) else { return [] }
        let number = identifier.flatMap(Self.digits)
        let count = [16, 8, 0].flatMap { Self.digits(UInt8(counters[2] >> $0 & 0xFF)) }
        let shows = isCounting && (accessByte & 0x08 == 0 || state == .authenticated)
        let text: [UInt8] =
            switch control >> 6 {
            case 1: number
            case 2: shows ? count : []
            default: number + (shows ? [0x78] + count : [])
            }
        let start = 4 * first + Int(control >> 4 & 3)
        return text.enumerated().map { (start + $0.offset, $0.element) }
    }

    private static func digits(_ byte: UInt8) -> [UInt8] {
        [byte >> 4, byte & 0x0F].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
    }

    /// NFC_CNT_EN.
    var isCounting: Bool { model.commands.contains(.readCounter) && accessByte & 0x10 != 0 }
}
