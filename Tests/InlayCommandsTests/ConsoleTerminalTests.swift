import Foundation
import Testing

/// The console at a terminal of its own, as somebody types there: editing, completion and history.
@Suite struct ConsoleTerminalTests {
    /// Types the next of `keys` whenever a prompt stands there. Gives back what the terminal showed, without colours and
    /// carriage returns, and how the console ended.
    private static func type(_ keys: [String]) throws -> String {
        let program = """
            import json, os, pty, re, select, sys, time
            inlay, keys = sys.stdin.read().split("\\n", 1)
            child, terminal = pty.fork()
            if child == 0:
                for name in ["XDG_CONFIG_HOME", "INLAY_READER"]: os.environ.pop(name, None)
                os.environ.update({"TERM": "xterm", "HOME": "/nonexistent"})
                os.execv(inlay, [inlay, "console", "--reader", "sim:passport", "--no-color"])
            shown, seen, left, end = "", 0, json.loads(keys), time.time() + 60
            while time.time() < end:
                if select.select([terminal], [], [], 0.1)[0]:
                    try: part = os.read(terminal, 65536)
                    except OSError: break
                    if not part: break
                    part = re.sub(rb"\\x1b\\[[0-9;?]*[A-Za-z]", b"", part).replace(b"\\r", b"")
                    shown += part.decode("utf-8", "replace")
                elif left and re.search("(^|\\n)(inlay|passport)( pace)?> $", shown[seen:]):
                    seen = len(shown)
                    os.write(terminal, left.pop(0).encode())
            if time.time() >= end: os.kill(child, 9)
            print(shown)
            print("exit", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """
        let typed = String(decoding: try JSONEncoder().encode(keys), as: UTF8.self)
        return try Python.run(program, input: "\(BuiltProgram.path(of: "inlay"))\n\(typed)")
    }

    @Test func `words are completed, a slip is taken back, and a line comes back from the history, but no secret`()
        throws
    {
        let shown = try Self.type([
            "pri\t\"one\"\r", "print \"twX\u{7F}o\"\r", "00 84 00 00 08\r", "00 20 00 80 02 31 32\r", "\u{1B}[A\r",
            "sec\tpa\t\r", "cd pass\t\r", "cat COM\r", "quit\r",
        ])
        #expect(shown.contains("\none\n") && shown.contains("\ntwo\n"), "\(shown)")
        // The arrow passes over VERIFY, which holds a PIN.
        #expect(shown.components(separatedBy: "\n> 0084000008\n").count == 3, "\(shown)")
        #expect(shown.components(separatedBy: "\n> 00200080023132\n").count == 2, "\(shown)")
        #expect(shown.contains("opened with PACE") && shown.contains("passport pace> cat COM"), "\(shown)")
        #expect(shown.contains("EF.COM  list of data groups") && shown.hasSuffix("exit 0\n"), "\(shown)")
    }

    @Test func `Ctrl-C begins a new line and sends nothing of the old one, and Ctrl-D ends the console`() throws {
        let shown = try Self.type(["00 FF 00 00\u{3}", "print \"here\"\r", "\u{4}"])
        #expect(shown.contains("\nhere\n") && shown.hasSuffix("exit 0\n"), "\(shown)")
        #expect(!shown.contains("> 00FF0000"), "\(shown)")
        // Whatever comes next does not stand behind the prompt.
        #expect(shown.hasSuffix("\n\nexit 0\n"), "\(shown)")
    }
}
