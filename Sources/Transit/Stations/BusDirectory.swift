/// What bus operators and stops are called, as far as sources that may be carried over or public blocks with a stated
/// meaning tell. Everything else is shown as its code.
public struct BusDirectory: Sendable {
    /// A name and where it comes from.
    public struct Name: Hashable, Sendable {
        /// In both languages.
        public let name: Wording
        /// The public block, or the table, that tells.
        public let source: String
    }

    private let user: [BusStopCode: String]

    /// The directory in the program, under the user's own table when there is one.
    public init(_ table: UserStations? = nil) { user = table?.buses ?? [:] }

    /// The operator; nil when it is unknown.
    public func company(_ code: BusStopCode) -> Name? {
        user[code.withoutStop].map(Self.own) ?? Self.companies[code.operatorCode]
    }

    /// The stop; nil when it is unknown or none is stored.
    public func stop(_ code: BusStopCode) -> Name? {
        guard let stop = code.stop else { return nil }
        return user[code].map(Self.own) ?? Self.stops[UInt32(code.operatorCode) << 16 | UInt32(stop)]
    }

    private static func own(_ name: String) -> Name {
        Name(name: Wording(name, name), source: Station.Source.user.rawValue)
    }

    private static let companies: [UInt16: Name] = [
        0x0A01: Name(name: Wording("Nishitetsu Bus", "西日本鉄道"), source: "ic_card_reader, a real card of 2026"),
        0x0D2A: Name(name: Wording("Nagoya City Bus", "名古屋市交通局"), source: "ic_card_reader, real cards of 2026"),
        0x0E51: Name(name: Wording("Nara Kotsu", "奈良交通"), source: "an ICOCA of 2011"),
        0x0F3D: Name(name: Wording("Iyotetsu", "伊予鉄道"), source: "ic_card_reader, a real card of 2026"),
    ]

    private static let stops: [UInt32: Name] = [
        0x0E51_0051: Name(name: Wording("Oshiage-cho", "押上町"), source: "an ICOCA of 2011")
    ]
}

extension BusStopCode {
    /// The operator alone.
    var withoutStop: BusStopCode { BusStopCode(region: region, operatorCode: operatorCode, stop: 0) }
}
