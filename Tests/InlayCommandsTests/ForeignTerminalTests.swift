import Foundation
import Testing

/// Terminals that were not written with the product (Tests/Foreign) at simulated chips, through pcscd.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["INLAY_VIRTUAL_READER"] == "1",
        "INLAY_VIRTUAL_READER is not 1: run .ci/test"))
struct ForeignTerminalTests {
    private static let foreign = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Foreign").path

    /// `terminal FILE OPTIONS` runs a foreign program at the first reader, with the key of the simulated document.
    private static let terminal = """
        terminal() {
            program=$1; shift
            timeout 100 /usr/bin/python3 "\(foreign)/$program" --reader "Virtual PCD 00 00" \
                --number UT7K40M2Q --birth 910515 --expiry 340311 "$@" > said 2>&1
        }
        gone() {
            kill $server; wait $server
            for _ in {1..100}; do
                "$inlay" readers | grep -q '^  card' || return 0
                sleep 0.05
            done
        }
        """

    @Test func `a strict foreign terminal reads every kind of simulated passport`() throws {
        let said = try CommandStackTests.run(
            """
            \(Self.terminal)
            try() {
                chip=$1; shift
                serve "$chip"; terminal read_passport.py "$@"; echo "$chip $* $?"; gone
            }
            try passport --access bac
            try passport --access pace --can 271828
            try passport-im --access pace
            try passport-cam --access pace
            try passport-dh --access pace --ca
            try passport-ca --ca
            try passport-aa --aa
            try passport-aa-ec --aa
            # A terminal that finds nothing wrong with anything would say 0 to this one too.
            try passport-copied --aa --ca
            """)
        #expect(
            said == """
                passport --access bac 0
                passport --access pace --can 271828 0
                passport-im --access pace 0
                passport-cam --access pace 0
                passport-dh --access pace --ca 0
                passport-ca --ca 0
                passport-aa --aa 0
                passport-aa-ec --aa 0
                passport-copied --aa --ca 1

                """)
    }

    @Test func `a foreign probe finds no fault in the chip, and the chip outlives it`() throws {
        let said = try CommandStackTests.run(
            """
            \(Self.terminal)
            serve passport
            terminal probe_passport.py --can 271828 --fuzz 20; echo "probe $?"
            grep -o '"failed": [0-9]*' said
            grep -oE '"passed": [0-9]{3}' said | grep -oE '^"passed"'
            "$inlay" passport read --mrz-env ZONE > said; echo "read $?"
            gone
            """)
        #expect(said == "probe 0\n\"failed\": 0\n\"passed\"\nread 0\n")
    }
}
