import Foundation
import Testing

@Suite struct SecretPromptTests {
    /// Types on a terminal of its own, and gives back what that showed, with how the process ended.
    private static func type(_ keys: String) throws -> String {
        let program = """
            import os, pty, select, sys, termios, time
            probe, keys = sys.stdin.read().split("\\n", 1)
            child, terminal = pty.fork()
            if child == 0: os.execv(probe, [probe, "prompt"])
            shown, typed, end = b"", False, time.time() + 20
            while time.time() < end:
                if not select.select([terminal], [], [], 0.05)[0]: continue
                try: part = os.read(terminal, 4096)
                except OSError: break
                if not part: break
                shown += part
                if b"Secret: " in shown and not typed:
                    os.write(terminal, keys.encode())
                    typed = True
            print(repr(shown.decode()), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """
        return try Python.run(program, input: "\(BuiltProgram.path(of: "ProcessProbe"))\n\(keys)")
    }

    @Test func `what is typed is not shown`() throws {
        #expect(try Self.type("L898902C3\n") == #"'Secret: \r\nread 9 characters\r\n' 0"# + "\n")
    }

    @Test func `a slip can be taken back`() throws {
        #expect(try Self.type("L89X\u{7F}\u{7F}\n").contains("read 2 characters"))
    }

    @Test func `Ctrl-C ends it at once, also in the middle of a line`() throws {
        #expect(try Self.type("L89\u{3}").contains("read -1 characters"))
    }

    @Test func `without a terminal there is no answer`() throws {
        #expect(try BuiltProgram("ProcessProbe", ["prompt"], newSession: true).output == "read 0 characters\n")
    }

    /// Sends a signal while the prompt stands; tells how the process ended and whether the terminal shows what is typed.
    @Test(arguments: ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"])
    func `a signal at the prompt leaves a terminal that shows what is typed`(signal: String) throws {
        let program = """
            import os, pty, select, signal, sys, termios, time
            probe, name = sys.stdin.read().split("\\n", 1)
            child, terminal = pty.fork()
            if child == 0: os.execv(probe, [probe, "prompt"])
            shown, end = b"", time.time() + 20
            while b"Secret: " not in shown and time.time() < end:
                if select.select([terminal], [], [], 0.05)[0]: shown += os.read(terminal, 4096)
            def echoes(): return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
            silent = not echoes()
            os.kill(child, getattr(signal, name))
            while time.time() < end:
                if os.waitpid(child, os.WNOHANG)[0]: break
                time.sleep(0.02)
            print(silent, echoes(), time.time() < end)
            """
        #expect(
            try Python.run(program, input: "\(BuiltProgram.path(of: "ProcessProbe"))\n\(signal)") == "True True True\n")
    }
}
