/// The languages in which readers are asked to pass a frame on. The raw values are what reports and caches hold.
public enum ReaderDialect: String, Hashable, Sendable, CaseIterable {
    /// PC/SC part 3 amendment 1: a transparent session, `FF C2`.
    case transparent = "pcsc-transparent"
    /// The same with Sony's instruction, `FF 50`.
    case sony = "sony-transparent"
    /// Commands of a PN532 in a wrapper, `FF 00 00 00 Lc D4 …` (ACR122U and relatives).
    case pn532 = "pn532"
    /// The bare frame in a wrapper, `FF 00 00 00 Lc …` (ACR1251U, ACR1252U and relatives).
    case acsPassThrough = "acs-pass-through"
    /// An instruction for each FeliCa command, `FF 40` to `FF 4A` (Identiv uTrust and Cloud).
    case identiv = "identiv"
    /// Select a service, then read it block by block, `FF A4` and `FF B0` (Sony's driver for Windows).
    case selectService = "select-service"
    /// Read with lists of services and blocks, `FF B0` (PC/SC part 3 as Windows has it).
    case readBinary = "pcsc-read-binary"

    /// What it is, in a few words.
    public var summary: String {
        switch self {
        case .transparent: "transparent session (PC/SC part 3, FF C2)"
        case .sony: "transparent session (Sony, FF 50)"
        case .pn532: "PN532 pass-through (ACR122U)"
        case .acsPassThrough: "ACS pass-through (ACR1251U, ACR1252U)"
        case .identiv: "FeliCa instructions of Identiv (FF 40 to FF 4A)"
        case .selectService: "select a service, then read blocks (FF A4, FF B0)"
        case .readBinary: "read with service and block lists (PC/SC part 3, FF B0)"
        }
    }

    /// The dialects in the order in which they are tried on a reader of this name: first what its maker speaks, then
    /// the others, because names change and rebranded readers are many.
    public static func candidates(for reader: String) -> [ReaderDialect] {
        let name = reader.lowercased()
        let first = makers.first { maker in maker.words.contains { name.contains($0) } }?.dialects ?? []
        return first + usual.filter { !first.contains($0) }
    }

    // A PN532 tells what it is without touching the card, so it is asked first; a session that is refused costs
    // nothing either.
    private static let usual: [ReaderDialect] = [
        .pn532, .transparent, .acsPassThrough, .sony, .identiv, .selectService, .readBinary,
    ]

    private static let makers: [(words: [String], dialects: [ReaderDialect])] = [
        (["acr122", "touchatag", "acr128"], [.pn532]),
        (["acr1552", "acr1555", "acr1581"], [.transparent, .acsPassThrough]),
        (["acr125", "acm125"], [.acsPassThrough, .transparent]),
        (["rc-s380"], [.selectService, .sony]),
        (["rc-s300", "rc-s660", "pasori", "felica port", "nfc port"], [.sony, .transparent, .selectService]),
        (["utrust", "identiv", "scm microsystems", "cloud 370", "scl01"], [.identiv]),
    ]
}
