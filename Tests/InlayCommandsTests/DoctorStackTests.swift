import Foundation
import Testing

/// `inlay doctor` and `inlay watch` beside a real pcscd of their own, as a normal user where the tests run as root.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["INLAY_VIRTUAL_READER"] == "1",
        "INLAY_VIRTUAL_READER is not 1: run .ci/test"))
struct DoctorStackTests {
    private static let isRoot = getuid() == 0

    /// `examine NAME [OPTIONS]` prints name, exit code and finding; `hold exclusive|transaction` occupies the card.
    private static let prelude = """
        chmod 755 .
        user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
        "${user[@]}" true 2> /dev/null || user=()
        finding='import json, sys; print((json.load(sys.stdin)["finding"] or {}).get("id", "none"))'
        examine() {
            name=$1; shift
            "${user[@]}" timeout 20 "$inlay" doctor --json "$@" > out 2> err; code=$?
            echo "$name $code $(python3 -c "$finding" < out)"
        }
        hold() {
            "${user[@]}" python3 -c '
        import sys, time
        from smartcard.scard import *
        kind = sys.argv[1]
        context = SCardEstablishContext(SCARD_SCOPE_USER)[1]
        sharing = SCARD_SHARE_EXCLUSIVE if kind == "exclusive" else SCARD_SHARE_SHARED
        code, card, _ = SCardConnect(context, sys.argv[2], sharing, SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1)
        if kind == "transaction": SCardBeginTransaction(card)
        print("held", code, flush=True)
        time.sleep(60)
        ' "$1" "Virtual PCD 00 00" > held & holder=$!
            for _ in {1..100}; do grep -q held held && break; sleep 0.1; done
        }
        release() { kill -KILL $holder; wait $holder 2> /dev/null; sleep 0.3; }
        service() { cat /run/pcscd/pcscd.pid; }
        start() {
            setpriv --pdeathsig KILL pcscd --foreground --config "$1" > pcscd.log 2>&1 < /dev/null & started=$!
            for _ in {1..100}; do [ -S /run/pcscd/pcscd.comm ] && break; sleep 0.05; done
            sleep 0.3
        }
        """

    @Test func `what lies on a reader, and who holds it`() throws {
        let said = try CommandStackTests.run(
            Self.prelude + "\n" + """
                examine empty
                serve passport
                examine card
                examine card --connect
                hold exclusive; examine exclusive; grep -q 'python3 (process' out && echo named; release
                hold transaction; examine transaction; grep -o onlyNotes out
                "${user[@]}" "$inlay" doctor | grep -c 'Nothing stands'
                begin=$SECONDS; examine hanging --connect; [ $((SECONDS - begin)) -lt 12 ] && echo bounded; release
                examine free
                kill -TERM $server; wait $server
                """)
        #expect(
            said == """
                empty 5 C46
                card 0 none
                card 0 none
                exclusive 12 C42
                named
                transaction 0 none
                onlyNotes
                0
                hanging 12 C43
                bounded
                free 0 none

                """)
    }

    @Test func `one code of a service that does not answer has its five causes`() throws {
        let said = try CommandStackTests.run(
            Self.prelude + "\n" + """
                PCSCLITE_CSOCK_NAME=/nowhere/pcscd.comm examine variable
                kill -KILL "$(service)"; sleep 0.3
                examine stale
                rm /run/pcscd/pcscd.comm; examine absent
                touch /run/pcscd/pcscd.comm; examine plain
                rm /run/pcscd/pcscd.comm; mkdir nothing; start "$PWD/nothing"
                examine no-reader
                kill -STOP $started; begin=$SECONDS; examine silent
                [ $((SECONDS - begin)) -lt 12 ] && echo bounded
                kill -KILL $started
                """)
        #expect(
            said == """
                variable 3 C07
                stale 3 C05
                absent 3 C01
                plain 3 C05
                no-reader 4 C22
                silent 3 C63
                bounded

                """)
    }

    @Test(.enabled(if: isRoot, "only root can become a user who may not connect"))
    func `a user who may not connect is told so, and root is not`() throws {
        let said = try CommandStackTests.run(
            Self.prelude + "\n" + """
                chmod 0600 /run/pcscd/pcscd.comm; examine socket
                chmod 0666 /run/pcscd/pcscd.comm; chmod 0700 /run/pcscd; examine folder
                "$inlay" doctor > out; echo "root $?"
                "${user[@]}" "$inlay" readers > out 2> err; echo "readers $?"; grep -c 'inlay doctor looks closer' err
                "${user[@]}" "$inlay" info > out 2> err; echo "info $?"; grep -c 'not running' err
                """)
        #expect(said == "socket 6 C06\nfolder 6 C06\nroot 5\nreaders 6\n1\ninfo 6\n0\n")
    }

    @Test func `Ctrl-C ends a look at a service that stands still, and names no cause`() throws {
        let said = try CommandStackTests.run(
            Self.prelude + "\n" + """
                kill -STOP "$(service)"
                for words in "info" "info --wait" "doctor" "watch"; do
                    begin=$SECONDS
                    "${user[@]}" env --default-signal=INT "$inlay" $words > out 2> err & asking=$!
                    sleep 1; kill -INT $asking; wait $asking; echo "$words $? $(cat out err | grep -ciE 'likely|cause ')"
                    [ $((SECONDS - begin)) -lt 5 ] || echo late
                done
                kill -CONT "$(service)"
                """)
        #expect(said == "info 130 0\ninfo --wait 130 0\ndoctor 130 0\nwatch 130 0\n")
    }

    @Test func `a watch survives the end and the return of the service`() throws {
        let said = try CommandStackTests.run(
            Self.prelude + "\n" + """
                "${user[@]}" "$inlay" watch --jsonl --timeout 60 > events 2> err & watching=$!
                seen() { for _ in {1..150}; do grep -q "$1" events && return; sleep 0.1; done; echo "no $1"; }
                seen 'Virtual PCD 00 01'
                serve passport; seen card-inserted
                kill -TERM $server; wait $server; seen card-removed
                kill -KILL "$(service)"; seen service-stopped
                sleep 1; rm -f /run/pcscd/*; start /run/inlay/readers; seen service-returned
                kill -TERM $watching; wait $watching; echo "watch $?"
                kill -KILL $started
                python3 -c '
                import json
                for line in open("events"): print(json.loads(line)["event"])'
                """)
        #expect(
            said == """
                watch 130
                reader-added
                reader-added
                card-inserted
                card-removed
                reader-removed
                reader-removed
                service-stopped
                service-returned
                reader-added
                reader-added

                """)
    }

    /// What a computer that sleeps does to both ends; a card that is changed meanwhile is told by the counter.
    @Test func `a watch survives that the service or itself stands still`() throws {
        let said = try CommandStackTests.run(
            Self.prelude + "\n" + """
                "${user[@]}" "$inlay" watch --jsonl --timeout 60 > events 2> err & watching=$!
                seen() { for _ in {1..150}; do [ "$(grep -c "$1" events)" -ge "$2" ] && return; sleep 0.1; done; echo "no $1"; }
                seen 'Virtual PCD 00 01' 1
                kill -STOP "$(service)"; sleep 2; kill -CONT "$(service)"
                serve passport; seen card-inserted 1
                kill -STOP $watching
                kill -TERM $server; wait $server; sleep 0.5; serve passport; sleep 0.5
                kill -CONT $watching; seen card-inserted 2
                kill -TERM $watching; wait $watching; echo "watch $?"
                kill -TERM $server; wait $server
                python3 -c '
                import json
                for line in open("events"): print(json.loads(line)["event"])'
                """)
        #expect(
            said == """
                watch 130
                reader-added
                reader-added
                card-inserted
                card-removed
                card-inserted

                """)
    }

    @Test func `a pipe, no terminal, an empty environment and a box are nothing special`() throws {
        let said = try CommandStackTests.run(
            Self.prelude + "\n" + """
                "${user[@]}" env -i setsid --wait "$inlay" doctor < /dev/null 2> err | head -1; echo "errors $(wc -c < err)"
                "${user[@]}" env NO_COLOR=1 "$inlay" doctor | grep -c $'\\e'
                # A box that has the socket and nothing else of the machine's.
                unshare -m --propagation private bash -c '
                    mount -t tmpfs tmpfs /usr/sbin; mount -t tmpfs tmpfs /lib/systemd; touch /run/.containerenv
                    "$0" doctor --json > boxed; rm /run/.containerenv' "$inlay"
                python3 -c "$finding" < boxed
                """)
        #expect(said == "  Cause  no card lies on the reader, or it was taken away\nerrors 0\n0\nC46\n")
    }
}
