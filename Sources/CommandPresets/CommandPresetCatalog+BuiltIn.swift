extension CommandPresetCatalog {
    /// The texts of what is built in, by family, in the form that users write too.
    static let texts: [String] = [
        emrtd, eid, iso7816, ndef, emv, piv, openpgp, globalPlatform,
        fido, sim, desfire, ntag424, type2, ntag21x, ultralightEV1, ultralightC,
        em, classic, iso15693, icode, felica, reader,
    ]

    /// What is built in. A text that cannot be read gives nothing; a test reads every one.
    public static let builtIn = CommandPresetCatalog(texts.flatMap { (try? PresetText.presets($0)) ?? [] })
}
