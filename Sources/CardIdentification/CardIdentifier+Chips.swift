import FeliCa
import Frames
import ISO7816
import InlaySeams
import Octets

extension CardIdentifier {
    /// Asks a chip that takes frames, through the reader's dialect; where the reader has none, through its own commands.
    func askChip(_ link: any CardLink, _ technology: RadioTechnology?, _ found: inout CardIdentity) throws(CardError) {
        guard let technology, !found.families.contains(.classic) else { return }
        var identity = found
        do {
            try FrameOpening(reader: reader, time: time).withChannel(link, for: technology) {
                channel throws(CardError) in
                switch technology {
                case .iso14443A: try askType2(channel, &identity)
                case .iso15693: try askVicinity(channel, &identity)
                case .feliCa: try askFeliCa(channel, &identity)
                case .iso14443B: break
                }
            }
            found = identity
        } catch {
            found = identity
            guard error.code == .unsupported else { throw error }
            if technology == .iso14443A { try readThroughReader(link, &found) }
        }
    }

    /// One frame; a chip that is silent or a reader that garbles is no reason to stop.
    func frame(_ probe: CardProbe, _ channel: any FrameChannel) throws(CardError) -> FrameAnswer {
        guard !interruption.isRequested else { throw CardError(.cancelled, during: Step(probe.name)) }
        do {
            return try channel.exchange(probe.command, timeout: .milliseconds(100))
        } catch {
            switch error.code {
            case .transportFailed, .malformedResponse, .noAnswer, .notRecorded: return .silence
            default: throw error
            }
        }
    }

    // MARK: - Type 2

    private func askType2(_ channel: any FrameChannel, _ found: inout CardIdentity) throws(CardError) {
        let header = try frame(.type2Read, channel).octets
        if let header, header.count == 16 { takeHeader(header, .type2Read, header, &found) }
        // A chip that does not know the command falls asleep.
        let answer = try frame(.type2Version, channel)
        guard let bytes = answer.octets, let version = Type2Version(bytes) else {
            if let header, header.count == 16, !found.families.contains(.em) {
                try askMemory(channel, header, &found)
            }
            return
        }
        let size = version.size
        guard let chip = version.chip else {
            found.add(.type2Version, bytes, "a version that is not known", [.type2])
            return
        }
        found.chip = chip.name
        let isForeign = chip.maker == "NXP" && found.identifier.map { $0.count == 7 && $0.first != 0x04 } ?? false
        let doubt = isForeign ? "; the UID is not one of NXP, so it is no genuine chip" : ""
        let range = size.atLeast == size.atMost ? Count.bytes(size.atMost) : "\(size.atLeast) to \(size.atMost) bytes"
        // The code of the size stands for a range; how much a known chip has is known better.
        let own = Type2Chip.named(chip.name).map { 4 * ($0.userPages.count) }
        let words = own.map { "\($0) bytes of user memory" } ?? range
        found.add(.type2Version, bytes, "\(chip.name) of \(chip.maker), \(words)\(doubt)", [.type2, chip.family])
    }

    /// READ BINARY of PC/SC part 3 gives the first four pages where the reader passes no frames.
    private func readThroughReader(_ link: any CardLink, _ found: inout CardIdentity) throws(CardError) {
        let probe = CardProbe.readerPages
        guard let answer = try send(probe, link), answer.status == .success, answer.data.count == 16 else { return }
        takeHeader(answer.data, probe, answer.encoded, &found)
        found.evidence.append(
            .init(
                probe: "GET_VERSION", finding: "not asked: the reader passes no frames on, so the model stays unknown"))
    }

    /// Pages 0 to 3: UID with check bytes, lock bytes, capability container (14443-3 §6.5.4, T2T).
    private func takeHeader(
        _ header: [UInt8], _ probe: CardProbe, _ answer: [UInt8], _ found: inout CardIdentity
    ) {
        let first = 0x88 ^ header[0] ^ header[1] ^ header[2]
        let second = header[4] ^ header[5] ^ header[6] ^ header[7]
        // NTAG I2C has its seven bytes in one row, then SAK and ATQA (NT3H2111 §8.3.5).
        let isOneRow = found.identifier.map { $0 == Array(header[0..<7]) } ?? false
        let isRight = first == header[3] && second == header[8] || isOneRow
        if found.identifier == nil, isRight, !isOneRow { found.identifier = Array(header[0..<3] + header[4..<8]) }
        var families: Set<CardFamily> = [.type2]
        var words = "a Type 2 tag of " + (Manufacturer.name(header[0]) ?? "a maker that is not known")
        if header[0] == 0x16 {
            families.insert(.em)
            if found.chip == nil { found.chip = "EM Type 2" }
        }
        if !isRight { words += "; the check bytes of the UID are wrong, so it is no genuine chip" }
        if header[12] == 0xE1 { words += ", prepared for NDEF with \(Int(header[14]) * 8) bytes" }
        found.add(probe, answer, words, families)
    }

    // MARK: - ISO 15693

    private func askVicinity(_ channel: any FrameChannel, _ found: inout CardIdentity) throws(CardError) {
        guard let bytes = try frame(.vicinityInformation, channel).octets, bytes.count >= 10, bytes[0] & 1 == 0,
            let identifier = VicinityIdentifier(Array(bytes[2..<10]))
        else { return }
        var words = "UID \(Hex.string(identifier.bytes))"
        let flags = bytes[1]
        var place = 10 + Int(flags & 1) + Int(flags >> 1 & 1)
        if flags & 0x04 != 0, bytes.count >= place + 2 {
            words += ", \(Int(bytes[place]) + 1) blocks of \(Int(bytes[place + 1] & 0x1F) + 1) bytes"
            place += 2
        }
        let (chip, families) = identifier.chip
        found.identifier = identifier.bytes
        if let chip {
            found.chip = chip
            words += ", \(chip)"
        }
        found.add(.vicinityInformation, bytes, words, families)
    }

    // MARK: - FeliCa

    private func askFeliCa(_ channel: any FrameChannel, _ found: inout CardIdentity) throws(CardError) {
        let session = FeliCaSession(over: channel, interruption: interruption)
        let any = try session.poll(.any)
        var polled = any
        if polled == nil { polled = try session.poll(.transit) }
        guard let card = polled else { return }
        found.identifier = card.idm.bytes
        let system = card.system.map { ", system \($0.description)" } ?? ""
        found.add(
            any == nil ? .felicaTransit : .felicaSystem, card.idm.bytes + (card.pmm?.bytes ?? []),
            "a FeliCa card, IDm \(Hex.string(card.idm.bytes))\(system)",
            [.felica])
        guard let systems = try? session.requestSystemCodes(), !systems.isEmpty else { return }
        let words = systems.map { code in
            code.description + (Self.systemNames[code].map { " (\($0))" } ?? "")
        }
        found.evidence.append(
            .init(
                probe: CardProbe.felicaSystems.name, command: CardProbe.felicaSystems.command + card.idm.bytes,
                answer: systems.flatMap(\.bytes), finding: "systems " + words.joined(separator: ", "),
                families: [.felica]))
    }

    private static let systemNames: [SystemCode: String] = [
        .transit: "Japanese transit cards", .commonArea: "common area, electronic money", .lite: "FeliCa Lite",
        .ndef: "NDEF", 0x8008: "Octopus", 0x865E: "SAPICA", 0x8592: "PASPY", 0x80DE: "IruCa",
    ]
}

extension CardProbe {
    static let readerPages = CardProbe(
        "READ BINARY, pages 0 to 3", .reader, .memory14443A, [0xFF, 0xB0, 0x00, 0x00, 0x10])
}
