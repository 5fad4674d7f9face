/// All commands that there are. What is not finished is not here.
enum Catalogue {
    /// A command, and how it is made: only the one that runs is, because each has pages of help.
    private struct Entry: Sendable {
        let path: [String]
        let make: @Sendable () -> Command
    }

    private static func entry(_ path: String..., make: @escaping @Sendable () -> Command) -> Entry {
        Entry(path: path, make: make)
    }

    private static let entries: [Entry] = [
        entry("readers") { ReadersCommand.command },
        entry("info") { InfoCommand.command },
        entry("doctor") { DoctorCommand.command },
        entry("watch") { WatchCommand.command },
        entry("apdu") { APDUCommand.command },
        entry("console") { ConsoleCommand.command },
        entry("run") { RunCommand.command },
        entry("test") { TestCommand.command },
        entry("trace", "import") { TraceImportCommand.command },
        entry("trace", "show") { TraceShowCommand.command },
        entry("decode") { DecodeCommand.command },
        entry("presets", "list") { PresetsListCommand.list },
        entry("presets", "show") { PresetsListCommand.show },
        entry("presets", "run") { PresetsRunCommand.command },
        entry("presets", "add") { PresetsEditCommands.add },
        entry("presets", "edit") { PresetsEditCommands.edit },
        entry("presets", "remove") { PresetsEditCommands.remove },
        entry("presets", "import") { PresetsFileCommands.importing },
        entry("presets", "export") { PresetsFileCommands.exporting },
        entry("passport", "info") { PassportInfoCommand.command },
        entry("passport", "read") { PassportReadCommand.command },
        entry("passport", "verify") { PassportVerifyCommand.command },
        entry("passport", "show") { PassportShowCommand.command },
        entry("passport", "mrz") { PassportMRZCommand.command },
        entry("passport", "pin", "status") { PassportPINCommand.status },
        entry("passport", "pin", "resume") { PassportPINCommand.resume },
        entry("passport", "pin", "unblock") { PassportPINCommand.unblock },
        entry("trust", "import") { TrustImportCommand.command },
        entry("trust", "list") { TrustListCommand.command },
        entry("trust", "check") { TrustCheckCommand.command },
        entry("trust", "remove") { TrustRemoveCommand.command },
        entry("transit", "read") { TransitReadCommand.command },
        entry("transit", "decode") { TransitDecodeCommand.command },
        entry("transit", "station") { TransitStationCommand.command },
        entry("sim", "list") { SimulatorListCommand.command },
        entry("sim", "serve") { SimulatorServeCommand.command },
        entry("sim", "pki") { SimulatorPKICommand.command },
    ]

    /// All of them, in the order of the help.
    static var commands: [Command] { entries.map { $0.make() } }

    /// Their names, as they are spelled here.
    static var paths: [[String]] { entries.map(\.path) }

    /// The command whose name begins `path`; the rest of it are arguments.
    static func command(_ path: [String]) -> Command? {
        entries.filter { path.starts(with: $0.path) }.max { $0.path.count < $1.path.count }?.make()
    }

    /// As much of `path` as begins the name of some command.
    static func family(_ path: [String]) -> [String] {
        var family: [String] = []
        for word in path {
            guard entries.contains(where: { $0.path.starts(with: family + [word]) }) else { break }
            family.append(word)
        }
        return family
    }
}
