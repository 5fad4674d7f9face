import ISO7816

/// A command that the chip does not carry out: the status word that it answers with.
struct Refusal: Error, Hashable {
    let status: StatusWord

    init(_ status: StatusWord) { self.status = status }

    /// 6700, wrong length.
    static let wrongLength = Refusal(0x6700)
    /// 6881, logical channels are not supported.
    static let logicalChannel = Refusal(0x6881)
    /// 6882, this form of secure messaging is not supported.
    static let secureMessagingForm = Refusal(0x6882)
    /// 6883, the last command of the chain is expected.
    static let lastOfChainExpected = Refusal(0x6883)
    /// 6884, command chaining is not supported.
    static let chaining = Refusal(0x6884)
    /// 6982, the security status is not satisfied.
    static let securityStatus = Refusal(0x6982)
    /// 6983, the authentication method is blocked.
    static let blocked = Refusal(0x6983)
    /// 6984, the reference data is not usable.
    static let deactivated = Refusal(0x6984)
    /// 6985, the conditions of use are not satisfied.
    static let conditionsOfUse = Refusal(0x6985)
    /// 6986, no current EF.
    static let noCurrentFile = Refusal(0x6986)
    /// 6A80, incorrect data field.
    static let incorrectData = Refusal(0x6A80)
    /// 6A82, file or application not found.
    static let fileNotFound = Refusal(0x6A82)
    /// 6A86, incorrect P1-P2.
    static let incorrectParameters = Refusal(0x6A86)
    /// 6A87, Lc inconsistent with P1-P2.
    static let inconsistentData = Refusal(0x6A87)
    /// 6A88, referenced data not found.
    static let referencedDataNotFound = Refusal(0x6A88)
    /// 6B00, an offset outside the EF.
    static let offsetOutside = Refusal(0x6B00)
    /// 6D00, unknown instruction.
    static let unknownInstruction = Refusal(0x6D00)
    /// 6E00, unknown class.
    static let unknownClass = Refusal(0x6E00)
    /// 6300, authentication failed.
    static let authenticationFailed = Refusal(0x6300)
    /// 6F00, no diagnosis: something inside the chip failed.
    static let noDiagnosis = Refusal(0x6F00)
}
