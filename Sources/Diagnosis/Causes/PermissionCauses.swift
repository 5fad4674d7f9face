import PCSC
import ReaderKnowledge

extension Cause {
    /// The service is there and says no: PC/SC says 8010006A.
    static let permission: [Cause] = [
        Cause(
            "C12", "polkit-remote", .permission,
            "polkit allows readers to the user at the screen only, not over the network",
            sees: "works at the desk, not over ssh; GnuPG says \"No such device\"",
            found: "polkit refuses, and the session is remote or has no seat",
            not: ["C16": "root is refused there as well", "C13": "the session is local there, and not in front"],
            remedy: .allow,
            sources: "blog.apdu.fr 2023/11, drduh/YubiKey-Guide#376, Yubico/yubico-piv-tool#504"
        ) { facts in
            guard facts.polkitRefuses, !facts.isServiceOutside else { return nil }
            if let session = facts.surroundings.session {
                guard session.isRemote || session.seat == nil else { return nil }
                return Evidence(
                    session.isRemote
                        ? "polkit refuses this remote session" : "polkit refuses this session without a seat")
            }
            guard facts.surroundings.isOverSSH else { return nil }
            return Evidence("polkit refuses, and this shell came over ssh")
        },
        Cause(
            "C13", "polkit-inactive", .permission,
            "polkit allows readers to the session in front only, and this one is behind",
            sees: "fails after the user was switched; the log is full of refusals of the greeter, which are harmless",
            found: "polkit refuses, and logind says ACTIVE=0",
            not: ["C12": "the session is remote there"],
            remedy: Remedy("go back to that session and try again") + .allow,
            sources: "LudovicRousseau/PCSC#229, NixOS/nixpkgs#290926"
        ) { facts in
            guard facts.polkitRefuses, let session = facts.surroundings.session, !session.isRemote,
                session.seat != nil, !session.isActive
            else { return nil }
            return Evidence("polkit refuses, and the session on \(session.seat ?? "") is not in front")
        },
        Cause(
            "C14", "polkit-service", .permission,
            "polkit allows readers to the user at the screen only, not to services",
            sees: "cron, a web server or a unit is refused",
            found: "polkit refuses, and there is no session",
            not: ["C12": "there is a session there, from elsewhere"], remedy: .allow,
            sources: "LudovicRousseau/PCSC#26, dividat/playos#75"
        ) { facts in
            guard facts.polkitRefuses, facts.surroundings.session == nil, !facts.surroundings.isOverSSH,
                !facts.isServiceOutside
            else { return nil }
            return Evidence("polkit refuses, and this process belongs to no session")
        },
        Cause(
            "C15", "polkit-container", .permission, "the host's polkit refuses this container",
            sees: "the host is fine, the container is refused",
            found:
                "a container with the socket inside, and pcscd refuses; the host judges the host's view of user and process",
            not: ["C19": "no socket is inside there"],
            remedy: Remedy("on the host, for the user as the host sees it:") + .allow,
            sources: "LudovicRousseau/PCSC#59, Keyfactor/keyfactorcommunity#22"
        ) { facts in
            guard facts.isServiceOutside, facts.service.socket.isThere, facts.isRefusedByService else {
                return nil
            }
            return Evidence("the socket is in \(facts.surroundings.box.rawValue), and pcscd refuses (8010006A)")
        },
        Cause(
            "C16", "polkit-broken", .permission,
            "polkit does not know readers or does not run, so everybody is refused",
            sees: "everybody is refused, root as well",
            found: "pcscd asks polkit, and the action is not registered or nobody answers",
            not: ["C12": "root is let in there"],
            remedy: Remedy(
                "install polkit", debian: "sudo apt install polkitd", fedora: "sudo dnf install polkit",
                arch: "sudo pacman -S polkit", nixos: "use the module services.pcscd of a current channel")
                + Remedy("in a private container without a bus, and only there, pcscd --disable-polkit"),
            sources: "NixOS/nixpkgs#121121, LudovicRousseau/PCSC#59"
        ) { facts in
            guard !facts.isServiceOutside else { return nil }
            if facts.permission.service == .silent, facts.answer == .silent {
                return Evidence("polkit does not answer, and pcscd waits for it")
                    .remedied(by: Remedy("sudo systemctl restart polkit.service") + .restart)
            }
            if facts.permission.service == .unregistered, facts.service.usesPolkit != false {
                return Evidence("polkit does not know org.debian.pcsc-lite.access_pcsc")
            }
            guard facts.isRefusedByService, facts.surroundings.isRoot, facts.permission.service != .allowed else {
                return nil
            }
            return Evidence("pcscd refuses even root (8010006A)")
        },
        Cause(
            "C17", "polkit-nobody", .permission, "this release of pcscd does not see who asks",
            sees: "the polkit rule is right and still everybody is refused; the log says user 65534",
            found: "pcscd is exactly 2.3.2, whose unit hides users", not: ["C18": "/proc is hidden there"],
            remedy: Remedy("install pcsc-lite 2.3.3 or newer"), sources: "LudovicRousseau/PCSC#231"
        ) { facts in
            guard facts.isRefusedByService, facts.permission.service != .refused,
                facts.service.version?.description == "2.3.2"
            else { return nil }
            return Evidence("pcscd is 2.3.2 and refuses although polkit does not (8010006A)")
        },
        Cause(
            "C18", "hidepid", .permission, "/proc hides processes, so polkit does not see who asks",
            sees: "the polkit rule is right and still everybody is refused; the log says \"Failed to open file /proc\"",
            found: "/proc is mounted with hidepid", not: ["C17": "/proc is open there"],
            remedy: Remedy("mount /proc with hidepid=0, or with gid= of the group of polkitd"),
            sources: "LudovicRousseau/PCSC#224, debops/debops#2307"
        ) { facts in
            guard facts.isRefusedByService, facts.permission.service != .refused, facts.surroundings.hidesProcesses
            else { return nil }
            return Evidence("/proc is mounted with hidepid, and pcscd refuses (8010006A)")
        },
        Cause(
            "C19", "sandbox", .service, "this program runs in a box that does not have the socket of pcscd inside",
            sees: "\"no service\" only inside of the box",
            found: "a Flatpak, Snap or container without the socket",
            not: ["C09": "the socket is inside there", "C01": "there is no box there"], remedy: .sandbox,
            sources: "canonical/snapd#12847, OpenSC/OpenSC#2552, netblue30/firejail#6700"
        ) { facts in
            guard facts.surroundings.box != .none, facts.service.socket.lookup == .missing,
                facts.surroundings.socketVariable == nil, facts.service.program == nil
            else { return nil }
            return Evidence(
                "this is \(facts.surroundings.box.rawValue), and \(facts.service.socket.path) is not inside")
        },
        Cause(
            "C20", "selinux", .service, "SELinux keeps pcscd from working",
            sees: "on Fedora: pcscd does not start, or sees no USB device, or no virtual reader",
            found: "SELinux enforces, and pcscd does not run in its own domain pcscd_t",
            not: ["C04": "SELinux does not enforce there"],
            remedy: Remedy(
                "relabel pcscd: sudo restorecon -v /usr/sbin/pcscd, then restart it",
                fedora: "sudo dnf upgrade selinux-policy && sudo restorecon -v /usr/sbin/pcscd, then restart it; for a "
                    + "virtual machine sudo setsebool -P virt_use_pcscd on"),
            sources: "fedora-selinux/selinux-policy#2609, #2692, #3216"
        ) { facts in
            guard facts.surroundings.selinuxEnforces else { return nil }
            if let label = facts.service.label, !label.contains("pcscd_t"), facts.hasNoReader || facts.pcsc == nil {
                let text = "SELinux enforces, and pcscd runs as \(label)"
                return facts.hasNoReader ? Evidence(text) : .note(text)
            }
            let isTried = facts.pcsc.map { $0.establish != .done } ?? false
            guard facts.service.serviceUnit.hasDied, facts.service.process == nil,
                isTried || facts.service.socketUnit.hasFailed || !facts.service.socketUnit.isInstalled
            else { return nil }
            return Evidence("SELinux enforces, and pcscd.service ended with \(facts.service.serviceUnit.result ?? "")")
        },
        Cause(
            "C21", "card-refused", .permission, "polkit lets this user at readers, but not at cards",
            sees: "readers are listed, and connecting ends with 8010006A",
            found: "polkit refuses org.debian.pcsc-lite.access_card", not: ["C12": "not even readers are listed there"],
            remedy: .allow, sources: "blog.apdu.fr 2023/11"
        ) { facts in
            guard facts.pcsc?.establish == .done else { return nil }
            if facts.connection?.outcome == .refused(.securityViolation) {
                return Evidence("connecting was refused (8010006A), and the readers were listed")
            }
            guard facts.permission.card == .refused else { return nil }
            return Evidence("polkit allows access_pcsc and refuses access_card")
        },
    ]
}
