"""A small passport chip in Python, so that the terminal scripts can be tried alone.

    python3 Tests/Foreign/toychip.py [--port 35963] [--access bac,pace] [--mapping gm|im|cam] \
        [--parameter-id 13] [--cipher aes128] [--ca GROUP:CIPHER[:KEYID],...] \
        [--aa rsa:BITS:TRAILER|ecdsa:CURVE:HASH]

connects it to a virtual PC/SC reader. GROUP and CURVE are ids of table 12. `flaws` names
deliberate mistakes; the self-test uses them to show that the scripts notice.
"""

import argparse
import hashlib
import os
import socket

import active_authentication
import chip_authentication
import icao
from groups import group
from icao import (Command, SecureMessaging, Violation, der_integer, der_oid, der_sequence, tlv,
                  tlv_list, tlv_one)
from keys import key_info, rsa_key_info
from pace import Pace, pace_oid
from signatures import (digest, ecdsa_sign, iso9796_sign, plain, recoverable_size,
                        representative, rsa_key)

NUMBER, BIRTH, EXPIRY, CAN = "L898902C3", "740812", "120415", "123456"
MRZ = ("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
       "L898902C36UTO7408122F1204159ZE184226B<<<<<10")


def pace_info(oid, parameter_id):
    return der_sequence(tlv(0x06, oid), der_integer(2), der_integer(parameter_id))


def signed_data(content_type, content):
    """SignedData without certificate and signature."""
    sha256 = der_sequence(der_oid("2.16.840.1.101.3.4.2.1"))
    signed = der_sequence(der_integer(3), tlv(0x31, sha256),
                          der_sequence(der_oid(content_type), tlv(0xA0, tlv(0x04, content))),
                          tlv(0x31, b""))
    return der_sequence(der_oid("1.2.840.113549.1.7.2"), tlv(0xA0, signed))


def security_object(files):
    """EF.SOD, enough for the hash list."""
    sha256 = der_sequence(der_oid("2.16.840.1.101.3.4.2.1"))
    hashes = b"".join(
        der_sequence(der_integer(int(name[2:])), tlv(0x04, hashlib.sha256(data).digest()))
        for name, data in sorted(files.items()) if name.startswith("dg"))
    lds = der_sequence(der_integer(0), sha256, der_sequence(hashes))
    return tlv(0x77, signed_data("2.23.136.1.1.1", lds))


def sample_files(infos, dg15):
    """A small DG1 and a DG2 that reaches beyond offset 7FFF; DG14 with these SecurityInfos."""
    files = {
        "dg1": tlv(0x61, tlv(0x5F1F, MRZ.encode("ascii"))),
        "dg2": tlv(0x75, tlv(0x7F61, bytes(i * 7 & 0xFF for i in range(0x8100)))),
    }
    if infos:
        files["dg14"] = tlv(0x6E, tlv(0x31, infos))
    if dg15:
        files["dg15"] = tlv(0x6F, dg15)
    tags = bytes(icao.FILE_TAG[name] for name in files)
    files["com"] = tlv(0x60, tlv(0x5F01, b"0107") + tlv(0x5F36, b"040000") + tlv(0x5C, tags))
    files["sod"] = security_object(files)
    return files


class Status(Exception):
    def __init__(self, sw):
        super().__init__("%04X" % sw)
        self.sw = sw


def objects(data, *allowed):
    """{tag: value} of data objects in one of these orders."""
    try:
        items = tlv_list(data)
    except ValueError:
        raise Status(0x6A80)
    if [tag for tag, _, _ in items] not in allowed:
        raise Status(0x6A80)
    return {tag: value for tag, value, _ in items}


class ToyChip:
    atr = bytes.fromhex("3B 80 80 01 01")

    def __init__(self, access=("bac", "pace"), cipher="aes128", parameter_id=13, flaws=(),
                 mapping="gm", ca=(), aa=None):
        """ca: (group id, cipher, key id or None) for each key of Chip Authentication;
        aa: ("rsa", bits, trailer) or ("ecdsa", curve id, hash)."""
        self.access, self.cipher, self.parameter_id = access, cipher, parameter_id
        self.flaws = frozenset(flaws)
        this, self.protocols = group(parameter_id), {}
        self.mf, card_access = {}, b""
        if "pace" in access:
            # 4.4: a chip with CAM offers another mapping as well
            for offered in (mapping, "gm") if mapping == "cam" else (mapping,):
                oid = pace_oid(this.kind, offered, cipher)
                self.protocols[oid] = offered
                card_access += pace_info(oid, parameter_id)
            self.mf[0x011C] = tlv(0x31, card_access)
        if mapping == "cam":
            self.static = this.private_key()
            public = this.multiply(self.static, this.g)
            if "wrong CAM key" in self.flaws:
                public = this.add(public, this.g)
            identifier = parameter_id if "no CAM key" not in self.flaws else parameter_id + 1
            infos = card_access + chip_authentication.info(this.kind, cipher, identifier) \
                + chip_authentication.public_key_info(this, public, identifier, "standardized")
            self.mf[0x011D] = signed_data("0.4.0.127.0.7.3.2.1", tlv(0x31, infos))
        infos = card_access if "DG14 without PACE" not in self.flaws else b""
        self.ca_keys = []
        for group_id, ca_cipher, key_id in ca:
            other = group(group_id)
            private = other.private_key()
            public = other.multiply(private, other.g)
            if "wrong CA key" in self.flaws:
                public = other.add(public, other.g)
            self.ca_keys.append((chip_authentication.ca_oid(other.kind, ca_cipher), other,
                                 private, key_id))
            if "no CA info" not in self.flaws:
                infos += chip_authentication.info(other.kind, ca_cipher, key_id)
            infos += chip_authentication.public_key_info(other, public, key_id)
        dg15, self.aa = None, aa
        if aa and aa[0] == "rsa":
            self.aa_key = rsa_key(aa[1], "toy chip")
            dg15 = rsa_key_info(self.aa_key.n, self.aa_key.e)
        elif aa:
            curve = group(aa[1])
            self.aa_key = curve.private_key()
            dg15 = key_info(curve, curve.multiply(self.aa_key, curve.g))
            infos += active_authentication.info(aa[2])
        self.files = sample_files(infos, dg15)
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
        if ins == 0x22 and (command.p1, command.p2) == (0x41, 0xA6) and self.ca_keys:
            return self.set_key_agreement(command)
        if ins == 0x22 and (command.p1, command.p2) == (0x41, 0xA4) and self.ca_keys:
            return self.set_chip_authentication(command)
        if ins == 0x22 and "pace" in self.access:
            return self.manage_environment(command)
        if ins == 0x88 and self.aa:
            return self.internal_authenticate(command)
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
        if not self.in_app and fid == 0x011D and not self.opened:
            raise Status(0x6982)
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
            fid = 0x0100 + sfi
            if fid not in files:
                raise Status(0x6A82)
            if not self.in_app and fid == 0x011D and not self.opened:
                raise Status(0x6982)
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
        mapping = self.protocols.get(values.get(0x80))
        if mapping is None:
            raise Status(0x6A80)
        reference = int.from_bytes(values.get(0x83, b""), "big")
        if reference not in self.passwords:
            raise Status(0x6A88 if "wrong status" not in self.flaws else 0x6A80)
        if values.get(0x84, bytes([self.parameter_id])) != bytes([self.parameter_id]):
            raise Status(0x6A88)
        if self.opened:
            raise Status(0x6985)
        self.pace = {"step": 1, "math": Pace(mapping, self.cipher, self.parameter_id,
                                             self.passwords[reference])}
        return b"", 0x9000

    def general_authenticate(self, command, state):
        if state is None:
            raise Status(0x6985)
        if "ca" in state:
            return self.agree_chip_authentication(command, state)
        step, math = state["step"], state["math"]
        if command.cla != (0x00 if step == 4 else 0x10):
            raise Status(0x6883)
        try:
            items = tlv_list(tlv_one(command.data, 0x7C))
            wanted = {1: [], 2: [0x81], 3: [0x83], 4: [0x85]}[step]
            if [tag for tag, _, _ in items] != wanted:
                raise ValueError("objects")
            sent = items[0][1] if items else b""
            answer = getattr(self, "step%d" % step)(state, math, math.group, sent)
        except (ValueError, Violation):
            raise Status(0x6A80)
        if step < 4:
            state["step"], self.pace = step + 1, state
        return tlv(0x7C, answer), 0x9000

    def step1(self, state, math, curve, sent):
        size = math.nonce_size
        state["nonce"] = os.urandom(size) if "fixed nonce" not in self.flaws else bytes(size)
        return tlv(0x80, math.encrypt_nonce(state["nonce"]))

    def step2(self, state, math, curve, sent):
        if math.mapping == "im":
            state["generator"] = math.map_integrated(state["nonce"], sent)
            return tlv(0x82, sent if "mapping data in IM" in self.flaws else b"")
        other = curve.decode(sent)
        private = state["map_private"] = curve.private_key()
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
        if math.mapping != "cam":
            return tlv(0x86, token)
        data = math.chip_data(self.static, state["map_private"])
        if "negated CAM data" in self.flaws:
            data = (curve.n - int.from_bytes(data, "big")).to_bytes(len(data), "big")
        secret = math.encrypt_chip_data(state["kenc"], data)
        if "CAM with zero IV" in self.flaws:
            secret = icao.encrypt(self.cipher, state["kenc"], icao.pad2(data, 16))
        return tlv(0x86, token) + tlv(0x8A, secret)

    # Chip Authentication

    def chip_key(self, values, cipher):
        """The key that an algorithm and DO 84 choose."""
        if self.sm is None or not self.in_app:
            raise Status(0x6982)
        keys = [key for key in self.ca_keys if cipher is None
                or chip_authentication.ca_protocol(key[0])[1] == cipher]
        if 0x80 in values:
            keys = [key for key in keys if key[0] == values[0x80]]
        if not keys:
            raise Status(0x6A80)
        if 0x84 in values:
            keys = [key for key in keys if key[3] is not None
                    and tlv(0x84, values[0x84]) == chip_authentication.key_reference(key[3])]
        if len(keys) != 1:
            raise Status(0x6A88)
        return keys[0]

    def agree(self, key, public):
        oid, other, private, _ = key
        cipher = chip_authentication.ca_protocol(oid)[1]
        try:
            _, kenc, kmac = chip_authentication.derive(other, cipher, private, other.decode(public))
        except Violation:
            raise Status(0x6A80)
        if "keeps keys after CA" not in self.flaws:
            self.sm = SecureMessaging(cipher, kenc, kmac)

    def set_key_agreement(self, command):
        values = objects(command.data, [0x91], [0x91, 0x84])
        key = self.chip_key(values, "3des")
        if "no KAT" in self.flaws:
            raise Status(0x6A86)
        self.agree(key, values[0x91])
        return b"", 0x9000

    def set_chip_authentication(self, command):
        key = self.chip_key(objects(command.data, [0x80], [0x80, 0x84]), None)
        self.pace = {"ca": key}
        return b"", 0x9000

    def agree_chip_authentication(self, command, state):
        if command.cla:
            raise Status(0x6884)
        try:
            inner = tlv_one(command.data, 0x7C)
        except ValueError:
            raise Status(0x6A80)
        self.agree(state["ca"], objects(inner, [0x80])[0x80])
        return b"\x7C\x00", 0x9000

    # Active Authentication

    def internal_authenticate(self, command):
        if not self.opened or not self.in_app:
            raise Status(0x6982)
        if len(command.data) != 8 or command.le is None:
            raise Status(0x6700)
        challenge = command.data if "AA over another challenge" not in self.flaws else bytes(8)
        kind, size, name = self.aa
        if kind == "ecdsa":
            curve = group(size)
            answer = plain(curve, ecdsa_sign(curve, self.aa_key, digest(name, challenge), name))
        else:
            m1 = os.urandom(recoverable_size(self.aa_key.size, name))
            answer = iso9796_sign(self.aa_key, representative(name, m1, challenge))
            if "AA with n - s" in self.flaws:
                other = self.aa_key.n - int.from_bytes(answer, "big")
                answer = other.to_bytes(self.aa_key.size, "big")
        if "wrong AA signature" in self.flaws:
            answer = answer[:-1] + bytes([answer[-1] ^ 1])
        if len(answer) > (231 if self.sm.cipher == "3des" else 223) and not command.extended:
            raise Status(0x6700)
        return answer, 0x9000


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=35963)
    parser.add_argument("--access", default="bac,pace")
    parser.add_argument("--cipher", default="aes128", choices=icao.CIPHERS)
    parser.add_argument("--parameter-id", type=int, default=13)
    parser.add_argument("--mapping", default="gm", choices=("gm", "im", "cam"))
    parser.add_argument("--ca", default="", help="GROUP:CIPHER[:KEYID],...")
    parser.add_argument("--aa", help="rsa:BITS:TRAILER or ecdsa:CURVE:HASH")
    options = parser.parse_args()
    keys = [(key + ":").split(":")[:3] for key in options.ca.split(",") if key]
    aa = options.aa and options.aa.split(":")
    serve(ToyChip(tuple(options.access.split(",")), options.cipher, options.parameter_id,
                  mapping=options.mapping,
                  ca=[(int(number), cipher, int(key_id) if key_id else None)
                      for number, cipher, key_id in keys],
                  aa=(aa[0], int(aa[1]), aa[2]) if aa else None), options.port)


if __name__ == "__main__":
    main()
