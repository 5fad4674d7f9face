import ISO7816
import Octets

/// What a reader says about a frame that it carried, inside of an answer that ends with 9000 all the same.
package enum CarriedStatus {
    /// Why the answer holds nothing of the chip; nil where it does, and where it is no answer of this kind.
    ///
    /// A PN532 puts its status behind D541 and D543 (user manual §7.3.8, §7.3.9), a transparent session says it in its
    /// object C0 (PC/SC part 3 amendment 1).
    package static func fault(in answer: [UInt8]) -> String? {
        if answer.count >= 3, answer[0] == 0xD5, answer[1] == 0x41 || answer[1] == 0x43 {
            let status = answer[2] & 0x3F
            return status == 0 ? nil : "PN532 status \(Hex.string([status])), \(PN532Channel.meaning(status))"
        }
        guard answer.starts(with: [0xC0, 0x03]), let told = (try? TransparentAnswer(parsing: answer))?.status,
            told != .success
        else { return nil }
        return "inside the reader says \(told), \(told.meaning)"
    }
}
