public import ChipSimulation
public import ISO7816
import Octets

/// A FeliCa chip made of software (JIS X 6319-4). It can be read without keys; nothing can be written.
///
/// What it does not understand, and what is addressed to another card, it leaves unanswered.
public final class FeliCaChip: FrameChipSimulator {
    /// Its systems; the first is number 0.
    public let systems: [FeliCaSystem]
    /// How it behaves.
    public let traits: ChipTraits
    /// IDm of the system with number 0.
    public let idm: [UInt8]
    /// What a phone with this chip in it looks like to those who do not poll for it.
    public let otherAnswerToReset: [UInt8]?
    /// Time that the last answer took.
    public private(set) var answerTime = Duration.zero
    /// Commands that were answered, or would have been but for a status flag.
    public private(set) var commands: [[UInt8]] = []

    /// A chip. `idm` has 8 octets; the high half of the first is replaced by the number of each system.
    public init(
        idm: [UInt8], systems: [FeliCaSystem], traits: ChipTraits = ChipTraits(), otherAnswerToReset: [UInt8]? = nil
    ) {
        self.idm = Array((idm + [UInt8](repeating: 0, count: 8)).prefix(8))
        self.systems = Array(systems.prefix(16))
        self.traits = traits
        self.otherAnswerToReset = otherAnswerToReset
    }

    /// FeliCa.
    public var technology: RadioTechnology { .feliCa }

    /// None: FeliCa has no anticollision but the polling.
    public var identifier: [UInt8] { [] }

    /// The memory is all there is.
    public func fieldOn() {}

    /// IDm of the system with this number.
    public func idm(ofSystem number: Int) -> [UInt8] {
        [UInt8(number & 0x0F) << 4 | idm[0] & 0x0F] + idm.dropFirst()
    }

    /// Answers a frame.
    public func handle(frame: [UInt8]) -> FrameAnswer {
        guard frame.count >= 2, Int(frame[0]) == frame.count else { return .silence }
        let code = frame[1]
        let parameters = Array(frame.dropFirst(2))
        guard let answer = code == 0x00 ? poll(parameters) : handle(code, parameters) else { return .silence }
        commands.append(frame)
        answerTime += traits.delay
        return .bytes([UInt8(answer.count + 2), code + 1] + answer)
    }

    /// Takes the time that reading `count` blocks may take.
    func take(_ count: Int) { answerTime = traits.declaredTime(5, count: count) }

    // MARK: - Polling

    private func poll(_ parameters: [UInt8]) -> [UInt8]? {
        guard parameters.count == 4, [0x00, 0x01, 0x03, 0x07, 0x0F].contains(parameters[3]), parameters[2] <= 2 else {
            return nil
        }
        let isWildcard = parameters[0] == 0xFF || parameters[1] == 0xFF
        guard !isWildcard || !traits.needsExplicitPolling, parameters[2] == 0 || !traits.refusesRequestCode else {
            return nil
        }
        let number = systems.firstIndex { system in
            zip(parameters, [UInt8(system.code >> 8), UInt8(system.code & 0xFF)]).allSatisfy { $0 == 0xFF || $0 == $1 }
        }
        guard let number else { return nil }
        // 2.417 ms, then one of the time slots of 1.208 ms each: here always the first.
        answerTime = .microseconds(2417)
        let code = systems[number].code
        // 01: the system code. 02: communication performance, 212 and 424 kbit/s.
        let extra: [UInt8] =
            parameters[2] == 1 ? [UInt8(code >> 8), UInt8(code & 0xFF)] : parameters[2] == 2 ? [0x00, 0x83] : []
        return idm(ofSystem: number) + traits.parameters + extra
    }

    // MARK: - Commands to one system

    private func handle(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8]? {
        guard parameters.count >= 8 else { return nil }
        let addressed = Array(parameters.prefix(8))
        guard let number = systems.indices.first(where: { idm(ofSystem: $0) == addressed }) else { return nil }
        let body = Array(parameters.dropFirst(8))
        let answer: [UInt8]?
        switch code {
        case 0x02: answer = requestService(body, systems[number])
        case 0x04:
            answerTime = traits.declaredTime(3, count: 0)
            answer = body.isEmpty ? [0x00] : nil
        case 0x06: answer = read(body, systems[number])
        case 0x0A: answer = traits.tellsStructure ? search(body, systems[number]) : nil
        case 0x0C:
            answerTime = traits.declaredTime(3, count: 0)
            let codes = systems.flatMap { [UInt8($0.code >> 8), UInt8($0.code & 0xFF)] }
            answer = traits.tellsStructure && body.isEmpty ? [UInt8(systems.count)] + codes : nil
        default: answer = nil
        }
        return answer.map { addressed + $0 }
    }

    /// Key versions: 0001 for what there is, FFFF for what there is not.
    private func requestService(_ body: [UInt8], _ system: FeliCaSystem) -> [UInt8]? {
        guard let count = body.first, (1...32).contains(count), body.count == 1 + 2 * Int(count) else { return nil }
        answerTime = traits.declaredTime(2, count: Int(count))
        let versions = stride(from: 1, to: body.count, by: 2).flatMap { index -> [UInt8] in
            let node = UInt16(body[index]) | UInt16(body[index + 1]) << 8
            let exists = system.services.contains { $0.code == node } || system.areas.contains { $0.first == node }
            return exists ? [0x01, 0x00] : [0xFF, 0xFF]
        }
        return [count] + versions
    }

    private func search(_ body: [UInt8], _ system: FeliCaSystem) -> [UInt8]? {
        guard body.count == 2 else { return nil }
        answerTime = traits.declaredTime(3, count: 0)
        let index = Int(body[0]) | Int(body[1]) << 8
        if index < system.areas.count {
            let area = system.areas[index]
            return [area.first, area.last].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        guard index - system.areas.count < system.services.count else { return [0xFF, 0xFF] }
        let code = system.services[index - system.areas.count].code
        return [UInt8(code & 0xFF), UInt8(code >> 8)]
    }
}
