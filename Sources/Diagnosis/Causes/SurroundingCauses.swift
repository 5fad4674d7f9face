import PCSC

extension Cause {
    /// What stands around the program: desktops from afar, tunnels, and settings that somebody left on.
    static let surroundings: [Cause] = [
        Cause(
            "C58", "rdp", .service, "this desktop comes over RDP, and its PC/SC socket does not answer",
            sees: "no reader in the remote desktop",
            found: "xrdp set PCSCLITE_CSOCK_NAME, and nobody listens there",
            not: ["C07": "somebody else set the variable there", "C59": "an ssh tunnel is meant there"],
            remedy: Remedy(
                "connect with smartcards switched on (FreeRDP: /smartcard) from a desk whose pcscd works; for the "
                    + "readers of this machine: unset PCSCLITE_CSOCK_NAME"),
            sources: "FreeRDP/FreeRDP#7984, neutrinolabs/xrdp#924, #1825, #2501"
        ) { facts in
            guard let path = facts.surroundings.socketVariable, !path.isEmpty,
                facts.surroundings.isXRDP || path.contains("xrdp"), let problem = facts.targetProblem
            else { return nil }
            return Evidence("PCSCLITE_CSOCK_NAME is \(path), which \(problem)")
        },
        Cause(
            "C59", "ssh-forward", .service, "the tunnel that brings a reader from elsewhere is not open",
            sees: "8010001D over a dead tunnel, 8010001E with another version",
            found: "PCSCLITE_CSOCK_NAME in a session over ssh, and nobody listens there",
            not: ["C07": "no ssh is involved there", "C58": "xrdp set the variable there"],
            remedy: Remedy(
                "open the tunnel again: ssh -R SOCKET:/run/pcscd/pcscd.comm; polkit on the reader's side judges "
                    + "ssh's user"),
            sources: "ludovicrousseau.blogspot.com 2022/02"
        ) { facts in
            guard let path = facts.surroundings.socketVariable, !path.isEmpty, facts.surroundings.isOverSSH,
                let problem = facts.targetProblem
            else { return nil }
            return Evidence("PCSCLITE_CSOCK_NAME is \(path), which \(problem)", ["SOCKET": path])
        },
        Cause(
            "C60", "spy-left-on", .service, "a library that watches PC/SC was left switched on",
            sees: "80100001, or a hang at the start",
            found:
                "LIBPCSCLITE_DELEGATE, LIBPCSCLITE_SPY_DELEGATE or LD_PRELOAD, or the pipe ~/pcsc-spy without a reader",
            not: ["C11": "PC/SC's own library is missing there"],
            remedy: Remedy("unset VARIABLE and remove ~/pcsc-spy"),
            sources: "libredirect.c and libpcscspy.c of pcsc-lite, blog.apdu.fr 2024/12"
        ) { facts in
            let names = facts.surroundings.spies
            let values = ["VARIABLE": names.isEmpty ? "LD_PRELOAD" : names.joined(separator: " ")]
            if !names.isEmpty {
                let text = names.joined(separator: ", ") + (names.count == 1 ? " is set" : " are set")
                let fails = facts.pcsc?.establish == .refused(.internalError) || facts.pcsc?.establish == .hung
                return fails ? Evidence(text, values) : .note(text, values)
            }
            guard let pipe = facts.surroundings.spyPipe else { return nil }
            return facts.pcsc?.establish == .hung
                ? Evidence("\(pipe) is a pipe that nobody reads", values) : .note("\(pipe) is left over", values)
        },
        Cause(
            "C61", "debug-left-on", .trouble, "pcscd writes every command into the log, PINs among them",
            sees: "everything is slow, and the journal fills",
            found: "LIBCCID_ifdLogLevel, or --apdu or --debug in PCSCD_ARGS",
            not: ["C60": "the library of a program is watched there, not pcscd"],
            remedy: Remedy("remove SETTING") + .restart, sources: "CCID's documentation, pcscd(8)"
        ) { facts in
            let settings = facts.service.settings
            if let level = settings["LIBCCID_ifdLogLevel"], let number = number(level), number & 0x0C != 0 {
                return .note("LIBCCID_ifdLogLevel is \(level)", ["SETTING": "LIBCCID_ifdLogLevel"])
            }
            let options = (settings["PCSCD_ARGS"] ?? "").split(separator: " ")
            let loud = options.filter { ["--apdu", "-a", "--debug", "-d"].contains($0) }
            guard !loud.isEmpty else { return nil }
            let text = loud.joined(separator: " ")
            return .note("PCSCD_ARGS has \(text)", ["SETTING": "\(text) from PCSCD_ARGS"])
        },
        Cause(
            "C62", "pnp-watch", .trouble, "a program waits for readers in a way that this pcscd does not support",
            sees: "a whole processor is busy, or a new reader is not noticed",
            found: "the protocol of pcscd is older than 4:5, so a missed change stays missed",
            not: ["C33": "pcscd itself does not notice new readers there"],
            remedy: Remedy(
                "compare lists instead (inlay watch does), and never ask again at once after an error; newer: "
                    + "pcsc-lite 2.3.0"),
            sources: "blog.apdu.fr 2018/02, 2024/08, Fedict/eid-mw#161"
        ) { facts in
            guard facts.symptom == .busyLoop else { return nil }
            guard case .version(let major, let minor, _, _)? = facts.answer else {
                return Evidence("a program is said to use a whole processor or to miss readers")
            }
            return Evidence("pcscd speaks version \(major):\(minor) of its protocol")
        },
    ]

    private static func number(_ text: String) -> Int? {
        text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    }
}
