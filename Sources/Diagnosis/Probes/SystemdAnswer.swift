/// What systemd says about units, through its own program, which only reads.
enum SystemdAnswer {
    private static let properties = ["Id", "LoadState", "ActiveState", "Result", "UnitFileState", "NRestarts", "User"]

    /// Calls `take` with the properties of each unit that systemd knows.
    static func ask(_ machine: Machine, about units: [String], _ take: (String, [String: String]) -> Void) {
        let call = ProgramCall(
            "systemctl", ["--no-pager", "show", "--property", properties.joined(separator: ","), "--"] + units,
            limit: .seconds(1))
        guard let said = machine.run(call), said.status == 0 else { return }
        var values: [String: String] = [:]
        for line in said.output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                if let name = values["Id"] { take(name, values) }
                values = [:]
            } else if let mark = line.firstIndex(of: "=") {
                values[String(line[..<mark])] = String(line[line.index(after: mark)...])
            }
        }
        if let name = values["Id"] { take(name, values) }
    }
}

extension ServiceFacts.Unit {
    /// Takes what systemd says, which goes before what files say.
    mutating func take(_ values: [String: String]) {
        if let state = values["LoadState"] {
            isInstalled = state != "not-found"
            isMasked = isMasked || state == "masked"
        }
        if let state = values["UnitFileState"], !state.isEmpty {
            isEnabled = state.hasPrefix("enabled") || state == "static" || state == "generated"
            isMasked = isMasked || state.hasPrefix("masked")
        }
        activeState = values["ActiveState"] ?? activeState
        result = values["Result"] ?? result
        restarts = values["NRestarts"].flatMap { Int($0) } ?? restarts
        if let name = values["User"], !name.isEmpty { user = name }
    }
}
