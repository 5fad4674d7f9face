"""Makes the vectors of Chip Authentication, called by make_vectors.py."""

import chip_authentication as ca
import icao
from fixed import line, scalar
from groups import ALL, group
from icao import Command, SecureMessaging, hexs, read_binary_sfi, select_file, tlv
from pace_vectors import coordinate, is_short, private, seek

CA_HEAD = """\
# Chip Authentication version 1, ICAO Doc 9303-11 section 6.2. Made by make_vectors.py.
# name id group cipher oid variant keyid form dg14 skic pkic skifd pkifd k ksenc ksmac command1
#   command2 command protected response protectedresponse expected
# variant: kat (MSE:Set KAT, 3DES only) or at (MSE:Set AT, GENERAL AUTHENTICATE). keyid: decimal,
#   - for none. form of the key in dg14: explicit (ECParameters or PKCS#3), standardized, named, x942.
# dg14: EF.DG14 with one ChipAuthenticationInfo and one ChipAuthenticationPublicKeyInfo; - where
#   another line of the group shows the like.
# skic, pkic: static key of the chip; skifd, pkifd: ephemeral key of the terminal. sk*: as long as
#   the order; pk* of ECDH: 04 x y, of DH: in as few octets as possible.
# k: shared secret (x, or as long as p); ksenc, ksmac: the new session keys.
# command1, command2: plain commands (command2 - for kat); the answers are 9000 and 7C00 9000, all
#   under the old session keys. DH with 2048 bits needs extended length.
# command, response: the first exchange afterwards in plain; protected, protectedresponse: the same
#   under the new keys. The counter starts from 0, is 1 for the command and 2 for the response.
# expected: accepted when protectedresponse proves the chip, otherwise refused.
# short-*: k, pkifd or pkic begins with 00 (ECDH: its x; secp521r1: 0000; DH keys lose the octet).
# wrong-key: the chip used another static key. plain-answer: an unprotected 9000. old-counter: the
# counter went on instead of starting from 0. mac-6988: the chip did not accept the command.
"""


def ca_values(name, this, cipher, variant="at", key_id=None, form="explicit", keys=None,
              spoil=None):
    label = "chip authentication %d %s " % (this.id, cipher)
    sk_ic, sk_ifd = keys or (scalar(label + "ic", this), scalar(label + "ifd", this))
    pk_ic, pk_ifd = (this.multiply(key, this.g) for key in (sk_ic, sk_ifd))
    oid, public = ca.ca_oid(this.kind, cipher), this.encode(pk_ifd)
    dg14 = tlv(0x6E, tlv(0x31, ca.info(this.kind, cipher, key_id)
                         + ca.public_key_info(this, pk_ic, key_id, form)))
    assert ca.read_infos(icao.tlv_one(dg14, 0x6E)) == ([(oid, 1, key_id)], [(this, pk_ic, key_id)])
    shown = name.startswith(("kat-", "at-keyid-%s-aes128" % this.name, "keyid-")) \
        or form != "explicit"
    secret, kenc, kmac = ca.derive(this, cipher, sk_ifd, pk_ic)
    chip_secret, *chip_keys = ca.derive(this, cipher, sk_ic, this.decode(public))
    assert chip_secret == secret
    commands = (ca.commands_kat(public, key_id) if variant == "kat"
                else ca.commands_at(oid, public, key_id))
    commands = [hexs(command.encode()) for command in commands] + ["-"]
    if key_id is None:
        command, data = select_file(0x010E), b""
    else:
        command, data = read_binary_sfi(0x0E, 0, 6), dg14[:6]
    terminal, chip = SecureMessaging(cipher, kenc, kmac), SecureMessaging(cipher, *chip_keys)
    protected = terminal.protect_command(command)
    assert chip.open_command(protected).encode() == command.encode()
    if spoil == "wrong-key":
        _, *other = ca.derive(this, cipher, scalar(label + "other", this), pk_ifd)
        chip = SecureMessaging(cipher, *other, 1)
    elif spoil == "old-counter":
        chip.ssc = 0x22
    answer = chip.protect_response(command.ins, data, 0x9000)
    if spoil == "plain-answer":
        answer = data + b"\x90\x00"
    elif spoil == "mac-6988":
        answer = b"\x69\x88"
    try:
        accepted = terminal.open_response(command.ins, answer) == (data, 0x9000)
    except icao.Violation:
        accepted = False
    assert accepted == (spoil is None), name
    return line(
        name=name, id=this.id, group=this.name, cipher=cipher, oid=hexs(oid), variant=variant,
        keyid="-" if key_id is None else key_id, form=form, dg14=hexs(dg14) if shown else "-",
        skic=private(this, sk_ic), pkic=hexs(this.encode(pk_ic)),
        skifd=private(this, sk_ifd), pkifd=hexs(public), k=hexs(secret), ksenc=hexs(kenc),
        ksmac=hexs(kmac), command1=commands[0], command2=commands[1],
        command=hexs(command.encode()), protected=hexs(protected), response=hexs(data) + "9000",
        protectedresponse=hexs(answer), expected="accepted" if accepted else "refused")


def ca_lines():
    lines = []
    for parameter_id in [i for i in ALL if i >= 8] + [i for i in ALL if i < 8]:
        this = group(parameter_id)
        lines.append("# %d %s" % (parameter_id, this.name))
        for cipher in icao.CIPHERS:
            name = "%s-%s" % (this.name, cipher)
            if cipher == "3des":
                lines.append(ca_values("kat-" + name, this, cipher, "kat"))
                lines.append(ca_values("kat-keyid-" + name, this, cipher, "kat", this.id))
            lines.append(ca_values("at-" + name, this, cipher))
            if cipher != "3des":
                lines.append(ca_values("at-keyid-" + name, this, cipher, key_id=this.id))
        lines += ca_special_lines(this)
    return lines


def ca_special_lines(this):
    lines = []
    label = "chip authentication special %d " % this.id
    ic, ifd = scalar(label + "ic", this), scalar(label + "ifd", this)

    def short(value):
        return is_short(this, coordinate(value))

    def counted(key, base):
        return (key + seek(this, this.multiply(key, base), base, short)) % this.n

    def emit(name, cipher="aes128", **more):
        lines.append(ca_values("%s-%s-%s" % (name, this.name, cipher), this, cipher, **more))

    pk_ic = this.multiply(ic, this.g)
    for cipher, variant in (("3des", "kat"), ("aes128", "at")):
        emit("short-k", cipher, variant=variant, keys=(ic, counted(ifd, pk_ic)))
        emit("short-pkifd", cipher, variant=variant, keys=(ic, counted(ifd, this.g)))
    emit("short-pkic", keys=(counted(ic, this.g), ifd))
    emit("standardized", form="standardized", key_id=this.id)
    emit("named" if this.kind == "ecdh" else "x942",
         form="named" if this.kind == "ecdh" else "x942", key_id=this.id)
    emit("wrong-key", spoil="wrong-key")
    if this.id == 13:
        for key_id in (0, 1, 127, 128, 195, 255, 256, 32767, 65535):
            emit("keyid-%d" % key_id, key_id=key_id)
            emit("keyid-%d" % key_id, "3des", variant="kat", key_id=key_id)
        for spoil in ("wrong-key", "plain-answer", "old-counter", "mac-6988"):
            for cipher in icao.CIPHERS:
                if (spoil, cipher) != ("wrong-key", "aes128"):
                    emit(spoil, cipher, variant="kat" if cipher == "3des" else "at", spoil=spoil)
    return lines


FILES = {"chip-authentication.txt": (CA_HEAD, ca_lines)}
