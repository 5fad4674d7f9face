"""Recomputes the files under vectors/ from fixed inputs.

    python3 Tests/Foreign/make_vectors.py            writes them
    python3 Tests/Foreign/make_vectors.py --check    compares only, exit code 1 on a difference

Format: one vector per line, fields `name=value` separated by one space, always in the
same order; lines that begin with # and empty lines are comments; hex in upper case.
"""

import hashlib
import os
import sys

import icao
from icao import Command, Curve, PaceGM, SecureMessaging, hexs, tlv

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors")


def stream(label, count):
    """Fixed bytes: SHA-256(label, counter) one after the other."""
    out, i = b"", 0
    while len(out) < count:
        out += hashlib.sha256(label.encode("ascii") + i.to_bytes(4, "big")).digest()
        i += 1
    return out[:count]


def line(**fields):
    return " ".join("%s=%s" % (key, value) for key, value in fields.items())


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
            ("no-answer-data", Command(0, 0x22, 0x41, 0xA4, tlv(0x80, icao.CIPHER_OID["aes128"])),
             b"", 0x9000),
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


# --- PACE --------------------------------------------------------------------

PACE_HEAD = """\
# PACE with generic mapping over ECDH, ICAO Doc 9303-11 section 4.4. Made by make_vectors.py.
# name id curve cipher oid password f kpi z s skmapifd pkmapifd skmapic pkmapic h g skifd pkifd
#   skic pkic k ksenc ksmac tifd tic
# password: mrz:MRZ_information or can:digits; f: f(pi) as octets; kpi = KDF(f, 3);
# z: encrypted nonce, s: nonce; sk*: private keys as long as the order; pk*, h, g: 04 x y;
# h: shared point of the mapping, g: mapped generator, k: shared secret (x, field length);
# 3DES keys have odd parity. tifd covers pkic, tic covers pkifd.
# plain-*: one line for each curve and cipher. The others are sought out:
# short-k: k begins with 00 (0000 for secp521r1, also below). short-x / short-y: a coordinate of pkifd begins with 00.
# short-h / short-g: x of h or g begins with 00. short-s: the nonce begins with 00.
# small-key: ephemeral private key 1 (pkifd = g). large-key: order - 1 (pkifd = -g).
"""

MRZ_INFO = icao.mrz_information("T22000129", "640812", "101031")


def scalar(label, curve):
    value = int.from_bytes(stream(label, curve.key_size + 8), "big")
    return value % (curve.n - 1) + 1


def pace_values(name, parameter_id, cipher, password, nonce, keys):
    kind, text = password
    f = icao.pace_secret_mrz(text) if kind == "mrz" else icao.pace_secret_can(text)
    pace = PaceGM(cipher, parameter_id, f)
    curve = pace.curve
    map_ifd, map_ic, ifd, ic = keys
    pk_map_ifd, pk_map_ic = (curve.multiply(key, curve.g) for key in (map_ifd, map_ic))
    shared = curve.multiply(map_ifd, pk_map_ic)
    assert shared == curve.multiply(map_ic, pk_map_ifd)
    generator = pace.map(nonce, shared)
    pk_ifd, pk_ic = (curve.multiply(key, generator) for key in (ifd, ic))
    secret, kenc, kmac = pace.derive(ifd, pk_ic)
    assert secret == pace.derive(ic, pk_ifd)[0]
    z = pace.encrypt_nonce(nonce)
    assert pace.decrypt_nonce(z) == nonce

    def private(key):
        return hexs(key.to_bytes(curve.key_size, "big"))

    return line(
        name=name, id=parameter_id, curve=curve.name, cipher=cipher, oid=hexs(pace.oid),
        password="%s:%s" % password, f=hexs(f), kpi=hexs(pace.kpi), z=hexs(z), s=hexs(nonce),
        skmapifd=private(map_ifd), pkmapifd=hexs(curve.encode(pk_map_ifd)),
        skmapic=private(map_ic), pkmapic=hexs(curve.encode(pk_map_ic)),
        h=hexs(curve.encode(shared)), g=hexs(curve.encode(generator)),
        skifd=private(ifd), pkifd=hexs(curve.encode(pk_ifd)),
        skic=private(ic), pkic=hexs(curve.encode(pk_ic)), k=hexs(secret),
        ksenc=hexs(kenc), ksmac=hexs(kmac), tifd=hexs(pace.token(kmac, curve.encode(pk_ic))),
        tic=hexs(pace.token(kmac, curve.encode(pk_ifd))))


def pace_lines():
    lines = []
    mrz, can = ("mrz", MRZ_INFO), ("can", "123456")
    for parameter_id in sorted(icao.CURVES):
        curve = Curve(parameter_id)
        lines.append("# %d %s" % (parameter_id, curve.name))
        for cipher in icao.CIPHERS:
            label = "pace %d %s " % (parameter_id, cipher)
            keys = [scalar(label + part, curve) for part in ("map ifd", "map ic", "ifd", "ic")]
            lines.append(pace_values("plain-%s-%s" % (curve.name, cipher), parameter_id, cipher,
                                     mrz if cipher in ("3des", "aes192") else can,
                                     stream(label + "nonce", 16), keys))
        lines += special_lines(curve, mrz)
    return lines


def special_lines(curve, password):
    """Values with leading zeros and extreme keys; found by counting upwards."""
    lines = []
    label = "pace special %d " % curve.id
    map_ifd, map_ic, ifd, ic = (scalar(label + part, curve) for part in "abcd")
    nonce = stream(label + "nonce", 16)
    number = int.from_bytes(nonce, "big")
    top = 1 << (8 * (curve.size - 1))
    if curve.p >> (8 * (curve.size - 1)) < 16:
        top >>= 8  # secp521r1: the first octet is nearly always 00, ask for the second too

    def emit(name, nonce=nonce, keys=(map_ifd, map_ic, ifd, ic)):
        lines.append(pace_values("%s-%s" % (name, curve.name), curve.id, "aes128", password,
                                 nonce, keys))

    shared = curve.multiply(map_ifd * map_ic % curve.n, curve.g)
    generator = curve.add(curve.multiply(number, curve.g), shared)

    def seek(start, step, wanted):
        point, count = start, 0
        while point is None or not wanted(point):
            point, count = curve.add(point, step), count + 1
        return count

    # k = x of (ifd * ic) g: count ifd upwards
    pk_ic = curve.multiply(ic, generator)
    count = seek(curve.multiply(ifd, pk_ic), pk_ic, lambda q: q[0] < top)
    emit("short-k", keys=(map_ifd, map_ic, (ifd + count) % curve.n, ic))
    start = curve.multiply(ifd, generator)
    for name, index in (("short-x", 0), ("short-y", 1)):
        count = seek(start, generator, lambda q: q[index] < top)
        emit(name, keys=(map_ifd, map_ic, (ifd + count) % curve.n, ic))
    # h = (map_ifd * map_ic) G: count map_ifd upwards
    pk_map_ic = curve.multiply(map_ic, curve.g)
    count = seek(shared, pk_map_ic, lambda q: q[0] < top)
    emit("short-h", keys=((map_ifd + count) % curve.n, map_ic, ifd, ic))
    # g = s G + h: count s upwards
    count = seek(generator, curve.g, lambda q: q[0] < top)
    emit("short-g", nonce=(number + count).to_bytes(16, "big"))
    emit("short-s", nonce=bytes(3) + nonce[3:])
    emit("small-key", keys=(map_ifd, map_ic, 1, ic))
    emit("large-key", keys=(map_ifd, map_ic, curve.n - 1, ic))
    return lines


FILES = {"secure-messaging.txt": (SM_HEAD, sm_lines), "pace-gm.txt": (PACE_HEAD, pace_lines)}


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
    for name in FILES:
        with open(os.path.join(HERE, name), "w", encoding="ascii", newline="\n") as file:
            file.write(text_of(name))
