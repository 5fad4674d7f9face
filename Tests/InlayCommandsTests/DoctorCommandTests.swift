import Diagnosis
import Foundation
import ISO7816
import InlaySeams
import Synchronization
import Testing

@testable import InlayCommands
@testable import PCSC

@Suite struct DoctorCommandTests {
    /// A machine of files below `root`, with a function table.
    private static func machine(
        _ root: String, environment: [String: String] = [:], answer: ServiceAnswer = .missing,
        _ change: (inout PCSCFunctions) -> Void = { _ in }
    ) -> Machine {
        var functions = PCSCFunctions.refusing
        change(&functions)
        var machine = Machine(
            files: FileTree(root: root), environment: { environment[$0] }, run: { _ in nil },
            askService: { _ in answer },
            clients: { _ in [ServiceClient(process: 812, name: "scdaemon", user: 1000)] }, loadsLibrary: { true },
            pcsc: functions, user: MachineUser(identifier: 1000, process: 4711, hostName: "host"), time: .system,
            pause: { _ in }, interruption: .never)
        machine.patience = .milliseconds(300)
        return machine
    }

    /// A house on a machine whose service answers, with readers in these states.
    static func house(
        _ root: String, _ readers: [(name: String, state: UInt32)], connect: UInt32 = 0x8010_000B
    ) throws -> House {
        try Self.write("", to: root + "/run/pcscd/pcscd.pid")
        let names = readers
        let machine = machine(root, answer: .version(major: 4, minor: 4, code: 0, peer: nil)) {
            $0.listReaders = { _ in
                names.isEmpty
                    ? .init(code: 0x8010_002E) : .init(names.flatMap { Array($0.name.utf8) + [0] } + [0])
            }
            $0.statusChange = { _, _, rows in
                for index in rows.indices {
                    guard let reader = names.first(where: { $0.name == rows[index].reader }) else { continue }
                    rows[index].event = reader.state
                    rows[index].answerToReset =
                        reader.state & 0x20 != 0 && reader.state & 0x200 == 0 ? [0x3B, 0x80, 0x80, 0x01, 0x01] : []
                }
                return 0
            }
            $0.connect = { _, _, _, _ in (connect, 0, 0) }
        }
        var house = House.test()
        house.machine = machine
        house.readers = PCSCReaders(functions: machine.pcsc, interruption: .never)
        return house
    }

    /// A folder tree in which the socket of a service listens, as far as files tell.
    static func withDesk<R>(_ body: (String) throws -> R) throws -> R {
        try TemporaryFolder.use { root in
            try write("ID=fedora\n", to: root + "/etc/os-release")
            try write("", to: root + "/usr/sbin/pcscd")
            try write("0: 2 0 00010000 0001 01 5 /run/pcscd/pcscd.comm\n", to: root + "/proc/net/unix")
            try FileManager.default.createDirectory(atPath: root + "/run/pcscd", withIntermediateDirectories: true)
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (root + "/run/pcscd/pcscd.comm").utf8) }
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            return try body(root)
        }
    }

    private static func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    @Test func `one cause, what is seen, and what to do`() throws {
        try TemporaryFolder.use { root in
            try Self.write("ID=fedora\n", to: root + "/etc/os-release")
            var house = House.test()
            house.machine = Self.machine(root) { $0.establish = { (0x8010_001D, 0) } }
            let run = CommandRun("doctor", house: house)
            #expect(run.code == .noService)
            #expect(run.output.contains("sudo dnf install pcsc-lite pcsc-lite-ccid"))
            #expect(run.output.contains("no-daemon"))
            #expect(run.errors.isEmpty)
            let document = CommandRun("doctor", "--json", house: house)
            #expect(document.code == .noService)
            #expect(document.output.contains(#""id": "C01""#) && document.errors.isEmpty)
        }
    }

    @Test(
        arguments: [
            ([], 4, "C22"), ([("R 00", 0x12)], 5, "C46"), ([("R 00", 0x0001_0222)], 5, "C47"),
            ([("R 00", 0x0001_00A2)], 12, "C42"), ([("R 00", 0x0000_000A)], 4, "C37"),
            ([("R 00", 0x0001_0022)], 0, nil),
        ] as [([(String, UInt32)], Int32, String?)])
    func `the exit code is that of a command that meets the cause`(
        readers: [(String, UInt32)], code: Int32, cause: String?
    ) throws {
        try Self.withDesk { root in
            let run = CommandRun(
                "doctor", "--json", house: try Self.house(root, readers.map { (name: $0.0, state: $0.1) }))
            #expect(run.code.rawValue == code)
            if let cause { #expect(run.output.contains("\"id\": \"\(cause)\"")) }
        }
    }

    /// Every error for 3, 4, 5, 6 and 12 ends in doctor's words.
    @Test(
        arguments: [
            ([], 4), ([("R 00", 0x12)], 5), ([("R 00", 0x0001_00A2)], 12),
        ] as [([(String, UInt32)], Int32)])
    func `a command that fails ends in the words of doctor's finding`(
        readers: [(String, UInt32)], code: Int32
    ) throws {
        try Self.withDesk { root in
            let house = try Self.house(root, readers.map { (name: $0.0, state: $0.1) })
            let failed = CommandRun("apdu", "00A4000C", house: house)
            #expect(failed.code.rawValue == code)
            let machine = try #require(house.machine)
            let finding = try #require(Examination(of: machine, depth: .service).run().finding)
            #expect(failed.errors.contains("likely: \(finding.title): \(finding.evidence)\n"))
            #expect(failed.errors.hasSuffix("next:   \(finding.remedy); inlay doctor looks closer\n"))
            let document = CommandRun("apdu", "--json", "00A4000C", house: house).output
            #expect(document.contains("\"cause\": \"\(finding.name)\""))
        }
    }

    @Test(
        arguments: [(0x8010_001D, 3, "C01"), (0x8010_006A, 6, "C12")] as [(UInt32, Int32, String)])
    func `without a machine to look at the usual cause speaks`(code: UInt32, exit: Int32, cause: String) throws {
        var functions = PCSCFunctions.refusing
        functions.establish = { (code, 0) }
        var house = House.test()
        house.readers = PCSCReaders(functions: functions, interruption: .never)
        let run = CommandRun("readers", house: house)
        #expect(run.code.rawValue == exit)
        let title = try #require(Cause.numbered(cause)?.title)
        #expect(run.errors.contains("likely: \(title)\n"))
        #expect(run.errors.hasSuffix("; inlay doctor looks closer\n"))
    }

    private static func items(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = value { items } else { [] }
    }

    /// Names of readers and devices, variables and files are foreign text: nothing of them acts on the terminal.
    @Test func `no escape sequence reaches the terminal`() throws {
        let hostile = "Evil \u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\r\u{202E}\u{2028}Reader (\u{1B}[1mX) 00 00"
        try Self.withDesk { root in
            let device = root + "/sys/bus/usb/devices/1-1"
            try Self.write("1234", to: device + "/idVendor")
            try Self.write("5678", to: device + "/idProduct")
            try Self.write(hostile, to: device + "/product")
            try Self.write(hostile, to: device + "/manufacturer")
            try Self.write("0b", to: device + ":1.0/bInterfaceClass")
            try Self.write("ID=\(hostile)\n", to: root + "/etc/os-release")
            try Self.write("FRIENDLYNAME \"\(hostile)\"\n", to: root + "/etc/reader.conf.d/one")
            try Self.write(hostile, to: root + "/proc/sys/kernel/osrelease")
            for (environment, words) in [
                ([:], []), ([:], ["--share"]), ([:], ["--verbose", "--card", "transit"]), ([:], ["--reader", hostile]),
                (["PCSCLITE_CSOCK_NAME": hostile], []), ([:], ["--file", hostile]),
                ([:], ["--reader", "sim:" + hostile]),
            ] as [([String: String], [String])] {
                var house = try Self.house(root, [(hostile, 0x0001_00A2)])
                house.machine?.environment = { environment[$0] }
                for command in [["doctor"] + words, ["readers"], ["watch", "--count", "2"], ["apdu", "00A4000C"]] {
                    let run = CommandRun(command, house: house, isTerminal: true, width: 80)
                    let text = (run.output + run.errors).replacing(/\u{1B}\[\d*m/) { _ in "" }
                    #expect(
                        !text.unicodeScalars.contains { $0 != "\n" && $0 != "\r" && TerminalText.isUnsafe($0) },
                        "\(command)")
                    // Progress lines begin anew; nothing foreign does.
                    #expect(!run.output.contains("\r"))
                }
            }
        }
    }

    /// Whoever says what card it is must not be told that all is well by somebody who does not know the reader.
    @Test(
        arguments: [
            ("ACS ACR122U PICC Interface 00 00", "transit", "yes", false),
            ("ACS ACR122U PICC Interface 00 00", "vicinity", "no", false),
            ("Nobody's Reader 00 00", "transit", "unknown", true),
            ("HID Global OMNIKEY 5022 Smart Card Reader 00 00", "transit", "unknown", true),
            ("ACS ACR1252 Dual Reader [ACR1252 Dual Reader SAM] 01 00", "transit", "no", false),
        ])
    func `what a reader reaches is told, and unknown is told as unknown`(
        reader: String, kind: String, reaches: String, isNoted: Bool
    ) throws {
        try Self.withDesk { root in
            let house = try Self.house(root, [(reader, 0x12)])
            let run = CommandRun("doctor", "--card", kind, house: house, width: 120)
            #expect(!run.output.contains("Nothing stands in the way"))
            #expect(run.output.contains("known to reach"))
            let document = try JSONReader.value(
                Array(CommandRun("doctor", "--json", "--card", kind, house: house).output.utf8)[...])
            let reach = document["cardKind"]
            let (readers, known) = (Self.items(reach?["readers"]), Self.items(reach?["knownModels"]))
            #expect(readers.first?["reaches"]?.string == reaches)
            #expect(!known.isEmpty)
            let notes = Self.items(document["notes"]).compactMap { $0["name"]?.string }
            #expect(notes.contains("reach-unknown") == isNoted)
        }
    }

    @Test(arguments: ["R 00", "ACS ACR122U PICC Interface 00 00"])
    func `a card that answers is not taken for the one that is meant`(reader: String) throws {
        try Self.withDesk { root in
            let house = try Self.house(root, [(reader, 0x0001_0022)])
            let run = CommandRun("doctor", "--card", "transit", house: house)
            #expect(run.code == .done)
            #expect(!run.output.contains("Nothing stands in the way"))
            let passport = CommandRun("doctor", "--card", "passport", house: house).output
            #expect(passport.contains("Nothing stands in the way") == reader.hasPrefix("ACS"))
        }
    }

    @Test func `a card of another kind on the reader is told`() throws {
        try Self.withDesk { root in
            var house = try Self.house(root, [("ACS ACR122U PICC Interface 00 00", 0x0001_0022)])
            let change = house.machine?.pcsc.statusChange
            house.machine?.pcsc.statusChange = { context, limit, rows in
                let code = change?(context, limit, &rows) ?? 0
                for index in rows.indices where !rows[index].answerToReset.isEmpty {
                    rows[index].answerToReset = ScriptedCards.ultralight
                }
                return code
            }
            #expect(CommandRun("doctor", "--card", "transit", house: house).output.contains("of another kind"))
            #expect(CommandRun("doctor", "--card", "tag", house: house).code == .done)
        }
    }

    /// A code explains itself, with the causes that it is known to be met with; that no reader is there now is another
    /// matter.
    @Test func `a code that a driver gave is explained, and what stands in the way now is told aside`() throws {
        try Self.withDesk { root in
            let house = try Self.house(root, [])
            let run = CommandRun("doctor", "--code", "0x80100016", house: house, width: 200)
            let text = run.output
            #expect(
                text.hasPrefix("0x80100016 SCARD_E_NOT_TRANSACTED  The reader or its driver could not carry"), "\(text)"
            )
            for cause in ["C53", "C54", "C55"] { #expect(text.contains("  \(cause)"), "\(cause): \(text)") }
            #expect(text.contains("  now    no reader is plugged in") && !text.contains("  Cause "), "\(text)")
            #expect(text.contains("so this is not its cause"))
            // A code that says just this has it as its cause.
            let other = CommandRun("doctor", "--code", "0x8010002E", house: house, width: 200).output
            #expect(other.contains("  Cause  no reader is plugged in"), "\(other)")
            let json = try JSONReader.value(
                Array(CommandRun("doctor", "--code", "80100016", "--json", house: house).output.utf8))
            #expect(json["asked"]?["name"] == "SCARD_E_NOT_TRANSACTED")
            #expect(json["asked"]?["causes"]?.elements == ["C53", "C54", "C55"])
        }
    }

    @Test func `what was not looked at is told with whatever is well`() throws {
        try Self.withDesk { root in
            let house = try Self.house(root, [("R 00", 0x0001_0022)])
            let run = CommandRun("doctor", house: house)
            #expect(run.code == .done)
            #expect(run.output.contains("Nothing stands in the way, as far as was looked."))
            #expect(run.output.contains("Not looked at\n  connecting to the card: not asked for (--connect)"))
            let asked = CommandRun("doctor", "--code", "0x80100016", house: house).output
            #expect(asked.contains("Nothing here explains what was asked about."))
        }
    }

    @Test func `a shared report has the versions and nobody's name`() throws {
        try Self.withDesk { root in
            try Self.write("6.1.0-18-amd64\n", to: root + "/proc/sys/kernel/osrelease")
            var house = try Self.house(root, [("Otto's Reader (A1B2C3D4) 00 00", 0x12)])
            house.machine?.environment = { ["HOME": "/home/otto", "USER": "otto"][$0] }
            for words in [["doctor", "--share"], ["doctor", "--share", "--json"]] {
                let run = CommandRun(words, house: house)
                #expect(run.output.contains("6.1.0-18-amd64") && run.output.contains(Inlay.version))
                for word in ["A1B2C3D4", "otto", "Otto"] { #expect(!run.output.contains(word), "\(run.output)") }
            }
        }
    }

    @Test(
        arguments: [
            (["--code", "0x8010000B"], 12, "C42"), (["--code", "80100068"], 12, "C45"), (["--code", "busy"], 8, "C62"),
            (["--code", "escape"], 8, "C54"), (["--card", "badge"], 5, "C50"),
        ])
    func `what another program met, and what card it is, decide`(words: [String], code: Int32, cause: String) throws {
        try Self.withDesk { root in
            let state: UInt32 = words.first == "--card" ? 0x12 : 0x0001_0022
            let run = CommandRun(["doctor", "--json"] + words, house: try Self.house(root, [("R 00", state)]))
            #expect(run.code.rawValue == code)
            #expect(run.output.contains("\"id\": \"\(cause)\""))
        }
    }

    /// Row 48, RFIDIOt #23: 80100016 on SCardControl is the driver's property list, where it says what passes.
    @Test func `a driver that keeps commands from the reader is told with the line to change`() throws {
        try Self.withDesk { root in
            let asked = CommandRun("doctor", "--code", "escape", house: try Self.house(root, [("R 00", 0x0001_0022)]))
            let words = asked.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("set ifdDriverOptions to 0x0001 in Contents/Info.plist"), "\(words)")
        }
    }

    /// The same where it is met: a preset that asks the reader itself.
    @Test func `a command that the driver keeps from the reader ends in the same advice`() throws {
        let reader = "ACS ACR1252 Dual Reader PICC 00 00"
        let answer: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01]
        try Self.withDesk { root in
            var house = try Self.house(root, [(reader, 0x0001_0022)])
            var functions = try #require(house.machine).pcsc
            functions.connect = { _, _, _, _ in (0, 7, 2) }
            functions.reconnect = { _, _, _, _ in (0, 2) }
            functions.status = { _ in .init(answer) }
            functions.transmit = { _, _, _ in .init([0x6D, 0x00]) }
            functions.control = { _, _, _ in .init(code: 0x8010_0016) }
            house.readers = PCSCReaders(functions: functions, interruption: .never)
            let run = CommandRun("presets", "run", "reader.acr1252-firmware", house: house)
            #expect(run.code == .cardError, "\(run.output)\(run.errors)")
            let words = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("SCARD_E_NOT_TRANSACTED"), "\(words)")
            #expect(words.contains("set ifdDriverOptions to 0x0001 in Contents/Info.plist"), "\(words)")
            let document = CommandRun("presets", "run", "reader.acr1252-firmware", "--json", house: house).output
            #expect(document.contains("\"cause\": \"escape-refused\""), "\(document)")
        }
    }

    @Test(
        arguments: [
            ["--code", "0x1234"], ["--code", ""], ["--card", "coin"], ["--passive", "--tap"],
            ["--passive", "--connect"],
            ["--tap", "--timeout", "0"],
        ])
    func `wrong options are told before anything is looked at`(words: [String]) {
        let run = CommandRun(["doctor"] + words)
        #expect(run.code == .wrongUse || run.code == .defect)
    }

    @Test(
        arguments: [
            (0x0001_0022, 0, "A card came, and answered."), (0x0001_0222, 5, "C47"), (0x12, 5, "C46"),
        ] as [(UInt32, Int32, String)])
    func `a tap tells what came`(state: UInt32, code: Int32, words: String) throws {
        try Self.withDesk { root in
            let run = CommandRun(
                "doctor", "--tap", "--timeout", "0.3", "--json", house: try Self.house(root, [("R 00", state)]))
            #expect(run.code.rawValue == code)
            #expect(run.output.contains(words))
            #expect(run.errors.contains("Lay one card flat"))
        }
    }

    /// Two cards of one kind, one after the other between two looks: the service's counter tells.
    @Test func `a tap counts cards that nobody saw`() throws {
        try Self.withDesk { root in
            var house = try Self.house(root, [("R 00", 0x0001_0022)])
            let looks = Mutex(0)
            house.machine?.pcsc.statusChange = { _, _, rows in
                let count = looks.withLock { count in
                    count += 1
                    return count
                }
                for index in rows.indices where rows[index].reader == "R 00" {
                    // The first two looks are doctor's own.
                    rows[index].event = count < 4 ? 0x0001_0022 : 0x0005_0022
                    rows[index].answerToReset = [0x3B, 0x80, 0x80, 0x01, 0x01]
                }
                return 0
            }
            let run = CommandRun("doctor", "--tap", "--timeout", "1", house: house)
            #expect(run.output.contains("A card came 3 times, and answered."))
            #expect(run.output.contains("two of a kind, or one that moves"))
        }
    }

    @Test func `a tap that ends without a card is told, also where something stands on top`() throws {
        try Self.withDesk { root in
            let run = CommandRun(
                "doctor", "--tap", "--timeout", "0.3", house: try Self.house(root, [("R 00", 0x12)]))
            #expect(run.output.contains("No card came in time."))
        }
    }

    @Test func `a code that was asked about is not said to be so now`() throws {
        try Self.withDesk { root in
            let run = CommandRun(
                "doctor", "--code", "0x8010000B", house: try Self.house(root, [("R 00", 0x12)]))
            #expect(run.output.contains("it need not be so at this moment") && !run.output.contains(":;"))
        }
    }

    @Test func `a tap on a dead service does not wait`() throws {
        try TemporaryFolder.use { root in
            var house = House.test()
            house.machine = Self.machine(root) { $0.establish = { (0x8010_001D, 0) } }
            let run = CommandRun("doctor", "--tap", house: house)
            #expect(run.code == .noService)
            #expect(!run.errors.contains("Lay one card"))
        }
    }

    @Test func `it fits a narrow and a wide terminal, with and without colours`() throws {
        try Self.withDesk { root in
            let house = try Self.house(root, [("ACS ACR122U PICC Interface 00 00", 0x12)])
            for width in [40, 80, 120] {
                let run = CommandRun("doctor", "--verbose", house: house, isTerminal: true, width: width)
                let plain = run.output.replacing(/\u{1B}\[\d*m/) { _ in "" }
                for line in plain.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
                #expect(run.output.contains("\u{1B}["))
            }
            let plain = CommandRun(
                "doctor", house: house, environment: ["NO_COLOR": "1"], isTerminal: true, width: 80)
            #expect(!plain.output.contains("\u{1B}[3"))
        }
    }
}
