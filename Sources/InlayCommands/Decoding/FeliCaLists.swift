import FeliCa
import Octets

/// The service list and the block list of a read or write.
struct FeliCaLists {
    /// An entry of the block list.
    struct Element {
        var service: Int
        var mode: Int
        var block: Int
    }

    var services: [ServiceCode] = []
    var elements: [Element] = []

    init(from reader: inout ByteReader) throws(ParseError) {
        for _ in 0..<Int(try reader.byte()) {
            services.append(ServiceCode(UInt16(try reader.number(2)).byteSwapped))
        }
        for _ in 0..<Int(try reader.byte()) {
            let head = try reader.byte()
            let low = Int(try reader.byte())
            // Without bit 8 the number has a second octet.
            let high = head & 0x80 == 0 ? Int(try reader.byte()) : 0
            elements.append(Element(service: Int(head & 0x0F), mode: Int(head >> 4 & 7), block: high << 8 | low))
        }
    }

    /// `090F block 3`, or the index where the list has no such entry.
    func name(_ index: Int) -> String? {
        guard index < elements.count else { return nil }
        let element = elements[index]
        let service = element.service < services.count ? "\(services[element.service])" : "service \(element.service)"
        return "\(service) block \(element.block)"
    }

    /// The service of an entry of the block list.
    func service(_ index: Int) -> ServiceCode? {
        guard index < elements.count, elements[index].service < services.count else { return nil }
        return services[elements[index].service]
    }
}
