"""A small passport chip in Python, so that the terminal scripts can be tried alone.

    python3 Tests/Foreign/toychip.py [--port 35963] [--access bac,pace]

connects it to a virtual PC/SC reader. `flaws` names deliberate mistakes; the
self-test uses them to show that the scripts notice.
"""

import argparse
import hashlib
import os
import socket

import icao
from icao import (Command, SecureMessaging, Violation, der_oid, der_sequence, tlv, tlv_list,
                  tlv_one)
from pace import Pace, pace_oid

NUMBER, BIRTH, EXPIRY, CAN = "L898902C3", "740812", "120415", "123456"
MRZ = ("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
       "L898902C36UTO7408122F1204159ZE184226B<<<<<10")


def card_access(cipher, parameter_id):
    return tlv(0x31, der_sequence(tlv(0x06, pace_oid("ecdh", "gm", cipher)), tlv(0x02, b"\x02"),
                                  tlv(0x02, bytes([parameter_id]))))


def security_object(files):
    """EF.SOD without certificate and signature: enough for the hash list."""
    sha256 = der_sequence(der_oid("2.16.840.1.101.3.4.2.1"))
    hashes = b"".join(
        der_sequence(tlv(0x02, bytes([int(name[2:])])), tlv(0x04, hashlib.sha256(data).digest()))
        for name, data in sorted(files.items()) if name.startswith("dg"))
    lds = der_sequence(tlv(0x02, b"\x00"), sha256, der_sequence(hashes))
    signed = der_sequence(tlv(0x02, b"\x03"), tlv(0x31, sha256),
                          der_sequence(der_oid("2.23.136.1.1.1"), tlv(0xA0, tlv(0x04, lds))),
                          tlv(0x31, b""))
    return tlv(0x77, der_sequence(der_oid("1.2.840.113549.1.7.2"), tlv(0xA0, signed)))


def sample_files(access):
    """A small DG1 and a DG2 that reaches beyond offset 7FFF; DG14 repeats EF.CardAccess."""
    files = {
        "dg1": tlv(0x61, tlv(0x5F1F, MRZ.encode("ascii"))),
        "dg2": tlv(0x75, tlv(0x7F61, bytes(i * 7 & 0xFF for i in range(0x8100)))),
    }
    if access is not None:
        files["dg14"] = tlv(0x6E, access)
    tags = bytes(icao.FILE_TAG[name] for name in files)
    files["com"] = tlv(0x60, tlv(0x5F01, b"0107") + tlv(0x5F36, b"040000") + tlv(0x5C, tags))
    files["sod"] = security_object(files)
    return files


class Status(Exception):
    def __init__(self, sw):
        super().__init__("%04X" % sw)
        self.sw = sw


class ToyChip:
    atr = bytes.fromhex("3B 80 80 01 01")

    def __init__(self, access=("bac", "pace"), cipher="aes128", parameter_id=13, flaws=()):
        self.access, self.cipher, self.parameter_id = access, cipher, parameter_id
        self.flaws = frozenset(flaws)
        info = card_access(cipher, parameter_id) if "pace" in access else None
        self.files = sample_files(info)
        self.mf = {0x011C: info} if info else {}
        self.app = {icao.FILES[name]: data for name, data in self.files.items()}
        if "altered dg1" in self.flaws:
            self.app[0x0101] = self.app[0x0101].replace(b"ANNA", b"ANNE")
        mrz_info = icao.mrz_information(NUMBER, BIRTH, EXPIRY)
        self.kenc, self.kmac = icao.bac_keys(mrz_info)
        self.passwords = {1: icao.pace_secret_mrz(mrz_info), 2: icao.pace_secret_can(CAN)}
        self.reset()

    def reset(self):
        self.sm = self.challenge = self.pace = self.current = None
        self.in_app = self.opened = False

    def lose(self):
        self.sm, self.opened = None, False

    def process(self, raw):
        try:
            cla = raw[0] if raw else 0
            if len(raw) >= 4 and cla in (0x0C, 0x1C) and self.sm:
                return self.protected(raw)
            if self.sm and "keeps keys after plain" not in self.flaws:
                self.lose()
            if cla in (0x0C, 0x1C):
                raise Status(0x6988)
            try:
                command = Command.decode(raw)
            except ValueError:
                raise Status(0x6700)
            if cla not in (0x00, 0x10):
                raise Status(0x6E00)
            data, sw = self.execute(command)
            return data + sw.to_bytes(2, "big")
        except Status as status:
            return status.sw.to_bytes(2, "big")

    def protected(self, raw):
        try:
            command = self.sm.open_command(raw)
        except ValueError as error:
            sw = error.args[0] if isinstance(error.args[0], int) else 0x6988
            if "keeps keys after wrong MAC" not in self.flaws:
                self.lose()
            raise Status(sw)
        sm = self.sm
        try:
            data, sw = self.execute(command)
        except Status as status:
            data, sw = b"", status.sw
        out = bytearray(sm.protect_response(command.ins, data, sw))
        if "wrong response MAC" in self.flaws:
            out[-3] ^= 1
        if "DO99 differs" in self.flaws:
            out[-1] ^= 1
        return bytes(out)

    def execute(self, command):
        pace, self.pace = self.pace, None
        challenge, self.challenge = self.challenge, None
        ins = command.ins
        if ins == 0x86:
            return self.general_authenticate(command, pace)
        if command.cla:
            raise Status(0x6884)
        if ins == 0xA4:
            return self.select(command)
        if ins in (0xB0, 0xB1):
            return self.read(command)
        if ins == 0x84 and "bac" in self.access:
            if command.le not in (8, 256):
                raise Status(0x6700)
            self.challenge = os.urandom(8) if "fixed challenge" not in self.flaws else bytes(8)
            return self.challenge, 0x9000
        if ins == 0x82 and "bac" in self.access:
            return self.external_authenticate(command, challenge)
        if ins == 0x22 and "pace" in self.access:
            return self.manage_environment(command)
        raise Status(0x6D00)

    # files

    def select(self, command):
        if (command.p1, command.p2) == (4, 0x0C):
            if command.data != icao.AID_LDS1:
                raise Status(0x6A82)
            if not self.opened and self.access == ("pace",):
                raise Status(0x6982)
            self.in_app, self.current = True, None
            return b"", 0x9000
        if (command.p1, command.p2) != (2, 0x0C) or len(command.data) != 2:
            raise Status(0x6A86)
        fid = int.from_bytes(command.data, "big")
        if self.in_app and not self.opened and "open" not in self.flaws:
            raise Status(0x6982)
        files = self.app if self.in_app else self.mf
        if fid not in files:
            raise Status(0x6A82)
        self.current = files[fid]
        return b"", 0x9000

    def read(self, command):
        ins, p1, p2 = command.ins, command.p1, command.p2
        sfi = p1 & 0x1F if ins == 0xB0 and p1 & 0x80 else p2 & 0x1F if ins == 0xB1 else 0
        if ins == 0xB1 and p1:
            raise Status(0x6A86)
        if self.in_app and not self.opened and "open" not in self.flaws:
            raise Status(0x6982)
        if sfi:
            files = self.app if self.in_app else self.mf
            fid = {0x1E: 0x011E, 0x1D: 0x011D}.get(sfi, 0x0100 + sfi) if self.in_app else 0x0100 + sfi
            if fid not in files:
                raise Status(0x6A82)
            self.current = files[fid]
        if self.current is None:
            raise Status(0x6986)
        if command.le is None:
            raise Status(0x6700)
        if ins == 0xB0:
            offset = p2 if p1 & 0x80 else p1 << 8 | p2
            wanted = command.le
        else:
            try:
                value = tlv_one(command.data, 0x54)
            except ValueError:
                raise Status(0x6A80)
            if not value or len(value) > 3:
                raise Status(0x6A80)
            offset, wanted = int.from_bytes(value, "big"), command.le - 2
            if wanted > 127:
                wanted -= 1 if wanted <= 256 else 2
        if offset >= len(self.current):
            raise Status(0x6B00)
        room = 231 if self.sm and self.sm.cipher == "3des" else 223
        if command.extended:
            room = 4096
        full = command.le in (256, 65536)
        part = self.current[offset:offset + min(wanted, room - (3 if ins == 0xB1 else 0))]
        short = offset + wanted > len(self.current) and not full
        return (part if ins == 0xB0 else tlv(0x53, part)), 0x6282 if short else 0x9000

    # BAC

    def external_authenticate(self, command, challenge):
        if challenge is None or not self.in_app:
            raise Status(0x6985)
        if len(command.data) != 40:
            raise Status(0x6700)
        secret, mac = command.data[:32], command.data[32:]
        plain = icao.decrypt("3des", self.kenc, secret)
        if icao.retail_mac(self.kmac, secret) != mac or plain[8:16] != challenge:
            raise Status(0x6300)
        k_ic = os.urandom(16)
        echo = plain[:8] if "RND.IFD not echoed" not in self.flaws else bytes(8)
        reply = icao.bac_cryptogram(self.kenc, self.kmac, challenge + echo + k_ic)
        if "wrong M_IC" in self.flaws:
            reply = reply[:-1] + bytes([reply[-1] ^ 1])
        self.sm, self.opened = icao.bac_session(plain[16:], k_ic, challenge, plain[:8]), True
        return reply, 0x9000

    # PACE

    def manage_environment(self, command):
        if (command.p1, command.p2) != (0xC1, 0xA4):
            raise Status(0x6A86)
        try:
            values = {tag: value for tag, value, _ in tlv_list(command.data)}
        except ValueError:
            raise Status(0x6A80)
        if values.get(0x80) != pace_oid("ecdh", "gm", self.cipher):
            raise Status(0x6A80)
        reference = int.from_bytes(values.get(0x83, b""), "big")
        if reference not in self.passwords:
            raise Status(0x6A88 if "wrong status" not in self.flaws else 0x6A80)
        if values.get(0x84, bytes([self.parameter_id])) != bytes([self.parameter_id]):
            raise Status(0x6A88)
        if self.opened:
            raise Status(0x6985)
        self.pace = {"step": 1, "math": Pace("gm", self.cipher, self.parameter_id,
                                             self.passwords[reference])}
        return b"", 0x9000

    def general_authenticate(self, command, state):
        if state is None:
            raise Status(0x6985)
        step, math = state["step"], state["math"]
        curve = math.group
        if command.cla != (0x00 if step == 4 else 0x10):
            raise Status(0x6883)
        try:
            items = tlv_list(tlv_one(command.data, 0x7C))
            wanted = {1: [], 2: [0x81], 3: [0x83], 4: [0x85]}[step]
            if [tag for tag, _, _ in items] != wanted:
                raise ValueError("objects")
            sent = items[0][1] if items else b""
            answer = getattr(self, "step%d" % step)(state, math, curve, sent)
        except (ValueError, Violation):
            raise Status(0x6A80)
        if step < 4:
            state["step"], self.pace = step + 1, state
        return tlv(0x7C, answer), 0x9000

    def step1(self, state, math, curve, sent):
        state["nonce"] = os.urandom(16) if "fixed nonce" not in self.flaws else bytes(16)
        return tlv(0x80, math.encrypt_nonce(state["nonce"]))

    def step2(self, state, math, curve, sent):
        other = curve.decode(sent)
        private = curve.private_key()
        state["generator"] = math.map(state["nonce"], curve.multiply(private, other))
        public = curve.encode(curve.multiply(private, curve.g))
        return tlv(0x82, sent if "reflects mapping key" in self.flaws else public)

    def step3(self, state, math, curve, sent):
        other = curve.decode(sent)
        private = curve.private_key()
        public = curve.encode(curve.multiply(private, state["generator"]))
        if public == sent:
            raise Violation("equal keys")
        if "reflects ephemeral key" in self.flaws:
            public = sent
        if "point off the curve" in self.flaws:
            public = public[:-1] + bytes([public[-1] ^ 1])
        state["public"], state["other"] = public, sent
        _, state["kenc"], state["kmac"] = math.derive(private, other)
        return tlv(0x84, public)

    def step4(self, state, math, curve, sent):
        if sent != math.token(state["kmac"], state["public"]) and "any token" not in self.flaws:
            raise Status(0x6300)
        token = math.token(state["kmac"], state["other"])
        if "wrong T_IC" in self.flaws:
            token = token[:-1] + bytes([token[-1] ^ 1])
        self.sm = SecureMessaging(self.cipher, state["kenc"], state["kmac"])
        self.opened, self.in_app, self.current = True, False, None
        return tlv(0x86, token)


class DirectCard:
    """The chip without a reader in between."""

    name = "toy chip"

    def __init__(self, chip):
        self.chip, self.atr = chip, chip.atr

    def transmit(self, apdu):
        return self.chip.process(bytes(apdu))

    def reset(self):
        self.chip.reset()


def serve(chip, port):
    """The card side of vpcd: every message is a two-byte length and its bytes."""
    with socket.create_connection(("127.0.0.1", port)) as link:
        stream = link.makefile("rwb")
        while True:
            head = stream.read(2)
            if len(head) < 2:
                return
            message = stream.read(int.from_bytes(head, "big"))
            if len(message) == 1:
                if message[0] != 4:
                    chip.reset()
                    continue
                answer = chip.atr
            else:
                answer = chip.process(message)
            stream.write(len(answer).to_bytes(2, "big") + answer)
            stream.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=35963)
    parser.add_argument("--access", default="bac,pace")
    parser.add_argument("--cipher", default="aes128", choices=icao.CIPHERS)
    parser.add_argument("--parameter-id", type=int, default=13)
    options = parser.parse_args()
    serve(ToyChip(tuple(options.access.split(",")), options.cipher, options.parameter_id),
          options.port)
