"""Makes the vectors of Active Authentication, called by make_vectors.py."""

import active_authentication as aa
import icao
from curves import CURVES
from fixed import line, scalar, stream
from groups import Curve
from icao import der_integer, der_sequence, hexs, tlv
from keys import key_info, rsa_key_info
from pace_vectors import private
from signatures import (TRAILERS, der, digest, ecdsa_sign, ecdsa_verify, iso9796_sign,
                        iso9796_verify, leftmost, plain, read_der, read_plain,
                        recoverable_size, representative, rsa_key)

AA_HEAD = """\
# Active Authentication, ICAO Doc 9303-11 section 6.1. Made by make_vectors.py. Four kinds of lines:
# name kind=ec-key id curve sk pk dg15
# name kind=ecdsa key id curve pk hash info challenge digest plain der command expected
# name kind=rsa-key bits n e d p q dg15
# name kind=rsa key n e trailer form challenge m1 f signature command expected
# ec-key: sk as long as the order, pk 04 x y; dg15: EF.DG15, the key with explicit parameters.
# ecdsa: key names an ec-key line. info: ActiveAuthenticationInfo for hash. digest: the whole hash
#   of challenge; when it is longer than the order its leftmost bits count (9303 wants no such
#   hash, TR-03111 defines it). plain: r || s, each as long as the order; der: SEQUENCE of r and s;
#   - where the form cannot hold the values. Nonces by RFC 6979 (but short-r).
# rsa-key: made from a fixed seed, for tests only. rsa: ISO/IEC 9796-2 scheme 1; key names an
#   rsa-key line. f = 6A || m1 || hash(m1 || challenge) || trailer, the chip signs f without more
#   (form s) or gives n minus that (form n-s: the verifier finds n - f). m1: random of the chip.
#   Trailer 33CC (SHA-1 in the two-octet form) is not in Doc 9303 but seen.
# command: plain INTERNAL AUTHENTICATE; extended length where the answer has over 231 octets.
# expected: accepted or refused. Refused lines are named after what is wrong; plain-* and
#   <trailer>-* are right; negated-s (order - s), short-r, short-s and s-00 too.
# challenge is what the terminal sent: wrong-challenge was signed over another one.
"""


# --- ECDSA -------------------------------------------------------------------

def ecdsa_line(name, curve, public, hash_name, challenge, signature=None, octets=None,
               der_octets=None):
    """signature: (r, s) for both forms; or the forms themselves."""
    hashed = digest(hash_name, challenge)
    if signature is not None:
        try:
            octets = plain(curve, signature)
        except OverflowError:
            octets = None
        der_octets = der(signature)
    answers = []
    for read in ((lambda: read_plain(curve, octets)) if octets is not None else None,
                 (lambda: read_der(der_octets)) if der_octets is not None else None):
        if read:
            try:
                answers.append(ecdsa_verify(curve, public, hashed, read()))
            except ValueError:
                answers.append(False)
    accepted = answers[0]
    assert set(answers) == {accepted}, name
    assert accepted == name.startswith(("plain-", "negated-s-", "short-")), name
    return line(
        name=name, kind="ecdsa", key="key-" + curve.name, id=curve.id, curve=curve.name,
        pk=hexs(curve.encode(public)), hash=hash_name, info=hexs(aa.info(hash_name)),
        challenge=hexs(challenge), digest=hexs(hashed),
        plain="-" if octets is None else hexs(octets) or "-",
        der="-" if der_octets is None else hexs(der_octets),
        command=hexs(aa.command(challenge).encode()), expected="accepted" if accepted else "refused")


def ecdsa_lines(curve):
    label = "active authentication %d " % curve.id
    key = scalar(label, curve)
    public = curve.multiply(key, curve.g)
    n, lines = curve.n, []
    lines.append(line(
        name="key-" + curve.name, kind="ec-key", id=curve.id, curve=curve.name,
        sk=private(curve, key), pk=hexs(curve.encode(public)),
        dg15=hexs(tlv(0x6F, key_info(curve, public)))))
    for hash_name in aa.ECDSA_ARC:
        challenge = stream(label + hash_name, 8)
        lines.append(ecdsa_line(
            "plain-%s-%s" % (curve.name, hash_name), curve, public, hash_name, challenge,
            ecdsa_sign(curve, key, digest(hash_name, challenge), hash_name)))
    challenge = stream(label + "sha256", 8)
    hashed = digest("sha256", challenge)
    r, s = ecdsa_sign(curve, key, hashed, "sha256")

    def emit(name, signature=None, **more):
        lines.append(ecdsa_line("%s-%s" % (name, curve.name), curve, public, "sha256", challenge,
                                signature, **more))

    emit("negated-s", (r, n - s))
    # r = x of k G: count k upwards; s = (e + r d) / k: count the challenge upwards
    k, top = scalar(label + "k", curve), 1 << 8 * (curve.key_size - 1)
    if n.bit_length() % 8:
        top >>= 8  # secp521r1: the first octet is nearly always 00
    point = curve.multiply(k, curve.g)
    while point[0] % n >= top:
        k, point = k + 1, curve.add(point, curve.g)
    emit("short-r", ecdsa_sign(curve, key, hashed, "sha256", k))
    k = scalar(label + "k", curve)
    number = int.from_bytes(challenge, "big")
    x, inverse = curve.multiply(k, curve.g)[0] % n, pow(k, -1, n)

    def s_of(number):
        e = leftmost(digest("sha256", number.to_bytes(8, "big")), n)
        return inverse * (e + x * key) % n

    while s_of(number) >= top:
        number += 1
    lines.append(ecdsa_line("short-s-" + curve.name, curve, public, "sha256",
                            number.to_bytes(8, "big"), (x, s_of(number))))

    emit("wrong-r", (r ^ 1, s))
    emit("wrong-s", (r, s ^ 1))
    emit("swapped", (s, r))
    emit("zero-r", (0, s))
    emit("zero-s", (r, 0))
    emit("zero-both", (0, 0))
    emit("r-is-order", (n, s))
    emit("s-plus-order", (r, s + n))
    other = scalar(label + "other", curve)
    emit("wrong-key", ecdsa_sign(curve, other, hashed, "sha256"))
    emit("wrong-challenge", ecdsa_sign(curve, key, digest("sha256", challenge[::-1]), "sha256"))
    emit("wrong-hash", ecdsa_sign(curve, key, digest("sha384", challenge), "sha384"))
    octets, der_octets = plain(curve, (r, s)), der((r, s))
    emit("octet-missing", octets=octets[:-1], der_octets=der_octets[:-1])
    emit("octet-too-many", octets=octets + b"\x00", der_octets=der_octets + b"\x00")
    emit("empty", octets=b"")
    emit("der-as-plain", octets=der_octets)
    if curve.id == 13:
        body = der_integer(r) + der_integer(s)
        negative = tlv(0x02, r.to_bytes(33, "big")[1:] if r >> 255 else b"\xFF" + r.to_bytes(32, "big"))
        emit("der-negative", der_octets=der_sequence(negative, der_integer(s)))
        emit("der-padded-integer", der_octets=der_sequence(
            tlv(0x02, b"\x00\x00" + r.to_bytes(32, "big")), der_integer(s)))
        emit("der-long-length", der_octets=b"\x30\x81" + bytes([len(body)]) + body)
        emit("der-indefinite", der_octets=b"\x30\x80" + body + b"\x00\x00")
        emit("der-third-integer", der_octets=der_sequence(body, der_integer(1)))
        emit("der-one-integer", der_octets=der_sequence(der_integer(r)))
    return lines


# --- RSA ---------------------------------------------------------------------

def rsa_line(name, bits, key, trailer, form, challenge, m1, f, signature):
    try:
        accepted = iso9796_verify(key.n, key.e, signature, challenge) == trailer
    except ValueError:
        accepted = False
    assert accepted == name.startswith(tuple(TRAILERS) + ("s-00",)), name
    return line(
        name=name, kind="rsa", key="key-rsa-%d" % bits, n=hexs(key.n.to_bytes(key.size, "big")),
        e=key.e, trailer=trailer, form=form, challenge=hexs(challenge), m1=hexs(m1), f=hexs(f),
        signature=hexs(signature) or "-",
        command=hexs(aa.command(challenge, 65536 if key.size > 231 else 256).encode()),
        expected="accepted" if accepted else "refused")


def rsa_lines(bits):
    key = rsa_key(bits, "active authentication", 3 if bits == 1280 else 65537)
    lines = [line(
        name="key-rsa-%d" % bits, kind="rsa-key", bits=bits, n=hexs(key.n.to_bytes(key.size, "big")),
        e=key.e, d=hexs(key.d.to_bytes(key.size, "big")),
        p=hexs(key.p.to_bytes(key.size // 2, "big")), q=hexs(key.q.to_bytes(key.size // 2, "big")),
        dg15=hexs(tlv(0x6F, rsa_key_info(key.n, key.e))))]
    for trailer in TRAILERS:
        challenge, m1, f, signature = rsa_signature(key, trailer)
        other = (key.n - int.from_bytes(signature, "big")).to_bytes(key.size, "big")
        for form, octets in (("s", signature), ("n-s", other)):
            lines.append(rsa_line("%s-%d-%s" % (trailer, bits, form), bits, key, trailer, form,
                                  challenge, m1, f, octets))
    if bits in (1024, 2048):
        lines += rsa_refused_lines(bits, key)
    return lines


def rsa_signature(key, trailer, number=0):
    label = "active authentication %d %s %d " % (8 * key.size, trailer, number)
    challenge = stream(label + "challenge", 8)
    m1 = stream(label + "m1", recoverable_size(key.size, trailer))
    f = representative(trailer, m1, challenge)
    return challenge, m1, f, iso9796_sign(key, f)


def rsa_refused_lines(bits, key):
    lines = []
    challenge, m1, f, good = rsa_signature(key, "34CC")

    def emit(name, f=f, signature=None, trailer="34CC", form="s", challenge=challenge, m1=m1):
        if signature is None:
            signature = iso9796_sign(key, f)
            if form == "n-s":
                signature = (key.n - int.from_bytes(signature, "big")).to_bytes(key.size, "big")
        lines.append(rsa_line("%s-%d" % (name, bits), bits, key, trailer, form, challenge, m1, f,
                              signature))

    number = 0
    while rsa_signature(key, "34CC", number)[3][0]:
        number += 1
    short = rsa_signature(key, "34CC", number)
    emit("s-00", short[2], short[3], challenge=short[0], m1=short[1])
    for header in (0x4A, 0x6B, 0x2A, 0x00, 0x6C):
        for form in ("s", "n-s"):
            emit("wrong-header-%02X-%s" % (header, form), bytes([header]) + f[1:], form=form)
    length = 32
    emit("wrong-hash", f[:-3] + bytes([f[-3] ^ 1]) + f[-2:])
    emit("wrong-m1", f[:1] + bytes([f[1] ^ 1]) + f[2:])
    emit("wrong-challenge", representative("34CC", m1, challenge[::-1]))
    emit("hash-of-m1-only", representative("34CC", m1, b""))
    emit("hash-of-challenge-only", f[:-length - 2] + digest("sha256", challenge) + f[-2:])
    for trailer in ("34CB", "31CC", "37CC", "CCCC", "34BC", "00BC"):
        emit("wrong-trailer-" + trailer, f[:-2] + bytes.fromhex(trailer), trailer=trailer)
    # the trailer names another hash than the one that was used
    emit("trailer-36CC-with-sha256", f[:-2] + bytes.fromhex("36CC"), trailer="36CC")
    sha1 = representative("BC", stream("m1 for bc", recoverable_size(key.size, "BC")), challenge)
    emit("trailer-BC-with-34", f[:-1] + b"\xBC", trailer="BC")
    emit("trailer-CC-with-sha1", sha1[:-1] + b"\xCC", trailer="BC")
    other = rsa_key(bits, "active authentication, another key")
    emit("wrong-key", signature=iso9796_sign(other, f))
    emit("altered", signature=good[:-1] + bytes([good[-1] ^ 1]))
    number = 0
    while True:  # s + n has the same power; it must fit in the octets
        longer = rsa_signature(key, "34CC", 1000 + number)
        value = int.from_bytes(longer[3], "big") + key.n
        if value < 1 << bits:
            break
        number += 1
    emit("s-plus-n", longer[2], value.to_bytes(key.size, "big"), challenge=longer[0], m1=longer[1])
    emit("octet-missing", signature=good[:-1])
    emit("octet-too-many", signature=good + b"\x00")
    emit("leading-00", signature=b"\x00" + good)
    emit("empty", signature=b"")
    emit("zero", signature=bytes(key.size))
    emit("one", signature=bytes(key.size - 1) + b"\x01")
    emit("n-minus-one", signature=(key.n - 1).to_bytes(key.size, "big"))
    emit("modulus", signature=key.n.to_bytes(key.size, "big"))
    return lines


def aa_lines():
    lines = []
    for parameter_id in sorted(CURVES):
        curve = Curve(parameter_id)
        lines.append("# %d %s" % (parameter_id, curve.name))
        lines += ecdsa_lines(curve)
    for bits in (1024, 1280, 2048, 3072):
        lines.append("# RSA %d" % bits)
        lines += rsa_lines(bits)
    return lines


FILES = {"active-authentication.txt": (AA_HEAD, aa_lines)}
