import CardCrypto
import Octets

/// What a terminal asks for with MSE:Set AT or MSE:Set KAT for Chip Authentication (9303-11 §6.2.4).
struct ChipAuthenticationRequest: Hashable {
    /// Data object 80: the protocol.
    let identifier: ObjectIdentifier?
    /// Data object 84: which key.
    let keyID: Int?
    /// Data object 91: the terminal's ephemeral key.
    let publicKey: [UInt8]?

    /// Reads the data field. Objects that are not of this protocol are passed over.
    init(_ data: [UInt8]) throws(Refusal) {
        var objects: [Tag: ArraySlice<UInt8>] = [:]
        do {
            var reader = TLVReader(data, in: "MSE")
            while !reader.isAtEnd {
                let object = try reader.next()
                guard objects.updateValue(object.value, forKey: object.tag) == nil else { throw Refusal.incorrectData }
            }
            identifier = try objects[0x80].map { try ObjectIdentifier(contents: $0) }
        } catch {
            throw .incorrectData
        }
        keyID = try objects[0x84].map { value throws(Refusal) in
            guard (1...4).contains(value.count) else { throw .incorrectData }
            return value.reduce(0) { $0 << 8 | Int($1) }
        }
        publicKey = objects[0x91].map { Array($0) }
    }
}

/// Chip Authentication between MSE:Set AT and GENERAL AUTHENTICATE.
struct ChipAuthenticationRun: Sendable {
    /// The session's cipher.
    let cipher: BlockCipher
    /// The static key.
    let key: ChipKey
}
