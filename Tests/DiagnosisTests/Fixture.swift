import Glibc
import ISO7816
import PCSC
import Testing

@testable import Diagnosis

/// A machine on which one cause is there.
struct Fixture: CustomTestStringConvertible, Sendable {
    let cause: String
    let name: String
    private let change: @Sendable (inout Desk) -> Void

    init(_ cause: String, _ name: String = "", _ change: @escaping @Sendable (inout Desk) -> Void) {
        self.cause = cause
        self.name = name
        self.change = change
    }

    var desk: Desk {
        var desk = Desk()
        change(&desk)
        return desk
    }

    var testDescription: String { name.isEmpty ? cause : "\(cause) \(name)" }

    static let all = service + permission + devices + readers + sharing + cards + features + surroundings + requests

    private static let noService: UInt32 = 0x8010_001D
    private static let refused: UInt32 = 0x8010_006A

    // MARK: - Service

    private static let service = [
        Fixture("C01", "nothing installed") {
            $0.files = ["/etc/os-release": .text("ID=debian\n")]
            ($0.answer, $0.establish, $0.programs) = (.missing, noService, [:])
        },
        Fixture("C01", "installed, no systemd") {
            $0.remove("/run")
            $0.remove("/usr/lib/systemd")
            $0.remove("/proc")
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C02", "path missing") {
            $0.remove("/run/pcscd")
            $0.remove("/etc/systemd")
            $0.silence()
            $0.systemd(socket: ["UnitFileState": "disabled", "ActiveState": "inactive"])
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C02", "systemd cannot be asked") {
            $0.remove("/run/pcscd")
            $0.remove("/etc/systemd")
            $0.silence()
            $0.programs["systemctl --no-pager"] = nil
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C03", "masked") {
            $0.remove("/run/pcscd")
            $0.files["/etc/systemd/system/pcscd.socket"] = .link("/dev/null")
            $0.systemd(socket: ["LoadState": "masked", "UnitFileState": "masked", "ActiveState": "inactive"])
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C03", "too many starts") {
            $0.silence()
            $0.systemd(socket: ["ActiveState": "failed", "Result": "trigger-limit-hit"])
            ($0.answer, $0.establish) = (.refused, noService)
        },
        Fixture("C04", "failed starts") {
            $0.remove("/run/pcscd/pcscd.pid")
            $0.remove("/proc/700")
            $0.systemd(socket: ["ActiveState": "active"], service: ["Result": "core-dump", "NRestarts": "4"])
            $0.establish = 0x8010_0013
        },
        Fixture("C04", "systemd gave up") {
            $0.remove("/run/pcscd/pcscd.pid")
            $0.remove("/proc/700")
            $0.silence()
            $0.systemd(
                socket: ["ActiveState": "failed", "Result": "service-start-limit-hit"], service: ["Result": "exit-code"]
            )
            ($0.answer, $0.establish) = (.refused, noService)
        },
        Fixture("C04", "dies when it is asked") {
            $0.remove("/run/pcscd/pcscd.pid")
            $0.remove("/proc/700")
            $0.systemd(
                socket: ["ActiveState": "active"], service: ["Result": "exit-code", "ActiveState": "failed"])
            ($0.answer, $0.establish) = (.dropped(unread: true), noService)
        },
        Fixture("C02", "stopped, its file left behind") {
            $0.remove("/run/pcscd/pcscd.pid")
            $0.remove("/proc/700")
            $0.silence()
            $0.systemd(socket: ["ActiveState": "inactive"], service: ["Result": "signal", "ActiveState": "failed"])
            ($0.answer, $0.establish) = (.refused, noService)
        },
        Fixture("C04", "closes the connection") {
            ($0.answer, $0.establish) = (.dropped(unread: false), 0x8010_0013)
        },
        Fixture("C05", "plain file") {
            $0.files[Desk.socket] = .text("")
            $0.silence()
            ($0.answer, $0.establish) = (.unusable, noService)
        },
        Fixture("C05", "nobody listens") {
            $0.silence()
            ($0.answer, $0.establish) = (.refused, noService)
        },
        Fixture("C05", "in a container") {
            $0.files["/.dockerenv"] = .text("")
            $0.silence()
            ($0.answer, $0.establish) = (.refused, noService)
        },
        Fixture("C06", "no permission") { ($0.answer, $0.establish) = (.denied, noService) },
        Fixture("C07", "wrong variable") {
            $0.environment["PCSCLITE_CSOCK_NAME"] = "/run/elsewhere.comm"
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C07", "dead socket") {
            $0.environment["PCSCLITE_CSOCK_NAME"] = "/run/elsewhere.comm"
            $0.files["/run/elsewhere.comm"] = .socket
            ($0.answer, $0.establish) = (.refused, noService)
        },
        Fixture("C07", "empty") {
            $0.environment["PCSCLITE_CSOCK_NAME"] = ""
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C07", "says nothing") {
            target(&$0)
            ($0.answer, $0.hangs) = (.silent, ["establish"])
        },
        Fixture("C07", "closes the door") {
            target(&$0)
            ($0.answer, $0.establish) = (.dropped(unread: true), 0x8010_006A)
        },
        Fixture("C07", "closes the door in a container") {
            target(&$0)
            $0.files["/.dockerenv"] = .text("")
            ($0.answer, $0.establish) = (.dropped(unread: false), 0x8010_006A)
        },
        Fixture("C07", "says nonsense") {
            target(&$0)
            ($0.answer, $0.establish) = (.version(major: 7, minor: 7, code: 7, peer: nil), 0x8010_0013)
        },
        Fixture("C07", "hangs later") {
            target(&$0)
            $0.hangs = ["listReaders"]
        },
        Fixture("C08", "reader missing") {
            $0.files["/usr/local/sbin/pcscd"] = .text("")
            $0.readers = []
            $0.addDevice("072f:223b", driver: nil)
        },
        Fixture("C08", "drivers elsewhere") {
            $0.programs["pcscd --version"] = .init(
                status: 0,
                output: Desk.version("2.0.0").split(separator: "/usr/lib/pcsc/drivers")
                    .joined(separator: "/opt/pcsc/drivers"))
            $0.readers = []
            $0.remove(Desk.device)
        },
        Fixture("C09") {
            ($0.answer, $0.establish) = (.version(major: 4, minor: 3, code: 0x8010_001E, peer: nil), 0x8010_001E)
        },
        Fixture("C10", "other number of readers") {
            $0.programs["pcscd --version"] = .init(status: 0, output: Desk.version("1.9.9", most: 64))
            $0.readers = []
            $0.remove(Desk.device)
        },
        Fixture("C10", "list cannot be read") {
            $0.files["/.flatpak-info"] = .text("")
            $0.list = 0x8010_002F
        },
        Fixture("C11") { $0.loadsLibrary = false },
        Fixture("C63", "says nothing") {
            $0.answer = .silent
            $0.hangs = ["establish"]
        },
    ]

    // MARK: - Permission

    private static func polkit(_ desk: inout Desk, status: Int32, version: String = "2.0.0") {
        desk.files["/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"] = .text("")
        desk.programs["pcscd --version"] = .init(status: 0, output: Desk.version(version, polkit: true))
        desk.programs["pkcheck --action-id"] = .init(status: status, output: "")
        if status != 0 { (desk.answer, desk.establish) = (.dropped(unread: true), refused) }
    }

    private static func session(_ desk: inout Desk, active: Bool, remote: Bool, seat: String?) {
        desk.environment["XDG_SESSION_ID"] = "3"
        let seat = seat.map { "SEAT=\($0)\n" } ?? ""
        desk.files["/run/systemd/sessions/3"] = .text("ACTIVE=\(active ? 1 : 0)\nREMOTE=\(remote ? 1 : 0)\n\(seat)")
    }

    private static let permission = [
        Fixture("C12", "remote session") {
            polkit(&$0, status: 1)
            session(&$0, active: true, remote: true, seat: nil)
        },
        Fixture("C12", "no seat") {
            polkit(&$0, status: 1)
            session(&$0, active: true, remote: false, seat: nil)
        },
        Fixture("C12", "found by the service's no") {
            $0.environment["SSH_CONNECTION"] = "192.0.2.1 22"
            $0.programs["pcscd --version"] = nil
            ($0.answer, $0.establish) = (.dropped(unread: true), refused)
        },
        Fixture("C13") {
            polkit(&$0, status: 1)
            session(&$0, active: false, remote: false, seat: "seat0")
        },
        Fixture("C14") { polkit(&$0, status: 1) },
        Fixture("C15") {
            $0.files["/run/.containerenv"] = .text("")
            $0.silence()
            $0.remove("/proc/700")
            $0.programs["pcscd --version"] = nil
            ($0.answer, $0.establish) = (.dropped(unread: true), refused)
        },
        Fixture("C16", "action unknown") { polkit(&$0, status: 127) },
        Fixture("C16", "polkit does not answer") {
            polkit(&$0, status: 0)
            $0.slowPrograms = ["pkcheck"]
            ($0.answer, $0.hangs) = (.silent, ["establish"])
        },
        Fixture("C14", "a container with a service of its own") {
            $0.files["/run/.containerenv"] = .text("")
            polkit(&$0, status: 1)
        },
        Fixture("C14", "a release that does not tell that it asks polkit") {
            polkit(&$0, status: 1)
            $0.programs["pcscd --version"] = .init(status: 0, output: Desk.version("1.9.9"))
            $0.files["/usr/sbin/pcscd"] = .text("ELF libpolkit-gobject-1.so.0 libc.so.6")
        },
        Fixture("C16", "root as well") {
            $0.user = 0
            ($0.answer, $0.establish) = (.dropped(unread: true), refused)
        },
        Fixture("C17") {
            polkit(&$0, status: 0, version: "2.3.2")
            ($0.answer, $0.establish) = (.dropped(unread: true), refused)
        },
        Fixture("C18") {
            polkit(&$0, status: 0)
            $0.files["/proc/self/mountinfo"] = .text("22 26 0:5 / /proc rw,nosuid shared:5 - proc proc rw,hidepid=2\n")
            ($0.answer, $0.establish) = (.dropped(unread: true), refused)
        },
        Fixture("C19", "Flatpak") {
            $0.files = ["/.flatpak-info": .text(""), "/etc/os-release": .text("ID=org.freedesktop.platform\n")]
            ($0.answer, $0.establish, $0.programs) = (.missing, noService, [:])
        },
        Fixture("C19", "Snap") {
            $0.remove("/run/pcscd")
            $0.remove("/usr/sbin")
            $0.remove("/usr/lib/systemd")
            $0.environment["SNAP"] = "/snap/app/1"
            ($0.answer, $0.establish, $0.programs) = (.missing, noService, [:])
        },
        Fixture("C20", "does not start") {
            $0.files["/sys/fs/selinux/enforce"] = .text("1")
            $0.remove("/run/pcscd/pcscd.pid")
            $0.remove("/proc/700")
            $0.systemd(socket: ["ActiveState": "active"], service: ["Result": "exit-code"])
            $0.establish = 0x8010_0013
        },
        Fixture("C20", "wrong domain") {
            $0.files["/sys/fs/selinux/enforce"] = .text("1")
            $0.files["/proc/700/attr/current"] = .text("system_u:system_r:unconfined_service_t:s0")
            $0.readers = []
            $0.remove(Desk.device)
        },
        Fixture("C21", "asked before") {
            polkit(&$0, status: 0)
            $0.programs["pkcheck org.debian.pcsc-lite.access_card"] = .init(status: 1, output: "")
            $0.programs["pkcheck org.debian.pcsc-lite.access_pcsc"] = .init(status: 0, output: "")
            $0.programs["pkcheck --action-id"] = nil
        },
        Fixture("C21", "connecting") { ($0.connect, $0.depth) = (refused, .card) },
    ]

    // MARK: - Readers

    private static func unlisted(_ desk: inout Desk) {
        desk.readers = []
        desk.addDevice("072f:223b", product: "ACR1252 Dual Reader", driver: nil)
    }

    private static let devices = [
        Fixture("C23") {
            $0.files["\(Desk.device)/authorized"] = .text("0\n")
            $0.remove("\(Desk.device):1.0")
            $0.readers = []
        },
        Fixture("C24", "unknown number") {
            $0.addDevice("1234:5678", product: "Some Reader", driver: nil)
            $0.readers = []
        },
        Fixture("C24", "driver too old for a model") {
            $0.addDevice("072f:2303", product: "ACR1552", driver: nil)
            $0.readers = []
        },
        Fixture("C25", "pn533") {
            $0.addDevice("072f:2200", product: "ACR122U", driver: "pn533_usb")
            $0.files["/proc/modules"] = .text("pn533_usb 20480 0 - Live\npn533 40960 1 - Live\nnfc 90112 1 - Live\n")
            $0.readers = []
        },
        Fixture("C27") {
            unlisted(&$0)
            $0.files["/usr/lib/systemd/system/pcscd.service"] = .text("[Service]\nUser=pcscd\n")
            $0.files["/etc/group"] = .text("root:x:0:\nplugdev:x:46:\n")
            $0.files["/dev/bus/usb/001/005"] = .text("")
            $0.systemd(socket: ["ActiveState": "active"], service: ["User": "pcscd"])
        },
        Fixture("C28", "RC-S380") {
            $0.addDevice("054c:06c3", product: "RC-S380/P", interfaceClass: "ff", driver: nil)
            $0.readers = []
        },
        Fixture("C28", "SCL3711 held by the kernel") {
            $0.addDevice("04e6:5591", product: "SCL3711-NFC&RW", interfaceClass: "ff", driver: "pn533_usb")
            $0.readers = []
        },
        Fixture("C29") {
            $0.addDevice("076b:5428", product: "OMNIKEY 5427 CK", interfaceClass: "03", driver: "usbhid")
            $0.readers = []
        },
        Fixture("C30") {
            $0.addDevice("072f:223d", product: "CCID Boot Loader", interfaceClass: "ff", driver: nil)
            $0.readers = []
        },
        Fixture("C31") {
            $0.addDevice("072f:2200", product: "ACR122U PICC Interface", release: "0205", driver: nil)
            $0.readers = []
        },
        Fixture("C32", "pcscd's setting") {
            unlisted(&$0)
            $0.files["/etc/default/pcscd"] = .text("PCSCLITE_FILTER_IGNORE_READER_NAMES=\"ACR1252:Yubikey\"\n")
        },
        Fixture("C32", "udev") {
            unlisted(&$0)
            $0.files["/run/udev/data/c189:4"] = .text("E:PCSCLITE_IGNORE=1\n")
            $0.programs["pcscd --version"] = .init(status: 0, output: Desk.version("2.3.3"))
        },
    ]

    private static let readers = [
        Fixture("C22") {
            $0.remove(Desk.device)
            $0.remove("\(Desk.device):1.0")
            $0.files["/sys/bus/usb/devices/usb1/idVendor"] = .text("1d6b\n")
            $0.readers = []
        },
        Fixture("C26") {
            unlisted(&$0)
            $0.addDevice("072f:223b", product: "ACR1252 Dual Reader", driver: "usbfs")
        },
        Fixture("C33") {
            unlisted(&$0)
            $0.remove("/run/udev")
            // A device of which no rule knows more.
            $0.addDevice("072f:223b", product: "ACR1252 Dual Reader", interfaceClass: "0b", driver: nil)
            $0.files["/.dockerenv"] = .text("")
        },
        Fixture("C34", "reader missing") {
            unlisted(&$0)
            $0.addBundle("ifd-acsccid", version: "1.1.8", ["072f:223b"])
        },
        Fixture("C34", "told beside") { $0.addBundle("ifd-acsccid", version: "1.1.8", ["072f:223b"]) },
        Fixture("C35") {
            unlisted(&$0)
            $0.files["/run/openct/status"] = .text("")
        },
        Fixture("C36") {
            unlisted(&$0)
            $0.addDevice("072f:223b", product: "ACR1252 Dual Reader", driver: nil, suspends: true)
        },
        Fixture("C38", "silent reader") { unlisted(&$0) },
        Fixture("C38", "slow model") {
            $0.readers = []
            $0.addDevice("072f:2200", product: "ACR122U", release: "0214", driver: nil, suspends: true)
        },
        Fixture("C39", "ControlVault") {
            $0.addDevice("0a5c:5832", product: "5880", interfaceClass: "fe", driver: nil)
            $0.readers = []
        },
        Fixture("C39", "I2C") {
            $0.remove(Desk.device)
            $0.remove("\(Desk.device):1.0")
            $0.files["/sys/bus/i2c/devices/i2c-NXP1001:00"] = .folder
            $0.readers = []
        },
        Fixture("C40") {
            $0.readers = (0..<16).map { Desk.Reader(name: "Virtual PCD 00 \($0 + 10)", state: 0x12) }
            $0.addDevice("072f:223b", product: "ACR1252 Dual Reader", driver: nil)
        },
        Fixture("C41") { $0.wantedReader = "ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 01 00" },
        Fixture("C56", "no device") {
            $0.files["/sys/class/dmi/id/sys_vendor"] = .text("innotek GmbH\n")
            $0.remove(Desk.device)
            $0.remove("\(Desk.device):1.0")
            $0.readers = []
        },
        Fixture("C56", "virtual reader") {
            $0.addDevice("0e0f:0004", product: "Virtual USB CCID", driver: nil)
            $0.addBundle("ifd-ccid", version: "1.4.22", isClassDriver: true, ["0e0f:0004"])
            $0.readers = [.init(name: "VMware Virtual USB CCID 00 00", state: 0x12)]
        },
        Fixture("C57") {
            $0.files["/proc/sys/kernel/osrelease"] = .text("5.15.153.1-microsoft-standard-WSL2\n")
            $0.remove(Desk.device)
            $0.remove("\(Desk.device):1.0")
            $0.readers = []
        },
    ]

    /// A socket that somebody else than the service listens on, named by the variable.
    private static func target(_ desk: inout Desk) {
        desk.environment["PCSCLITE_CSOCK_NAME"] = "/run/elsewhere.comm"
        desk.files["/run/elsewhere.comm"] = .socket
        desk.files["/proc/net/unix"] = .text("0: 2 0 00010000 0001 01 5 /run/elsewhere.comm\n")
    }

    // MARK: - Sharing

    private static let gpg = ServiceClient(process: 812, name: "scdaemon", user: 1000)

    private static let sharing = [
        Fixture("C42", "seen") {
            $0.readers[0].state = 0x0001_00A2
            $0.clients = [gpg]
        },
        Fixture("C42", "said by another program") { $0.symptom = .code(.sharingViolation) },
        Fixture("C43") {
            $0.readers[0].state = 0x0001_0122
            ($0.clients, $0.depth, $0.hangs) = ([gpg], .card, ["connect"])
        },
        Fixture("C44") {
            $0.readers[0].state = 0x0001_0122
            $0.clients = [ServiceClient(process: 900, name: "gsd-smartcard", user: 1000)]
        },
        Fixture("C45") { ($0.symptom, $0.clients) = (.code(.resetCard), [gpg]) },
    ]

    // MARK: - Cards

    private static let feliCa = AnswerToReset([
        0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x11, 0x00, 0x3B, 0x00, 0x00, 0x00,
        0x00,
        0x42,
    ])
    private static let sticker = AnswerToReset([
        0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06, 0x03, 0x00, 0x03, 0x00, 0x00, 0x00,
        0x00,
        0x68,
    ])

    private static func tap(_ sights: TapFacts.Sight...) -> TapFacts {
        var tap = TapFacts()
        tap.events = sights.map { TapFacts.Event(reader: Desk.dualReader, sight: $0) }
        return tap
    }

    private static let cards = [
        Fixture("C37") { $0.readers = [.init(name: Desk.dualReader, state: 0x0000_000A)] },
        Fixture("C46") { $0.readers = [.empty] },
        Fixture("C47") { $0.readers = [.init(name: Desk.dualReader, state: 0x0001_0222)] },
        Fixture("C48", "other protocol") {
            ($0.connect, $0.depth) = (0x8010_000F, .card)
            $0.readers = [.init(name: Desk.dualReader, state: 0x0001_0122, answerToReset: Desk.typeA)]
        },
        Fixture("C48", "odd answer to reset") {
            ($0.connect, $0.depth) = (0x8010_000F, .card)
            $0.readers = [.init(name: Desk.dualReader, state: 0x0001_0022, answerToReset: [0x3B])]
        },
        Fixture("C48", "settings refused") { $0.symptom = .code(.unresponsiveCard) },
        Fixture("C49", "wallet") { ($0.cardKind, $0.readers) = (.wallet, [.empty]) },
        Fixture("C49", "seen in turn") {
            $0.readers = [.empty]
            $0.tap = tap(.card(sticker), .empty, .card(AnswerToReset(Desk.typeA)), .empty)
        },
        Fixture("C50", "vicinity on an ACR122U") {
            $0.addDevice("072f:2200", product: "ACR122U", release: "0214")
            $0.readers = [.init(name: "ACS ACR122U PICC Interface 00 00", state: 0x12)]
            $0.cardKind = .vicinity
        },
        Fixture("C49", "two of a kind") {
            $0.tap = tap(.card(sticker), .empty, .passed, .empty, .card(sticker))
        },
        Fixture("C50", "badge") { ($0.cardKind, $0.readers) = (.badge, [.empty]) },
        Fixture("C51") {
            $0.readers = [
                .init(
                    name: "Identiv uTrust 4701 F Dual Interface Reader [uTrust 4701 F Contact Reader] 00 00",
                    state: 0x12),
                .init(
                    name: "Identiv uTrust 4701 F Dual Interface Reader [uTrust 4701 F CL Reader] 01 00",
                    state: 0x0001_0022, answerToReset: Desk.typeA),
            ]
            $0.wantedReader = "Contact Reader"
        },
        Fixture("C52", "two ways") {
            $0.readers = [.empty]
            $0.tap = tap(.card(feliCa), .empty, .card(AnswerToReset(Desk.typeA)), .empty)
        },
        Fixture("C52", "comes and goes") {
            $0.readers = [.empty]
            $0.tap = tap(.mute, .empty, .mute, .empty)
        },
    ]

    // MARK: - Features and surroundings

    private static let features = [
        Fixture("C53") {
            $0.symptom = .longCommand
            $0.addDevice("072f:2200", product: "ACR122U", release: "0214")
            $0.files["\(Desk.device)/descriptors"] = .bytes(Desk.descriptors(features: 0x0002_0840, message: 271))
        },
        Fixture("C54") { $0.symptom = .escape },
        Fixture("C55") {
            $0.addDevice("072f:2200", product: "ACR122U", release: "0214")
            $0.readers[0].name = "ACS ACR122U PICC Interface 00 00"
        },
    ]

    private static let surroundings = [
        Fixture("C58") {
            $0.environment["PCSCLITE_CSOCK_NAME"] = "/run/xrdp/1000/pcscd.comm"
            $0.environment["XRDP_SESSION"] = "1"
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C59") {
            $0.environment["PCSCLITE_CSOCK_NAME"] = "/tmp/reader.comm"
            $0.environment["SSH_CONNECTION"] = "192.0.2.1 22"
            ($0.answer, $0.establish) = (.missing, noService)
        },
        Fixture("C60", "cannot be loaded") {
            $0.environment["LIBPCSCLITE_DELEGATE"] = "/opt/spy.so"
            $0.establish = 0x8010_0001
        },
        Fixture("C60", "pipe without a reader") {
            $0.environment["HOME"] = "/home/anna"
            $0.files["/home/anna/pcsc-spy"] = .pipe
            $0.hangs = ["establish"]
        },
        Fixture("C61", "driver") { $0.files["/etc/default/pcscd"] = .text("LIBCCID_ifdLogLevel=0x000F\n") },
        Fixture("C61", "service") { $0.files["/etc/default/pcscd"] = .text("PCSCD_ARGS=\"--apdu --debug\"\n") },
        Fixture("C62") { $0.symptom = .busyLoop },
    ]

    // MARK: - What was asked for

    private static let requests = [
        Fixture("C64") { $0.unknownSimulator = "sim:passport" },
        Fixture("C65", "two cards on two readers") {
            $0.readers = [.loaded, .init(name: "B 01 00", state: 0x0001_0022, answerToReset: Desk.typeA)]
        },
        Fixture("C65", "a part of two names") {
            $0.readers = [.empty, .init(name: "ACS ACR1252 Dual Reader 02 00", state: 0x12)]
            $0.wantedReader = "dual reader"
        },
        Fixture("C66", "folder on the way") {
            $0.files["/home/otto/passport/dg1.bin"] = .text("")
            $0.refusals = ["/home/otto": EACCES]
            $0.symptom = .file("/home/otto/passport/dg1.bin")
        },
        Fixture("C66", "mounted without changes") {
            $0.files["/media/disk"] = .folder
            $0.refusals = ["/media/disk": EROFS]
            $0.symptom = .file("/media/disk/report.html")
        },
        Fixture("C67", "not installed") { $0.symptom = .virtualReader },
        Fixture("C67", "nobody listens") {
            $0.symptom = .virtualReader
            $0.files["/etc/reader.conf.d/vpcd"] = .text("FRIENDLYNAME \"Virtual PCD\"\n")
            $0.files["/proc/net/tcp"] = .text("0: 00000000:8C7B 00000000:0000 06 rest\n")
        },
        Fixture("C68") {
            $0.cardKind = .transit
            $0.readers[0].answerToReset = sticker.bytes
        },
        Fixture("C69") { ($0.cardKind, $0.readers) = (.vicinity, [.init(name: "Nobody's Reader 00 00", state: 0)]) },
        Fixture("C70") { $0.establish = 0x8010_0014 },
        Fixture("C71") {
            $0.readers = []
            $0.addDevice("04e6:5591", product: "SCL3711-NFC&RW", interfaceClass: "ff", driver: nil)
            $0.addBundle("ifdnfc", version: "0.1.4", ["04e6:5591"])
        },
    ]
}
