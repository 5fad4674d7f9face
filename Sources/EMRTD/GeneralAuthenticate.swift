import ISO7816
import Octets

/// The chained GENERAL AUTHENTICATE commands of PACE (9303-11 §4.4.4.2, §9.3.2).
struct GeneralAuthenticate {
    let channel: any CardChannel
    let password: PACEPassword

    /// Sends one step and returns the data objects in its answer. Empty data is no objects: the answer to the second
    /// step of the integrated mapping says nothing.
    func step(
        _ number: Int, sending object: (tag: Tag, value: [UInt8])?, last: Bool = false
    ) throws(CardError) -> Answer {
        let step = Step("PACE step \(number): GENERAL AUTHENTICATE")
        let body = object.map { TLV.encode($0.tag, $0.value) } ?? []
        let response = try channel.transmit(
            CommandAPDU(
                cla: last ? 0x00 : 0x10, ins: 0x86, data: TLV.encode(0x7C, body), expected: .asMuchAsPossible))
        guard response.status == .success else { throw refusal(response.status, number, last: last) }
        guard !response.data.isEmpty else { return Answer(step: step, objects: []) }
        do {
            var outer = TLVReader(response.data, in: "dynamic authentication data")
            var inner = try outer.next(0x7C).contents("dynamic authentication data")
            return Answer(step: step, objects: try inner.all())
        } catch {
            throw CardError(.malformedResponse, during: step, underlying: error)
        }
    }

    /// The data objects of one answer.
    struct Answer {
        let step: Step
        let objects: [TLV]

        /// The contents of the object with `tag`; throws when it is missing.
        func value(_ tag: Tag) throws(CardError) -> [UInt8] {
            guard let value = optional(tag) else {
                throw CardError(.malformedResponse, during: step, detail: "data object \(tag) is missing")
            }
            return value
        }

        func optional(_ tag: Tag) -> [UInt8]? { objects.first { $0.tag == tag }.map { Array($0.value) } }
    }

    /// Before the last step the chip knows nothing about the password; 6300 there is another fault.
    private func refusal(_ status: StatusWord, _ number: Int, last: Bool) -> CardError {
        let refusal = AccessRefusal(status, at: .generalAuthenticate(number), password: password)
        let isSecret = last && (status == 0x6300 || status.triesLeft != nil)
        return refusal.error(isSecret ? .authenticationFailed : nil)
    }
}
