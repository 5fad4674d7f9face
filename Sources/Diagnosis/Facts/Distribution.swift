/// The family of this system, for remedies that differ.
package enum Distribution: String, Hashable, Sendable, CaseIterable {
    case debian
    case fedora
    case arch
    case nixos
    /// Another, or it does not tell.
    case other

    /// From the lines of os-release: its own name first, then what it says it is like.
    init(osRelease lines: [Substring]) {
        var values: [Substring: String] = [:]
        for line in lines {
            guard let mark = line.firstIndex(of: "=") else { continue }
            values[line[..<mark]] = line[line.index(after: mark)...].filter { $0 != "\"" && $0 != "'" }
        }
        let words = ((values["ID"] ?? "") + " " + (values["ID_LIKE"] ?? "")).split(separator: " ")
        let known: [Substring: Distribution] = [
            "debian": .debian, "ubuntu": .debian, "fedora": .fedora, "rhel": .fedora, "centos": .fedora, "arch": .arch,
            "nixos": .nixos,
        ]
        self = words.lazy.compactMap { known[$0] }.first ?? .other
    }

    /// For people.
    package var name: String {
        switch self {
        case .debian: "Debian, Ubuntu"
        case .fedora: "Fedora"
        case .arch: "Arch"
        case .nixos: "NixOS"
        case .other: "others"
        }
    }
}
