import Foundation
import Testing

/// `inlay doctor` beside a real polkitd and a real systemd, in private namespaces, as a normal user.
struct DoctorSystemTests {
    private static let stack = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stack")

    /// `examine NAME [VARIABLE=VALUE] [OPTIONS]` prints name, exit code and finding.
    private static var prelude: String {
        """
        mkdir -m 755 /run/inlay-work; cd /run/inlay-work
        # The folder of the build may be closed to others.
        install -m 755 '\(BuiltProgram.path(of: "inlay"))' inlay; inlay=$PWD/inlay
        user=(setpriv --reuid=65534 --regid=65534 --clear-groups env -i)
        finding='import json, sys; print((json.load(sys.stdin)["finding"] or {}).get("id", "none"))'
        examine() {
            name=$1; shift; variables=()
            while [[ ${1:-} == *=* ]]; do variables+=("$1"); shift; done
            "${user[@]}" "${variables[@]}" timeout 20 "$inlay" doctor --json "$@" > out 2> err; code=$?
            echo "$name $code $(/usr/bin/python3 -c "$finding" < out)"
        }
        """
    }

    /// Runs `script` beside what the tool of this name starts; nil where this machine does not allow it.
    private static func run(_ tool: String, _ script: String) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = [
            "120", stack.appendingPathComponent(tool).path, "/bin/bash", "-c", "\(prelude)\n\(script)",
        ]
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let bytes = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        return process.terminationStatus == 69 ? nil : String(decoding: bytes ?? Data(), as: UTF8.self)
    }

    private static let allowsPolkit = run("with-polkit", "true") != nil

    @Test(.enabled(if: allowsPolkit, "no polkitd of its own can be started here: run as root after .ci/setup"))
    func `a real polkitd that refuses is named, with why`() {
        let said = Self.run(
            "with-polkit",
            """
            examine service
            examine ssh SSH_CONNECTION='192.0.2.1 22'
            "$inlay" doctor --json > out; echo "root $? $(/usr/bin/python3 -c "$finding" < out)"
            "${user[@]}" "$inlay" readers > out 2> err; echo "readers $?"; grep -c 'inlay doctor looks closer' err
            kill -STOP $(pidof polkitd); begin=$SECONDS; examine silent; kill -CONT $(pidof polkitd)
            [ $((SECONDS - begin)) -lt 15 ] && echo bounded
            rule='polkit.addRule(function(a, s) { if (a.id.indexOf("org.debian.pcsc-lite.") == 0 && '
            rule+='s.user == "nobody") return polkit.Result.YES; });'
            echo "$rule" > /etc/polkit-1/rules.d/50-pcsc-local.rules
            again() {
                kill $(pidof polkitd); /usr/lib/polkit-1/polkitd --no-debug > /dev/null 2>&1 &
                for _ in {1..100}; do
                    pkcheck --action-id org.freedesktop.policykit.exec --process $$ && break
                    sleep 0.1
                done > /dev/null 2>&1
            }
            again; examine allowed
            rm /usr/share/polkit-1/actions/org.debian.pcsc-lite.policy
            again; examine unregistered
            """)
        #expect(
            said == """
                service 6 C14
                ssh 6 C12
                root 4 C22
                readers 6
                1
                silent 6 C16
                bounded
                allowed 4 C22
                unregistered 6 C16

                """)
    }

    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["INLAY_OWN_SYSTEMD"] == "1",
            "INLAY_OWN_SYSTEMD is not 1: nobody asked for a systemd of its own"))
    func `units of a real systemd are told apart`() {
        let said = Self.run(
            "with-systemd",
            """
            own=/etc/systemd/system; mkdir -p $own/pcscd.socket.d $own/pcscd.service.d
            unit() { printf "$2" > $own/$1; systemctl daemon-reload; }
            examine passive --passive
            echo "still $(systemctl is-active pcscd.service)"
            examine demand
            echo "now $(systemctl is-active pcscd.service)"
            # Died once, and is started anew for whoever comes next.
            systemctl kill -s KILL pcscd.service; sleep 0.3
            examine killed --passive
            examine again
            systemctl stop pcscd.socket pcscd.service; examine stopped
            rm -rf /run/pcscd /run/inlay-units/sockets.target.wants/pcscd.socket; systemctl daemon-reload
            examine disabled
            systemctl mask pcscd.socket 2> /dev/null; examine masked; systemctl unmask pcscd.socket 2> /dev/null
            unit pcscd.socket.d/mode.conf '[Socket]\\nSocketMode=0600\\n'
            systemctl start pcscd.socket; examine mode; systemctl stop pcscd.socket; rm -rf /run/pcscd
            unit pcscd.socket.d/mode.conf '[Socket]\\nDirectoryMode=0700\\n'
            systemctl start pcscd.socket; examine folder; systemctl stop pcscd.socket; rm -rf /run/pcscd
            rm $own/pcscd.socket.d/mode.conf
            unit pcscd.service.d/z.conf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n'
            systemctl reset-failed; systemctl start pcscd.socket
            examine dies
            for _ in {1..25}; do "${user[@]}" timeout 5 "$inlay" readers; done > /dev/null 2>&1
            examine dead
            rm $own/pcscd.service.d/z.conf; systemctl daemon-reload; systemctl reset-failed
            systemctl restart pcscd.socket; examine repaired
            systemctl stop pcscd.socket pcscd.service
            rm -rf /run/inlay-units/pcscd.* /run/pcscd $own/pcscd.*; systemctl daemon-reload; examine gone
            """)
        #expect(
            said == """
                passive 0 none
                still inactive
                demand 4 C22
                now active
                killed 0 none
                again 4 C22
                stopped 3 C02
                disabled 3 C02
                masked 3 C03
                mode 6 C06
                folder 6 C06
                dies 3 C04
                dead 3 C04
                repaired 4 C22
                gone 3 C01

                """)
    }
}
