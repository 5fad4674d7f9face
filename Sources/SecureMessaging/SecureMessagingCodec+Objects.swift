import ISO7816
import Octets

extension SecureMessagingCodec {
    /// The data objects of a protected message, in the order that 9303-11 §9.8.4 gives them.
    struct Objects {
        /// Ciphertext from DO87 (without its padding indicator) or DO85.
        var cryptogram: [UInt8]?
        /// DO85 was used.
        var isOdd = false
        /// Contents of DO97.
        var expected: [UInt8]?
        /// DO99.
        var status: StatusWord?
        /// Contents of DO8E.
        var mac: [UInt8]
        /// Every byte in front of DO8E, as it came.
        var authenticated: [UInt8]

        init(_ bytes: [UInt8]) throws(SecureMessagingFailure) {
            mac = []
            authenticated = []
            do {
                var reader = TLVReader(bytes, in: "protected message")
                while !reader.isAtEnd {
                    let offset = reader.offset
                    let object = try reader.next()
                    switch object.tag {
                    case 0x87 where cryptogram == nil && expected == nil && status == nil:
                        guard object.value.first == 0x01 else { throw SecureMessagingFailure.incorrectDataObjects }
                        cryptogram = Array(object.value.dropFirst())
                    case 0x85 where cryptogram == nil && expected == nil && status == nil:
                        cryptogram = Array(object.value)
                        isOdd = true
                    case 0x97 where expected == nil && status == nil:
                        expected = Array(object.value)
                    case 0x99 where status == nil && expected == nil:
                        guard object.value.count == 2, let high = object.value.first, let low = object.value.last else {
                            throw SecureMessagingFailure.incorrectDataObjects
                        }
                        status = StatusWord(UInt16(high) << 8 | UInt16(low))
                    case 0x8E:
                        guard object.value.count == 8, reader.isAtEnd else {
                            throw SecureMessagingFailure.incorrectDataObjects
                        }
                        mac = Array(object.value)
                        authenticated = Array(bytes.prefix(offset))
                    default:
                        throw SecureMessagingFailure.incorrectDataObjects
                    }
                }
            } catch let failure as SecureMessagingFailure {
                throw failure
            } catch {
                throw .incorrectDataObjects
            }
            guard mac.count == 8 else { throw .missingDataObjects }
        }
    }
}
