import ChipSimulation
import Diagnosis
import ISO7816
import Octets

/// `inlay sim serve`.
enum SimulatorServeCommand {
    private static let host = CommandOption.value("host", "NAME", "where vpcd listens (default 127.0.0.1)")
    private static let port = CommandOption.value(
        "port", "N", "on which port: 35963 is its first reader, 35964 its second (default 35963)")

    static let command = Command(
        "sim", "serve", summary: "lay a simulator on a virtual reader, for every program on this machine",
        discussion: [
            "The simulator is plugged into the PC/SC service through the driver vpcd (package vsmartcard-vpcd), so that "
                + "other programs find it as a card. Ctrl-C takes it away, with exit code 0.",
            "vpcd listens on every network interface and asks nobody who they are: use it where strangers cannot reach "
                + "the machine.",
        ],
        positional: Positional(
            placeholder: "NAME[?settings]", count: 1...1, summary: "a simulator of inlay sim list, such as passport"),
        groups: [OptionGroup(title: "Virtual reader", options: [host, port])],
        output: OptionGroup(
            title: "Output",
            options: [
                CommonOptions.quiet, CommonOptions.verbose, CommonOptions.noColor, CommonOptions.help,
            ]),
        examples: [
            ("inlay sim serve passport", "a passport on the first virtual reader"),
            ("inlay sim serve 'passport?access=bac' --port 35964", "another one on the second"),
            ("inlay sim serve 'suica?reader=acr122u'", "a transit card, on a reader with its own dialect"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let text = arguments.positionals.first ?? ""
        let (name, settings) = SimulatorEntry.named(text.hasPrefix("sim:") ? text : "sim:\(text)") ?? (text, "")
        let card = try house.simulator(name).make(settings, house.random)
        var reader = VirtualReader(host: arguments.value(host) ?? "127.0.0.1", port: try number(arguments.value(port)))
        reader.reconnects = true
        house.listen()
        do throws(VirtualReaderError) {
            let ending = try reader.serve(card.chip, until: house.interruption) { event in
                show(event, name, card, reader, output)
            }
            if ending == .cardLeft { return .done }
        } catch {
            var failure = Failure(.noService, kind: "no-virtual-reader", error.description)
            failure.concern = FailureConcern(
                symptom: .virtualReader, usualCause: "C67",
                nextStep: "inlay doctor --code virtual-reader looks closer")
            throw failure
        }
        output.note("taken away")
        return .done
    }

    private static func number(_ text: String?) throws(Failure) -> UInt16 {
        guard let text else { return VirtualReader.defaultPort }
        guard let port = UInt16(text), port > 0 else {
            throw .usage("wrong-value", "--port takes a number from 1 to 65535", remedy: "write --port 35963")
        }
        return port
    }

    private static func show(
        _ event: VirtualReader.Event, _ name: String, _ card: SimulatorEntry.Card, _ reader: VirtualReader,
        _ output: Output
    ) {
        switch event {
        case .connected: welcome(name, card, reader, output)
        case .ignored:
            output.note(
                StyledText("another card lies on this reader, ", .doubtful)
                    + StyledText("so this one waits; --port \(VirtualReader.defaultPort + 1) is the second reader"))
        case .left: output.note("the card took itself away, as its settings say")
        case .lostPower: output.note("the card lost power, as its settings say")
        case .disconnected: output.note("pcscd went away; waiting for it")
        case .answerTooLong(let count):
            output.note(StyledText("an answer of \(Count.bytes(count)) is longer than vpcd can carry", .bad))
        case .poweredOn: output.detail("powered on")
        case .poweredOff: output.detail("powered off")
        case .reset: output.detail("reset")
        case .exchanged(let command, let answer):
            // Headers and lengths only: the bodies are the document's.
            output.detail(
                StyledText(
                    "\(Hex.string(command.prefix(4)))  \(Count.bytes(command.count)) -> \(Hex.string(answer.suffix(2)))"
                        + "  \(Count.bytes(answer.count))"))
        }
    }

    private static func welcome(
        _ name: String, _ card: SimulatorEntry.Card, _ reader: VirtualReader, _ output: Output
    ) {
        output.print(
            StyledText("sim:\(name) lies on the virtual reader at \(reader.host) port \(reader.port).", .strong))
        if let lines = card.printedMRZ {
            output.print("Printed on it:")
            for line in lines { output.print(StyledText("  \(line)")) }
        }
        output.paragraph("Read it in another terminal with any program, or with \(card.reading) --reader Virtual.")
        output.paragraph(
            StyledText("Careful: ", .doubtful)
                + StyledText(
                    "vpcd listens on every network interface of this machine, and whoever connects can take the place "
                        + "of this card."))
        output.print("Ctrl-C takes it away.")
        output.flush()
    }
}
