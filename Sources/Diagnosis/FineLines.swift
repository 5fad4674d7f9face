import ISO7816
import PCSC

/// What was looked at and is well, a line each.
enum FineLines {
    /// The words that these lines are made of, beside names and numbers.
    static let words = [
        "environment no variable of PC/SC is set", "service socket process", "USB listed by",
        "permission polkit lets this user at readers this does not ask", "answers version of its protocol user number",
        "reader no card a card that answers does not answer held exclusively in use unknown reaches",
    ]

    static func lines(_ facts: Facts, beside finding: Finding? = nil) -> [String] {
        var lines: [String] = []
        if facts.surroundings.variables.isEmpty { lines.append("environment: no variable of PC/SC is set") }
        if let line = service(facts) { lines.append(line) }
        for device in facts.devices {
            let bundles = facts.drivers.bundles(for: device)
            guard let bundle = bundles.first, device.isAuthorized else { continue }
            let version = bundle.version.map { " \($0)" } ?? ""
            lines.append("USB: \(device.name), listed by \(bundle.name)\(version)")
        }
        // Nobody who is kept out wants to read that all is allowed.
        switch facts.permission.service {
        case _ where finding?.ending == .permission: break
        case .allowed: lines.append("permission: polkit lets this user at readers")
        case .unknown where facts.service.usesPolkit == false:
            lines.append("permission: this pcscd does not ask polkit")
        default: break
        }
        if case .version(let major, let minor, let code, let peer)? = facts.answer, code == 0,
            facts.strangeAnswerer == nil
        {
            let owner = peer.map { ", process \($0.process) of user number \($0.user)" } ?? ""
            lines.append("pcscd answers: version \(major):\(minor) of its protocol\(owner)")
        }
        for reader in facts.pcsc?.readers ?? [] where !reader.isUnavailable && !reader.isUnknown {
            lines.append("reader: \(reader.reader), \(state(reader))")
        }
        return lines
    }

    private static func service(_ facts: Facts) -> String? {
        let service = facts.service
        guard service.socket.looksUsable else { return nil }
        var process: Int32?
        switch facts.answer {
        // What was not asked must be seen to listen.
        case nil where service.socket.hasListener == true: process = service.process
        case .version(_, _, 0, let peer)? where facts.strangeAnswerer == nil:
            // Another pcscd may run beside the one that answers; systemd answers for the one that it starts.
            process = peer.map { [1, service.process].contains($0.process) } ?? true ? service.process : nil
        default: return nil
        }
        // The version is that of the installed program, and not of whoever is at the end of another socket.
        let version = facts.surroundings.socketVariable == nil ? service.version.map { " \($0)" } ?? "" : ""
        let number = process.map { ", process \($0)" } ?? ""
        return "service: pcscd\(version), socket \(service.socket.path)\(number)"
    }

    private static func state(_ reader: ReaderState) -> String {
        let use = reader.isExclusive ? ", held exclusively" : reader.isInUse ? ", in use" : ""
        if reader.isCardPresent { return (reader.isMute ? "a card that does not answer" : "a card that answers") + use }
        return "no card"
    }
}
