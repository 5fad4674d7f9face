import Octets

extension CardFiles {
    /// The data groups of an eID application (TR-03110-2 §3.1.1). They are behind the second version of Terminal
    /// Authentication, so nothing stands in them.
    mutating func addIdentityApplication() {
        for number in UInt8(1)...21 {
            add(
                ElementaryFile(
                    identifier: 0x0100 | UInt16(number), shortIdentifier: number,
                    contents: TLV.encode(Tag(0x60 | UInt32(number)), []), rule: .never),
                to: .identityApplication)
        }
    }
}
