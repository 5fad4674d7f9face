import ReaderKnowledge

/// Reads what files and systemd know about the service, without waking it.
enum ServiceProbe {
    static func look(at machine: Machine, in surroundings: SurroundingsFacts) -> ServiceFacts {
        let files = machine.files
        var facts = ServiceFacts()
        facts.program = [
            "/usr/sbin/pcscd", "/usr/bin/pcscd", "/usr/local/sbin/pcscd", "/run/current-system/sw/bin/pcscd",
        ]
        .first(where: files.exists)
        facts.hasSystemd = files.exists("/run/systemd/system")
        var units = UnitFiles(files: files)
        facts.socketUnit = units.unit("pcscd.socket")
        facts.serviceUnit = units.unit("pcscd.service")
        if facts.hasSystemd, facts.socketUnit.isInstalled || facts.serviceUnit.isInstalled {
            SystemdAnswer.ask(machine, about: ["pcscd.socket", "pcscd.service"]) { name, values in
                if name == "pcscd.socket" { facts.socketUnit.take(values) }
                if name == "pcscd.service" { facts.serviceUnit.take(values) }
            }
        }
        facts.settings = units.settings.merging(facts.serviceUnit.environment) { $1 }
        facts.process = process(files)
        facts.label = facts.process.flatMap { files.text("/proc/\($0)/attr/current") }
        facts.socket = socket(machine, surroundings, facts)
        facts.configuredReaders = configuredReaders(files)
        describe(&facts, machine)
        return facts
    }

    private static func process(_ files: FileTree) -> Int32? {
        let processes = ProcessList(files: files)
        if let number = files.text("/run/pcscd/pcscd.pid").flatMap({ Int32($0) }), processes.name(number) == "pcscd" {
            return number
        }
        return processes.named("pcscd").first
    }

    private static func socket(
        _ machine: Machine, _ surroundings: SurroundingsFacts, _ facts: ServiceFacts
    ) -> ServiceFacts.Socket {
        var socket = ServiceFacts.Socket()
        if let path = surroundings.socketVariable { socket.path = path }
        guard !socket.path.isEmpty else { return socket }
        socket.lookup = machine.files.lookup(socket.path)
        socket.isWritable = machine.files.isWritable(socket.path)
        guard socket.lookup.status?.kind == .socket else { return socket }
        // Number, references, protocol, flags, type, state, inode, path; this flag is set on what listens.
        // A busy machine has many sockets, and the one that matters may be the last.
        let listens = machine.files.lines("/proc/net/unix", limit: 1 << 25).contains { line in
            let words = line.split(separator: " ", maxSplits: 7)
            return words.count == 8 && words[3] == "00010000" && words[7] == socket.path
        }
        // From another network namespace a listener cannot be seen.
        socket.hasListener = listens ? true : surroundings.box != .none || surroundings.isWSL ? nil : false
        return socket
    }

    /// Readers that are not found on USB: serial ones and virtual ones.
    private static func configuredReaders(_ files: FileTree) -> [String] {
        files.names(in: "/etc/reader.conf.d").flatMap { name in
            files.lines("/etc/reader.conf.d/\(name)").compactMap { line in
                let words = line.split(separator: "\"", omittingEmptySubsequences: false)
                guard words.count > 1, words[0].hasPrefix("FRIENDLYNAME") else { return nil }
                return String(words[1])
            }
        }
    }

    /// What the program says about itself.
    private static func describe(_ facts: inout ServiceFacts, _ machine: Machine) {
        guard facts.program != nil, let said = machine.run(ProgramCall("pcscd", ["--version"])) else { return }
        for line in said.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("pcsc-lite version"), words.count > 2 { facts.version = DriverVersion(words[2]) }
            if line.contains("Enabled features:") {
                if words.contains("polkit") { facts.usesPolkit = true }
                facts.driverFolder = words.first { $0.hasPrefix("usbdropdir=") }.map { String($0.dropFirst(11)) }
            }
            if let range = words.firstIndex(of: "PCSCLITE_MAX_READERS_CONTEXTS:") {
                facts.mostReaders = words.dropFirst(range + 1).first.flatMap { Int($0) }
            }
        }
        guard facts.usesPolkit == nil, let version = facts.version else { return }
        // Releases before 2.0.0 do not tell; their program names the library.
        facts.usesPolkit =
            version < DriverVersion(2, 0, 0)
            ? facts.program.flatMap { contains(polkitLibrary, machine.files.bytes($0, limit: 1 << 23)) } : false
    }

    private static let polkitLibrary = Array("libpolkit-gobject".utf8)

    private static func contains(_ word: [UInt8], _ bytes: [UInt8]?) -> Bool? {
        guard let bytes, !bytes.isEmpty, let first = word.first else { return nil }
        var rest = bytes[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: word) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
