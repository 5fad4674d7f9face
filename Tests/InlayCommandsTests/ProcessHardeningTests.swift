import Foundation
import Testing

@testable import InlayCommands

@Suite struct ProcessHardeningTests {
    @Test func `no core file, and no other process looks in`() throws {
        #expect(try BuiltProgram("ProcessProbe").output == "dumpable false core 0 0\n")
    }

    /// Swift's runtime prints registers and memory of a process that crashes; with this environment it would.
    @Test(arguments: [
        [:], ["SWIFT_BACKTRACE": "enable=yes"], ["SWIFT_BACKTRACE": "enable=yes,registers=all,limit=none"],
    ])
    func `a crash tells no secret`(environment: [String: String]) throws {
        let secret = "L898902C36UTO7408122F1204159"
        let crash = try BuiltProgram("ProcessProbe", ["crash", secret], environment: environment)
        #expect(crash.signal != nil, "it must crash for this test to mean something")
        let said = crash.output + crash.errors
        #expect(!said.contains(secret.prefix(8)))
        #expect(!said.contains("Thread"), "no trace of the stack")
        #expect(!said.contains("rax") && !said.contains("x0 "), "no registers")
    }

    @Test func `the program begins with the same hardening`() throws {
        let run = try BuiltProgram("inlay", ["--version"])
        #expect(run.status == 0)
        #expect(run.output == "inlay \(Inlay.version)\n")
    }
}
