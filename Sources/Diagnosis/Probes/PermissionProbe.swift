import InlaySeams

/// Asks polkit what it would say, without a dialogue, as every user may about own processes.
enum PermissionProbe {
    private static let policy = "/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"
    private static let nixPolicy = "/run/current-system/sw/share/polkit-1/actions/org.debian.pcsc-lite.policy"

    static func look(at machine: Machine, for service: ServiceFacts) -> PermissionFacts {
        var facts = PermissionFacts()
        facts.hasPolicy = machine.files.exists(policy) || machine.files.exists(nixPolicy)
        // A service that was built without it does not ask, so nobody needs to.
        guard service.usesPolkit != false, facts.hasPolicy || service.usesPolkit == true else { return facts }
        facts.service = verdict("org.debian.pcsc-lite.access_pcsc", machine)
        if facts.service == .allowed { facts.card = verdict("org.debian.pcsc-lite.access_card", machine) }
        return facts
    }

    private static func verdict(_ action: String, _ machine: Machine) -> PermissionFacts.Verdict {
        let call = ProgramCall(
            "pkcheck", ["--action-id", action, "--process", String(machine.user.process)], limit: .seconds(1))
        let begun = machine.time.monotonic
        guard let said = machine.run(call) else {
            return machine.time.monotonic - begun < call.limit ? .unknown : .silent
        }
        switch said.status {
        case 0: return .allowed
        // 2: it would ask for a password; a PC/SC service does not.
        case 1, 2, 3: return .refused
        case 127: return .unregistered
        default: return .unknown
        }
    }
}
