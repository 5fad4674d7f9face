import Foundation
import Testing

@testable import Diagnosis

/// A machine that lies: nothing in it may hang or end the examination.
@Suite struct HostileMachineTests {
    private static let garbage: [[UInt8]] = [
        [], [0], [0xFF, 0xFE, 0x00, 0x80], Array("\u{1B}]0;title\u{7}\u{202E}\n\n=\n==\n=x=\n\"".utf8),
        [UInt8](repeating: 0x41, count: 100_000), [UInt8](repeating: 0x0A, count: 10_000),
        (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) },
    ]

    /// Every file that a probe reads, in every kind of garbage.
    @Test(arguments: 0..<7)
    func `garbage in every file is looked at to the end`(number: Int) throws {
        var desk = Desk()
        desk.readers = [.empty]
        desk.cardKind = .transit
        let paths =
            [
                "/etc/os-release", "/etc/default/pcscd", "/etc/sysconfig/pcscd", "/etc/passwd", "/etc/group",
                "/etc/hostname", "/etc/libccid_Info.plist", "/etc/reader.conf.d/one", "/etc/modprobe.d/one.conf",
                "/proc/net/unix", "/proc/modules", "/proc/cmdline", "/proc/self/mountinfo", "/proc/self/cgroup",
                "/proc/sys/kernel/osrelease", "/proc/700/comm", "/proc/700/attr/current", "/run/pcscd/pcscd.pid",
                "/run/systemd/sessions/3", "/run/udev/data/c189:4", "/sys/fs/selinux/enforce",
                "/sys/class/dmi/id/sys_vendor", "/sys/class/dmi/id/product_name", "/run/openct/status",
                "/usr/lib/systemd/system/pcscd.service", "/usr/lib/systemd/system/pcscd.socket",
                "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist", "/usr/sbin/pcscd",
            ]
            + [
                "idVendor", "idProduct", "bcdDevice", "product", "manufacturer", "serial", "authorized", "busnum",
                "devnum",
                "descriptors", "power/control", "power/persist",
            ].map { "\(Desk.device)/\($0)" } + ["bInterfaceClass", "interface"].map { "\(Desk.device):1.0/\($0)" }
        // Each alone, then all together.
        let trees = paths.map { [$0] } + [paths]
        for tree in trees {
            var changed = desk
            for path in tree { changed.files[path] = .bytes(Self.garbage[number]) }
            let report = try changed.examine()
            #expect(report.outcome != .couldNotLook)
            let shared = Redaction(report.facts)
            for line in report.fine { _ = shared.applied(to: line) }
        }
    }

    @Test(arguments: ["systemctl --no-pager", "pcscd --version", "pkcheck --action-id"])
    func `programs and buses that answer nonsense decide nothing alone`(program: String) throws {
        for bytes in Self.garbage {
            for status: Int32 in [-1, 0, 1, 77, 255] {
                var desk = Desk()
                desk.files["/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"] = .text("")
                desk.programs[program] = .init(status: status, output: String(decoding: bytes, as: UTF8.self))
                let report = try desk.examine()
                // pkcheck's status is its answer; everything else is text that says nothing.
                if program != "pkcheck --action-id" { #expect(report.finding == nil, "\(report.finding as Any)") }
            }
        }
    }

    @Test(arguments: ["systemctl", "pkcheck", "pcscd"])
    func `programs and buses that never answer are given up`(program: String) throws {
        var desk = Desk()
        desk.files["/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"] = .text("")
        desk.slowPrograms = [program]
        #expect(try desk.examine().finding == nil)
    }

    @Test func `ten thousand devices are no hang, and a report of them is bounded`() throws {
        let report = try Desk().use { machine, _ in
            for number in 0..<10_000 {
                let folder = machine.files.location("/sys/bus/usb/devices/9-\(number)")
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                for (name, text) in [
                    ("idVendor", "072f"), ("idProduct", number % 2 == 0 ? "223b" : "ffff"), ("serial", "S\(number)"),
                ] { try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8) }
            }
            return Examination(of: machine, depth: .service).run()
        }
        #expect(report.facts.devices.count == 100)
        #expect(report.outcome != .couldNotLook)
    }

    @Test func `a busy machine's socket is found at the end of a long list`() throws {
        var desk = Desk()
        let line = "00000000: 00000002 00000000 00010000 0001 01 20001 /run/user/1000/some/other/socket/of/a/desktop\n"
        desk.files["/proc/net/unix"] = .text(
            String(repeating: line, count: 40_000)
                + "00000000: 00000002 00000000 00010000 0001 01 20001 \(Desk.socket)\n")
        #expect(try desk.examine().finding == nil)
    }

    @Test func `variables without bounds are looked at`() throws {
        for name in ["PCSCLITE_CSOCK_NAME", "LD_PRELOAD", "HOME", "XDG_SESSION_ID", "SNAP", "XRDP_SESSION"] {
            for value in [String(repeating: "x", count: 1_000_000), "../../..", "\u{1B}[2J", " ", "/dev/zero"] {
                var desk = Desk()
                desk.environment = [name: value]
                #expect(try desk.examine().outcome != .couldNotLook)
            }
        }
    }

    /// Pipes, folders, devices and loops of links in the place of files.
    @Test func `what is no file is not waited for`() throws {
        let places = [
            "/etc/os-release", "/proc/net/unix", "/run/pcscd/pcscd.pid", "\(Desk.device)/idVendor",
            "/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Info.plist", Desk.socket, "/run/udev/data/c189:4",
        ]
        for place in places {
            for entry in [
                Desk.Entry.pipe, .folder, .link("/dev/zero"), .link("/dev/tty"), .link(place), .link("/nowhere"),
            ] {
                var desk = Desk()
                desk.files[place] = entry
                #expect(try desk.examine().outcome != .couldNotLook)
            }
        }
    }
}
