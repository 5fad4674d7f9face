import ISO7816
import Octets

/// The chained GENERAL AUTHENTICATE commands of PACE (9303-11 §4.4.4.2, §9.3.2).
struct GeneralAuthenticate {
    let channel: any CardChannel

    /// Sends one step and returns the contents of the data object `receiving` in its answer.
    func step(
        _ number: Int, sending object: (tag: Tag, value: [UInt8])?, receiving: Tag, last: Bool
    ) throws(CardError) -> [UInt8] {
        let step = Step("PACE step \(number): GENERAL AUTHENTICATE")
        let body = object.map { TLV.encode($0.tag, $0.value) } ?? []
        let response = try channel.transmit(
            CommandAPDU(
                cla: last ? 0x00 : 0x10, ins: 0x86, data: TLV.encode(0x7C, body), expected: .asMuchAsPossible))
        guard response.status == .success else { throw refusal(response.status, during: step, last: last) }
        do {
            var outer = TLVReader(response.data, in: "dynamic authentication data")
            let template = try outer.next(0x7C)
            var inner = try template.contents("dynamic authentication data")
            while !inner.isAtEnd {
                let found = try inner.next()
                if found.tag == receiving { return Array(found.value) }
            }
        } catch {
            throw CardError(.malformedResponse, during: step, underlying: error)
        }
        throw CardError(.malformedResponse, during: step, detail: "data object \(receiving) is missing")
    }

    /// Before the last step the chip knows nothing about the password; 6300 there is another fault.
    private func refusal(_ status: StatusWord, during step: Step, last: Bool) -> CardError {
        guard last, status == 0x6300 || status.triesLeft != nil else {
            return CardError(.unexpectedStatus(status), during: step)
        }
        return CardError(.authenticationFailed, during: step, detail: "status \(status)")
    }
}
