import CommandPresets
import InlaySeams

/// The presets of the user: one file of text in the XDG configuration folder, which can be read, written and passed on
/// as it is.
struct PresetFile {
    /// Where it is; it need not be there.
    let path: String
    private let folder: String
    private let interruption: Interruption
    /// How long another program that changes it is waited for.
    var patience = FileLock.patience

    /// Most bytes of a file of presets.
    static let limit = 4 << 20

    /// The file of `house`; nil where no home is known.
    init?(_ house: House) {
        // The specification has relative paths ignored.
        if let configuration = house.environment("XDG_CONFIG_HOME"), configuration.hasPrefix("/") {
            folder = configuration + "/inlay"
        } else if let home = house.environment("HOME"), home.hasPrefix("/") {
            folder = home + "/.config/inlay"
        } else {
            return nil
        }
        path = folder + "/presets.txt"
        interruption = house.interruption
    }

    /// The file, for a command that changes it.
    static func required(_ house: House) throws(Failure) -> PresetFile {
        guard let file = PresetFile(house) else {
            throw .usage(
                "no-home", "there is no place for presets of one's own", likely: "HOME is not set",
                remedy: "set HOME or XDG_CONFIG_HOME")
        }
        return file
    }

    /// What is in it; nothing when it is not there. Throws the first thing that is wrong, with its place.
    func read() throws(Failure) -> [CommandPreset] {
        guard PrivateFile.exists(path) else { return [] }
        return try Self.presets(try BoundedFile.read(path, limit: Self.limit), name: path)
    }

    /// The presets in `bytes`, which come from `name`; `own` are those that there are besides what is built in.
    static func presets(
        _ bytes: [UInt8], name: String, beside own: [CommandPreset] = [], isOwn: Bool = true
    ) throws(Failure) -> [CommandPreset] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(
                .malformedData, kind: "malformed-presets", "\(name) is not text in UTF-8",
                likely: "it is another file", remedy: "inlay presets export writes such a file")
        }
        do {
            return try PresetText.presets(text, over: others(own))
        } catch {
            throw Failure(
                .malformedData, kind: "malformed-presets", "\(name), \(error)",
                likely: isOwn
                    ? "it was edited by hand; nothing of it is lost"
                    : "it is no file of presets, or was cut off; nothing was taken from it",
                remedy: "correct the line, or compare with what inlay presets show NAME --text prints")
        }
    }

    /// Puts what `change` makes of the presets in their place, as a whole, while no other program of ours changes them: it
    /// is waited for, and what it wrote is there.
    ///
    /// A file that cannot be read is never written over. An editor that saves it at the same time is seen by the bytes, and
    /// nothing is written.
    func change(_ change: ([CommandPreset]) throws(Failure) -> [CommandPreset]) throws(Failure) {
        // Where there is nothing, nothing has to be locked to see that there is nothing to do.
        if !PrivateFile.exists(folder), try change([]).isEmpty { return }
        try PrivateFile.makeFolder(folder)
        let inUse = Failure(
            .inputOutput, kind: "presets-in-use", "another inlay is changing \(path); nothing was written",
            remedy: "try again when it is done")
        try FileLock.hold(path + ".lock", atMost: patience, interruption, inUse: inUse) { () throws(Failure) in
            try rewrite(change)
        }
    }

    private func rewrite(_ change: ([CommandPreset]) throws(Failure) -> [CommandPreset]) throws(Failure) {
        let before = try current()
        let old = try Self.presets(before ?? [], name: path)
        let new = try change(old)
        guard new != old else { return }
        do {
            _ = try PresetText.presets(PresetText.text(new), over: Self.others([]))
        } catch {
            throw .usage(
                "wrong-order", "\(error.message); nothing was changed",
                likely: "a line after names what must run before",
                remedy: "inlay presets show NAME tells what comes before one")
        }
        guard try current() == before else {
            throw Failure(
                .inputOutput, kind: "presets-in-use", "\(path) was changed by another program meanwhile",
                remedy: "try again")
        }
        let head = Self.comments(before ?? [])
        try PrivateFile.write(Array((head + PresetText.text(new)).utf8), to: path, overwriting: true)
    }

    /// What is built in, with presets of one's own in its place.
    private static func others(_ own: [CommandPreset]) -> [CommandPreset] {
        CommandPresetCatalog(CommandPresetCatalog.builtIn.presets, own: own).presets
    }

    private func current() throws(Failure) -> [UInt8]? {
        PrivateFile.exists(path) ? try BoundedFile.read(path, limit: Self.limit) : nil
    }

    /// Comment lines at the beginning stay.
    private static func comments(_ bytes: [UInt8]) -> String {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.prefix { $0.hasPrefix("#") }
        if !head.isEmpty { return head.joined(separator: "\n") + "\n\n" }
        return bytes.isEmpty ? "# Presets of inlay. Each begins with its name and ends at an empty line.\n\n" : ""
    }

    /// What is built in, and the user's own. A file that cannot be read is complained about; what is built in is there
    /// all the same.
    static func catalogue(_ house: House, _ output: Output) -> CommandPresetCatalog {
        do throws(Failure) {
            return try catalogue(house)
        } catch {
            output.complaint(error)
            return .builtIn
        }
    }

    /// The same for those who want to know what is the user's own: a file that cannot be read is an error, not none.
    static func catalogue(_ house: House) throws(Failure) -> CommandPresetCatalog {
        guard let file = PresetFile(house) else { return .builtIn }
        return CommandPresetCatalog(CommandPresetCatalog.builtIn.presets, own: try file.read())
    }
}
