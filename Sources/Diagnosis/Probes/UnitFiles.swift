/// Units of systemd as files.
struct UnitFiles {
    private static let folders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
        "/lib/systemd/system",
    ]

    let files: FileTree
    /// Settings from the files that units name, and from where distributions keep them.
    private(set) var settings: [String: String] = [:]

    init(files: FileTree) {
        self.files = files
        for path in ["/etc/default/pcscd", "/etc/sysconfig/pcscd"] { addSettings(path) }
    }

    /// What the files say about the unit called `name`.
    mutating func unit(_ name: String) -> ServiceFacts.Unit {
        var unit = ServiceFacts.Unit()
        for folder in Self.folders {
            let path = "\(folder)/\(name)"
            if files.linkTarget(path) == "/dev/null" {
                unit.isMasked = true
                unit.isInstalled = true
            }
            if !unit.isInstalled, files.exists(path) {
                unit.isInstalled = true
                read(path, into: &unit)
            }
        }
        for folder in Self.folders {
            for part in files.names(in: "\(folder)/\(name).d") where part.hasSuffix(".conf") {
                read("\(folder)/\(name).d/\(part)", into: &unit)
            }
            for wants in ["sockets.target.wants", "multi-user.target.wants"] {
                let link = "\(folder)/\(wants)/\(name)"
                if files.linkTarget(link) != nil || files.exists(link) { unit.isEnabled = true }
            }
        }
        return unit
    }

    private mutating func read(_ path: String, into unit: inout ServiceFacts.Unit) {
        for line in files.lines(path) {
            guard let mark = line.firstIndex(of: "=") else { continue }
            let value = line[line.index(after: mark)...]
            switch line[..<mark] {
            case "User": unit.user = String(value)
            case "ExecStart":
                unit.program = value.split(separator: " ").first.map { String($0.drop { "-@:+!".contains($0) }) }
            case "Environment":
                for (key, value) in Self.assignments(value) { unit.environment[key] = value }
            case "EnvironmentFile": addSettings(String(value.drop { $0 == "-" }))
            default: break
            }
        }
    }

    private mutating func addSettings(_ path: String) {
        guard path.hasPrefix("/") else { return }
        for line in files.lines(path) where !line.hasPrefix("#") {
            for (key, value) in Self.assignments(line, isOne: true) { settings[key] = value }
        }
    }

    /// `KEY=value` words; quotes may surround a word or a value.
    static func assignments(_ text: Substring, isOne: Bool = false) -> [(String, String)] {
        var words: [Substring] = []
        if isOne {
            words = [text]
        } else {
            var quote: Character?
            var start = text.startIndex
            for index in text.indices {
                let character = text[index]
                if let open = quote {
                    if character == open { quote = nil }
                } else if character == "\"" || character == "'" {
                    quote = character
                } else if character == " " {
                    words.append(text[start..<index])
                    start = text.index(after: index)
                }
            }
            words.append(text[start...])
        }
        return words.compactMap { word in
            let bare = word.filter { $0 != "\"" && $0 != "'" }
            guard let mark = bare.firstIndex(of: "="), mark != bare.startIndex else { return nil }
            return (String(bare[..<mark]), String(bare[bare.index(after: mark)...]))
        }
    }
}
