import ISO7816
import PCSC

/// Connects to the card, which powers it: only when the user asked for it.
enum ConnectionProbe {
    static func look(at machine: Machine, reader: String) -> ConnectionFacts? {
        // A foreign transaction keeps a connection waiting for ever, so it is waited for as long as for anything else.
        do throws(CardError) {
            let context = try PCSCContext(
                functions: machine.pcsc, timeLimit: machine.patience, interruption: machine.interruption)
            let link = try context.connect(to: reader, timeLimit: machine.patience, interruption: machine.interruption)
            link.disconnect(.leave)
            return ConnectionFacts(reader: reader, outcome: .done)
        } catch {
            guard error.code != .cancelled else { return nil }
            return ConnectionFacts(reader: reader, outcome: PCSCProbe.outcome(error))
        }
    }
}
