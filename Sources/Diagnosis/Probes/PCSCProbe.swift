import ISO7816
import InlaySeams
import PCSC

/// Asks PC/SC, with a limit for every call. Looks at readers and never connects to a card.
enum PCSCProbe {
    /// `expectsReader`: a reader is plugged in, so an empty list is asked for again after a pause.
    static func look(at machine: Machine, expectsReader: Bool) -> PCSCFacts {
        var facts = PCSCFacts()
        let context: PCSCContext
        do throws(CardError) {
            context = try PCSCContext(
                functions: machine.pcsc, timeLimit: machine.patience, interruption: machine.interruption)
        } catch {
            facts.establish = outcome(error)
            return facts
        }
        list(context, machine, into: &facts)
        if expectsReader, facts.readers.isEmpty, facts.list == .refused(.noReadersAvailable) {
            // Some readers need a moment after the service has started.
            facts.waitedForReaders = true
            for _ in 0..<6 where facts.readers.isEmpty && !machine.interruption.isRequested {
                machine.pause(.milliseconds(500))
                list(context, machine, into: &facts)
            }
        }
        return facts
    }

    private static func list(_ context: PCSCContext, _ machine: Machine, into facts: inout PCSCFacts) {
        let names: [String]
        do throws(CardError) {
            names = try context.readers(timeLimit: machine.patience, interruption: machine.interruption)
            facts.list = .done
        } catch {
            facts.list = outcome(error)
            return
        }
        do throws(CardError) {
            facts.readers = try context.states(
                of: names, timeLimit: machine.patience, interruption: machine.interruption)
        } catch {
            facts.states = outcome(error)
        }
    }

    /// How a call ended that threw.
    static func outcome(_ error: CardError) -> PCSCFacts.Outcome {
        if let code = error.underlying as? PCSCError { return .refused(code) }
        return error.code == .malformedResponse ? .refused(.communicationDataLost) : .hung
    }
}
