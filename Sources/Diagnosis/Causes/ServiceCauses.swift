import PCSC

extension Cause {
    /// The service does not answer: PC/SC says 8010001D unless said otherwise.
    static let service: [Cause] = [
        Cause(
            "C01", "no-daemon", .service, "the PC/SC service (pcscd) is not installed or not running",
            sees: "\"Service not available\", or only the code 8010001D",
            found: "no socket, and no unit of systemd that would make one",
            not: ["C02": "its unit is installed there, and switched off", "C19": "the host has the service there"],
            remedy: .install + .start,
            sources: "creamlike1024/EasyLPAC#17, Fedict/eid-mw#174, microsoft/WSL#2568"
        ) { facts in
            let service = facts.service
            guard !service.socket.isThere, service.socket.lookup == .missing, facts.surroundings.socketVariable == nil
            else { return nil }
            if service.program == nil { return Evidence("no \(service.socket.path), and no program pcscd") }
            guard !service.hasSystemd || !service.socketUnit.isInstalled else { return nil }
            return Evidence("no \(service.socket.path); pcscd is installed, and nothing starts it")
                .remedied(by: service.hasSystemd ? .install + .start : Remedy("start it: sudo pcscd"))
        },
        Cause(
            "C02", "socket-disabled", .service, "pcscd is installed, but its socket is not switched on",
            sees: "works after a manual start and not after the next boot",
            found: "pcscd.socket is disabled, and nothing wants it",
            not: ["C03": "the unit failed or is masked there", "C01": "no unit is there"], remedy: .start,
            sources: "Yubico/yubico-piv-tool#125, danm-de/pcsc-sharp#72"
        ) { facts in
            let service = facts.service
            guard service.hasSystemd, service.socketUnit.isInstalled, !service.socketUnit.isMasked,
                !service.socketUnit.hasFailed, facts.surroundings.socketVariable == nil
            else { return nil }
            // A socket that was stopped leaves its file behind.
            let isStopped =
                service.socketUnit.activeState == "inactive" && service.process == nil
                && (service.socket.hasListener == false || facts.answer == .refused)
            guard service.socket.lookup == .missing || isStopped else { return nil }
            return Evidence(
                service.socketUnit.isEnabled
                    ? "pcscd.socket is enabled and not started" : "pcscd.socket is installed and disabled")
        },
        Cause(
            "C03", "socket-failed", .service, "the socket of pcscd failed or is masked, so systemd does not open it",
            sees: "it worked, and then never again",
            found: "pcscd.socket is masked, or systemd gave up after too many starts",
            not: ["C02": "the unit is only switched off there"],
            remedy: Remedy("sudo systemctl unmask pcscd.socket pcscd.service") + .resetSocket,
            sources: "systemd/systemd#12010"
        ) { facts in
            let (socket, service) = (facts.service.socketUnit, facts.service.serviceUnit)
            guard facts.surroundings.socketVariable == nil, facts.service.socket.hasListener != true else { return nil }
            if !facts.service.socket.looksUsable, socket.isMasked || service.isMasked {
                return Evidence("\(socket.isMasked ? "pcscd.socket" : "pcscd.service") is masked (a link to /dev/null)")
            }
            // A service that dies takes its socket with it, and is the cause then.
            guard socket.hasFailed, !service.hasDied else { return nil }
            return Evidence("pcscd.socket has failed: \(socket.result ?? "no reason given")")
        },
        Cause(
            "C04", "daemon-dies", .service, "pcscd starts and dies",
            sees: "one call ends with 80100013, the next with 8010001D",
            found: "systemd counts failed starts, or pcscd closes the connection",
            not: ["C12": "pcscd lives on there and refuses", "C20": "SELinux keeps it from working there"],
            remedy: Remedy("journalctl -b -u pcscd tells why; report it with the log") + .resetSocket,
            sources: "LudovicRousseau/pyscard#27, bluetech/pcsc-rust#21"
        ) { facts in
            let (unit, socket) = (facts.service.serviceUnit, facts.service.socketUnit)
            // One death in the past is none: systemd starts it anew for whoever comes next, and that is seen then.
            let isTried = facts.pcsc.map { $0.establish != .done } ?? false
            if unit.hasDied, facts.service.process == nil, facts.service.socket.hasListener != true,
                isTried || socket.hasFailed || !socket.isInstalled
            {
                return Evidence(
                    "pcscd.service ended with \(unit.result ?? "")"
                        + (socket.hasFailed ? ", and systemd gave up after too many starts" : ""))
            }
            if unit.hasDied, isTried, facts.service.process == nil {
                return Evidence("pcscd.service ended with \(unit.result ?? "") when it was asked")
            }
            if facts.pcsc?.establish == .refused(.communicationError), facts.permission.service != .refused {
                return Evidence("pcscd took the connection and closed it (80100013)")
            }
            if case .dropped(unread: false)? = facts.answer, facts.pcsc?.establish != .done {
                return Evidence("pcscd took the connection and closed it")
            }
            return nil
        },
        Cause(
            "C05", "stale-socket", .service, "nobody listens behind the socket of pcscd: it is a leftover",
            sees: "the file is there, and still \"no service\"",
            found: "no line of /proc/net/unix listens on it; or it is no socket",
            not: ["C06": "somebody listens there, and this user may not connect", "C01": "no file is there"],
            remedy: Remedy("remove the leftover: sudo rm -rf SOCKET")
                + Remedy("sudo systemctl restart pcscd.socket, or start pcscd anew; in a container pass the folder in"),
            sources: "pcscdaemon.c of pcsc-lite"
        ) { facts in
            let socket = facts.service.socket
            guard facts.surroundings.socketVariable == nil, let status = socket.lookup.status else { return nil }
            let values = ["SOCKET": socket.path]
            guard status.kind == .socket else { return Evidence("\(socket.path) is \(status.kind.rawValue)", values) }
            guard socket.hasListener == false || facts.answer == .refused else { return nil }
            return Evidence("\(socket.path) is a socket, and nobody listens", values)
        },
        Cause(
            "C06", "socket-no-access", .permission, "this user may not use the socket of pcscd",
            sees: "root works, the user does not",
            found: "the mode of the socket is not 0666, or that of its folder not 0755",
            not: ["C12": "polkit refuses there, with 8010006A", "C05": "nobody listens there"],
            remedy: Remedy("remove the settings under pcscd.socket.d that change SocketMode or DirectoryMode")
                + Remedy("sudo systemctl daemon-reload && sudo systemctl restart pcscd.socket"),
            sources: "dorssel/usbipd-win#97"
        ) { facts in
            let socket = facts.service.socket
            guard facts.surroundings.socketVariable == nil else { return nil }
            if socket.lookup == .denied { return Evidence("the folder of \(socket.path) may not be entered") }
            guard let status = socket.lookup.status, status.kind == .socket else { return nil }
            guard !socket.isWritable || facts.answer == .denied else { return nil }
            return Evidence("\(socket.path) has mode \(status.octalMode), and this user may not write to it")
        },
        Cause(
            "C07", "csock-variable", .service, "PC/SC is sent to another socket by PCSCLITE_CSOCK_NAME",
            sees: "only this shell or desktop fails",
            found: "the variable is set (also to nothing), and its target is missing, dead or no pcscd",
            not: [
                "C05": "the variable is not set there", "C58": "xrdp set it there",
                "C59": "an ssh tunnel is meant there",
            ],
            remedy: Remedy("unset PCSCLITE_CSOCK_NAME"), sources: "neutrinolabs/xrdp#1825"
        ) { facts in
            guard let path = facts.surroundings.socketVariable else { return nil }
            guard !path.isEmpty else {
                return Evidence("PCSCLITE_CSOCK_NAME is set and empty, so PC/SC finds no socket")
            }
            let who = facts.strangeAnswerer.map { ", where \($0) answers" } ?? ""
            if let problem = facts.targetProblem {
                return Evidence("PCSCLITE_CSOCK_NAME is \(path), which \(problem)\(who)")
            }
            return .note("PCSCLITE_CSOCK_NAME is set: \(path)\(who)")
        },
        Cause(
            "C08", "two-installations", .service, "two installations of PC/SC stand beside each other",
            sees: "a driver is \"not there\" although it is installed",
            found: "pcscd or its library is under /usr/local as well as under /usr",
            not: ["C24": "only one pcscd is there, and its drivers do not know the reader"],
            remedy: Remedy("remove the self-built one (sudo make uninstall in its folder)") + .install,
            sources: "LudovicRousseau/PCSC#54, #261"
        ) { facts in
            guard !facts.surroundings.secondInstallation.isEmpty else {
                guard let folder = facts.service.driverFolder, !facts.drivers.folders.isEmpty,
                    !facts.drivers.folders.contains(folder), facts.hasNoReader
                else { return nil }
                return Evidence("pcscd looks for drivers in \(folder), and they are in \(facts.drivers.folders[0])")
            }
            let text = "beside the packaged one: " + facts.surroundings.secondInstallation.joined(separator: ", ")
            return facts.hasNoReader || !facts.devices.isEmpty && facts.pcsc?.readers.isEmpty == true
                ? Evidence(text) : .note(text)
        },
        Cause(
            "C09", "protocol-mismatch", .service, "pcscd and the library of PC/SC are of versions that do not fit",
            sees: "\"Service was stopped\", 8010001E",
            found: "pcscd refuses the version of its protocol that the library speaks",
            not: ["C01": "pcscd is not running there; here it runs, and starting it again does not help"],
            remedy: Remedy("use the same pcsc-lite on both sides, or 2.4.1 or newer on one; drop a bundled library"),
            sources: "flatpak/flatpak#4723, LudovicRousseau/pcsc-tools#74, blog.apdu.fr 2026/01"
        ) { facts in
            guard facts.pcsc?.establish == .refused(.serviceStopped) else { return nil }
            if case .version(let major, let minor, _, _)? = facts.answer {
                return Evidence("pcscd speaks version \(major):\(minor) and refuses that of the library (8010001E)")
            }
            return Evidence("pcscd refuses the version of the library (8010001E)")
        },
        Cause(
            "C10", "layout-mismatch", .service, "pcscd and the library keep their list of readers in different layouts",
            sees: "in a Flatpak or container: the service answers, and the list of readers is empty, odd or hangs",
            found: "pcscd before 2.5.0 was built for another number of readers than 16",
            not: ["C09": "the versions do not fit there, with a code"],
            remedy: Remedy("use a library that was built with the host's number, or pcsc-lite 2.5.0 on both sides"),
            sources: "flathub/de.bund.ausweisapp.ausweisapp2#22, LudovicRousseau/PCSC#118"
        ) { facts in
            guard let pcsc = facts.pcsc, pcsc.establish == .done, pcsc.readers.isEmpty else { return nil }
            if let most = facts.service.mostReaders, most != 16, facts.isDaemon(before: (2, 5, 0)) {
                return Evidence("pcscd was built for \(most) readers, and the library for 16")
            }
            guard pcsc.list == .hung || pcsc.list == .refused(.communicationDataLost), facts.surroundings.box != .none
            else { return nil }
            return Evidence(
                "pcscd answers, and its list of readers cannot be read in \(facts.surroundings.box.rawValue)")
        },
        Cause(
            "C11", "library-missing", .service, "the library of PC/SC (libpcsclite.so.1) cannot be loaded",
            sees: "\"libpcsclite.so.1: cannot open shared object file\"", found: "loading it fails",
            not: ["C60": "a variable puts another library in its place there"],
            remedy: Remedy(
                "install pcsc-lite with the package manager", debian: "sudo apt install libpcsclite1",
                fedora: "sudo dnf install pcsc-lite-libs", arch: "sudo pacman -S pcsclite",
                nixos: "add pkgs.pcsclite to the program's library path"), sources: "microsoft/WSL#1521"
        ) { facts in
            facts.surroundings.loadsLibrary ? nil : Evidence("libpcsclite.so.1 cannot be loaded")
        },
        Cause(
            "C63", "daemon-hangs", .service, "pcscd is there and does not answer",
            sees: "every program hangs, inlay gives up after a few seconds",
            found: "pcscd takes the connection and says nothing",
            not: ["C43": "only cards hang there", "C60": "a library that watches PC/SC waits there"],
            remedy: .restart + Remedy("and tell how it came about: journalctl -b -u pcscd"),
            sources: "seen in our tests"
        ) { facts in
            guard facts.surroundings.spyPipe == nil else { return nil }
            if facts.answer == .silent { return Evidence("pcscd took the connection and said nothing") }
            guard
                facts.pcsc?.establish == .hung || facts.pcsc?.states == .hung
                    || (facts.pcsc?.list == .hung && facts.surroundings.box == .none)
            else { return nil }
            return Evidence("pcscd did not answer in time")
        },
    ]
}
