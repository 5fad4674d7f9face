import Diagnosis
import PCSC

/// The code of PC/SC that somebody met and asks about (`inlay doctor --code`).
struct AskedCode {
    private let code: PCSCError
    /// `0x80100016`.
    let digits: String
    /// `SCARD_E_NOT_TRANSACTED`.
    let name: String
    /// What it means, in one sentence.
    let meaning: String
    /// Causes that are known to show as this code.
    let causes: [Cause]

    /// Nil when something else than a code is asked about.
    init?(_ symptom: Symptom) {
        guard case .code(let code) = symptom else { return nil }
        self.code = code
        let text = String(code.code, radix: 16, uppercase: true)
        digits = "0x" + text
        name = code.name ?? "a code without a name"
        meaning = code.meaning
        causes = Cause.all.filter { $0.sees.contains(text) }
    }

    /// Something that stands in the way now and cannot be why the code came: a driver says that it could not carry a
    /// command when service and reader are there.
    func isAside(_ finding: Finding) -> Bool {
        guard code == .notTransacted || code == .communicationError,
            finding.ending == .service || finding.ending == .reader
        else { return false }
        return !causes.contains { $0.identifier == finding.identifier }
    }
}
