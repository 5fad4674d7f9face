"""Hostile and strict conformance probe of a passport chip, over PC/SC.

    python3 Tests/Foreign/probe_passport.py --reader "Virtual PCD 00 00" \
        --number L898902C3 --birth 740812 --expiry 120415 [--can 123456] \
        [--access bac,pace] [--only TEXT] [--seed N] [--fuzz N]

Prints one JSON report. Every check has a verdict: pass, fail, skip (does not apply)
or note (the standard leaves it open; what the chip did is in "got"). Exit code 1 when
a check failed, 0 otherwise. Each check starts after a cold reset of the chip.
"""

import argparse
import json
import os
import random
import sys

import icao
from curves import CURVES
from groups import Curve
from icao import (Command, Violation, hexs, read_binary, read_binary_odd, read_binary_sfi,
                  select_application, select_file, tlv)
from pace import Pace, pace_oid, pace_protocol
from terminal import Refused, Terminal

CHECKS = []


def check(name, needs=()):
    """needs: bac, pace or can; a check with "access" runs once for each way in."""
    def register(function):
        CHECKS.append((name, needs.split() if needs else [], function))
        return function
    return register


class Failed(Exception):
    pass


class Skipped(Exception):
    pass


class Note(Exception):
    pass


def sw_text(sw):
    return "%04X" % sw


def expect(got, allowed, what):
    """got is a status word, allowed some of them."""
    if got not in allowed:
        raise Failed("%s: %04X instead of %s" % (what, got, "/".join(map(sw_text, allowed))))
    return sw_text(got)


def expect_error(got, what):
    """Any error status of ISO 7816-4 (6300 and 64XX to 6FXX)."""
    if not (0x6300 == got or 0x63C0 <= got <= 0x63CF or 0x6400 <= got <= 0x6FFF):
        raise Failed("%s: %04X instead of an error" % (what, got))
    return sw_text(got)


def is_ecdh_gm(oid):
    return (pace_protocol(oid) or ())[:2] == ("ecdh", "gm")


SM_MISSING, SM_WRONG = 0x6987, 0x6988


class Probe:
    def __init__(self, card, options):
        self.card, self.options = card, options
        self.random = random.Random(options.seed)
        self.mrz_info = icao.mrz_information(options.number, options.birth, options.expiry)
        self.pace_choice = self.card_access = None
        self.ways = []
        self.files = {}

    # plain exchanges

    def reset(self):
        self.card.reset()
        return Terminal(self.card)

    def plain(self, command):
        raw = self.card.transmit(command if isinstance(command, bytes) else command.encode())
        if len(raw) < 2:
            raise Failed("answer of %d bytes" % len(raw))
        return raw[:-2], int.from_bytes(raw[-2:], "big")

    def plain_sw(self, command):
        return self.plain(command)[1]

    # ways in

    def enter(self, way):
        """A terminal inside the application with secure messaging."""
        terminal = self.reset()
        if way == "bac":
            terminal.select_application()
            terminal.bac(self.mrz_info)
        else:
            self.run_pace(terminal)
            terminal.select_application()
        return terminal

    def run_pace(self, terminal, password=None, reference=1, parameter=True):
        cipher, parameter_id = self.pace_choice
        terminal.pace(cipher, parameter_id, password or icao.pace_secret_mrz(self.mrz_info),
                      reference, parameter)

    def discover(self):
        terminal = self.reset()
        try:
            self.card_access = terminal.read_file("EF.CardAccess", 0x011C)
            for octets, version, identifier in icao.pace_infos(self.card_access):
                if version == 2 and is_ecdh_gm(octets) and identifier in CURVES:
                    self.pace_choice = pace_protocol(octets)[2], identifier
                    break
        except (Refused, ValueError):
            pass
        self.pace_infos = icao.pace_infos(self.card_access) if self.card_access else []
        if self.options.access:
            self.ways = self.options.access.split(",")
            if "pace" in self.ways and not self.pace_choice:
                raise Violation("EF.CardAccess offers no PACE with ECDH generic mapping")
        else:
            self.ways = ["pace"] if self.pace_choice else []
            self.reset()
            self.plain(select_application())
            if self.plain_sw(Command(0, 0x84, 0, 0, le=8)) == 0x9000:
                self.ways.insert(0, "bac")
        if not self.ways:
            raise Violation("the chip offers neither BAC nor PACE")

    def load(self):
        """Reads every file once the proper way; yields (name, error or None). DG3 and DG4
        are left out: terminal authentication may guard them."""
        def fetch(name):
            try:
                terminal = self.enter(self.ways[0])
                self.files[name] = terminal.read_file(name.upper(), icao.FILES[name])
            except (Refused, Violation) as error:
                return name, str(error)
            return name, None

        yield fetch("com")
        yield fetch("sod")
        listed = b""
        if "com" in self.files:
            for tag, value, _ in icao.tlv_list(icao.tlv_one(self.files["com"], 0x60)):
                if tag == 0x5C:
                    listed = value
        for name, tag in icao.FILE_TAG.items():
            if name.startswith("dg") and name not in ("dg3", "dg4") and (
                    tag in listed or name == "dg1"):
                yield fetch(name)

    def file(self, name):
        if name not in self.files:
            raise Skipped("%s could not be read" % name)
        return self.files[name]

    def present(self):
        return list(self.files)

    # judgements

    def still_closed(self, what):
        """Without secure messaging DG1 must stay unreadable."""
        data, sw = self.plain(read_binary_sfi(0x01, 0, 4))
        if data[:1] == b"\x61":
            raise Failed("%s: DG1 is readable in plain" % what)
        selected = self.plain_sw(select_application()) == 0x9000
        data, _ = self.plain(read_binary_sfi(0x01, 0, 4))
        if data[:1] == b"\x61" or (selected and data):  # in the MF SFI 01 is EF.ATR/INFO
            raise Failed("%s: DG1 is readable in plain" % what)
        return sw_text(sw)

    def keys_gone(self, terminal, what):
        """A well protected command must not be answered under the old keys."""
        raw = self.card.transmit(terminal.sm.protect_command(read_binary(0, 4)))
        if len(raw) != 2 or raw[0] not in range(0x64, 0x70):
            raise Failed("%s: the keys still work (%s)" % (what, hexs(raw[:4])))
        return hexs(raw)

    def violate(self, way, what, action, allowed):
        """action(terminal) returns the raw answer to a bad command; then the keys must be
        gone, whichever way the chip may have counted."""
        got = ""
        for steps in range(3):
            terminal = self.enter(way)
            terminal.ask("SELECT DG1", select_file(0x0101))
            terminal.ask("READ BINARY", read_binary(0, 4))
            before = terminal.sm.ssc
            raw = action(terminal)
            if len(raw) != 2:
                raise Failed("%s: answered with %d bytes" % (what, len(raw)))
            got = expect(int.from_bytes(raw, "big"), allowed, what)
            terminal.sm.ssc = before + steps
            after = self.keys_gone(terminal, what)
            self.still_closed(what)
        return "%s, then %s" % (got, after)

    def protected_parts(self, terminal, command):
        """The objects of a well protected command: [(tag, whole object)], and its header."""
        raw = terminal.sm.protect_command(command)
        outer = Command.decode(raw)
        return outer.header, [(tag, whole) for tag, _, whole in icao.tlv_list(outer.data)]

    def send_parts(self, header, objects, le=256):
        return self.card.transmit(Command(*header, data=objects, le=le).encode())

    def remac(self, terminal, header, objects):
        """objects with a right DO 8E for the present counter."""
        message = icao.pad2(header, terminal.sm.block) + objects if objects else header
        return objects + tlv(0x8E, terminal.sm.mac(message))


# --- without access ----------------------------------------------------------

@check("EF.CardAccess is readable without access", "pace")
def _(p):
    p.reset()
    expect(p.plain_sw(select_file(0x011C)), [0x9000], "SELECT")
    data, sw = p.plain(read_binary(0, 4))
    expect(sw, [0x9000], "READ BINARY")
    if data[:1] != b"\x31":
        raise Failed("begins with " + hexs(data[:1]))
    p.reset()
    data, sw = p.plain(read_binary_sfi(0x1C, 0, 4))
    if sw != 0x9000 or data[:1] != b"\x31":
        raise Failed("by SFI 1C: %04X" % sw)
    return "%d bytes" % len(p.card_access)


@check("EF.CardAccess is a well-formed SET with PACEInfo version 2", "pace")
def _(p):
    if any(version != 2 for _, version, _ in p.pace_infos):
        raise Failed("version is not 2")
    return ", ".join("%s/%s" % (icao.oid_text(o), i) for o, _, i in p.pace_infos)


@check("the LDS1 application can be selected before BAC", "bac")
def _(p):
    p.reset()
    return expect(p.plain_sw(select_application()), [0x9000], "SELECT")


@check("an unknown application is not found")
def _(p):
    p.reset()
    return expect(p.plain_sw(select_application(bytes.fromhex("A0 00 00 02 47 7F"))),
                  [0x6A82, 0x6982], "SELECT")


@check("an application identifier without PIX extension is refused")
def _(p):
    p.reset()
    return expect_error(p.plain_sw(select_application(icao.AID_LDS1[:5])), "SELECT of the RID")


def closed_select(p, name):
    p.reset()
    opened = p.plain_sw(select_application())
    if opened != 0x9000:
        expect(opened, [0x6982], "SELECT application")
    sw = p.plain_sw(select_file(icao.FILES[name]))
    # 4.4.2: a chip with PACE refuses SELECT with 6982; a chip with BAC alone may allow it
    allowed = [0x6982] if "pace" in p.ways and opened == 0x9000 else [0x6982, 0x9000, 0x6A82]
    got = expect(sw, allowed, "SELECT " + name)
    data, sw = p.plain(read_binary(0, 4))
    if data:
        raise Failed("READ BINARY gave data")
    return got + ", read " + expect(sw, [0x6982] if got == "9000" else [0x6982, 0x6986],
                                    "READ BINARY")


for _name in ("dg1", "dg2", "com", "sod"):
    check("without access: SELECT and READ BINARY of %s are refused" % _name)(
        lambda p, name=_name: closed_select(p, name))


def closed_sfi(p, name):
    p.reset()
    if p.plain_sw(select_application()) != 0x9000:
        raise Skipped("the application cannot be selected without access")
    data, sw = p.plain(read_binary_sfi(icao.SFI[name], 0, 4))
    return expect(sw, [0x6982], "READ BINARY by SFI")


for _name in ("dg1", "dg2", "com", "sod"):
    check("without access: READ BINARY by SFI of %s is refused" % _name)(
        lambda p, name=_name: closed_sfi(p, name))


@check("without access: no data group, present or not, gives data")
def _(p):
    seen = set()
    for name in icao.FILES:
        p.reset()
        selected = p.plain_sw(select_application()) == 0x9000
        p.plain(select_file(icao.FILES[name]))
        # in the MF some short identifiers belong to EF.DIR and EF.ATR/INFO
        for command in [read_binary(0, 4)] + [read_binary_sfi(icao.SFI[name], 0, 4)] * selected:
            data, sw = p.plain(command)
            if data:
                raise Failed("%s gave data" % name)
            seen.add(sw_text(sw))
    return " ".join(sorted(seen))


@check("without access: READ BINARY B1 is refused")
def _(p):
    seen = []
    for p2 in (0x00, 0x01, 0x02):
        p.reset()
        if p.plain_sw(select_application()) != 0x9000:
            raise Skipped("the application cannot be selected without access")
        data, sw = p.plain(read_binary_odd(0, 8, p2))
        if data:
            raise Failed("gave data")
        seen.append(expect(sw, [0x6982, 0x6986, 0x6D00, 0x6A86], "READ BINARY B1"))
    return " ".join(seen)


@check("without access: EF.CardSecurity is refused")
def _(p):
    p.reset()
    got = expect(p.plain_sw(select_file(0x011D)), [0x6982, 0x6A82, 0x9000], "SELECT")
    data, sw = p.plain(read_binary(0, 4))
    if data:
        raise Failed("READ BINARY gave data")
    return got + " " + expect_error(sw, "READ BINARY")


@check("protected commands without keys are refused")
def _(p):
    seen = []
    for raw in ("0C B0 00 00 0D 97 01 04 8E 08 ED 67 05 41 7E 96 BA 55 00", "0C B0 00 00 00",
                "0C A4 02 0C 15 87 09 01 63 75 43 29 08 C0 44 F6 8E 08 BF 8B 92 D6 35 FF 24 F8 00"):
        p.reset()
        p.plain(select_application())
        data, sw = p.plain(bytes.fromhex(raw))
        if data:
            raise Failed("gave data")
        seen.append(expect_error(sw, "protected command"))
    return " ".join(seen)


# --- BAC ---------------------------------------------------------------------

def bac_start(p):
    p.reset()
    expect(p.plain_sw(select_application()), [0x9000], "SELECT application")
    data, sw = p.plain(Command(0, 0x84, 0, 0, le=8))
    expect(sw, [0x9000], "GET CHALLENGE")
    if len(data) != 8:
        raise Failed("challenge of %d bytes" % len(data))
    return data


def external_authenticate(p, plain, keys=None, damage=None, le=40):
    kenc, kmac = keys or icao.bac_keys(p.mrz_info)
    cryptogram = bytearray(icao.bac_cryptogram(kenc, kmac, plain))
    if damage is not None:
        cryptogram[damage] ^= 0x01
    return p.plain(Command(0, 0x82, 0, 0, bytes(cryptogram), le))


@check("BAC: GET CHALLENGE gives 8 new bytes every time", "bac")
def _(p):
    seen = set()
    for _ in range(8):
        seen.add(bac_start(p))
        data, sw = p.plain(Command(0, 0x84, 0, 0, le=8))
        expect(sw, [0x9000], "second GET CHALLENGE")
        seen.add(data)
    if len(seen) != 16:
        raise Failed("a challenge came twice")
    return "16 different"


@check("BAC: GET CHALLENGE with another length", "bac")
def _(p):
    bac_start(p)
    got = []
    for le in (256, 4, 16):
        data, sw = p.plain(Command(0, 0x84, 0, 0, le=le))
        if sw == 0x9000 and len(data) > le:
            raise Failed("%d bytes for Le %d" % (len(data), le))
        got.append("Le %02X: %d bytes %04X" % (le & 0xFF, len(data), sw))
    raise Note("; ".join(got))


@check("BAC: a wrong key is refused", "bac")
def _(p):
    seen = []
    for keys in (icao.bac_keys(icao.mrz_information("X00000000", "010101", "300101")),
                 (bytes(range(16)), icao.bac_keys(p.mrz_info)[1]),
                 (icao.bac_keys(p.mrz_info)[0], bytes(range(16)))):
        challenge = bac_start(p)
        data, sw = external_authenticate(p, os.urandom(8) + challenge + os.urandom(16), keys)
        if data:
            raise Failed("answer data in spite of a wrong key")
        seen.append(expect_error(sw, "EXTERNAL AUTHENTICATE"))
        p.still_closed("after a wrong key")
    return " ".join(seen)


@check("BAC: a wrong MAC or a damaged cryptogram is refused", "bac")
def _(p):
    seen = set()
    for damage in (0, 8, 31, 32, 39):
        challenge = bac_start(p)
        data, sw = external_authenticate(p, os.urandom(8) + challenge + os.urandom(16),
                                         damage=damage)
        if data:
            raise Failed("answer data")
        seen.add(expect_error(sw, "EXTERNAL AUTHENTICATE"))
    return " ".join(sorted(seen))


@check("BAC: a wrong RND.IC under a right MAC is refused", "bac")
def _(p):
    challenge = bac_start(p)
    wrong = bytes([challenge[0] ^ 1]) + challenge[1:]
    data, sw = external_authenticate(p, os.urandom(8) + wrong + os.urandom(16))
    if data:
        raise Failed("answer data")
    return expect_error(sw, "EXTERNAL AUTHENTICATE")


@check("BAC: EXTERNAL AUTHENTICATE without challenge is refused", "bac")
def _(p):
    p.reset()
    p.plain(select_application())
    seen = []
    for guess in (bytes(8), b"\xFF" * 8):
        data, sw = external_authenticate(p, os.urandom(8) + guess + os.urandom(16))
        if data:
            raise Failed("answer data")
        seen.append(expect_error(sw, "EXTERNAL AUTHENTICATE"))
    return " ".join(seen)


@check("BAC: lengths other than 40 are refused", "bac")
def _(p):
    seen = set()
    for length in (0, 1, 8, 32, 39, 41, 48, 255):
        bac_start(p)
        data, sw = p.plain(Command(0, 0x82, 0, 0, os.urandom(length), 40))
        if data:
            raise Failed("answer data")
        seen.add(expect_error(sw, "%d bytes" % length))
    return " ".join(sorted(seen))


@check("BAC: a challenge after a failed attempt", "bac")
def _(p):
    challenge = bac_start(p)
    external_authenticate(p, os.urandom(8) + challenge + os.urandom(16), damage=3)
    data, sw = external_authenticate(p, os.urandom(8) + challenge + os.urandom(16))
    raise Note("second attempt with the same challenge: %04X" % sw)


@check("BAC: a challenge serves once; replay of the cryptogram is refused", "bac")
def _(p):
    challenge = bac_start(p)
    body = os.urandom(8) + challenge + os.urandom(16)
    data, sw = external_authenticate(p, body)
    expect(sw, [0x9000], "first")
    data, sw = external_authenticate(p, body)
    if data:
        raise Failed("answer data to the replay")
    got = expect_error(sw, "replay")
    p.plain(select_application())
    data, sw = external_authenticate(p, body)
    return got + " " + expect_error(sw, "replay after SELECT")


@check("BAC: a right attempt succeeds after wrong ones", "bac")
def _(p):
    for _ in range(4):
        challenge = bac_start(p)
        external_authenticate(p, os.urandom(32), damage=0)
    challenge = bac_start(p)
    for _ in range(2):
        external_authenticate(p, os.urandom(32), damage=0)
    terminal = Terminal(p.card)
    terminal.bac(p.mrz_info)
    terminal.ask("SELECT DG1", select_file(0x0101))
    return "9000"


@check("BAC: the chip's nonces and keys are new each time", "bac")
def _(p):
    seen = set()
    for _ in range(4):
        terminal = p.enter("bac")
        seen.add(terminal.sm.kenc)
    if len(seen) != 4:
        raise Failed("a session key came twice")
    # K.IC alone: the terminal's share held fixed
    shares = set()
    for _ in range(4):
        challenge = bac_start(p)
        rnd_ifd = bytes(8)
        data, sw = external_authenticate(p, rnd_ifd + challenge + bytes(16))
        shares.add(icao.bac_open_reply(*icao.bac_keys(p.mrz_info), data, rnd_ifd, challenge))
    if len(shares) != 4:
        raise Failed("K.IC came twice")
    return "4 different"


# --- PACE --------------------------------------------------------------------

def ga(content, last=False, raw=None):
    return Command(0x00 if last else 0x10, 0x86, 0, 0,
                   tlv(0x7C, content) if raw is None else raw, 256)


class PaceRun:
    """PACE by hand, one step at a time; each step can be spoilt."""

    def __init__(self, p, password=None, reference=1, start=True):
        self.p = p
        cipher, parameter_id = p.pace_choice
        self.math = Pace("gm", cipher, parameter_id, password or icao.pace_secret_mrz(p.mrz_info))
        self.curve = self.math.group
        if start:
            p.reset()
            expect(self.mse(reference), [0x9000], "MSE:Set AT")

    def mse(self, reference=1, oid=None, parameter_id=-1):
        identifier = self.curve.id if parameter_id == -1 else parameter_id
        return self.p.plain_sw(Terminal(self.p.card).pace_mse(
            oid or self.math.oid, reference, identifier))

    def answer(self, data, sw, tag, what):
        expect(sw, [0x9000], what)
        try:
            items = icao.tlv_list(icao.tlv_one(data, 0x7C))
        except ValueError as error:
            raise Failed("%s: %s" % (what, error))
        if not items or items[0][0] != tag:
            raise Failed("%s: no object %02X" % (what, tag))
        return items[0][1]

    def step1(self):
        data, sw = self.p.plain(ga(b""))
        self.z = self.answer(data, sw, 0x80, "step 1")
        self.nonce = self.math.decrypt_nonce(self.z)

    def send2(self, public):
        return self.p.plain(ga(tlv(0x81, public)))

    def step2(self):
        self.map_private = self.curve.private_key()
        self.map_public = self.curve.encode(self.curve.multiply(self.map_private, self.curve.g))
        data, sw = self.send2(self.map_public)
        self.chip_map = self.answer(data, sw, 0x82, "step 2")
        self.generator = self.math.map(self.nonce, self.curve.multiply(
            self.map_private, self.curve.decode(self.chip_map)))

    def send3(self, public):
        return self.p.plain(ga(tlv(0x83, public)))

    def step3(self):
        self.private = self.curve.private_key()
        self.public = self.curve.encode(self.curve.multiply(self.private, self.generator))
        data, sw = self.send3(self.public)
        self.chip_public = self.answer(data, sw, 0x84, "step 3")
        _, self.kenc, self.kmac = self.math.derive(
            self.private, self.curve.decode(self.chip_public))

    def send4(self, token):
        return self.p.plain(ga(tlv(0x85, token), last=True))

    def upto(self, step):
        for number in range(1, step + 1):
            getattr(self, "step%d" % number)()
        return self


@check("PACE: the MRZ opens the chip, DG1 reads the same", "pace")
def _(p):
    terminal = p.enter("pace")
    data = terminal.read_file("DG1", 0x0101)
    if data != p.file("dg1"):
        raise Failed("DG1 differs from the other way in")
    return p.pace_choice[0]


@check("PACE: without DO 84 when the parameters are unambiguous", "pace")
def _(p):
    same = {i for o, _, i in p.pace_infos
            if o == pace_oid("ecdh", "gm", p.pace_choice[0])}
    if len(same) != 1:
        raise Skipped("several parameter sets for this protocol")
    terminal = p.reset()
    p.run_pace(terminal, parameter=False)
    return "9000"


@check("PACE: every ECDH generic mapping entry of EF.CardAccess works", "pace")
def _(p):
    done, chosen = [], p.pace_choice
    try:
        for octets, _, identifier in p.pace_infos:
            if is_ecdh_gm(octets) and identifier in CURVES:
                p.pace_choice = pace_protocol(octets)[2], identifier
                terminal = p.enter("pace")
                terminal.read_file("DG1", 0x0101)
                done.append("%s/%d" % p.pace_choice)
    finally:
        p.pace_choice = chosen
    return " ".join(done)


@check("PACE: the CAN opens the chip", "pace can")
def _(p):
    terminal = p.reset()
    p.run_pace(terminal, icao.pace_secret_can(p.options.can), 2)
    terminal.select_application()
    terminal.read_file("DG1", 0x0101)
    return "9000"


@check("PACE: an unknown protocol gives 6A80", "pace")
def _(p):
    run, seen = PaceRun(p, start=False), []
    offered = {o for o, _, _ in p.pace_infos}
    family = icao.BSI_PACE + b"\x02"
    for oid in (family + b"\x09", family + b"\x00", icao.BSI_PACE + b"\x05\x02",
                family, bytes.fromhex("2A 03 04")):
        if oid not in offered:
            p.reset()
            seen.append(expect(run.mse(oid=oid), [0x6A80], "MSE with " + hexs(oid)))
    return " ".join(seen)


@check("PACE: a protocol that the chip does not list gives 6A80", "pace")
def _(p):
    run, seen = PaceRun(p, start=False), []
    offered = {o for o, _, _ in p.pace_infos}
    for oid in (pace_oid("ecdh", "gm", cipher) for cipher in icao.CIPHERS):
        if oid not in offered:
            p.reset()
            seen.append(expect(run.mse(oid=oid), [0x6A80], "MSE with " + hexs(oid)))
    if not seen:
        raise Skipped("all are listed")
    return " ".join(seen)


@check("PACE: an unknown password reference gives 6A88", "pace")
def _(p):
    run, seen = PaceRun(p, start=False), []
    for reference in (0x00, 0x05, 0x7F, 0xFF):
        p.reset()
        seen.append(expect(run.mse(reference), [0x6A88], "MSE with reference %02X" % reference))
    return " ".join(seen)


@check("PACE: an unknown parameter id gives 6A88 or 6A80", "pace")
def _(p):
    run, seen = PaceRun(p, start=False), []
    offered = {i for _, _, i in p.pace_infos}
    for identifier in (3, 31, 255):
        if identifier not in offered:
            p.reset()
            seen.append(expect(run.mse(parameter_id=identifier), [0x6A88, 0x6A80],
                               "MSE with parameter %d" % identifier))
    return " ".join(seen)


@check("PACE: MSE:Set AT without its objects or with broken ones is refused", "pace")
def _(p):
    run = PaceRun(p, start=False)
    oid, seen = tlv(0x80, run.math.oid), []
    for data in (b"", tlv(0x83, b"\x01"), b"\x80", b"\x80\x7F\x04", oid[:-1], oid + b"\x83",
                 oid + b"\x83\x05\x01", tlv(0x80, b"") + tlv(0x83, b"\x01"), b"\xFF" * 40,
                 oid + tlv(0x83, b"")):
        p.reset()
        sw = p.plain_sw(Command(0, 0x22, 0xC1, 0xA4, data))
        seen.append(expect_error(sw, "MSE with " + hexs(data)))
    return " ".join(sorted(set(seen)))


@check("PACE: MSE:Set AT without password reference", "pace")
def _(p):
    p.reset()
    run = PaceRun(p, start=False)
    sw = p.plain_sw(Command(0, 0x22, 0xC1, 0xA4, tlv(0x80, run.math.oid)))
    if sw != 0x9000:
        return expect_error(sw, "MSE")
    data, sw = p.plain(ga(b""))
    raise Note("MSE 9000, step 1 %04X" % sw)


@check("PACE: GENERAL AUTHENTICATE without MSE:Set AT is refused", "pace")
def _(p):
    p.reset()
    data, sw = p.plain(ga(b""))
    if data:
        raise Failed("answer data")
    return expect_error(sw, "step 1")


@check("PACE: the nonce is new each time and whole blocks long", "pace")
def _(p):
    nonces, keys = set(), set()
    for _ in range(5):
        run = PaceRun(p).upto(3)
        nonces.add(run.nonce)
        keys |= {run.chip_map, run.chip_public}
    if len(nonces) != 5 or len(keys) != 10:
        raise Failed("a nonce or a key came twice")
    return "%d bytes" % len(run.z)


@check("PACE: a wrong password gives 6300 at step 4", "pace")
def _(p):
    seen = []
    wrong = icao.pace_secret_mrz(icao.mrz_information("X00000000", "010101", "300101"))
    for _ in range(3):
        run = PaceRun(p, password=wrong).upto(3)
        data, sw = run.send4(run.math.token(run.kmac, run.chip_public))
        if data:
            raise Failed("answer data")
        seen.append(expect(sw, [0x6300], "step 4"))
        p.still_closed("after a wrong password")
    p.enter("pace")
    return " ".join(seen) + ", right one works"


@check("PACE: a wrong CAN gives 6300 at step 4 and does not block", "pace can")
def _(p):
    wrong = "%06d" % ((int(p.options.can) + 1) % 1000000)
    for _ in range(4):
        run = PaceRun(p, icao.pace_secret_can(wrong), 2).upto(3)
        data, sw = run.send4(run.math.token(run.kmac, run.chip_public))
        expect(sw, [0x6300], "step 4")
    p.run_pace(p.reset(), icao.pace_secret_can(p.options.can), 2)
    return "6300 four times, right one works"


@check("PACE: a wrong token under the right password gives 6300", "pace")
def _(p):
    seen = []
    for spoil in (lambda r, t: bytes([t[0] ^ 1]) + t[1:], lambda r, t: t[:7] + bytes([t[7] ^ 1]),
                  lambda r, t: bytes(8), lambda r, t: r.math.token(r.kmac, r.public)):
        run = PaceRun(p).upto(3)
        data, sw = run.send4(spoil(run, run.math.token(run.kmac, run.chip_public)))
        if data:
            raise Failed("answer data")
        seen.append(expect(sw, [0x6300], "step 4"))
        p.still_closed("after a wrong token")
    return " ".join(seen)


@check("PACE: a token of another length is refused", "pace")
def _(p):
    seen = []
    for spoil in (lambda t: b"", lambda t: t[:1], lambda t: t[:7], lambda t: t + b"\x00",
                  lambda t: t + t):
        run = PaceRun(p).upto(3)
        data, sw = run.send4(spoil(run.math.token(run.kmac, run.chip_public)))
        if data:
            raise Failed("answer data")
        seen.append(expect(sw, [0x6300, 0x6A80, 0x6700], "step 4"))
    return " ".join(seen)


def bad_points(curve, good):
    size, p = curve.size, curve.p
    x, y = good[1:1 + size], good[1 + size:]
    yield "empty", b""
    yield "infinity 00", b"\x00"
    yield "only 04", b"\x04"
    yield "compressed", bytes([2 + (y[-1] & 1)]) + x
    yield "hybrid", bytes([6 + (y[-1] & 1)]) + x + y
    yield "one byte short", good[:-1]
    yield "one byte long", good + b"\x00"
    yield "off the curve", good[:-1] + bytes([good[-1] ^ 1])
    yield "0, 0", b"\x04" + bytes(2 * size)
    yield "all FF", b"\x04" + b"\xFF" * (2 * size)
    other = Curve(12 if curve.id != 12 else 13)
    yield "another curve", other.encode(other.g)
    bigger = int.from_bytes(x, "big") + p
    if bigger < 1 << (8 * size):
        yield "x + p", b"\x04" + bigger.to_bytes(size, "big") + y
    yield "no 04", x + y


def refuse_points(p, step):
    seen = set()
    run = PaceRun(p).upto(step - 1)
    base = run.curve.g if step == 2 else run.generator
    good = run.curve.encode(run.curve.multiply(5, base))
    for what, point in bad_points(run.curve, good):
        run = PaceRun(p).upto(step - 1)
        data, sw = run.send2(point) if step == 2 else run.send3(point)
        if data:
            raise Failed("%s: answer data" % what)
        seen.add(expect(sw, [0x6A80, 0x6300], what))
        data, sw = run.send3(good) if step == 2 else run.send4(bytes(8))
        if data or sw == 0x9000:
            raise Failed("%s: the run goes on" % what)
    return " ".join(sorted(seen))


@check("PACE: invalid mapping keys are refused", "pace")
def _(p):
    return refuse_points(p, 2)


@check("PACE: invalid ephemeral keys are refused", "pace")
def _(p):
    return refuse_points(p, 3)


@check("PACE: the chip's own public keys sent back are refused", "pace")
def _(p):
    seen = []
    run = PaceRun(p).upto(2)
    data, sw = run.send2(run.chip_map)
    if data:
        raise Failed("mapping key: answer data")
    seen.append(expect_error(sw, "reflected mapping key"))
    run = PaceRun(p).upto(3)
    data, sw = run.send3(run.chip_public)
    if data:
        raise Failed("ephemeral key: answer data")
    seen.append(expect_error(sw, "reflected ephemeral key"))
    data, sw = run.send4(run.math.token(run.kmac, run.chip_public))
    if sw == 0x9000:
        raise Failed("the run goes on after a reflected key")
    return " ".join(seen + [sw_text(sw)])


@check("PACE: the chip's keys differ from the terminal's and from each other", "pace")
def _(p):
    run = PaceRun(p).upto(3)
    keys = [run.map_public, run.chip_map, run.public, run.chip_public]
    if len(set(keys)) != 4:
        raise Failed("equal keys")
    return "different"


@check("PACE: steps out of order are refused", "pace")
def _(p):
    seen = []
    run = PaceRun(p, start=False)
    point = run.curve.encode(run.curve.g)
    two, three, four = tlv(0x81, point), tlv(0x83, point), tlv(0x85, bytes(8))
    for done, content, last in ((0, two, False), (0, three, False), (0, four, True),
                                (1, three, False), (1, four, True), (1, b"", False),
                                (2, four, True), (2, b"", False), (3, two, False), (3, b"", False)):
        run = PaceRun(p).upto(done)
        data, sw = p.plain(ga(content, last))
        if data or sw == 0x9000:
            raise Failed("after step %d: accepted %02X" % (done, content[0] if content else 0))
        seen.append(expect_error(sw, "after step %d" % done))
    return " ".join(sorted(set(seen)))


@check("PACE: another command between the steps breaks the run", "pace")
def _(p):
    run = PaceRun(p).upto(3)
    p.plain(select_file(0x011C))
    data, sw = run.send4(run.math.token(run.kmac, run.chip_public))
    if sw == 0x9000:
        raise Note("the run goes on after SELECT EF.CardAccess")
    return expect_error(sw, "step 4")


@check("PACE: broken dynamic authentication data are refused", "pace")
def _(p):
    seen = set()
    for raw in (b"", b"\x7C", b"\x7C\x01", b"\x7C\x82\x00", b"\x7C\x00\x00", b"\x7D\x00",
                b"\x7C\x02\x81\x05", b"\x30\x00", b"\xFF" * 20, tlv(0x7C, tlv(0x9F7F, b"1"))):
        PaceRun(p)
        data, sw = p.plain(ga(b"", raw=raw))
        if data:
            raise Failed("answer data to %s" % hexs(raw))
        seen.add(expect_error(sw, "step 1 with " + hexs(raw)))
    run = PaceRun(p).upto(1)
    good = tlv(0x81, run.curve.encode(run.curve.g))
    for raw in (good, tlv(0x7C, good)[:-1], tlv(0x7C, good) + b"\x00", tlv(0x7C, good + b"\x00"),
                tlv(0x7C, good + good), tlv(0x7C, b""), tlv(0x7C, b"\x81\x84\xFF\xFF\xFF\xFF")):
        PaceRun(p).upto(1)
        data, sw = p.plain(ga(b"", raw=raw))
        if data:
            raise Failed("answer data to %s" % hexs(raw))
        seen.add(expect_error(sw, "step 2 with " + hexs(raw)))
    return " ".join(sorted(seen))


@check("PACE: the chaining bit", "pace")
def _(p):
    got = []
    PaceRun(p)
    got.append("step 1 with CLA 00: %04X" % p.plain_sw(Command(0, 0x86, 0, 0, b"\x7C\x00", 256)))
    run = PaceRun(p).upto(3)
    token = tlv(0x7C, tlv(0x85, run.math.token(run.kmac, run.chip_public)))
    got.append("step 4 with CLA 10: %04X" % p.plain_sw(Command(0x10, 0x86, 0, 0, token, 256)))
    raise Note("; ".join(got))


@check("PACE: afterwards the MF is current, EF.CardAccess reads under secure messaging", "pace")
def _(p):
    terminal = p.reset()
    p.run_pace(terminal)
    if terminal.sm.ssc != 0:
        raise Failed("counter")
    data = terminal.read_file("EF.CardAccess", 0x011C)
    if data != p.card_access:
        raise Failed("it differs from the one read in plain")
    return "same"


@check("PACE: EF.CardAccess is repeated in DG14", "pace")
def _(p):
    if "dg14" not in p.present():
        raise Failed("EF.COM lists no DG14, or it cannot be read")
    known = {whole for _, whole in icao.security_infos(
        icao.tlv_one(p.file("dg14"), 0x6E))}
    if not all(whole in known for _, whole in icao.security_infos(p.card_access)):
        raise Failed("a SecurityInfo is missing in DG14")
    return "%d entries" % len(known)


@check("PACE only: BAC is not to be had", "pace")
def _(p):
    if "bac" in p.ways:
        raise Skipped("the chip offers BAC")
    p.reset()
    p.plain(select_application())
    data, sw = p.plain(Command(0, 0x84, 0, 0, le=8))
    if sw == 0x9000:
        data, sw = external_authenticate(p, os.urandom(8) + data + os.urandom(16))
        if sw == 0x9000:
            raise Failed("BAC works")
    return sw_text(sw)


# --- secure messaging: violations --------------------------------------------

@check("SM: a wrong MAC gives 6988 and the keys are gone", "access")
def _(p, way):
    def action(terminal):
        raw = bytearray(terminal.sm.protect_command(read_binary(0, 4)))
        raw[-2] ^= 0x01
        return p.card.transmit(bytes(raw))
    return p.violate(way, "wrong MAC", action, [SM_WRONG])


@check("SM: a damaged header, Le or cryptogram gives 6988", "access")
def _(p, way):
    def p2(terminal):
        raw = bytearray(terminal.sm.protect_command(read_binary(0, 4)))
        raw[3] ^= 0x01
        return p.card.transmit(bytes(raw))

    def le(terminal):
        raw = bytearray(terminal.sm.protect_command(read_binary(0, 4)))
        raw[7] ^= 0x01
        return p.card.transmit(bytes(raw))

    def cryptogram(terminal):
        raw = bytearray(terminal.sm.protect_command(select_file(0x0101)))
        raw[9] ^= 0x01
        return p.card.transmit(bytes(raw))

    return "; ".join(p.violate(way, what, action, [SM_WRONG]) for what, action in
                     (("P2", p2), ("Le", le), ("cryptogram", cryptogram)))


@check("SM: a missing DO 8E gives 6987 and the keys are gone", "access")
def _(p, way):
    def action(terminal):
        header, parts = p.protected_parts(terminal, read_binary(0, 4))
        return p.send_parts(header, b"".join(w for tag, w in parts if tag != 0x8E))
    return p.violate(way, "no DO 8E", action, [SM_MISSING])


@check("SM: a protected class byte without any object gives 6987", "access")
def _(p, way):
    def bare(terminal):
        terminal.sm.step()
        return p.card.transmit(bytes.fromhex("0C B0 00 00 00"))

    def header(terminal):
        terminal.sm.step()
        return p.card.transmit(bytes.fromhex("0C B0 00 00"))
    return "; ".join(p.violate(way, "no objects", action, [SM_MISSING, SM_WRONG])
                     for action in (bare, header))


@check("SM: a DO 8E of another length is refused", "access")
def _(p, way):
    def make(count):
        def action(terminal):
            header, parts = p.protected_parts(terminal, read_binary(0, 4))
            mac = parts[-1][1][2:] + b"\x00"
            return p.send_parts(header, parts[0][1] + tlv(0x8E, mac[:count]))
        return action
    return "; ".join(p.violate(way, "DO 8E of %d" % count, make(count), [SM_WRONG, SM_MISSING])
                     for count in (0, 4, 7, 9))


@check("SM: broken objects are refused", "access")
def _(p, way):
    def make(data):
        def action(terminal):
            terminal.sm.step()
            return p.send_parts(b"\x0C\xB0\x00\x00", data)
        return action
    return "; ".join(p.violate(way, hexs(data), make(data), [SM_WRONG, SM_MISSING])
                     for data in (b"\x97", b"\x97\x01", b"\x8E\x08\x00", b"\x87\x82\xFF",
                                  b"\x87\x84\xFF\xFF\xFF\xFF", b"\xFF" * 30, b"\x00" * 12))


@check("SM: a wrong padding indicator or bad padding under a right MAC is refused", "access")
def _(p, way):
    def indicator(terminal):
        header, parts = p.protected_parts(terminal, select_file(0x0101))
        secret = parts[0][1][3:]
        return p.send_parts(header, p.remac(terminal, header, tlv(0x87, b"\x02" + secret)))

    def padding(terminal):
        sm = terminal.sm
        sm.step()
        block = b"\x01\x01" + bytes(sm.block - 2)
        header = b"\x0C\xA4\x02\x0C"
        secret = icao.encrypt(sm.cipher, sm.kenc, block, sm._iv())
        return p.send_parts(header, p.remac(terminal, header, tlv(0x87, b"\x01" + secret)))

    def ragged(terminal):
        terminal.sm.step()
        header = b"\x0C\xA4\x02\x0C"
        return p.send_parts(header, p.remac(terminal, header, tlv(0x87, b"\x01" + bytes(5))))

    def empty(terminal):
        terminal.sm.step()
        header = b"\x0C\xA4\x02\x0C"
        return p.send_parts(header, p.remac(terminal, header, tlv(0x87, b"")))

    return "; ".join(p.violate(way, action.__name__, action, [SM_WRONG, SM_MISSING])
                     for action in (indicator, padding, ragged, empty))


@check("SM: a replayed command gives 6988", "access")
def _(p, way):
    def action(terminal):
        raw = terminal.sm.protect_command(read_binary(0, 4))
        terminal.sm.open_response(0xB0, p.card.transmit(raw))
        return p.card.transmit(raw)
    return p.violate(way, "replay", action, [SM_WRONG])


@check("SM: a counter that ran ahead gives 6988", "access")
def _(p, way):
    def action(terminal):
        terminal.sm.step()
        return p.card.transmit(terminal.sm.protect_command(read_binary(0, 4)))
    return p.violate(way, "counter ahead", action, [SM_WRONG])


@check("SM: a plain command ends it", "access")
def _(p, way):
    got = []
    for command in (read_binary(0, 4), read_binary_sfi(1, 0, 4), select_file(0x0101),
                    select_application(), Command(0, 0x84, 0, 0, le=8), Command(0, 0xCA, 0, 0, le=256),
                    bytes.fromhex("80 50 00 00")):
        for steps in range(3):
            terminal = p.enter(way)
            terminal.ask("SELECT DG1", select_file(0x0101))
            data, sw = p.plain(command)
            if data and getattr(command, "ins", 0) == 0xB0:
                raise Failed("a plain command read protected data")
            terminal.sm.ssc += steps
            p.keys_gone(terminal, "after a plain command")
            p.still_closed("after a plain command")
        if isinstance(command, Command) and command.ins == 0xB0:
            expect(sw, [0x6982, 0x6987, 0x6988, 0x6986], "plain READ BINARY")
        got.append(sw_text(sw))
    return " ".join(got)


@check("SM: a reset ends it", "access")
def _(p, way):
    terminal = p.enter(way)
    p.card.reset()
    p.keys_gone(terminal, "after a reset")
    return p.still_closed("after a reset")


@check("SM: every class byte with secure messaging bits is handled", "access")
def _(p, way):
    got = []
    for cla in (0x04, 0x08, 0x1C, 0x8C, 0xCC, 0x0D, 0x4C):
        terminal = p.enter(way)
        terminal.ask("SELECT DG1", select_file(0x0101))
        raw = bytearray(terminal.sm.protect_command(read_binary(0, 4)))
        raw[0] = cla
        answer = p.card.transmit(bytes(raw))
        if answer[-2:] == b"\x90\x00":
            raise Failed("CLA %02X: accepted although the MAC covers CLA 0C" % cla)
        got.append("%02X:%s" % (cla, hexs(answer[-2:])))
    return " ".join(got)


# --- secure messaging: right use ---------------------------------------------

@check("SM: an error inside stays protected and the keys live on", "access")
def _(p, way):
    terminal = p.enter(way)
    absent = next(n for n in ("dg16", "dg10", "dg9", "dg8", "dg5", "dg6") if n not in p.present())
    data, sw = terminal.send(select_file(icao.FILES[absent]))
    got = [expect(sw, [0x6A82], "SELECT of an absent file")]
    data, sw = terminal.send(select_file(0x7FFF))
    got.append(expect(sw, [0x6A82], "SELECT of 7FFF"))
    data, sw = terminal.send(Command(0, 0xE2, 0, 0, b"1"))
    got.append(expect_error(sw, "an unknown instruction"))
    terminal.ask("SELECT DG1", select_file(0x0101))
    if terminal.ask("READ BINARY", read_binary(0, 4)) != p.file("dg1")[:4]:
        raise Failed("wrong data")
    return " ".join(got)


@check("SM: all files of EF.COM read and begin with their tag", "access")
def _(p, way):
    terminal = p.enter(way)
    got = []
    for name in p.present():
        data = terminal.read_file(name.upper(), icao.FILES[name])
        if data[0] != icao.FILE_TAG[name]:
            raise Failed("%s begins with %02X" % (name, data[0]))
        if p.file(name) != data:
            raise Failed("%s reads differently" % name)
        got.append("%s %d" % (name, len(data)))
    return ", ".join(got)


@check("SM: READ BINARY by SFI selects the file", "access")
def _(p, way):
    terminal = p.enter(way)
    for name in [n for n in ("dg1", "com", "dg2", "sod") if n in p.present()]:
        data = terminal.ask(name, read_binary_sfi(icao.SFI[name], 0, 4))
        follow = terminal.ask(name, read_binary(4, 8))
        at_offset = terminal.ask(name, read_binary_sfi(icao.SFI[name], 3, 5))
        if data + follow != p.file(name)[:12] or at_offset != p.file(name)[3:8]:
            raise Failed("%s reads differently by SFI" % name)
    data, sw = terminal.send(read_binary_sfi(0x1B, 0, 4))
    return "absent SFI " + expect(sw, [0x6A82], "absent SFI")


@check("SM: READ BINARY beyond the end of the file", "access")
def _(p, way):
    file, got = p.file("dg1"), []
    terminal = p.enter(way)
    terminal.ask("SELECT DG1", select_file(0x0101))
    for offset in (len(file), len(file) + 1, 0x7FFF):
        data, sw = terminal.send(read_binary(offset, 4))
        if data:
            raise Failed("offset %d: gave data" % offset)
        got.append(expect(sw, [0x6B00, 0x6282], "offset %d" % offset))
    data, sw = terminal.send(read_binary(len(file) - 2, 10))
    if data != file[-2:] and not 0x6C00 <= sw <= 0x6CFF:
        raise Failed("across the end: %d bytes, %04X" % (len(data), sw))
    if sw == 0x9000:
        raise Note("across the end with Le 0A: 2 bytes and 9000 instead of 6282")
    got.append(expect(sw, [0x6282, 0x6C02], "across the end"))
    data, sw = terminal.send(read_binary(len(file) - 2, 2))
    expect(sw, [0x9000], "exactly to the end")
    return " ".join(got)


@check("SM: READ BINARY with Le 00 fits in a short answer", "access")
def _(p, way):
    name = max(p.present(), key=lambda n: len(p.file(n)))
    file = p.file(name)
    terminal = p.enter(way)
    terminal.ask("SELECT", select_file(icao.FILES[name]))
    raw = p.card.transmit(terminal.sm.protect_command(read_binary(0, 256)))
    if len(raw) > 258:
        raise Failed("answer of %d bytes to a short command" % len(raw))
    data, sw = terminal.sm.open_response(0xB0, raw)
    if data != file[:len(data)]:
        raise Failed("wrong data")
    expect(sw, [0x9000, 0x6282, 0x6700] + list(range(0x6C00, 0x6D00)), "Le 00")
    return "%d bytes %04X" % (len(data), sw)


@check("SM: the largest short read works", "access")
def _(p, way):
    name = max(p.present(), key=lambda n: len(p.file(n)))
    terminal = p.enter(way)
    limit = 231 if terminal.sm.cipher == "3des" else 223
    if len(p.file(name)) < limit:
        raise Skipped("no file is long enough")
    terminal.ask("SELECT", select_file(icao.FILES[name]))
    data, sw = terminal.send(read_binary(0, limit))
    expect(sw, [0x9000], "Le %d" % limit)
    if data != p.file(name)[:limit]:
        raise Failed("%d bytes" % len(data))
    return "%d bytes" % limit


@check("SM: extended length", "access")
def _(p, way):
    name = max(p.present(), key=lambda n: len(p.file(n)))
    got = []
    for le in (0x0004, 0x0400, 65536):
        terminal = p.enter(way)
        terminal.ask("SELECT", select_file(icao.FILES[name]))
        raw = p.card.transmit(terminal.sm.protect_command(read_binary(0, le, True)))
        if len(raw) == 2:
            got.append("Le %04X plain %s" % (le & 0xFFFF, hexs(raw)))
            continue
        data, sw = terminal.sm.open_response(0xB0, raw)
        if len(data) > le or data != p.file(name)[:len(data)]:
            raise Failed("Le %04X: wrong data" % (le & 0xFFFF))
        got.append("Le %04X %d bytes %04X" % (le & 0xFFFF, len(data), sw))
    raise Note("; ".join(got))


@check("SM: READ BINARY B1", "access")
def _(p, way):
    name = max(p.present(), key=lambda n: len(p.file(n)))
    file, got = p.file(name), []
    large = len(file) >= 0x8000

    def odd(terminal, offset, le, p2=0):
        data, sw = terminal.send(read_binary_odd(offset, le, p2))
        if sw in (0x9000, 0x6282):
            try:
                data = icao.tlv_one(data, 0x53)
            except ValueError as error:
                raise Failed("offset %d: answer is not one DO 53 (%s)" % (offset, error))
            if len(data) > le - 2 or data != file[offset:offset + len(data)]:
                raise Failed("offset %d: wrong data" % offset)
        return data, sw

    terminal = p.enter(way)
    terminal.ask("SELECT", select_file(icao.FILES[name]))
    for offset in [0, 1, 0x7F] + [o for o in (0x7F00, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x10000)
                                  if o + 32 <= len(file)]:
        data, sw = odd(terminal, offset, 18)
        if large and offset >= 0x8000:
            expect(sw, [0x9000], "offset %04X" % offset)
            if len(data) != 16:
                raise Failed("offset %04X: %d bytes instead of 16" % (offset, len(data)))
        elif sw != 0x9000:
            expect_error(sw, "offset %04X" % offset)
        got.append("%04X:%04X" % (offset, sw))
    data, sw = odd(terminal, len(file) + 5, 18)
    got.append("beyond:" + expect_error(sw, "beyond the end"))
    if large:
        data, sw = odd(terminal, len(file) - 4, 6)
        expect(sw, [0x9000], "exactly to the end")
        data, sw = odd(p.enter(way), 0x8000, 18, icao.SFI[name])
        expect(sw, [0x9000], "with SFI")
        got.append("SFI:9000")
    return name + " " + " ".join(got)


@check("SM: READ BINARY B1 with a broken offset object is refused", "access")
def _(p, way):
    got = []
    for data in (b"", b"\x54", b"\x54\x00", b"\x54\x02\x00", b"\x54\x05\x01\x00\x00\x00\x00",
                 b"\x53\x01\x00", b"\x54\x01\x00\x54\x01\x01", b"\xFF" * 16):
        terminal = p.enter(way)
        terminal.ask("SELECT DG2", select_file(0x0102))
        answer, sw = terminal.send(Command(0, 0xB1, 0, 0, data, 18))
        if answer:
            raise Failed("%s: gave data" % hexs(data))
        got.append(expect_error(sw, hexs(data)))
        terminal.ask("READ BINARY", read_binary(0, 4))
    return " ".join(got)


@check("SM: DO 85 and DO 87 used for the wrong instruction", "access")
def _(p, way):
    got = []
    for command, tag in ((select_file(0x0101), 0x85), (read_binary_odd(0, 8, 1), 0x87)):
        terminal = p.enter(way)
        sm = terminal.sm
        sm.step()
        secret = icao.encrypt(sm.cipher, sm.kenc, icao.pad2(command.data, sm.block), sm._iv())
        objects = tlv(tag, (b"\x01" if tag == 0x87 else b"") + secret)
        if command.le is not None:
            objects += tlv(0x97, bytes([command.le]))
        header = b"\x0C" + command.header[1:]
        raw = p.send_parts(header, p.remac(terminal, header, objects))
        got.append("DO %02X with INS %02X: %s" % (tag, command.ins, hexs(raw[-2:])))
    raise Note("; ".join(got))


@check("SM: nothing can be written, created or deleted", "access")
def _(p, way):
    before = p.file("dg1")
    terminal = p.enter(way)
    got = set()
    for ins, p1, p2, data in ((0xD6, 0x00, 0x00, b"\x00"), (0xD6, 0x81, 0x00, b"\x00"),
                              (0xD0, 0x00, 0x00, b"\x00"), (0x0E, 0x00, 0x00, b""),
                              (0xD7, 0x00, 0x00, b"\x54\x01\x00\x53\x01\x00"),
                              (0xE0, 0x00, 0x00, bytes.fromhex("62 04 83 02 01 20")),
                              (0xE4, 0x00, 0x00, bytes.fromhex("01 01")),
                              (0xE6, 0x00, 0x00, b""), (0xFE, 0x00, 0x00, b""),
                              (0x44, 0x00, 0x00, b""), (0x04, 0x00, 0x00, b""),
                              (0x24, 0x00, 0x01, b"12345678"), (0x2C, 0x00, 0x01, b"1234")):
        terminal.ask("SELECT DG1", select_file(0x0101))
        data, sw = terminal.send(Command(0, ins, p1, p2, data, None if data else 256))
        got.add(expect_error(sw, "INS %02X" % ins))
    if terminal.read_file("DG1", 0x0101) != before:
        raise Failed("DG1 changed")
    return " ".join(sorted(got))


@check("SM: a long run of commands keeps the counters together", "access")
def _(p, way):
    terminal = p.enter(way)
    terminal.ask("SELECT DG1", select_file(0x0101))
    file = p.file("dg1")
    for i in range(300):
        offset = i % (len(file) - 1)
        if terminal.ask("READ BINARY", read_binary(offset, 1)) != file[offset:offset + 1]:
            raise Failed("wrong data at read %d" % i)
    return "300 reads"


@check("SM: SELECT of the application again leaves access open", "access")
def _(p, way):
    terminal = p.enter(way)
    terminal.select_application()
    terminal.ask("SELECT DG1", select_file(0x0101))
    terminal.ask("READ BINARY", read_binary(0, 4))
    return "9000"


# --- robustness --------------------------------------------------------------

def garbage(p):
    """Broken and odd command APDUs. One byte alone is left out: virtual readers take it
    for a control message."""
    yield from (bytes.fromhex(text) for text in (
        "00 A4", "00 B0 00", "00 B0 00 00", "00 00 00 00", "FF FF FF FF", "FF FF FF FF FF",
        "00 A4 04 0C 07", "00 A4 04 0C 07 A0", "00 A4 04 0C FF A0 00", "00 A4 04 0C 00",
        "00 A4 04 0C 07 A0 00 00 02 47 10 01 00 00", "00 A4 02 0C 00", "00 A4 02 0C 01 01",
        "00 A4 02 0C 03 01 01 01", "00 A4 FF FF 02 01 01", "00 B0 80 00 00", "00 B0 9F FF 00",
        "00 B0 FF FF FF", "00 B0 00 00 00 00", "00 B0 00 00 00 00 00", "00 B0 00 00 00 FF FF",
        "00 A4 04 0C 00 00 07 A0 00 00 02 47 10 01", "00 A4 04 0C 00 00 07 A0 00",
        "00 A4 04 0C 00 FF FF A0 00", "00 A4 04 0C 00 00 00 00 00", "00 82 00 00 28",
        "00 82 00 00 00", "00 84 00 00", "00 84 00 00 00 FF FF", "00 84 FF FF 08", "00 C0 00 00 00",
        "00 70 00 00 01", "00 22 C1 A4 00", "00 22 C1 A4 01 80", "00 86 00 00 00", "10 86 00 00 02 7C 00",
        "10 86 00 00 00 00 02 7C 00 00 00", "10 A4 04 0C 07 A0 00 00 02 47 10 01", "90 00 00 00",
        "0C B0 00 00", "0C B0 00 00 00", "0C B0 00 00 02 8E 00 00", "1C 86 00 00 02 7C 00 00",
        "00 CB 3F FF 04 5C 02 7F 61 00", "80 CA 9F 7F 00", "00 F0 00 00 00", "00 B1 00 00 03 54 01 00 00",
        "00 B1 00 00 00 00 03 54 01 00 00 00"))
    yield bytes.fromhex("00 D6 00 00 FF") + bytes(255)
    yield bytes.fromhex("00 D6 00 00 00 01 00") + bytes(256)
    yield bytes.fromhex("00 D6 00 00 00 FF FF") + bytes(65000)
    yield bytes.fromhex("10 86 00 00 FF 7C 82 00 FB 81 81 F8") + bytes(249)
    yield bytes.fromhex("00 A4 00 0C") + bytes(300)
    for _ in range(p.options.fuzz):
        length = p.random.choice((2, 3, 4, 5, 6, 7, 8, 13, 40, 100, 261, 300))
        raw = bytes(p.random.getrandbits(8) for _ in range(length))
        kind = p.random.randrange(4)
        if kind and length >= 4:  # a known instruction in front
            ins = p.random.choice(bytes.fromhex("A4 B0 B1 82 84 86 88 22 2A C0 CA CB D6"))
            raw = bytes([p.random.choice((0x00, 0x0C, 0x10, 0x1C)), ins]) + raw[2:]
            if kind > 1 and 5 <= length <= 260:
                raw = raw[:4] + bytes([length - 5]) + raw[5:]
        yield raw


def survive(p, raw, log):
    """Sends raw; the chip must answer it and still answer afterwards."""
    try:
        answer = p.card.transmit(raw)
        if len(answer) < 2:
            raise Failed("%s: answer of %d bytes" % (hexs(raw[:20]), len(answer)))
        if not (answer[-2] == 0x90 or 0x61 <= answer[-2] <= 0x6F):
            raise Failed("%s: status %s" % (hexs(raw[:20]), hexs(answer[-2:])))
        log["answered"] += 1
        return answer
    except Failed:
        raise
    except Exception as error:  # the reader may refuse to pass it on
        log["refused by the reader"] += 1
        log["last refusal"] = "%s: %s" % (hexs(raw[:10]), error)
        return b""


@check("robustness: broken commands from a fresh chip")
def _(p):
    log = {"answered": 0, "refused by the reader": 0}
    secret = p.file("dg1")[:16]
    p.reset()
    for raw in garbage(p):
        answer = survive(p, raw, log)
        if secret in answer:
            raise Failed("%s: DG1 in the answer" % hexs(raw[:20]))
        sw = p.plain_sw(select_application())
        if sw not in (0x9000, 0x6982):
            raise Failed("after %s SELECT gives %04X" % (hexs(raw[:20]), sw))
    p.enter(p.ways[0])
    return json.dumps(log)


@check("robustness: broken commands inside secure messaging", "access")
def _(p, way):
    log = {"answered": 0, "refused by the reader": 0}
    for count, raw in enumerate(garbage(p)):
        if count >= 120:
            break
        terminal = p.enter(way)
        terminal.ask("SELECT DG1", select_file(0x0101))
        answer = survive(p, raw, log)
        if answer[:1] == b"\x61" and len(answer) > 2:
            raise Failed("%s: plain data" % hexs(raw[:20]))
        try:
            Command.decode(raw)
        except ValueError:
            continue  # no command APDU at all: the standard says nothing about the keys
        if answer and raw[0] != 0xFF:
            p.keys_gone(terminal, "after " + hexs(raw[:20]))
    return json.dumps(log)


@check("robustness: broken commands between the steps of PACE", "pace")
def _(p):
    log = {"answered": 0, "refused by the reader": 0}
    for count, raw in enumerate(garbage(p)):
        if count >= 120:
            break
        PaceRun(p).upto(1 + count % 2)
        survive(p, raw, log)
        sw = p.plain_sw(select_application())
        if sw not in (0x9000, 0x6982):
            raise Failed("after %s SELECT gives %04X" % (hexs(raw[:20]), sw))
    p.enter("pace")
    return json.dumps(log)


@check("robustness: well protected random commands", "access")
def _(p, way):
    """Random plain commands under right secure messaging: always a protected answer."""
    file = p.file("dg1")
    terminal = p.enter(way)
    seen = {}
    for _ in range(150):
        ins = p.random.choice(bytes.fromhex("A4 B0 B1 84 88 2A 22 CA CB C0 D6 70 20"))
        data = bytes(p.random.getrandbits(8) for _ in range(p.random.choice((0, 1, 2, 7, 33))))
        le = p.random.choice((1, 16, 200, 256) if not data else (None, 16, 256))
        command = Command(0, ins, p.random.getrandbits(8), p.random.getrandbits(8), data, le)
        if (ins, command.p1) == (0x22, 0xC1):
            continue
        raw = p.card.transmit(terminal.sm.protect_command(command))
        if len(raw) == 2:
            raise Failed("%s under secure messaging answered in plain with %s" % (
                hexs(command.encode()), hexs(raw)))
        data, sw = terminal.sm.open_response(command.ins, raw)
        seen[sw_text(sw)] = seen.get(sw_text(sw), 0) + 1
    terminal.select_application()
    if terminal.read_file("DG1", 0x0101) != file:
        raise Failed("DG1 differs afterwards")
    return json.dumps(seen)


# --- running -----------------------------------------------------------------

def run_one(probe, name, function, way):
    entry = {"check": name + (" [%s]" % way if way else "")}
    try:
        got = function(probe, way) if way else function(probe)
        entry.update(verdict="pass", got=got)
    except Skipped as reason:
        entry.update(verdict="skip", got=str(reason))
    except Note as note:
        entry.update(verdict="note", got=str(note))
    except (Failed, Refused, Violation) as reason:
        entry.update(verdict="fail", got=str(reason))
    except Exception as error:  # the card or the reader is lost
        entry.update(verdict="fail", got="%s: %s" % (type(error).__name__, error))
    return entry


def run(card, options):
    probe = Probe(card, options)
    report = {"reader": card.name, "atr": hexs(card.atr), "ways": [], "pace": None,
              "checks": [], "passed": 0, "failed": 0, "noted": 0, "skipped": 0, "error": None}
    try:
        probe.discover()
        for name, error in probe.load():
            report["checks"].append({"check": "%s can be read" % name, "got": error or (
                "%d bytes" % len(probe.files[name])), "verdict": "fail" if error else "pass"})
    except Exception as error:
        report["error"] = "%s: %s" % (type(error).__name__, error)
        report["failed"] = 1
        return report
    report["ways"] = probe.ways
    if "pace" in probe.ways:
        report["pace"] = {"cipher": probe.pace_choice[0], "parameter_id": probe.pace_choice[1]}
    for name, needs, function in CHECKS:
        if options.only and options.only.lower() not in name.lower():
            continue
        missing = [n for n in needs if n in ("bac", "pace") and n not in probe.ways]
        if "can" in needs and not options.can:
            missing.append("--can")
        if missing:
            report["checks"].append({"check": name, "verdict": "skip",
                                     "got": "needs " + " ".join(missing)})
            continue
        for way in probe.ways if "access" in needs else [None]:
            report["checks"].append(run_one(probe, name, function, way))
    for entry in report["checks"]:
        report[{"pass": "passed", "fail": "failed", "note": "noted",
                "skip": "skipped"}[entry["verdict"]]] += 1
    return report


def parse_arguments(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--reader", required=True)
    parser.add_argument("--number", required=True)
    parser.add_argument("--birth", required=True)
    parser.add_argument("--expiry", required=True)
    parser.add_argument("--can")
    parser.add_argument("--access", help="bac, pace or bac,pace; found out when left away")
    parser.add_argument("--only", help="run the checks whose name contains this")
    parser.add_argument("--seed", type=int, default=9303, help="for the random commands")
    parser.add_argument("--fuzz", type=int, default=200, help="number of random commands")
    parser.add_argument("--wait", type=float, default=5.0, help="seconds to wait for a card")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse_arguments(arguments)
    from pcsc import CardLost, PCSCCard
    try:
        card = PCSCCard(options.reader, options.wait)
    except CardLost as error:
        print(json.dumps({"reader": options.reader, "failed": 1, "error": str(error)}))
        return 1
    try:
        report = run(card, options)
    finally:
        card.close()
    print(json.dumps(report, indent=1))
    return 1 if report["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
