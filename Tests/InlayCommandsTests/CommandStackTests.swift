import Foundation
import Testing

@testable import InlayCommands

/// The built program through a real pcscd of its own, with a simulator on one of its virtual readers.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["INLAY_VIRTUAL_READER"] == "1",
        "INLAY_VIRTUAL_READER is not 1: run .ci/test"))
struct CommandStackTests {
    /// Runs `script` beside a private PC/SC service; `$inlay` is the program, `serve …` lays a simulator on a reader.
    static func run(_ script: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let prelude = """
            inlay='\(BuiltProgram.path(of: "inlay"))'
            serve() {
                "$inlay" sim serve "$@" > served 2>&1 & server=$!
                "$inlay" apdu --wait --timeout 20 --any-status 00A4000C > /dev/null
            }
            folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = [
            "120", root.appendingPathComponent("Tests/Stack/with-pcscd").path, "/bin/bash", "-c",
            "\(prelude)\n\(script)",
        ]
        process.environment = [
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "ZONE": SimulatedPassport.zone.joined(separator: " "),
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    @Test func `a passport is read by anybody's reader and judged`() throws {
        let said = try Self.run(
            """
            "$inlay" apdu 00A4000C > out 2>&1; echo "no card $?"
            serve passport
            "$inlay" readers | head -4
            # Another program left the application selected; the reader begins anew all the same.
            "$inlay" apdu 00A4040C07A0000002471001 > /dev/null; echo "apdu $?"
            for access in pace bac; do
                "$inlay" passport read --mrz-env ZONE --access $access --trust sim:passport --require authentic > out
                echo "$access $?"
                grep -c '(live)' out
            done
            "$inlay" passport read --can 271828 --out saved > out 2>&1; echo "can $?"
            "$inlay" passport verify saved --trust sim:passport > out; echo "verify $?"
            "$inlay" passport read --can 271829 > out 2>&1; echo "wrong $?"
            kill -TERM $server; wait $server; echo "served $?"
            """)
        #expect(
            said == """
                no card 5
                Virtual PCD 00 00
                  card
                  ATR  3B 85 80 01 80 73 84 01 60 12
                       contactless card with ISO 14443-4
                apdu 0
                pace 0
                1
                bac 0
                1
                can 0
                verify 0
                wrong 7
                served 0

                """)
    }

    @Test func `a transit card is read through pcscd`() throws {
        let said = try Self.run(
            """
            serve suica
            "$inlay" transit read --save first.json > out; echo "read $?"
            head -1 out; grep -c '^2026-' out
            "$inlay" transit read --with first.json > again; echo "with $?"
            cmp out again && echo same
            "$inlay" passport read --can 271828 > out 2>&1; echo "passport $?"
            kill -TERM $server; wait $server; echo "served $?"
            """)
        #expect(said == "read 0\nSuica  balance 3,574 yen\n20\nwith 0\nsame\npassport 14\nserved 0\n")
    }

    @Test func `a script runs on a foreign card, and again from its transcript without it`() throws {
        let vicc = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stack/vicc").path
        let said = try Self.run(
            """
            '\(vicc)' -t iso7816 -P 35963 > served 2>&1 & card=$!
            "$inlay" apdu --wait --timeout 20 --any-status 00A4000C > /dev/null
            cat > script <<'SCRIPT'
            00 A4 00 0C Lc 3F00 => 9000
            for n in 1..3 { 00 84 00 00 Le(8) => {c:8} 9000 }
            00 A4 00 0C Lc 1234 => 6A82
            transaction { 00 84 00 00 08; expect length 8 }
            SCRIPT
            (cat script; echo save transcript saved) > first
            "$inlay" run first > first.out 2> /dev/null; echo "card $?"
            kill -KILL $card; wait $card 2> /dev/null
            "$inlay" run script --reader replay:saved > again.out 2> /dev/null; echo "replay $?"
            grep -v saved first.out | cmp - again.out && echo same
            """)
        #expect(said == "card 0\nreplay 0\nsame\n")
    }

    @Test func `a script runs on our passport inside of PACE, and again from its trace`() throws {
        let said = try Self.run(
            """
            serve passport
            cat > script <<'SCRIPT'
            secure pace
            cd passport
            00 B0 9E 00 Le(8) => 60 .. 9000
            cat DG1
            SCRIPT
            "$inlay" run script --mrz-env ZONE --trace saved --trace-secrets > first.out 2> /dev/null; echo "card $?"
            "$inlay" test --mrz-env ZONE > test.out 2> /dev/null; echo "plan $?"
            kill -TERM $server; wait $server
            "$inlay" run script --mrz-env ZONE --reader replay:saved > again.out 2> /dev/null; echo "replay $?"
            cmp first.out again.out && echo same
            grep -c HALVORSDOTTER again.out
            """)
        #expect(said == "card 0\nplan 0\nreplay 0\nsame\n1\n")
    }

    @Test func `waiting ends with a card, with time and with a signal`() throws {
        let said = try Self.run(
            """
            "$inlay" apdu --wait --timeout 1 00A4000C > out 2>&1; echo "time $?"
            "$inlay" apdu --wait --timeout 30 00A4000C > out 2>&1 & waiting=$!
            sleep 1; kill -TERM $waiting; wait $waiting; echo "interrupt $?"
            "$inlay" apdu --wait --timeout 30 00A4000C > out 2>&1 & waiting=$!
            serve passport
            wait $waiting; echo "card $?"
            kill -TERM $server; wait $server; echo "served $?"
            """)
        #expect(said == "time 5\ninterrupt 130\ncard 0\nserved 0\n")
    }
}
