import Octets

/// What MSE:Set AT asks for (9303-11 §4.4.4.1).
struct PACERequest: Hashable {
    /// Data object 80.
    let identifier: ObjectIdentifier
    /// Data object 83: which password.
    let password: UInt8
    /// Data object 84: which domain parameters.
    let parameter: Int?
    /// Data object 7F4C: what the terminal says that it is.
    let terminal: TerminalAuthorization?

    /// Reads the data field. Objects that are not of this protocol are passed over.
    init(_ data: [UInt8]) throws(Refusal) {
        var objects: [Tag: TLV] = [:]
        do {
            var reader = TLVReader(data, in: "MSE:Set AT")
            while !reader.isAtEnd {
                let object = try reader.next()
                let isKnown = [0x80, 0x83, 0x84, 0x7F4C].contains(object.tag)
                guard objects.updateValue(object, forKey: object.tag) == nil || !isKnown else {
                    throw Refusal.incorrectData
                }
            }
            guard let name = objects[0x80]?.value else { throw Refusal.incorrectData }
            identifier = try ObjectIdentifier(contents: name)
            terminal = try objects[0x7F4C].map { try TerminalAuthorization($0) }
        } catch {
            throw .incorrectData
        }
        guard let reference = objects[0x83]?.value, reference.count == 1, let password = reference.first else {
            throw .incorrectData
        }
        self.password = password
        parameter = try objects[0x84].map { object throws(Refusal) in
            guard (1...4).contains(object.value.count) else { throw .incorrectData }
            return object.value.reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
