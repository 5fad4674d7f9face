import ChipSimulation
import FeliCa
import Foundation
import Frames
import ISO7816
import InlaySeams
import Octets
import Testing
import TransitCardSimulator

/// Real cards that their owners published, in a simulated chip, through every dialect; and transcripts of real readers.
@Suite(.enabled(if: Corpus.isThere, Corpus.notice))
struct PublishedCardTests {
    /// Blocks by card and service, in order.
    private func cards() throws -> [String: [UInt16: [[UInt8]]]] {
        var cards: [String: [UInt16: [[UInt8]]]] = [:]
        for line in try Corpus.lines("felica/blocks.tsv").dropFirst() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count > 4, fields[0].contains("farebot"), let service = UInt16(fields[2], radix: 16) else {
                continue
            }
            cards[String(fields[1]), default: [:]][service, default: []].append(try Hex.bytes(String(fields[4])))
        }
        return cards
    }

    @Test func `three published cards come out of every reader as they went in`() throws {
        let cards = try cards()
        #expect(cards.count == 3)
        var count = 0
        for (name, services) in cards {
            let system = FeliCaSystem(0x0003, services.map { FeliCaService($0.key, $0.value) })
            let wanted = services.map { BlockRequest(ServiceCode($0.key), count: $0.value.count) }
            for model in SimulatedReaderModel.allCases where model.passesFrames {
                let chip = FeliCaChip(idm: [1, 2, 3, 4, 5, 6, 7, 8], systems: [system])
                let link = SimulatedLink(SimulatedReader(model, chip: chip), limits: .short)
                let opening = FrameOpening(reader: "", memory: nil, time: .fixed(Moment(secondsSince1970: 0)))
                let reading = try opening.withChannel(link) { channel throws(CardError) in
                    let session = FeliCaSession(over: channel)
                    _ = try session.poll(.transit)
                    return session.read(wanted)
                }
                #expect(reading.isComplete, "\(name) on \(model.rawValue)")
                for service in reading.services {
                    #expect(service.blocks.map(\.bytes) == services[service.service.rawValue])
                    count += service.blocks.count
                }
            }
        }
        let published = cards.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } }
        #expect(published > 60)
        #expect(count == published * (SimulatedReaderModel.allCases.count(where: \.passesFrames)))
    }

    @Test func `the FeliCa answers in published transcripts of readers are found in them, with their flags`() throws {
        var found: [String: [String]] = [:]
        for line in try Corpus.lines("tags/reader_transcripts.jsonl") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let id = object?["id"] as? String, let steps = object?["steps"] as? [[String: String]] else {
                continue
            }
            for step in steps {
                let answer = try Hex.bytes(step["rx"] ?? "")
                // Whatever the dialect, the card's frame stands somewhere in front of the status word.
                for start in answer.indices {
                    guard let frame = try? FeliCaFrame(parsing: Array(answer[start...].dropLast(2))),
                        frame.code == 0x07,
                        frame.parameters.count >= 10
                    else { continue }
                    let flags = StatusFlags(frame.parameters[8], frame.parameters[9])
                    found[id, default: []].append("\(flags)")
                }
            }
        }
        #expect(found["acr1252-felica"] == ["01 A6"])
        #expect(found["rcs300-transparent"] == ["01 A6"])
    }
}
