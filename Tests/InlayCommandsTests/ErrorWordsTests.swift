import ChipSimulation
import Diagnosis
import Foundation
import ISO7816
import InlaySeams
import PCSC
import Testing

@testable import InlayCommands

/// Every error for 3, 4, 5, 6 and 12 ends in the words of doctor's finding, with doctor as the next step.
@Suite struct ErrorWordsTests {
    /// Commands that take a card, with what else they need.
    private static let commands: [[String]] = [
        ["info"], ["apdu", "00A4000C"], ["console"], ["run", "-"], ["test"], ["presets", "list", "--fitting"],
        ["presets", "run", "emrtd.select"], ["passport", "info"],
        ["passport", "read", "--mrz-file", "-"], ["passport", "pin", "status"],
        ["passport", "pin", "resume", "--can", "123456", "--pin", "123456"],
        ["passport", "pin", "unblock", "--puk", "1234567890", "--confirm", "unblock PIN"], ["transit", "read"],
    ]

    @Test func `every command that takes a card is among them`() {
        let paths = Catalogue.commands.filter { command in
            command.options.contains { $0.name == CommonOptions.wait.name }
        }.map(\.path)
        #expect(!paths.isEmpty)
        for path in paths {
            #expect(Self.commands.contains { $0.starts(with: path) }, "\(path)")
        }
    }

    /// A state of the machine: what stands between a command and its card.
    struct State: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: Int32
        var establish: UInt32 = 0
        var readers: [(name: String, state: UInt32)] = []
        var answer = ServiceAnswer.version(major: 4, minor: 4, code: 0, peer: nil)
    }

    private static let states = [
        State(
            testDescription: "no service", code: 3, establish: 0x8010_001D, answer: .missing),
        State(testDescription: "refused", code: 6, establish: 0x8010_006A, answer: .dropped(unread: true)),
        State(testDescription: "no reader", code: 4),
        State(testDescription: "no card", code: 5, readers: [("R 00", 0x12)]),
        State(testDescription: "held", code: 12, readers: [("R 00", 0x0001_00A2)]),
        State(
            testDescription: "several", code: 4, readers: [("R 00", 0x0001_0022), ("S 00", 0x0001_0022)]),
    ]

    @Test(arguments: states, commands)
    func `a command ends in the words of doctor's finding`(state: State, words: [String]) throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, state.readers)
            var machine = try #require(house.machine)
            let readers = state.establish
            if readers != 0 { machine.pcsc.establish = { (readers, 0) } }
            let answer = state.answer
            machine.askService = { _ in answer }
            house.machine = machine
            house.readers = PCSCReaders(functions: machine.pcsc, interruption: .never)
            let input = words.first == "run" ? "00 84 00 00 08" : SimulatedPassport.zone.joined(separator: "\n")
            house.input = House.test(input: input).input
            let failed = CommandRun(words, house: house)
            #expect(failed.code.rawValue == state.code, "\(failed.errors)")
            let finding = try #require(Examination(of: machine, depth: .service).run().finding)
            #expect(ExitCode(finding.ending).rawValue == state.code)
            #expect(failed.errors.contains("likely: \(finding.title): \(finding.evidence)\n"), "\(failed.errors)")
            #expect(failed.errors.hasSuffix("next:   \(finding.remedy); inlay doctor looks closer\n"))
        }
    }

    /// What connecting can end with, against what doctor says about the same code.
    @Test(
        arguments: [
            (0x8010_000B, 12), (0x8010_000F, 12), (0x8010_0068, 12), (0x8010_006A, 6), (0x8010_000C, 5),
            (0x8010_0069, 5), (0x8010_0066, 5), (0x8010_0067, 5), (0x8010_0009, 4), (0x8010_0017, 4),
            (0x8010_001D, 3),
        ] as [(UInt32, Int32)])
    func `a code of PC/SC means the same in a command and in doctor`(code: UInt32, exit: Int32) throws {
        try DoctorCommandTests.withDesk { root in
            // Another protocol is another program's choice only where one is connected.
            let state: UInt32 = code == 0x8010_000F ? 0x0001_0122 : 0x0001_0022
            let house = try DoctorCommandTests.house(root, [("R 00", state)], connect: code)
            let failed = CommandRun("apdu", "00A4000C", "--json", house: house)
            #expect(failed.code.rawValue == exit)
            let error = try JSONReader.value(Array(failed.output.utf8)[...])
            #expect(error["remedy"]?.string?.hasSuffix("; inlay doctor looks closer") == true)
            let cause = try #require(error["cause"]?.string)
            let asked = CommandRun("doctor", "--json", "--code", String(code, radix: 16), house: house)
            let document = try JSONReader.value(Array(asked.output.utf8)[...])
            if let found = document["finding"], let name = found["name"]?.string {
                #expect(name == cause)
                #expect(
                    error["likely"]?.string == "\(found["title"]?.string ?? ""): \(found["evidence"]?.string ?? "")")
            } else {
                // Nothing here explains it: the usual cause speaks, and doctor does not claim that all is well.
                #expect(Cause.all.contains { $0.name == cause })
                #expect(
                    !CommandRun("doctor", "--code", String(code, radix: 16), house: house).output.contains(
                        "Nothing stands"))
            }
        }
    }

    @Test func `Ctrl-C during the look for a cause names none`() throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, [])
            house.machine?.interruption = Interruption { true }
            for words in [["info"], ["info", "--json"]] {
                let failed = CommandRun(words, house: house)
                #expect(failed.code == .interrupted)
                #expect(!failed.errors.contains("likely") && !failed.output.contains("\"cause\""))
            }
        }
    }

    @Test func `a socket that is closed to this user is no missing service`() throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, [])
            var machine = try #require(house.machine)
            machine.pcsc.establish = { (0x8010_001D, 0) }
            machine.askService = { _ in .denied }
            house.machine = machine
            house.readers = PCSCReaders(functions: machine.pcsc, interruption: .never)
            for words in [["info"], ["readers"], ["apdu", "00A4000C"]] {
                let failed = CommandRun(words, house: house)
                #expect(failed.code == .permissionRefused)
                #expect(failed.errors.hasPrefix("inlay: this user may not use the PC/SC service\n"), "\(failed.errors)")
            }
            #expect(CommandRun("doctor", house: house).code == .permissionRefused)
        }
    }

    /// PC/SC gives the code of a refusal for every door that closes.
    @Test func `a closed door behind a variable is no refusal of polkit`() throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, [])
            var machine = try #require(house.machine)
            machine.environment = { $0 == "PCSCLITE_CSOCK_NAME" ? "/run/pcscd/pcscd.comm" : nil }
            machine.pcsc.establish = { (0x8010_006A, 0) }
            machine.askService = { _ in .dropped(unread: true) }
            house.machine = machine
            house.readers = PCSCReaders(functions: machine.pcsc, interruption: .never)
            let failed = CommandRun("info", house: house)
            #expect(failed.code == .noService)
            #expect(failed.errors.contains("unset PCSCLITE_CSOCK_NAME"), "\(failed.errors)")
            #expect(CommandRun("doctor", house: house).code == .noService)
        }
    }

    @Test func `a simulator that there is not, in a command and in doctor`() throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, [])
            house.simulators = SimulatorEntry.all
            let failed = CommandRun("apdu", "--reader", "sim:pasport", "00A4000C", house: house)
            #expect(failed.code == .noReader)
            let asked = CommandRun("doctor", "--reader", "sim:pasport", "--json", house: house)
            #expect(asked.code == .noReader)
            let finding = try JSONReader.value(Array(asked.output.utf8)[...])["finding"]
            #expect(finding?["id"]?.string == "C64")
            let evidence = try #require(finding?["evidence"]?.string)
            #expect(evidence.contains("sim:passport"))
            #expect(failed.errors.contains(evidence))
            #expect(failed.errors.hasSuffix("inlay doctor with the same --reader looks closer\n"))
            let good = CommandRun("doctor", "--reader", "sim:passport", "--json", house: house)
            #expect(good.code == .done && !good.output.contains("C22") && !good.output.contains("C64"))
            #expect(CommandRun("doctor", "--reader", "sim:passport", house: house).output.contains("needs no PC/SC"))
        }
    }

    @Test(
        arguments: [
            (["R 00 00", "R 01 00"], "R", "C65"), (["A 00", "B 00"], "C", "C41"),
        ])
    func `a name that fits several, and one that fits none`(names: [String], wanted: String, cause: String) throws {
        try DoctorCommandTests.withDesk { root in
            let house = try DoctorCommandTests.house(root, names.map { ($0, UInt32(0x0001_0022)) })
            let failed = CommandRun("apdu", "--reader", wanted, "00A4000C", house: house)
            #expect(failed.code == .noReader)
            for name in names { #expect(failed.errors.contains(name)) }
            let asked = CommandRun("doctor", "--reader", wanted, "--json", house: house)
            let finding = try JSONReader.value(Array(asked.output.utf8)[...])["finding"]
            #expect(finding?["id"]?.string == cause)
            #expect(failed.errors.contains(try #require(finding?["evidence"]?.string)))
            #expect(failed.errors.hasSuffix("inlay doctor with the same --reader looks closer\n"))
        }
    }

    @Test func `an empty reader that was named is the one that both speak of`() throws {
        try DoctorCommandTests.withDesk { root in
            let house = try DoctorCommandTests.house(root, [("R 00 00", 0x0001_0022), ("R 00 01", 0x12)])
            let failed = CommandRun("info", "--reader", "00 01", house: house)
            #expect(failed.code == .noCard)
            let asked = CommandRun("doctor", "--reader", "00 01", "--json", house: house)
            let finding = try JSONReader.value(Array(asked.output.utf8)[...])["finding"]
            let evidence = try #require(finding?["evidence"]?.string)
            #expect(failed.errors.contains(evidence) && evidence.contains("R 00 01"), "\(failed.errors)")
            #expect(failed.errors.hasSuffix("inlay doctor with the same --reader looks closer\n"))
        }
    }

    @Test func `a file that may not be used, in a command and in doctor`() throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, [])
            var machine = try #require(house.machine)
            machine.files = FileTree(root: "") { path, _ in path == root ? EACCES : 0 }
            house.machine = machine
            let path = root + "/dg1.bin"
            for failure in [
                BoundedFile.failure(path, SystemError(EACCES)), PrivateFile.failure(path, SystemError(EACCES)),
            ] {
                #expect(failure.exitCode == .permissionRefused)
                let advised = failure.advised(by: machine)
                #expect(advised.cause == "file-permission")
                #expect(advised.likely.contains("the folder \(root) may not be entered"))
                #expect(advised.remedy.hasSuffix("; inlay doctor --file FILE looks closer"))
                let asked = CommandRun("doctor", "--file", path, "--json", house: house)
                #expect(asked.code == .permissionRefused)
                let finding = try JSONReader.value(Array(asked.output.utf8)[...])["finding"]
                #expect(finding?["remedy"]?.string.map { advised.remedy.hasPrefix($0) } == true)
            }
            // What may be a zone is not handed on.
            #expect(BoundedFile.failure("I<UTOD231458907<<<<<<<<<<<<<<<", SystemError(EACCES)).concern == nil)
        }
    }

    @Test func `a file that may be used is told so, and no reader is looked at`() throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, [])
            house.machine?.files = .system
            house.machine?.pcsc.establish = {
                Issue.record("PC/SC was asked")
                return (0, 1)
            }
            let there = root + "/report.html"
            let new = CommandRun("doctor", "--file", there, house: house)
            #expect(new.code == .done && new.output.contains("no such file; this user may make it"))
            try Data().write(to: URL(fileURLWithPath: there))
            let run = CommandRun("doctor", "--file", there, house: house)
            #expect(run.code == .done && run.output.contains("may read and write that file"))
            let nowhere = CommandRun("doctor", "--file", root + "/none/x/report.html", house: house)
            #expect(nowhere.code == .inputOutput)
            #expect(
                nowhere.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                    "There is no folder"))
        }
    }

    @Test func `a virtual reader that there is not, in a command and in doctor`() throws {
        try DoctorCommandTests.withDesk { root in
            var house = try DoctorCommandTests.house(root, [("R 00", 0x12)])
            house.simulators = SimulatorEntry.all
            // Nobody listens on port 1.
            let failed = CommandRun("sim", "serve", "passport", "--port", "1", house: house)
            #expect(failed.code == .noService)
            let asked = CommandRun("doctor", "--code", "virtual-reader", "--json", house: house)
            #expect(asked.code == .noService)
            let finding = try JSONReader.value(Array(asked.output.utf8)[...])["finding"]
            #expect(finding?["id"]?.string == "C67")
            #expect(failed.errors.contains(try #require(finding?["evidence"]?.string)))
            #expect(failed.errors.hasSuffix("inlay doctor --code virtual-reader looks closer\n"))
        }
    }

    /// A result that breaks off is told in the same words as none at all.
    @Test func `a read that breaks off ends in doctor's words beside its report`() {
        let house = SimulatedPassport.house { FaultyLink($0, faults: [14: .removeCard]) }
        let run = CommandRun("passport", "read", SimulatedPassport.key, house: house)
        #expect(run.code == .noCard)
        #expect(run.output.hasPrefix("INCOMPLETE"))
        #expect(run.errors.contains("inlay doctor looks closer"))
    }
}
