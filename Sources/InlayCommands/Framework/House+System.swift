import Glibc
import InlaySeams

extension House {
    /// Of the process: PC/SC, the system's clock and randomness, standard input.
    static func system() -> House {
        House(
            readers: PCSCReaders(), simulators: [], environment: Inlay.environment, input: .system,
            interruption: .never, time: .system, random: .system)
    }
}
