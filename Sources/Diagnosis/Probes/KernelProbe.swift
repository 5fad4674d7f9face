/// Reads what the kernel and its helpers do with readers.
enum KernelProbe {
    static func look(at machine: Machine) -> KernelFacts {
        let files = machine.files
        var facts = KernelFacts()
        let loaded = files.lines("/proc/modules").compactMap { $0.split(separator: " ").first.map(String.init) }
        facts.nfcModules = loaded.filter(KernelFacts.nfcModuleNames.contains)
        facts.blacklisted = blacklisted(files)
        facts.hasUdev = files.exists("/run/udev")
        facts.hasUSBGuard = ProcessList(files: files).named("usbguard-daemon").first != nil
        facts.hasNFCOnI2C = files.names(in: "/sys/bus/i2c/devices").contains { $0.contains("NXP1001") }
        facts.showsUSB = files.exists("/sys/bus/usb/devices")
        return facts
    }

    private static func blacklisted(_ files: FileTree) -> [String] {
        var found: [String] = []
        for folder in ["/etc", "/run", "/usr/lib", "/lib"].map({ "\($0)/modprobe.d" }) {
            for name in files.names(in: folder) where name.hasSuffix(".conf") {
                for line in files.lines("\(folder)/\(name)") {
                    let words = line.split(separator: " ")
                    if words.count == 2, words[0] == "blacklist" { found.append(String(words[1])) }
                }
            }
        }
        let word = "modprobe.blacklist="
        for part in (files.text("/proc/cmdline") ?? "").split(separator: " ") where part.hasPrefix(word) {
            found += part.dropFirst(word.count).split(separator: ",").map(String.init)
        }
        return found.filter(KernelFacts.nfcModuleNames.contains)
    }
}
