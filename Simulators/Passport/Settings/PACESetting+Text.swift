import CardCrypto

extension PACESetting {
    /// What a settings text takes for one offer.
    static let expectation =
        "a mapping (\(Mapping.allCases.map(\.rawValue).joined(separator: ", "))), a cipher (\(BlockCipher.names)), "
        + "domain parameters (\(StandardizedDomainParameters.names)), explicit or noid, each optional, separated by "
        + "commas; several offers by “;”"

    /// One offer: words for mapping, cipher, parameters and their naming in any order. nil when a word is unknown, and
    /// for a combination that does not exist.
    init?(_ text: String) {
        self.init()
        var words = WordList(text)
        mapping = words.take(Mapping.init(rawValue:)) ?? mapping
        cipher = words.take(BlockCipher.init(settingsName:)) ?? cipher
        parameters = words.take(StandardizedDomainParameters.init(settingsName:)) ?? parameters
        if words.take("explicit") { reference = .explicit }
        if words.take("noid") { reference = .absent }
        guard words.isEmpty, isPossible else { return nil }
    }

    var summary: String { "PACE-\(mapping.rawValue.uppercased()) with \(cipher.title) on \(parameters.name)" }
}
