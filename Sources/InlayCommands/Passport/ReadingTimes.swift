import ChipSimulation
import InlaySeams

/// Where the time of a read went, for `--timing`: by kind of command as it was measured, and as a model of a contactless
/// chip predicts it.
struct ReadingTimes: Hashable, Sendable {
    /// One exchange, without what was said.
    struct Sample: Hashable, Sendable {
        /// The four bytes of the header and the number of all bytes.
        let header: [UInt8]
        let sent: Int
        let received: Int
        let duration: Duration
    }

    /// All exchanges of one kind.
    struct Row: Hashable, Sendable {
        let name: String
        var exchanges = 0
        var sent = 0
        var received = 0
        var duration = Duration.zero
    }

    /// What the model says for one bit rate.
    struct Prediction: Hashable, Sendable {
        let rate: ContactlessTiming.BitRate
        let cost: ContactlessTiming.Cost
        /// Card, wire and this computer.
        let whole: Duration
    }

    let rows: [Row]
    let predictions: [Prediction]
    /// Card and reader, as measured.
    let card: Duration
    /// This computer.
    let own: Duration
    let source: CardConnection.Source

    init(_ samples: [Sample], whole: Duration, source: CardConnection.Source) {
        var rows: [Row] = []
        for sample in samples {
            let name = Self.name(sample.header)
            if !rows.contains(where: { $0.name == name }) { rows.append(Row(name: name)) }
            guard let index = rows.firstIndex(where: { $0.name == name }) else { continue }
            rows[index].exchanges += 1
            rows[index].sent += sample.sent
            rows[index].received += sample.received
            rows[index].duration += sample.duration
        }
        self.rows = rows
        self.source = source
        card = samples.reduce(.zero) { $0 + $1.duration }
        let own = max(.zero, whole - card)
        self.own = own
        predictions = [ContactlessTiming.BitRate.kbit106, .kbit424, .kbit848].map { rate in
            let timing = ContactlessTiming(rate)
            let cost = samples.reduce(ContactlessTiming.Cost()) {
                $0 + timing.cost(header: $1.header, command: $1.sent, answer: $1.received)
            }
            return Prediction(rate: rate, cost: cost, whole: cost.total + own)
        }
    }

    private static func name(_ header: [UInt8]) -> String {
        guard header.count == 4 else { return "other" }
        let isProtected = header[0] & 0x0C == 0x0C
        let name =
            switch header[1] {
            case 0x22: "MSE"
            case 0x2A: "VERIFY CERTIFICATE"
            case 0x82: "EXTERNAL AUTHENTICATE"
            case 0x84: "GET CHALLENGE"
            case 0x86: "GENERAL AUTHENTICATE"
            case 0x88: "INTERNAL AUTHENTICATE"
            case 0xA4: "SELECT"
            case 0xB0, 0xB1: "READ BINARY"
            case 0xC0: "GET RESPONSE"
            default: "other"
            }
        return isProtected ? name + ", protected" : name
    }

    // MARK: - For people

    func show(on output: Output) {
        output.print()
        output.print(StyledText("Timing", .strong))
        let column = 4 + (rows.map(\.name.count).max() ?? 0)
        for row in rows {
            output.print(
                StyledText("  \(row.name)").padded(column) + StyledText(Self.right(String(row.exchanges), 4))
                    + StyledText(Self.right(String(row.sent), 8))
                    + StyledText(" out", .faint) + StyledText(Self.right(String(row.received), 8))
                    + StyledText(" back", .faint)
                    + StyledText(Self.right(DurationText.milliseconds(row.duration), 13)))
        }
        output.paragraph(
            StyledText("  measured").padded(column)
                + StyledText(
                    "card and reader \(DurationText.milliseconds(card)), inlay \(DurationText.milliseconds(own))"),
            indent: column)
        for prediction in predictions {
            output.paragraph(
                StyledText("  at \(prediction.rate.rawValue) kbit/s").padded(column)
                    + StyledText(
                        "card \(DurationText.milliseconds(prediction.cost.card)), wire and reader "
                            + "\(DurationText.milliseconds(prediction.cost.wire)), inlay \(DurationText.milliseconds(own)): "
                            + "\(DurationText.milliseconds(prediction.whole))"), indent: column)
        }
        output.paragraph(
            StyledText(
                "  The lines with bit rates are computed for a contactless chip with the latencies of Docs/performance.md.",
                .faint), indent: 2)
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.count)) + text
    }

    // MARK: - For programs

    var commands: JSONValue {
        .array(
            rows.map {
                [
                    "command": .string($0.name), "exchanges": .int($0.exchanges), "bytesSent": .int($0.sent),
                    "bytesReceived": .int($0.received), "microseconds": .microseconds($0.duration),
                ]
            })
    }

    var predicted: JSONValue {
        .array(
            predictions.map {
                [
                    "kilobitsPerSecond": .int($0.rate.rawValue), "cardMicroseconds": .microseconds($0.cost.card),
                    "wireMicroseconds": .microseconds($0.cost.wire), "ownMicroseconds": .microseconds(own),
                    "waitingTimeExtensions": .int($0.cost.extensions), "microseconds": .microseconds($0.whole),
                ]
            })
    }
}
