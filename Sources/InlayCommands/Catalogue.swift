/// All commands that there are. What is not finished is not here.
enum Catalogue {
    static let commands: [Command] = [
        ReadersCommand.command,
        InfoCommand.command,
        DoctorCommand.command,
        WatchCommand.command,
        APDUCommand.command,
        ConsoleCommand.command,
        RunCommand.command,
        TestCommand.command,
        TraceImportCommand.command,
        DecodeCommand.command,
        PresetsListCommand.list,
        PresetsListCommand.show,
        PresetsRunCommand.command,
        PresetsEditCommands.add,
        PresetsEditCommands.edit,
        PresetsEditCommands.remove,
        PresetsFileCommands.importing,
        PresetsFileCommands.exporting,
        PassportInfoCommand.command,
        PassportReadCommand.command,
        PassportVerifyCommand.command,
        PassportShowCommand.command,
        PassportMRZCommand.command,
        PassportPINCommand.status,
        PassportPINCommand.resume,
        PassportPINCommand.unblock,
        TrustImportCommand.command,
        TrustListCommand.command,
        TrustCheckCommand.command,
        TrustRemoveCommand.command,
        TransitReadCommand.command,
        TransitDecodeCommand.command,
        TransitStationCommand.command,
        SimulatorListCommand.command,
        SimulatorServeCommand.command,
        SimulatorPKICommand.command,
    ]

    /// The command whose name begins `path`; the rest of it are arguments.
    static func command(_ path: [String]) -> Command? {
        commands.filter { path.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
    }

    /// As much of `path` as begins the name of some command.
    static func family(_ path: [String]) -> [String] {
        var family: [String] = []
        for word in path {
            guard commands.contains(where: { $0.path.starts(with: family + [word]) }) else { break }
            family.append(word)
        }
        return family
    }
}
