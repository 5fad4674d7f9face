/// Looks whether pcscd has a virtual reader that cards made of software are plugged into.
enum VirtualReaderProbe {
    /// The port of vpcd as the kernel writes it, and the state of a socket that listens.
    private static let port = ":8C7B"
    private static let listens = "0A"

    static func look(at machine: Machine, _ facts: inout ServiceFacts) {
        let files = machine.files
        facts.hasVirtualReader = files.exists("/etc/reader.conf.d/vpcd")
        facts.listensForVirtualCards = ["/proc/net/tcp", "/proc/net/tcp6"].contains { path in
            files.lines(path, limit: 1 << 25).contains { line in
                let words = line.split(separator: " ", maxSplits: 4)
                return words.count > 3 && words[1].hasSuffix(port) && words[3] == listens
            }
        }
    }
}
