extension CommandPresetCatalog {
    /// The texts of what is built in, by family, in the form that users write too.
    static let texts: [String] = [
        reader, classic, type2, ntag21x, ultralightEV1, ultralightC, em, ntag424,
        desfire, iso15693, icode, felica, emrtd, eid, iso7816, ndef,
        emv, piv, openpgp, globalPlatform, fido, sim,
    ]

    /// What is built in. A text that cannot be read gives nothing; a test reads every one.
    public static let builtIn = CommandPresetCatalog(texts.flatMap { (try? PresetText.presets($0)) ?? [] })
}
