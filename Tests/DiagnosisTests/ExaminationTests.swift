import InlaySeams
import PCSC
import Testing

@testable import Diagnosis

@Suite struct ExaminationTests {
    @Test func `no card is connected to unless that is asked for`() throws {
        for fixture in Fixture.all + [Fixture("", "healthy") { _ in }] {
            var desk = fixture.desk
            desk.hangs = []
            try desk.use { machine, log in
                _ = Examination(of: machine, depth: .files).run()
                #expect(log.calls.isEmpty, "\(fixture)")
                _ = Examination(of: machine, depth: .service).run()
                #expect(!log.calls.contains("connect"), "\(fixture)")
            }
        }
        try Desk().use { machine, log in
            _ = Examination(of: machine, depth: .card).run()
            #expect(log.calls.count { $0 == "connect" } == 1)
        }
    }

    @Test func `what is cheap and decides ends the walk before the service is spoken to`() throws {
        for cause in ["C01", "C02", "C03", "C25", "C28", "C30"] {
            let fixture = try #require(Fixture.all.first { $0.cause == cause })
            try fixture.desk.use { machine, log in
                #expect(Examination(of: machine, depth: .service).run().finding?.identifier == cause)
                #expect(log.calls.isEmpty, "\(cause)")
            }
        }
    }

    @Test func `a reader that cannot work is told beside one that does`() throws {
        var desk = Desk()
        desk.addDevice(
            "054c:06c3", at: "/sys/bus/usb/devices/1-3", product: "RC-S380/P", interfaceClass: "ff", driver: "port100")
        let working = try desk.examine()
        #expect(working.finding == nil)
        #expect(working.notes.map(\.identifier) == ["C28"])
        // Without a card, the one that cannot work is what the user wonders about.
        desk.readers = [.empty]
        let empty = try desk.examine()
        #expect(empty.finding?.identifier == "C28")
        #expect(empty.notes.map(\.identifier) == ["C46"])
    }

    @Test func `the kernel's hold on an ACR122U is answered with the lines that end it`() throws {
        let fixture = try #require(Fixture.all.first { $0.cause == "C25" })
        let remedy = try #require(try fixture.desk.examine().finding?.remedy)
        for module in ["pn533_usb", "pn533", "nfc"] { #expect(remedy.contains("blacklist \(module)")) }
        #expect(remedy.contains("/etc/modprobe.d/"))
    }

    @Test(
        arguments: [
            ("ID=ubuntu\nID_LIKE=debian\n", "apt install"), ("ID=fedora\n", "dnf install"),
            ("ID=manjaro\nID_LIKE=arch\n", "pacman -S"), ("ID=nixos\n", "services.pcscd.enable"),
            ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", "package manager"), ("", "package manager"),
        ])
    func `the remedy is this distribution's`(release: String, words: String) throws {
        var desk = Desk()
        desk.files = ["/etc/os-release": .text(release)]
        (desk.answer, desk.establish, desk.programs) = (.missing, 0x8010_001D, [:])
        let finding = try #require(try desk.examine().finding)
        #expect(finding.identifier == "C01")
        #expect(finding.remedy.contains(words))
    }

    @Test func `a shared report names nobody`() throws {
        var desk = Desk()
        desk.environment = ["HOME": "/home/anna", "USER": "anna", "PCSCLITE_CSOCK_NAME": "/home/anna/reader.comm"]
        desk.files["/home/anna/reader.comm"] = .socket
        desk.files["/proc/net/unix"] = .text("0: 2 0 00010000 0001 01 5 /home/anna/reader.comm\n")
        desk.readers = [.init(name: "SONY FeliCa RC-S300/P (1234567) 00 00", state: 0x12)]
        desk.addBundle("ifd-ccid", version: "1.5.2", isClassDriver: true, ["054c:0dc9"])
        desk.addDevice("054c:0dc9", product: "RC-S300/P desk-of-anna", serial: "1234567")
        let report = try desk.examine()
        let redaction = Redaction(report.facts)
        let all =
            (report.notes + [report.finding].compactMap { $0 }).flatMap { [$0.title, $0.evidence, $0.remedy] }
            + report.fine
        #expect(all.contains { $0.contains("1234567") } && all.contains { $0.contains("/home/anna") })
        for text in all.map(redaction.applied) {
            for word in ["1234567", "anna", "desk-of"] { #expect(!text.contains(word), "\(text)") }
        }
    }

    /// Seen with a real systemd: the result of the last run stays until the next one.
    @Test func `a service that died once and is started anew is no cause`() throws {
        var desk = Desk()
        desk.remove("/run/pcscd/pcscd.pid")
        desk.remove("/proc/700")
        desk.systemd(socket: ["ActiveState": "active"], service: ["Result": "signal", "ActiveState": "failed"])
        #expect(try desk.examine().finding == nil)
        desk.depth = .files
        #expect(try desk.examine().finding == nil)
    }

    @Test func `a card in use may be in a transaction, which only connecting shows`() throws {
        var desk = Desk()
        desk.readers[0].state = 0x0001_0122
        desk.clients = [ServiceClient(process: 812, name: "scdaemon", user: 1000)]
        let asked = try desk.examine()
        #expect(asked.outcome == .onlyNotes)
        let note = try #require(asked.notes.first { $0.identifier == "C43" })
        #expect(note.evidence.contains("scdaemon (process 812)") && note.remedy.contains("--connect"))
        // Connecting works: it does not.
        desk.depth = .card
        #expect(try desk.examine().notes.allSatisfy { $0.identifier != "C43" })
        desk.hangs = ["connect"]
        #expect(try desk.examine().finding?.identifier == "C43")
    }

    @Test func `what is not well is not told as well`() throws {
        let polkit = "permission: this pcscd does not ask polkit"
        func service(_ change: (inout Desk) -> Void) throws -> [String] {
            var desk = Desk()
            desk.programs["pcscd --version"] = .init(status: 0, output: Desk.version("2.0.0"))
            change(&desk)
            return try desk.examine().fine.filter { $0.hasPrefix("service") || $0.hasPrefix("p") }
        }
        #expect(try service { _ in }.first == "service: pcscd 2.0.0, socket \(Desk.socket), process 700")
        // Dead, in a box where listeners cannot be seen; another one runs elsewhere.
        #expect(
            try service {
                $0.files["/.dockerenv"] = .text("")
                $0.silence()
                ($0.answer, $0.establish) = (.refused, 0x8010_001D)
            } == [polkit])
        #expect(try service { ($0.answer, $0.establish) = (.denied, 0x8010_001D) }.isEmpty)
        // Another process answers than the one of the pid file, and one that is no pcscd.
        let other = ServiceAnswer.version(major: 4, minor: 4, code: 0, peer: .init(process: 806, user: 0))
        #expect(try service { $0.answer = other }.first == "service: pcscd 2.0.0, socket \(Desk.socket)")
        #expect(
            try service {
                $0.answer = other
                $0.files["/proc/806/comm"] = .text("python3\n")
            } == [polkit])
    }

    /// Half a look must not become a cause.
    @Test(arguments: ["askService", "establish", "listReaders", "statusChange"])
    func `a look that is broken off finds nothing`(place: String) throws {
        var desk = Desk()
        desk.hangs = [place]
        desk.answer = place == "askService" ? .silent : desk.answer
        try desk.use { machine, log in
            var machine = machine
            machine.interruption = Interruption { log.calls.contains(place) }
            let report = Examination(of: machine, depth: .service).run()
            #expect(report.outcome == .couldNotLook && report.finding == nil)
        }
    }

    @Test func `a hanging service is given up, and named`() throws {
        var desk = Desk()
        desk.hangs = ["listReaders"]
        #expect(try desk.examine().finding?.identifier == "C63")
    }
}
