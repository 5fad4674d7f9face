import InlaySeams
import LDS
import Octets

/// Explains card production life cycle data (GPCS, tag 9F7F): who made chip and card, and when.
enum CPLCDecoder {
    /// With or without tag and length in front.
    static func explain(_ bytes: [UInt8], asOf now: Moment) throws(ParseError) -> Explanation {
        var data = bytes[...]
        if bytes.starts(with: [0x9F, 0x7F]) {
            var reader = ByteReader(bytes, in: "CPLC")
            _ = try reader.bytes(2)
            data = try reader.bytes(Int(try reader.byte()))
        }
        var reader = ByteReader(Array(data), in: "CPLC")
        var explanation = Explanation()
        for (name, key, count, isDate) in fields {
            let value = try reader.bytes(count)
            let words = isDate ? date(value, asOf: now) : nil
            explanation.field(
                name, StyledText(Hex.string(value)) + StyledText(isDate ? "  \(words ?? "not a date")" : ""))
            explanation.member(key, .hex(value))
            if isDate { explanation.member(key + "Text", JSONValue(words)) }
        }
        if !reader.isAtEnd {
            explanation.deviations.append(
                "\(Count.of(reader.rest.count, "byte stands", "bytes stand")) behind the 42 that have a meaning")
        }
        return explanation
    }

    /// YDDD in decimal digits: the last digit of the year, and the day of the year. Of the years that it can be, the
    /// last that is not to come.
    private static func date(_ bytes: ArraySlice<UInt8>, asOf now: Moment) -> String? {
        let digits = bytes.flatMap { [Int($0 >> 4), Int($0 & 0x0F)] }
        guard digits.count == 4, digits.allSatisfy({ $0 < 10 }) else { return nil }
        let day = digits[1] * 100 + digits[2] * 10 + digits[3]
        guard (1...366).contains(day), let year = Int(now.isoDate.prefix(4)) else { return nil }
        let decade = year - (year % 10 - digits[0] + 10) % 10
        for candidate in [decade, decade - 10, decade - 20] {
            guard let date = calendarDate(candidate, day) else { continue }
            if date <= now.isoDate { return date }
        }
        return nil
    }

    private static func calendarDate(_ year: Int, _ day: Int) -> String? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        var rest = day
        for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
            if rest <= length { return "\(year)-\(padded(month + 1))-\(padded(rest))" }
            rest -= length
        }
        return nil
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// GlobalPlatform Card Specification 2.1.1 annex (CPLC), as chips still give it.
    private static let fields: [(name: String, key: String, count: Int, isDate: Bool)] = [
        ("IC fabricator", "fabricator", 2, false), ("IC type", "type", 2, false),
        ("operating system", "operatingSystem", 2, false), ("released", "operatingSystemReleased", 2, true),
        ("release level", "releaseLevel", 2, false), ("IC made", "fabricated", 2, true),
        ("serial number", "serialNumber", 4, false), ("batch", "batch", 2, false),
        ("module maker", "moduleFabricator", 2, false), ("module made", "modulePackaged", 2, true),
        ("card maker", "cardManufacturer", 2, false), ("embedded", "embedded", 2, true),
        ("pre-personalizer", "prePersonalizer", 2, false), ("equipment date", "prePersonalized", 2, true),
        ("equipment", "prePersonalizationEquipment", 4, false), ("personalizer", "personalizer", 2, false),
        ("personalized", "personalized", 2, true), ("equipment (personalizer)", "personalizationEquipment", 4, false),
    ]
}
