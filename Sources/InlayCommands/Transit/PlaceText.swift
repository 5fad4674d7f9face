import Octets
import Transit

/// Names of places for people.
struct PlaceText {
    let directory: any StationDirectory
    let language: Language
    var buses = BusDirectory()
    /// True for a terminal that shows ASCII only: a code stands where a name has other letters.
    var isASCII = false

    /// The station on `day`; all that it can be, or its code when nothing is known.
    func station(_ code: StationCode, on day: TransitDate?) -> String {
        if let pseudo = code.pseudoPlace { return pseudo.name.text(language) }
        let found = directory.candidates(code, on: day)
        if found.isEmpty { return "\(code.hexadecimal)?" }
        let names = found.map(name)
        if isASCII, !names.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return code.hexadecimal }
        return names.joined(separator: language == .english ? " or " : "／")
    }

    /// What a station is called in the language of the report, as far as that is known.
    func name(_ station: Station) -> String {
        language == .english ? station.romanised ?? station.name : station.name
    }

    /// Operator and stop.
    func bus(_ code: BusStopCode) -> String {
        let company =
            buses.company(code)?.name.text(language)
            ?? Wording("operator ", "事業者 ").text(language) + code.description.prefix(4)
        guard let stop = code.stop else { return company }
        let digits = Hex.string([UInt8(stop >> 8), UInt8(stop & 0xFF)])
        let name = buses.stop(code)?.name.text(language) ?? Wording("stop ", "停留所 ").text(language) + digits
        return "\(company) \(name)"
    }

    /// Where a record was made, in one line.
    func place(_ record: HistoryRecord) -> String {
        let terminal = record.terminal.name?.text(language) ?? "\(Hex.string([record.terminal.rawValue]))h"
        switch record.details {
        case .rail(let from, let to):
            let ends = [from, to].map { code in
                code.map { station($0, on: record.date) } ?? Wording("not stored", "記録なし").text(language)
            }
            return ends.joined(separator: isASCII ? " - " : " → ")
        case .bus(let code): return bus(code)
        case .shop(_, let number):
            return "\(terminal) \(Hex.string([UInt8(number >> 8), UInt8(number & 0xFF)]))"
        case .place(let code?, _):
            let name = station(code, on: record.date)
            return code.pseudoPlace == nil ? "\(name) (\(terminal))" : name
        case .place(nil, _), .unknown: return terminal
        }
    }
}
