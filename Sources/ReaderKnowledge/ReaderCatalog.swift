/// The models that are known, and how to find one.
///
/// The table ages: what the device's own descriptors and the installed drivers say goes before it.
public enum ReaderCatalog {
    /// All rows.
    public static let models: [ReaderModel] = acs + sony + identiv + omnikey + others + withoutPCSC

    private static let byIdentifier: [USBIdentifier: [ReaderModel]] = {
        var found: [USBIdentifier: [ReaderModel]] = [:]
        for model in models { for identifier in model.identifiers { found[identifier, default: []].append(model) } }
        return found
    }()

    /// The model with this USB identifier; the first row where two share it. Nil when it is not known.
    public static func model(_ identifier: USBIdentifier) -> ReaderModel? { byIdentifier[identifier]?.first }

    /// The model that a PC/SC reader name means; nil when none does, or two equally well.
    ///
    /// The longest part of a name that fits decides, so that ACR1252 is not taken for ACR125.
    public static func model(pcscName name: String) -> ReaderModel? {
        let name = name.uppercased()
        var best: (length: Int, models: [ReaderModel]) = (0, [])
        for model in models {
            let length = model.nameParts.filter { name.contains($0) }.map(\.utf8.count).max() ?? 0
            guard length > 0, length >= best.length else { continue }
            best = (length, length == best.length ? best.models + [model] : [model])
        }
        return best.models.count == 1 ? best.models.first : nil
    }

    /// Dialects to try on the reader of this PC/SC name: first those that its model is said to speak, then the others in
    /// the order in which they are found out: a PN532 tells what it is without touching the card, a session that is
    /// refused costs nothing, and every reader answers half of the last two.
    public static func dialects(pcscName name: String) -> [ReaderDialect] {
        let known = model(pcscName: name)?.dialects ?? []
        let usual: [ReaderDialect] = [
            .pn532, .transparent, .acsDirect, .sonyTransparent, .identiv, .selectService, .readBinary,
        ]
        return known + usual.filter { !known.contains($0) }
    }
}
