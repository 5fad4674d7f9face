extension CommandPresetCatalog {
    /// The texts of what is built in, by family.
    static let texts: [String] = [piv]

    /// What is built in. A text that cannot be read gives nothing; a test reads every one.
    public static let builtIn = CommandPresetCatalog(texts.flatMap { (try? PresetText.presets($0)) ?? [] })
}
