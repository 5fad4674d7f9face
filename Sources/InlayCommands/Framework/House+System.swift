import Diagnosis
import Glibc
import InlaySeams

extension House {
    /// Of the process: PC/SC, the system's clock and randomness, standard input.
    static func system() -> House {
        var house = House(
            readers: PCSCReaders(interruption: Signals.interruption), simulators: SimulatorEntry.all,
            environment: Inlay.environment, input: .system, interruption: Signals.interruption,
            listen: Signals.listen, resume: Signals.resume, time: .system, random: .system, pictures: .system,
            machine: .system(interruption: Signals.interruption))
        house.announce = { text in
            let line = Array(TerminalText.escaped(text).utf8) + [UInt8(ascii: "\n")]
            _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
        return house
    }
}
