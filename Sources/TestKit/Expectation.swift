import ISO7816
import Octets

/// Judging what came.
enum Expectation {
    /// Passes for these status words.
    static func status(_ response: ResponseAPDU, _ wanted: StatusWord...) -> TestPlan.Outcome {
        if wanted.contains(response.status) { return .passed }
        let words = wanted.map(\.description).joined(separator: " or ")
        return .failed("\(words) is expected, \(response.status) came (\(response.status.meaning))")
    }

    /// What became of an attempt without access: 6A82 says that there is no such file, and then nothing can be told.
    static func withheld(_ response: ResponseAPDU, _ wanted: StatusWord...) -> TestPlan.Outcome {
        guard response.data.isEmpty else { return .failed("\(response.data.count) bytes of it came") }
        if response.status == 0x6A82 { return .skipped("the chip has no such file, or does not say") }
        if wanted.contains(response.status) { return .passed }
        let words = wanted.map(\.description).joined(separator: " or ")
        return .failed("\(words) is expected, \(response.status) came (\(response.status.meaning))")
    }

    /// Passes for a checking error of ISO/IEC 7816-4 without data: SW1 from 67 to 6F.
    static func checkingError(_ response: ResponseAPDU) -> TestPlan.Outcome {
        guard response.data.isEmpty else { return .failed("\(response.data.count) bytes of data came with an error") }
        if (0x67...0x6F).contains(response.status.sw1) { return .passed }
        return .failed("a checking error is expected, \(response.status) came (\(response.status.meaning))")
    }

    /// Passes for a refusal: a checking error, or an authentication that failed.
    static func refusal(_ response: ResponseAPDU) -> TestPlan.Outcome {
        response.status.sw1 == 0x63 ? .passed : checkingError(response)
    }

    /// Passes for 9000 and data that begin so.
    static func data(_ response: ResponseAPDU, beginning: UInt8) -> TestPlan.Outcome {
        guard response.status == .success || response.status == 0x6282 else {
            return .failed("9000 is expected, \(response.status) came (\(response.status.meaning))")
        }
        guard let first = response.data.first else { return .failed("no data came") }
        guard first == beginning else {
            return .failed("the data begin with \(Hex.string([first])) and not with \(Hex.string([beginning]))")
        }
        return .passed
    }
}

extension ResponseAPDU {
    /// The card refuses length, parameters, instruction or class, whatever is asked for.
    var refusesForm: Bool {
        guard data.isEmpty else { return false }
        return status.correctLength != nil
            || [0x6700, 0x6A81, 0x6A86, 0x6B00, 0x6D00, 0x6E00].contains(status)
    }
}
