import FeliCa
import Frames
import ISO7816
import Octets
import ReaderKnowledge

/// A FeliCa card made of tables, behind a channel that hands frames over as they are.
final class FakeFeliCa: FrameChannel {
    struct System {
        var code: UInt16
        var idm: [UInt8]
        /// Readable services.
        var services: [UInt16: [Block]] = [:]
        /// Services that want a key.
        var locked: Set<UInt16> = []
        /// Answers only when it is polled for by name.
        var isShy = false
    }

    let dialect = ReaderDialect.transparent
    let technology = RadioTechnology.feliCa
    let limits = FrameLimits(maximumFrame: 254, maximumAnswer: 254)
    let choosesSystems = true
    var systems: [System]
    var blockLimit = 12
    /// Exchanges after which the card is gone.
    var lifetime = Int.max
    /// False for a chip that does not say which systems and services it has.
    var tellsStructure = true
    private(set) var codes: [UInt8] = []
    /// Services that were asked for in reads.
    private(set) var servicesRead: Set<UInt16> = []

    init(_ systems: [System]) { self.systems = systems }

    func restart() throws(CardError) {}
    func close() {}

    func exchange(_ frame: [UInt8], timeout: Duration) throws(CardError) -> FrameAnswer {
        guard codes.count < lifetime else { throw CardError(.cardRemoved, during: "exchange") }
        let code = frame[1]
        codes.append(code)
        if code == 0x00 { return polling(frame) }
        guard let system = systems.first(where: { Array(frame[2..<10]) == $0.idm }) else { return .silence }
        let rest = Array(frame.dropFirst(10))
        switch code {
        case 0x02:
            let nodes = stride(from: 1, to: rest.count, by: 2).map { UInt16(rest[$0]) | UInt16(rest[$0 + 1]) << 8 }
            let versions = nodes.flatMap { node -> [UInt8] in
                system.locked.contains(node) || system.services[node] != nil ? [0x01, 0x00] : [0xFF, 0xFF]
            }
            return answer(0x03, system.idm + [UInt8(nodes.count)] + versions)
        case 0x06: return read(rest, system)
        case 0x0A where tellsStructure:
            let index = Int(rest[0]) | Int(rest[1]) << 8
            let nodes = (Array(system.services.keys) + system.locked).sorted()
            guard index < nodes.count else { return answer(0x0B, system.idm + [0xFF, 0xFF]) }
            return answer(0x0B, system.idm + [UInt8(nodes[index] & 0xFF), UInt8(nodes[index] >> 8)])
        case 0x0C where tellsStructure:
            return answer(
                0x0D,
                system.idm + [UInt8(systems.count)] + systems.flatMap { [UInt8($0.code >> 8), UInt8($0.code & 0xFF)] })
        default: return .silence
        }
    }

    private func polling(_ frame: [UInt8]) -> FrameAnswer {
        let wanted = SystemCode(UInt16(frame[2]) << 8 | UInt16(frame[3]))
        let found = systems.first { system in
            wanted.matches(SystemCode(system.code)) && (!system.isShy || wanted.rawValue == system.code)
        }
        guard let found else { return .silence }
        let name = frame[4] == 1 ? [UInt8(found.code >> 8), UInt8(found.code & 0xFF)] : []
        return answer(0x01, found.idm + [0x10, 0x0B, 0x4B, 0x42, 0x84, 0x85, 0xD0, 0xFF] + name)
    }

    private func read(_ rest: [UInt8], _ system: System) -> FrameAnswer {
        let count = Int(rest[0])
        let services = (0..<count).map { UInt16(rest[1 + 2 * $0]) | UInt16(rest[2 + 2 * $0]) << 8 }
        servicesRead.formUnion(services)
        let elements = Array(rest.dropFirst(2 + 2 * count))
        guard elements.count / 2 <= blockLimit else { return answer(0x07, system.idm + [0xFF, 0xA2]) }
        var data: [UInt8] = []
        for place in stride(from: 0, to: elements.count, by: 2) {
            let service = services[Int(elements[place] & 0x0F)]
            guard let blocks = system.services[service] else {
                return answer(0x07, system.idm + [0x01, system.locked.contains(service) ? 0xA5 : 0xA6])
            }
            let number = Int(elements[place + 1])
            guard number < blocks.count else { return answer(0x07, system.idm + [0x01, 0xA8]) }
            data += blocks[number].bytes
        }
        return answer(0x07, system.idm + [0x00, 0x00, UInt8(elements.count / 2)] + data)
    }

    private func answer(_ code: UInt8, _ body: [UInt8]) -> FrameAnswer { .bytes([UInt8(body.count + 2), code] + body) }
}
