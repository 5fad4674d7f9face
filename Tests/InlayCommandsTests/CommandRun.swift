import ISO7816
import InlaySeams
import Octets

@testable import InlayCommands

/// One run of the command line in a house made of simulators, and everything it said.
struct CommandRun {
    let code: ExitCode
    let output: String
    let errors: String

    init(
        _ words: String..., house: House = .test(), environment: [String: String] = [:], isTerminal: Bool = false,
        width: Int = 80
    ) {
        self.init(words, house: house, environment: environment, isTerminal: isTerminal, width: width)
    }

    init(
        _ words: [String], house: House = .test(), environment: [String: String] = [:], isTerminal: Bool = false,
        width: Int = 80
    ) {
        let results = Collector()
        let notes = Collector()
        let lookUp: @Sendable (String) -> String? = { environment[$0] }
        let output = Output(
            results: results.sink(isTerminal: isTerminal, width: width),
            notes: notes.sink(isTerminal: isTerminal, width: width), environment: lookUp)
        var changed = house
        if !environment.isEmpty { changed.environment = lookUp }
        let house = changed
        code = Inlay.run(words, house: { house }, on: output)
        self.output = results.text
        errors = notes.text
    }
}

/// Keeps what a sink is given.
final class Collector {
    private(set) var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func sink(isTerminal: Bool = false, width: Int = 80, isUTF8: Bool = true) -> Sink {
        Sink(isTerminal: isTerminal, width: width, isUTF8: isUTF8) { bytes in
            self.bytes += bytes
            return 0
        }
    }
}
