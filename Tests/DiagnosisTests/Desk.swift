import Foundation
import InlaySeams
import Synchronization

@testable import Diagnosis
@testable import PCSC

/// A machine made of a small folder tree and a function table. It begins as a healthy desk: Debian with systemd, pcscd
/// 1.9.9 behind its socket, an ACR1252U on USB, and a card on it. Tests change what their case is about.
struct Desk {
    /// What stands at a path.
    enum Entry {
        case text(String)
        case bytes([UInt8])
        case link(String)
        case socket
        case pipe
        case folder
    }

    /// A PC/SC reader and the state that PC/SC gives.
    struct Reader {
        var name: String
        var state: UInt32
        var answerToReset: [UInt8] = []

        static let loaded = Reader(name: dualReader, state: 0x0001_0022, answerToReset: typeA)
        static let empty = Reader(name: dualReader, state: 0x0000_0012)
    }

    static let dualReader = "ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 00 00"
    static let typeA: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]
    static let socket = "/run/pcscd/pcscd.comm"
    static let device = "/sys/bus/usb/devices/1-2"

    var files: [String: Entry] = [:]
    var environment: [String: String] = [:]
    var programs: [String: ProgramCall.Result] = [:]
    var answer = ServiceAnswer.version(major: 4, minor: 4, code: 0, peer: .init(process: 700, user: 0))
    var clients: [ServiceClient]? = []
    var loadsLibrary = true
    var user: UInt32 = 1000
    var establish: UInt32 = 0
    var list: UInt32 = 0
    var readers = [Reader.loaded]
    var connect: UInt32 = 0
    /// PC/SC functions that never return.
    var hangs: Set<String> = []
    /// Paths that this user may not use, with the error.
    var refusals: [String: Int32] = [:]
    /// Programs that do not end before they are given up.
    var slowPrograms: Set<String> = []
    var symptom = Symptom.none
    var wantedReader: String?
    var cardKind: CardKind?
    var unknownSimulator: String?
    var tap: TapFacts?
    var depth = Examination.Depth.service

    /// The healthy desk.
    init() {
        files["/etc/os-release"] = .text("ID=debian\nVERSION_ID=\"12\"\n")
        files["/run/systemd/system"] = .folder
        files["/run/udev"] = .folder
        files["/usr/sbin/pcscd"] = .text("")
        files["/usr/lib/systemd/system/pcscd.socket"] = .text("[Socket]\nListenStream=\(Self.socket)\n")
        files["/usr/lib/systemd/system/pcscd.service"] = .text("[Service]\nExecStart=/usr/sbin/pcscd --foreground\n")
        files["/etc/systemd/system/sockets.target.wants/pcscd.socket"] = .link("/usr/lib/systemd/system/pcscd.socket")
        files[Self.socket] = .socket
        files["/proc/net/unix"] = .text(
            """
            Num       RefCount Protocol Flags    Type St Inode Path
            00000000: 00000002 00000000 00010000 0001 01 20001 \(Self.socket)
            """)
        files["/run/pcscd/pcscd.pid"] = .text("700")
        files["/proc/700/comm"] = .text("pcscd\n")
        addBundle(
            "ifd-ccid", version: "1.5.2", isClassDriver: true, ["072f:223b", "072f:2200", "04e6:5790", "0c4b:9102"])
        addDevice("072f:223b", product: "ACR1252 Dual Reader", serial: "RR123-456789")
        programs["pcscd --version"] = .init(status: 0, output: Self.version("1.9.9"))
        programs["systemctl --no-pager"] = .init(
            status: 0,
            output: Self.units(socket: ["ActiveState": "active"], service: ["ActiveState": "active"]))
    }

    // MARK: - Parts

    static func version(_ number: String, polkit: Bool = false, most: Int = 16) -> String {
        """
        pcsc-lite version \(number).
        Enabled features: Linux x86_64-pc-linux-gnu libsystemd \(polkit ? "polkit " : "")usb usbdropdir=/usr/lib/pcsc/drivers
        MAX_READERNAME: 128, PCSCLITE_MAX_READERS_CONTEXTS: \(most)
        """
    }

    static func units(socket: [String: String], service: [String: String] = [:]) -> String {
        func block(_ name: String, _ values: [String: String]) -> String {
            let usual = ["Id": name, "LoadState": "loaded", "UnitFileState": "enabled", "Result": "success"]
            return usual.merging(values) { $1 }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "\n")
        }
        return block("pcscd.socket", socket) + "\n\n" + block("pcscd.service", service) + "\n"
    }

    mutating func systemd(socket: [String: String], service: [String: String] = [:]) {
        programs["systemctl --no-pager"] = .init(status: 0, output: Self.units(socket: socket, service: service))
    }

    /// Nothing at `path` and below.
    mutating func remove(_ path: String) {
        for key in files.keys where key == path || key.hasPrefix(path + "/") { files[key] = nil }
    }

    /// Nobody listens.
    mutating func silence() { files["/proc/net/unix"] = .text("Num RefCount Protocol Flags Type St Inode Path\n") }

    mutating func addBundle(
        _ name: String, version: String, isClassDriver: Bool = false, _ identifiers: [String],
        options: String = "0x0000"
    ) {
        func array(_ key: String, _ values: [String]) -> String {
            "<key>\(key)</key><array>\(values.map { "<string>\($0)</string>" }.joined(separator: "\n"))</array>\n"
        }
        let vendors = identifiers.map { "0x" + $0.prefix(4) }
        let products = identifiers.map { "0x" + $0.suffix(4) }
        files["/usr/lib/pcsc/drivers/\(name).bundle/Contents/Info.plist"] = .text(
            """
            <?xml version="1.0"?><plist version="1.0"><dict>
            <!-- <key>ifdVendorID</key><string>0xFFFF</string> -->
            <key>CFBundleName</key><string>\(isClassDriver ? "CCIDCLASSDRIVER" : name)</string>
            <key>CFBundleShortVersionString</key><string>\(version)</string>
            <key>ifdDriverOptions</key><string>\(options)</string>
            \(array("ifdVendorID", vendors))\(array("ifdProductID", products))</dict></plist>
            """)
    }

    mutating func addDevice(
        _ identifier: String, at path: String = device, product: String? = nil, serial: String? = nil,
        release: String = "0100", interfaceClass: String = "0b", driver: String? = "usbfs", suspends: Bool = false
    ) {
        remove(path)
        remove(path + ":1.0")
        files["\(path)/idVendor"] = .text("\(identifier.prefix(4))\n")
        files["\(path)/idProduct"] = .text("\(identifier.suffix(4))\n")
        files["\(path)/bcdDevice"] = .text("\(release)\n")
        if let product { files["\(path)/product"] = .text("\(product)\n") }
        if let serial { files["\(path)/serial"] = .text("\(serial)\n") }
        files["\(path)/authorized"] = .text("1\n")
        files["\(path)/busnum"] = .text("1\n")
        files["\(path)/devnum"] = .text("5\n")
        files["\(path)/power/control"] = .text(suspends ? "auto\n" : "on\n")
        files["\(path):1.0/bInterfaceClass"] = .text("\(interfaceClass)\n")
        if let driver { files["\(path):1.0/driver"] = .link("../../../../bus/usb/drivers/\(driver)") }
    }

    /// The descriptor of a CCID interface.
    static func descriptors(features: UInt32, message: UInt32) -> [UInt8] {
        func bytes(_ word: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        var ccid = [UInt8](repeating: 0, count: 54)
        ccid[0] = 0x36
        ccid[1] = 0x21
        ccid.replaceSubrange(40..<44, with: bytes(features))
        ccid.replaceSubrange(44..<48, with: bytes(message))
        return [18, 1] + [UInt8](repeating: 0, count: 16) + [9, 2] + [UInt8](repeating: 0, count: 7) + ccid
    }

    // MARK: - Looking

    /// Calls `body` with the machine; the log holds the PC/SC functions that were called.
    func use<R>(_ body: (Machine, CallLog) throws -> R) throws -> R {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("inlay-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        for (path, entry) in files { try Self.make(entry, at: root + path) }
        let log = CallLog()
        let (environment, programs, answer, clients, loadsLibrary) = (
            environment, programs, answer, clients, loadsLibrary
        )
        let (slow, refusals) = (slowPrograms, refusals)
        let elapsed = Mutex(Duration.zero)
        var machine = Machine(
            files: FileTree(root: root) { path, use in
                if let error = refusals[String(path.dropFirst(root.utf8.count))] { return error }
                return access(path, use) == 0 ? 0 : errno
            }, environment: { environment[$0] },
            run: { call in
                if slow.contains(call.name) {
                    elapsed.withLock { $0 += call.limit }
                    return nil
                }
                return programs["\(call.name) \(call.arguments.first ?? "")"]
                    ?? programs["\(call.name) \(call.arguments.dropFirst().first ?? "")"]
            },
            askService: { _ in
                log.add("askService")
                return answer
            },
            clients: { _ in clients }, loadsLibrary: { loadsLibrary }, pcsc: functions(log),
            user: MachineUser(identifier: user, process: 4711, hostName: "desk-of-anna"),
            time: TimeSource(
                wall: { Moment(secondsSince1970: 0) },
                elapsed: { TimeSource.system.monotonic + elapsed.withLock { $0 } }),
            pause: { _ in },
            interruption: .never)
        machine.patience = .milliseconds(150)
        return try body(machine, log)
    }

    /// Goes down the tree.
    func examine() throws -> DiagnosisReport {
        try use { machine, _ in
            var examination = Examination(of: machine, depth: depth)
            examination.symptom = symptom
            examination.wantedReader = wantedReader
            examination.cardKind = cardKind
            examination.unknownSimulator = unknownSimulator
            examination.tap = tap
            return examination.run()
        }
    }

    private func functions(_ log: CallLog) -> PCSCFunctions {
        let (establish, list, readers, connect, hangs) = (establish, list, readers, connect, hangs)
        @Sendable func enter(_ name: String) {
            log.add(name)
            while hangs.contains(name) { sleep(3600) }
        }
        return PCSCFunctions(
            establish: {
                enter("establish")
                return (establish, 1)
            },
            release: { _ in 0 }, cancel: { _ in 0 },
            listReaders: { _ in
                enter("listReaders")
                guard list == 0, !readers.isEmpty else { return .init(code: list == 0 ? 0x8010_002E : list) }
                return .init(readers.flatMap { Array($0.name.utf8) + [0] } + [0])
            },
            statusChange: { _, _, rows in
                enter("statusChange")
                for index in rows.indices {
                    guard let reader = readers.first(where: { $0.name == rows[index].reader }) else { continue }
                    rows[index].event = reader.state
                    rows[index].answerToReset = reader.answerToReset
                }
                return 0
            },
            connect: { _, _, _, _ in
                enter("connect")
                return (connect, 7, 2)
            },
            reconnect: { _, _, _, _ in (0, 2) }, disconnect: { _, _ in 0 }, beginTransaction: { _ in 0 },
            endTransaction: { _, _ in 0 }, status: { _ in .init(Self.typeA) },
            transmit: { _, _, _ in .init([0x90, 0x00]) }, control: { _, _, _ in .init(code: 0x8010_0016) })
    }

    private static func make(_ entry: Entry, at path: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        switch entry {
        case .text(let text): try text.write(toFile: path, atomically: false, encoding: .utf8)
        case .bytes(let bytes): try Data(bytes).write(to: URL(fileURLWithPath: path))
        case .link(let target): try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
        case .folder: try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        case .pipe: mkfifo(path, 0o600)
        case .socket: try UnixSocket(path).close()
        }
    }
}

/// Names of the functions that were called.
final class CallLog: Sendable {
    private let names = Mutex<[String]>([])

    func add(_ name: String) { names.withLock { $0.append(name) } }
    var calls: [String] { names.withLock { $0 } }
}
