"""The terminal's side of the commands, strict about every answer."""

import os

import active_authentication as aa
import chip_authentication as ca
from icao import (AID_LDS1, Command, SecureMessaging, Violation, bac_cryptogram, bac_keys,
                  bac_open_reply, bac_session, read_binary, read_binary_odd, select_application,
                  select_file, tlv, tlv_header, tlv_list, tlv_one)
from pace import Pace


class Refused(Exception):
    """A command was answered with an error status word."""

    def __init__(self, what, sw):
        super().__init__("%s: %04X" % (what, sw))
        self.what, self.sw = what, sw


class Terminal:
    """Speaks through any object with transmit(bytes) -> bytes (data and status word)."""

    def __init__(self, card):
        self.card, self.sm, self.cam = card, None, None
        self.chunk = 0xDF  # 223 bytes fit in one short protected answer for every cipher

    def send(self, command):
        """(data, sw), protected when secure messaging is running."""
        if self.sm is None:
            raw = self.card.transmit(command.encode())
            if len(raw) < 2:
                raise Violation("response shorter than a status word")
            return raw[:-2], int.from_bytes(raw[-2:], "big")
        raw = self.card.transmit(self.sm.protect_command(command))
        if len(raw) == 2:
            raise Refused("protected command answered in plain", int.from_bytes(raw, "big"))
        return self.sm.open_response(command.ins, raw)

    def ask(self, what, command):
        data, sw = self.send(command)
        if sw != 0x9000:
            raise Refused(what, sw)
        return data

    def select_application(self, aid=AID_LDS1):
        self.ask("SELECT application", select_application(aid))

    def read_range(self, offset, length):
        if offset + length <= 0x8000:
            data, sw = self.send(read_binary(offset, length))
        else:
            # DO 53 and its header travel in the same answer
            length = min(length, self.chunk - 3)
            data, sw = self.send(read_binary_odd(offset, length + (3 if length > 127 else 2)))
            if sw == 0x9000:
                try:
                    data = tlv_one(data, 0x53)
                except ValueError as error:
                    raise Violation("READ BINARY B1 answer: %s" % error)
        if sw != 0x9000:
            raise Refused("READ BINARY at %d" % offset, sw)
        if not data or len(data) > length:
            raise Violation("READ BINARY at %d for %d gave %d bytes" % (offset, length, len(data)))
        return data

    def read_file(self, name, fid):
        self.ask("SELECT " + name, select_file(fid))
        data, sw = self.send(read_binary(0, 6))
        if sw not in (0x9000, 0x6282) or len(data) > 6:
            raise Refused("READ BINARY of " + name, sw)
        try:
            _, length, header = tlv_header(data)
        except ValueError as error:
            raise Violation("%s: %s" % (name, error))
        total = header + length
        if sw == 0x6282 and len(data) != total or total > 0x100000:
            raise Violation("%s: length in the header does not match the file" % name)
        data = data[:total]
        while len(data) < total:
            count = min(self.chunk, total - len(data))
            if len(data) < 0x8000:
                count = min(count, 0x8000 - len(data))
            data += self.read_range(len(data), count)
        return data

    # BAC

    def get_challenge(self):
        challenge = self.ask("GET CHALLENGE", Command(0x00, 0x84, 0, 0, le=8))
        if len(challenge) != 8:
            raise Violation("GET CHALLENGE gave %d bytes" % len(challenge))
        return challenge

    def bac(self, mrz_info):
        kenc, kmac = bac_keys(mrz_info)
        rnd_ic = self.get_challenge()
        rnd_ifd, k_ifd = os.urandom(8), os.urandom(16)
        reply = self.ask("EXTERNAL AUTHENTICATE", Command(
            0x00, 0x82, 0, 0, bac_cryptogram(kenc, kmac, rnd_ifd + rnd_ic + k_ifd), 40))
        k_ic = bac_open_reply(kenc, kmac, reply, rnd_ifd, rnd_ic)
        self.sm = bac_session(k_ifd, k_ic, rnd_ic, rnd_ifd)

    # PACE

    def pace_mse(self, oid, reference, parameter_id=None):
        data = tlv(0x80, oid) + tlv(0x83, bytes([reference]))
        if parameter_id is not None:
            data += tlv(0x84, bytes([parameter_id]))
        return Command(0x00, 0x22, 0xC1, 0xA4, data)

    def general_authenticate(self, step, content, allowed, last=False, answer=256):
        """{tag: value} of the answer; allowed: the tags it may hold, "none" for no data."""
        extended = answer > 256 or len(content) > 250
        data = self.ask("GENERAL AUTHENTICATE step %d" % step, Command(
            0x00 if last else 0x10, 0x86, 0, 0, tlv(0x7C, content), 65536 if extended else 256))
        if not data and "none" in allowed:
            return {}
        try:
            items = tlv_list(tlv_one(data, 0x7C))
        except ValueError as error:
            raise Violation("step %d answer: %s" % (step, error))
        tags = [tag for tag, _, _ in items]
        if tags not in allowed:
            raise Violation("step %d answer holds " % step
                            + (" ".join("%02X" % t for t in tags) or "nothing"))
        return {tag: value for tag, value, _ in items}

    def pace(self, cipher, parameter_id, password, reference, send_parameter_id=True,
             mapping="gm"):
        pace = Pace(mapping, cipher, parameter_id, password)
        group = pace.group
        long = group.size + 8  # the longest answer with a public key of a prime field
        self.ask("MSE:Set AT", self.pace_mse(
            pace.oid, reference, parameter_id if send_parameter_id else None))
        nonce = pace.decrypt_nonce(self.general_authenticate(1, b"", [[0x80]])[0x80])
        if mapping == "im":
            t = os.urandom(pace.terminal_nonce_size)
            answer = self.general_authenticate(2, tlv(0x81, t), [[0x82], [], "none"])
            if answer.get(0x82):
                raise Violation("step 2 answer: mapping data in the integrated mapping")
            mapped = pace.map_integrated(nonce, t)
        else:
            map_private = group.private_key()
            map_public = group.encode(group.multiply(map_private, group.g))
            reply = self.general_authenticate(
                2, tlv(0x81, map_public), [[0x82]], answer=long)[0x82]
            if reply == map_public:
                raise Violation("the chip sent the terminal's mapping key back")
            chip_map = group.decode(reply)
            mapped = pace.map(nonce, group.multiply(map_private, chip_map))
        private = group.private_key()
        public = group.encode(group.multiply(private, mapped))
        chip_public = self.general_authenticate(
            3, tlv(0x83, public), [[0x84]], answer=long)[0x84]
        if chip_public == public:
            raise Violation("the chip's ephemeral key equals the terminal's")
        _, kenc, kmac = pace.derive(private, group.decode(chip_public))
        more = [0x8A] if mapping == "cam" else []
        answer = self.general_authenticate(
            4, tlv(0x85, pace.token(kmac, chip_public)),
            [[0x86] + cars + more for cars in ([], [0x87], [0x87, 0x88])], last=True)
        if answer[0x86] != pace.token(kmac, public):
            raise Violation("T_IC is wrong")
        self.sm = SecureMessaging(cipher, kenc, kmac)
        if mapping == "cam":
            self.cam = pace, chip_map, pace.decrypt_chip_data(kenc, answer[0x8A])

    def cam_holds(self, static_public):
        """Whether the chip of the last PACE with CAM has this key (a group element)."""
        pace, chip_map, data = self.cam
        return pace.check_chip_data(data, static_public, chip_map)

    # proofs of the chip

    def chip_authentication(self, oid, group, static, key_id=None, variant="at"):
        """Chip Authentication with this key of the chip; secure messaging starts anew. Only
        the next answer proves anything."""
        _, cipher = ca.ca_protocol(oid)
        private = group.private_key()
        public = group.encode(group.multiply(private, group.g))
        if variant == "kat":
            commands, names = ca.commands_kat(public, key_id), ["MSE:Set KAT"]
        else:
            commands = ca.commands_at(oid, public, key_id)
            names = ["MSE:Set AT for Chip Authentication", "GENERAL AUTHENTICATE"]
        for name, command in zip(names, commands):
            data = self.ask(name, command)
            try:
                if command.ins == 0x86:
                    ca.check_answer(data)
                elif data:
                    raise Violation("%s: answer data" % name)
            except ValueError as error:
                raise Violation("%s answer: %s" % (name, error))
        _, kenc, kmac = ca.derive(group, cipher, private, static)
        self.sm = SecureMessaging(cipher, kenc, kmac)

    def active_authentication(self, key, name=None):
        """What the chip's signature was made with; key as read_key_info gives it, name: the
        hash for ECDSA."""
        kind, value = key
        size = (value[0].bit_length() + 7) // 8 if kind == "rsa" else 2 * kind.key_size
        room = 256 if self.sm is None else 231 if self.sm.cipher == "3des" else 223
        challenge = os.urandom(8)
        signature = self.ask("INTERNAL AUTHENTICATE", aa.command(
            challenge, 65536 if size > room else 256))
        return aa.verify(key, challenge, signature, name)
