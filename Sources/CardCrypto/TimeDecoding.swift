import InlaySeams
import Octets

/// Moments in the time types of ASN.1, as certificates and signed attributes hold them.
enum TimeDecoding {
    /// Reads a UTCTime or a GeneralizedTime; seconds and zone may be missing, as in some real certificates.
    static func moment(_ object: TLV, in structure: String) throws(ParseError) -> Moment {
        let yearDigits = object.tag == .utcTime ? 2 : 4
        guard object.tag == .utcTime || object.tag == .generalizedTime else {
            throw ParseError(
                .unexpectedTag(expected: .utcTime, found: object.tag), in: structure, at: object.offset)
        }
        guard let moment = moment(object.value, yearDigits: yearDigits) else {
            throw ParseError(.invalidValue("a date and time is expected"), in: structure, at: object.offset)
        }
        return moment
    }

    /// Reads an implicitly tagged GeneralizedTime.
    static func generalizedTime(_ object: TLV, in structure: String) throws(ParseError) -> Moment {
        guard let moment = moment(object.value, yearDigits: 4) else {
            throw ParseError(.invalidValue("a date and time is expected"), in: structure, at: object.offset)
        }
        return moment
    }

    private static func moment(_ text: ArraySlice<UInt8>, yearDigits: Int) -> Moment? {
        var rest = text
        guard var year = number(&rest, yearDigits), let month = number(&rest, 2), let day = number(&rest, 2),
            let hour = number(&rest, 2), let minute = number(&rest, 2)
        else { return nil }
        // RFC 5280 §4.1.2.5.1: 50 to 99 are the last century.
        if yearDigits == 2 { year += year >= 50 ? 1900 : 2000 }
        let second = number(&rest, 2) ?? 0
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            rest = rest.dropFirst().drop { isDigit($0) }
        }
        guard let moment = Moment(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        guard let zone = rest.popFirst(), zone != UInt8(ascii: "Z") else { return rest.isEmpty ? moment : nil }
        guard zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-"), let hours = number(&rest, 2),
            let minutes = number(&rest, 2), rest.isEmpty
        else { return nil }
        let offset = (hours * 60 + minutes) * 60
        return Moment(
            secondsSince1970: moment.secondsSince1970 + (zone == UInt8(ascii: "+") ? -offset : offset))
    }

    /// Takes `count` digits, or nothing.
    private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ isDigit($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ octet: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) }
}
