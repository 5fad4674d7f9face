"""Recomputes the files under vectors/ from fixed inputs.

    python3 Tests/Foreign/make_vectors.py [NAME ...]   writes them (or only the named ones)
    python3 Tests/Foreign/make_vectors.py --check      compares only, exit code 1 on a difference

Format: one vector per line, fields `name=value` separated by one space, always in the
same order; lines that begin with # and empty lines are comments; hex in upper case.
"""

import os
import sys

import icao
import aa_vectors
import chip_vectors
import pace_vectors
import ta_vectors
from fixed import line, stream
from icao import Command, SecureMessaging, hexs, tlv
from pace import pace_oid

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors")


# --- secure messaging --------------------------------------------------------

SM_HEAD = """\
# Secure messaging exchanges, ICAO Doc 9303-11 section 9.8. Made by make_vectors.py.
# name cipher ksenc ksmac ssc command protected response protectedresponse sscafter
# ssc: the counter before the command (8 bytes 3DES, 16 bytes AES); it is incremented for
#   the command and again for the response, giving sscafter. It wraps to zero.
# command: plain command APDU. protected: the same under secure messaging.
# response: plain data and status word. protectedresponse: objects and status word.
# Each line stands alone; consecutive lines of one run continue the counter.
"""


def sm_exchange(name, cipher, keys, ssc, command, data, sw):
    terminal, chip = (SecureMessaging(cipher, *keys, ssc) for _ in range(2))
    before = terminal.ssc_bytes
    protected = terminal.protect_command(command)
    seen = chip.open_command(protected)
    assert seen.encode() == command.encode(), name
    answer = chip.protect_response(command.ins, data, sw)
    assert terminal.open_response(command.ins, answer) == (data, sw), name
    assert terminal.ssc == chip.ssc
    return terminal.ssc, line(
        name=name, cipher=cipher, ksenc=hexs(keys[0]), ksmac=hexs(keys[1]), ssc=hexs(before),
        command=hexs(command.encode()), protected=hexs(protected),
        response=hexs(data) + "%04X" % sw, protectedresponse=hexs(answer),
        sscafter=hexs(terminal.ssc_bytes))


def sm_lines():
    lines = []
    for cipher in icao.CIPHERS:
        seed = stream("secure messaging keys " + cipher, 64)
        keys = (icao.kdf(seed, 1, cipher), icao.kdf(seed, 2, cipher))
        block = icao.BLOCK[cipher]
        largest = 231 if cipher == "3des" else 223
        file = stream("secure messaging file", 3000)

        def odd(part):
            return tlv(0x53, part)

        run = [
            ("select-application", icao.select_application(), b"", 0x9000),
            ("select-file", icao.select_file(0x011E), b"", 0x9000),
            ("select-missing-file", icao.select_file(0x0110), b"", 0x6A82),
            ("select-with-le", Command(0, 0xA4, 2, 4, b"\x01\x02", 256), file[:20], 0x9000),
            ("read-4", icao.read_binary(0, 4), file[:4], 0x9000),
            ("read-1", icao.read_binary(4, 1), file[4:5], 0x9000),
            ("read-block-minus-1", icao.read_binary(0, block - 1), file[:block - 1], 0x9000),
            ("read-block", icao.read_binary(0, block), file[:block], 0x9000),
            ("read-sfi", icao.read_binary_sfi(0x01, 0x05, 0x20), file[5:37], 0x9000),
            ("read-le-00-largest", icao.read_binary(0x0100, 256), file[:largest], 0x9000),
            ("read-largest-exact", icao.read_binary(0x01FF, largest), file[:largest], 0x9000),
            ("read-128-le-80", icao.read_binary(0x7FFF, 0x80), file[:128], 0x9000),
            ("read-end-of-file", icao.read_binary(0x0200, 0x10), file[:3], 0x6282),
            ("read-beyond-end", icao.read_binary(0x7000, 4), b"", 0x6B00),
            ("read-extended-0400", icao.read_binary(0, 0x400), file[:0x400], 0x9000),
            ("read-extended-0004", icao.read_binary(0, 4, True), file[:4], 0x9000),
            ("read-extended-0000", icao.read_binary(0x0010, 65536), file[:2500], 0x9000),
            ("read-extended-0101", icao.read_binary(0x7F00, 0x101), file[:0x101], 0x9000),
            ("odd-offset-0", icao.read_binary_odd(0, 0x12), odd(file[:16]), 0x9000),
            ("odd-offset-ff", icao.read_binary_odd(0xFF, 0x12), odd(file[:16]), 0x9000),
            ("odd-offset-8000", icao.read_binary_odd(0x8000, 0x83), odd(file[:128]), 0x9000),
            ("odd-offset-ffff-sfi", icao.read_binary_odd(0xFFFF, 0x22, 2), odd(file[:32]), 0x9000),
            ("odd-offset-010000-le-00", icao.read_binary_odd(0x10000, 256),
             odd(file[:largest - 3]), 0x9000),
            ("odd-extended-0400", icao.read_binary_odd(0x8000, 0x400, extended=True),
             odd(file[:0x3FC]), 0x9000),
            ("odd-beyond-end", icao.read_binary_odd(0x123456, 0x12), b"", 0x6B00),
            ("get-challenge", Command(0, 0x84, 0, 0, le=8), file[:8], 0x9000),
            ("internal-authenticate", Command(0, 0x88, 0, 0, file[:8], 256), file[:128], 0x9000),
            ("no-answer-data", Command(0, 0x22, 0x41, 0xA4,
                                       tlv(0x80, pace_oid("ecdh", "gm", "aes128"))), b"", 0x9000),
            ("data-block-minus-1", Command(0, 0xD6, 0, 0, file[:block - 1]), b"", 0x6982),
            ("data-block", Command(0, 0xD6, 0, 0, file[:block]), b"", 0x6982),
            ("data-200", Command(0, 0x86, 0, 0, file[:200], 256), file[:2], 0x9000),
            ("data-300-extended", Command(0, 0x86, 0, 0, file[:300], 65536), file[:300], 0x9000),
            ("chained-command", Command(0x10, 0x86, 0, 0, b"\x7C\x00", 256), file[:20], 0x9000),
        ]
        start = 0x887022120C06C226 if cipher == "3des" else 0
        ssc = start
        lines.append("# %s, one run" % cipher)
        for name, command, data, sw in run:
            ssc, text = sm_exchange(name, cipher, keys, ssc, command, data, sw)
            lines.append(text)
        lines.append("# %s, carries of the counter" % cipher)
        top = 1 << (8 * block)
        starts = [0xFE, 0xFF, 0xFFFE, 0xFFFF, 0xFFFFFFFE, 0xFFFFFFFF, top // 2 - 2, top // 2 - 1,
                  top - 3, top - 2, top - 1]
        if block == 16:
            starts += [(1 << 64) - 2, (1 << 64) - 1]
        for value in sorted(set(starts)):
            for name, command, data, sw in (run[1], run[4], run[20]):
                _, text = sm_exchange("carry-" + name, cipher, keys, value, command, data, sw)
                lines.append(text)
    return lines


FILES = {"secure-messaging.txt": (SM_HEAD, sm_lines)}
FILES.update(pace_vectors.FILES)
FILES.update(chip_vectors.FILES)
FILES.update(aa_vectors.FILES)
FILES.update(ta_vectors.FILES)


def text_of(name):
    head, lines = FILES[name]
    return head + "\n".join(lines()) + "\n"


def differing():
    """Names of the committed files that differ from what is computed now."""
    found = []
    for name in FILES:
        with open(os.path.join(HERE, name), encoding="ascii") as file:
            if file.read() != text_of(name):
                found.append(name)
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        wrong = differing()
        print("differs: " + ", ".join(wrong) if wrong else "same")
        sys.exit(1 if wrong else 0)
    os.makedirs(HERE, exist_ok=True)
    for name in sys.argv[1:] or FILES:
        text = text_of(name)
        with open(os.path.join(HERE, name), "w", encoding="ascii", newline="\n") as file:
            file.write(text)
