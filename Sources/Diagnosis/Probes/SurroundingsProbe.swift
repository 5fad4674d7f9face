/// Reads where this process runs: variables, box, session, virtual machine, guards.
enum SurroundingsProbe {
    private static let variables =
        [SurroundingsFacts.socketVariable] + SurroundingsFacts.spyVariables
        + ["PCSCLITE_NO_BLOCKING", "PCSCLITE_DEBUG"]

    static func look(at machine: Machine) -> SurroundingsFacts {
        let files = machine.files
        var facts = SurroundingsFacts()
        facts.isKnown = true
        facts.distribution = Distribution(osRelease: files.lines("/etc/os-release"))
        for name in variables {
            guard let value = machine.environment(name) else { continue }
            if !value.isEmpty || name == SurroundingsFacts.socketVariable { facts.variables[name] = value }
        }
        facts.isRoot = machine.user.isRoot
        facts.isOverSSH = machine.environment("SSH_CONNECTION") != nil
        facts.isXRDP = machine.environment("XRDP_SESSION") != nil
        facts.box = box(machine)
        facts.kernel = files.text("/proc/sys/kernel/osrelease")
        facts.isWSL = facts.kernel?.lowercased().contains("microsoft") ?? false
        facts.virtualMachine = virtualMachine(files)
        facts.session = session(machine)
        facts.hidesProcesses = hidesProcesses(files)
        facts.selinuxEnforces = files.text("/sys/fs/selinux/enforce") == "1"
        facts.secondInstallation = secondInstallation(files)
        facts.loadsLibrary = machine.loadsLibrary()
        if let home = machine.environment("HOME") {
            let pipe = "\(home)/pcsc-spy"
            if files.lookup(pipe).status?.kind == .pipe { facts.spyPipe = pipe }
        }
        facts.personalNames = personalNames(machine)
        return facts
    }

    private static func personalNames(_ machine: Machine) -> [String] {
        let host = machine.user.hostName
        let names = [
            machine.environment("HOME"), machine.environment("USER"), machine.environment("LOGNAME"),
            machine.environment("SUDO_USER"), Accounts(files: machine.files).user(machine.user.identifier),
            host, host.split(separator: ".").first.map(String.init),
            machine.files.text("/etc/hostname"),
        ]
        let harmless = ["", "/", "/root", "root", "nobody", "/nonexistent", "localhost"]
        return names.compactMap(\.self).filter { !harmless.contains($0) }
    }

    private static func box(_ machine: Machine) -> SurroundingsFacts.Box {
        let files = machine.files
        if files.exists("/.flatpak-info") { return .flatpak }
        if machine.environment("SNAP") != nil { return .snap }
        let isContainer =
            files.exists("/run/.containerenv") || files.exists("/.dockerenv") || machine.environment("container") != nil
        return isContainer ? .container : .none
    }

    private static func virtualMachine(_ files: FileTree) -> String? {
        let names = ["sys_vendor", "product_name"].compactMap { files.text("/sys/class/dmi/id/\($0)") }
        let makers = [
            "QEMU", "VMware", "VirtualBox", "innotek", "Xen", "KVM", "Parallels", "Microsoft Corporation Virtual",
            "Bochs",
        ]
        let text = names.joined(separator: " ").lowercased()
        return makers.first { maker in maker.lowercased().split(separator: " ").allSatisfy { text.contains($0) } }
    }

    private static func session(_ machine: Machine) -> SurroundingsFacts.Session? {
        let files = machine.files
        guard let name = machine.environment("XDG_SESSION_ID") ?? ownSession(files), !name.contains("/") else {
            return nil
        }
        let lines = files.lines("/run/systemd/sessions/\(name)")
        guard !lines.isEmpty else { return nil }
        func value(_ key: String) -> String? {
            lines.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
        }
        return .init(isActive: value("ACTIVE") == "1", isRemote: value("REMOTE") == "1", seat: value("SEAT"))
    }

    /// From the control group that logind makes for every session.
    private static func ownSession(_ files: FileTree) -> String? {
        for line in files.lines("/proc/self/cgroup") {
            for part in line.split(separator: "/") where part.hasPrefix("session-") && part.hasSuffix(".scope") {
                return String(part.dropFirst(8).dropLast(6))
            }
        }
        return nil
    }

    private static func hidesProcesses(_ files: FileTree) -> Bool {
        files.lines("/proc/self/mountinfo").contains { line in
            let words = line.split(separator: " ")
            guard words.count > 4, words[4] == "/proc" else { return false }
            return words.joined(separator: ",").split(separator: ",").contains { option in
                ["hidepid=1", "hidepid=2", "hidepid=noaccess", "hidepid=invisible"].contains(option)
            }
        }
    }

    private static func secondInstallation(_ files: FileTree) -> [String] {
        let own = ["/usr/local/sbin/pcscd", "/usr/local/lib/libpcsclite.so.1", "/usr/local/lib64/libpcsclite.so.1"]
            .filter(files.exists)
        let packaged = ["/usr/sbin/pcscd", "/usr/bin/pcscd"].contains(where: files.exists)
        return packaged ? own : []
    }
}
