"""Terminal and chip mathematics of ICAO Doc 9303-11, written from the text alone.

Sections named in the comments are those of Doc 9303-11 (8th edition).
Needs pycryptodome (module Cryptodome or Crypto); nothing else outside the
standard library. It is a test instrument: not constant time, not for real keys.
"""

import hashlib
import os

try:
    from Cryptodome.Cipher import AES, DES, DES3
    from Cryptodome.Hash import CMAC
except ImportError:  # the name used outside Debian
    from Crypto.Cipher import AES, DES, DES3
    from Crypto.Hash import CMAC

from curves import CURVES

CIPHERS = ("3des", "aes128", "aes192", "aes256")
BLOCK = {"3des": 8, "aes128": 16, "aes192": 16, "aes256": 16}
KEY_BYTES = {"3des": 16, "aes128": 16, "aes192": 24, "aes256": 32}

AID_LDS1 = bytes.fromhex("A0 00 00 02 47 10 01")
BSI_PACE = bytes.fromhex("04 00 7F 00 07 02 02 04")
ECDH_GM = BSI_PACE + b"\x02"
OID_CIPHER = {1: "3des", 2: "aes128", 3: "aes192", 4: "aes256"}
CIPHER_OID = {name: ECDH_GM + bytes([arc]) for arc, name in OID_CIPHER.items()}

FILES = {"com": 0x011E, "sod": 0x011D}
FILES.update({"dg%d" % n: 0x0100 + n for n in range(1, 17)})
SFI = {"com": 0x1E, "sod": 0x1D}
SFI.update({"dg%d" % n: n for n in range(1, 17)})
FILE_TAG = {"com": 0x60, "sod": 0x77}
FILE_TAG.update({"dg%d" % (i + 1): t for i, t in enumerate(
    bytes.fromhex("61 75 63 76 65 66 67 68 69 6A 6B 6C 6D 6E 6F 70"))})


class Violation(Exception):
    """The other side did something that the standard does not allow."""


def hexs(data):
    return bytes(data).hex().upper()


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


# --- BER-TLV -----------------------------------------------------------------

def ber_length(n):
    if n < 0x80:
        return bytes([n])
    body = n.to_bytes((n.bit_length() + 7) // 8, "big")
    return bytes([0x80 | len(body)]) + body


def tlv(tag, value):
    value = bytes(value)
    tag_bytes = tag.to_bytes((tag.bit_length() + 7) // 8 or 1, "big")
    return tag_bytes + ber_length(len(value)) + value


def tlv_header(data, at=0):
    """(tag, value length, header length) of the object that starts at `at`."""
    start = at
    if at >= len(data):
        raise ValueError("no tag")
    tag = data[at]
    at += 1
    if tag & 0x1F == 0x1F:
        while True:
            if at >= len(data) or at - start > 3:
                raise ValueError("bad tag")
            tag = tag << 8 | data[at]
            at += 1
            if not data[at - 1] & 0x80:
                break
    if at >= len(data):
        raise ValueError("no length")
    first = data[at]
    at += 1
    if first < 0x80:
        return tag, first, at - start
    count = first & 0x7F
    if not 1 <= count <= 4 or at + count > len(data):
        raise ValueError("bad length")
    return tag, int.from_bytes(data[at:at + count], "big"), at + count - start


def tlv_list(data):
    """All objects of `data` as (tag, value, whole object); nothing may be left over."""
    items, at = [], 0
    while at < len(data):
        tag, length, header = tlv_header(data, at)
        if at + header + length > len(data):
            raise ValueError("object longer than its container")
        items.append((tag, data[at + header:at + header + length],
                      data[at:at + header + length]))
        at += header + length
    return items


def tlv_one(data, tag):
    items = tlv_list(data)
    if len(items) != 1 or items[0][0] != tag:
        raise ValueError("expected one object with tag %X" % tag)
    return items[0][1]


# --- keys (9.7.1) ------------------------------------------------------------

def odd_parity(key):
    out = bytearray()
    for byte in key:
        top = byte & 0xFE
        out.append(top | (bin(top).count("1") + 1) % 2)
    return bytes(out)


def kdf(secret, counter, cipher):
    data = bytes(secret) + counter.to_bytes(4, "big")
    if cipher == "3des":
        return odd_parity(hashlib.sha1(data).digest()[:16])
    if cipher == "aes128":
        return hashlib.sha1(data).digest()[:16]
    return hashlib.sha256(data).digest()[:KEY_BYTES[cipher]]


# --- MRZ passwords (4.3.2, 9.7.2, 9.7.3) -------------------------------------

def check_digit(text):
    total = 0
    for i, char in enumerate(text):
        if char == "<":
            value = 0
        elif char.isdigit():
            value = int(char)
        else:
            value = ord(char) - ord("A") + 10
            if not 10 <= value <= 35:
                raise ValueError("not an MRZ character: %r" % char)
        total += value * (7, 3, 1)[i % 3]
    return str(total % 10)


def mrz_information(number, birth, expiry):
    number = number.upper().ljust(9, "<")
    return "".join(field + check_digit(field) for field in (number, birth, expiry))


def bac_keys(mrz_info):
    seed = hashlib.sha1(mrz_info.encode("ascii")).digest()[:16]
    return kdf(seed, 1, "3des"), kdf(seed, 2, "3des")


def pace_secret_mrz(mrz_info):
    return hashlib.sha1(mrz_info.encode("ascii")).digest()


def pace_secret_can(can):
    return can.encode("latin-1")


# --- ciphers and MACs --------------------------------------------------------

def pad2(data, block):
    """ISO 9797-1 padding method 2."""
    data = bytes(data) + b"\x80"
    return data + bytes(-len(data) % block)


def unpad2(data):
    body = data.rstrip(b"\x00")
    if not body.endswith(b"\x80"):
        raise Violation("padding is not 80 00...")
    return body[:-1]


def _new(cipher, key, mode, **kw):
    if cipher != "3des":
        return AES.new(key, getattr(AES, mode), **kw)
    if key[:8] == key[8:16]:  # 3DES with equal halves is single DES
        return DES.new(key[:8], getattr(DES, mode), **kw)
    return DES3.new(key, getattr(DES3, mode), **kw)


def encrypt(cipher, key, data, iv=None):
    return _new(cipher, key, "MODE_CBC", iv=iv or bytes(BLOCK[cipher])).encrypt(bytes(data))


def decrypt(cipher, key, data, iv=None):
    return _new(cipher, key, "MODE_CBC", iv=iv or bytes(BLOCK[cipher])).decrypt(bytes(data))


def retail_mac(key, data):
    """ISO 9797-1 MAC algorithm 3 with DES, padding method 2."""
    data = pad2(data, 8)
    last = DES.new(key[:8], DES.MODE_CBC, iv=bytes(8)).encrypt(data)[-8:]
    last = DES.new(key[8:16], DES.MODE_ECB).decrypt(last)
    return DES.new(key[:8], DES.MODE_ECB).encrypt(last)


def cmac8(key, data):
    return CMAC.new(key, msg=bytes(data), ciphermod=AES).digest()[:8]


def mac_token(cipher, key, data):
    """MAC of PACE authentication tokens: CMAC takes the data as it is."""
    return retail_mac(key, data) if cipher == "3des" else cmac8(key, data)


def mac_sm(cipher, key, data):
    """MAC of secure messaging: padding method 2 before either algorithm (9.8.6)."""
    return retail_mac(key, data) if cipher == "3des" else cmac8(key, pad2(data, 16))


# --- commands ----------------------------------------------------------------

class Command:
    """cla ins p1 p2 [data] [le]; le is the expected number: 256 and 65536 are the full ones."""

    def __init__(self, cla, ins, p1, p2, data=b"", le=None, extended=None):
        self.cla, self.ins, self.p1, self.p2 = cla, ins, p1, p2
        self.data, self.le = bytes(data), le
        needs = len(self.data) > 255 or (le or 0) > 256
        self.extended = needs if extended is None else extended
        if needs and not self.extended:
            raise ValueError("does not fit in a short APDU")

    @property
    def header(self):
        return bytes([self.cla, self.ins, self.p1, self.p2])

    def encode(self):
        out = self.header
        if self.extended:
            if self.data or self.le is not None:
                out += b"\x00"
            if self.data:
                out += len(self.data).to_bytes(2, "big") + self.data
            if self.le is not None:
                out += (self.le & 0xFFFF).to_bytes(2, "big")
            return out
        if self.data:
            out += bytes([len(self.data)]) + self.data
        if self.le is not None:
            out += bytes([self.le & 0xFF])
        return out

    @classmethod
    def decode(cls, raw):
        if len(raw) < 4:
            raise ValueError("shorter than a header")
        head, body = raw[:4], raw[4:]
        if not body:
            return cls(*head)
        if len(body) == 1:
            return cls(*head, le=body[0] or 256, extended=False)
        if body[0]:
            lc, rest = body[0], body[1:]
            if len(rest) == lc:
                return cls(*head, data=rest, extended=False)
            if len(rest) == lc + 1:
                return cls(*head, data=rest[:lc], le=rest[lc] or 256, extended=False)
            raise ValueError("Lc does not match")
        if len(body) == 3:
            return cls(*head, le=int.from_bytes(body[1:3], "big") or 65536, extended=True)
        lc, rest = int.from_bytes(body[1:3], "big"), body[3:]
        if len(body) < 3 or not lc:
            raise ValueError("bad extended length")
        if len(rest) == lc:
            return cls(*head, data=rest, extended=True)
        if len(rest) == lc + 2:
            return cls(*head, data=rest[:lc], extended=True,
                       le=int.from_bytes(rest[lc:], "big") or 65536)
        raise ValueError("extended Lc does not match")


def select_application(aid=AID_LDS1):
    return Command(0x00, 0xA4, 0x04, 0x0C, aid)


def select_file(fid):
    return Command(0x00, 0xA4, 0x02, 0x0C, fid.to_bytes(2, "big"))


def read_binary(offset, le, extended=None):
    if not 0 <= offset <= 0x7FFF:
        raise ValueError("INS B0 reaches offset 7FFF only")
    return Command(0x00, 0xB0, offset >> 8, offset & 0xFF, le=le, extended=extended)


def read_binary_sfi(sfi, offset, le):
    return Command(0x00, 0xB0, 0x80 | sfi, offset, le=le)


def offset_object(offset):
    return tlv(0x54, offset.to_bytes((offset.bit_length() + 7) // 8 or 1, "big"))


def read_binary_odd(offset, le, p2=0, extended=None):
    """INS B1: the offset travels in DO 54, the data comes back in DO 53."""
    return Command(0x00, 0xB1, 0x00, p2, offset_object(offset), le, extended)


# --- secure messaging (9.8) --------------------------------------------------

class SecureMessaging:
    """One secure messaging state. The terminal uses protect_command and
    open_response, a chip open_command and protect_response."""

    def __init__(self, cipher, kenc, kmac, ssc=0):
        self.cipher, self.kenc, self.kmac, self.ssc = cipher, kenc, kmac, ssc
        self.block = BLOCK[cipher]

    @property
    def ssc_bytes(self):
        return self.ssc.to_bytes(self.block, "big")

    def step(self):
        self.ssc = (self.ssc + 1) % (1 << (8 * self.block))

    def _iv(self):
        if self.cipher == "3des":
            return bytes(8)
        return AES.new(self.kenc, AES.MODE_ECB).encrypt(self.ssc_bytes)

    def _encrypt(self, data):
        return encrypt(self.cipher, self.kenc, pad2(data, self.block), self._iv())

    def _decrypt(self, data):
        if not data or len(data) % self.block:
            raise Violation("cryptogram is not a whole number of blocks")
        return unpad2(decrypt(self.cipher, self.kenc, data, self._iv()))

    def mac(self, message):
        return mac_sm(self.cipher, self.kmac, self.ssc_bytes + message)

    def _data_object(self, ins, data):
        if not data:
            return b""
        if ins & 1:
            return tlv(0x85, self._encrypt(data))
        return tlv(0x87, b"\x01" + self._encrypt(data))

    # terminal

    def protect_command(self, command):
        self.step()
        header = bytes([command.cla | 0x0C, command.ins, command.p1, command.p2])
        objects = self._data_object(command.ins, command.data)
        if command.le is not None:
            size = 2 if command.extended else 1
            objects += tlv(0x97, (command.le % (1 << (8 * size))).to_bytes(size, "big"))
        # A command without any object: the padded header alone is the message.
        message = pad2(header, self.block) + objects if objects else header
        objects += tlv(0x8E, self.mac(message))
        extended = command.extended or len(objects) > 255
        return Command(*header, data=objects, le=65536 if extended else 256,
                       extended=extended).encode()

    def open_response(self, ins, raw):
        """(data, sw) of a protected response; everything is checked."""
        if len(raw) < 2:
            raise Violation("response shorter than a status word")
        body, outer = raw[:-2], int.from_bytes(raw[-2:], "big")
        if not body:
            raise Violation("unprotected response %04X" % outer)
        self.step()
        try:
            items = tlv_list(body)
        except ValueError as error:
            raise Violation("response objects: %s" % error)
        tags = [tag for tag, _, _ in items]
        wanted = 0x85 if ins & 1 else 0x87
        if tags not in ([wanted, 0x99, 0x8E], [0x99, 0x8E]):
            raise Violation("response objects are " + " ".join("%02X" % t for t in tags))
        values = {tag: value for tag, value, _ in items}
        if len(values[0x8E]) != 8:
            raise Violation("DO8E is not 8 bytes")
        message = b"".join(whole for tag, _, whole in items if tag != 0x8E)
        if self.mac(message) != values[0x8E]:
            raise Violation("response MAC is wrong")
        if len(values[0x99]) != 2:
            raise Violation("DO99 is not 2 bytes")
        inner = int.from_bytes(values[0x99], "big")
        if inner != outer:
            raise Violation("DO99 %04X differs from the trailing %04X" % (inner, outer))
        data = b""
        if wanted in values:
            secret = values[wanted]
            if wanted == 0x87:
                if secret[:1] != b"\x01":
                    raise Violation("padding indicator is not 01")
                secret = secret[1:]
            data = self._decrypt(secret)
        return data, inner

    # chip

    def open_command(self, raw):
        """The plain command; ValueError carries 6987 or 6988 as its first argument."""
        outer = Command.decode(raw)
        self.step()
        try:
            items = tlv_list(outer.data)
        except ValueError:
            raise ValueError(0x6988)
        values = {tag: value for tag, value, _ in items}
        if 0x8E not in values:
            raise ValueError(0x6987)
        if len(values) != len(items) or items[-1][0] != 0x8E or set(values) - {0x85, 0x87, 0x97, 0x8E}:
            raise ValueError(0x6988)
        objects = b"".join(whole for tag, _, whole in items[:-1])
        message = pad2(outer.header, self.block) + objects if objects else outer.header
        if self.mac(message) != values[0x8E]:
            raise ValueError(0x6988)
        data, le = b"", None
        try:
            if 0x87 in values:
                if values[0x87][:1] != b"\x01":
                    raise Violation("padding indicator")
                data = self._decrypt(values[0x87][1:])
            if 0x85 in values:
                data = self._decrypt(values[0x85])
        except Violation:
            raise ValueError(0x6988)
        if 0x97 in values:
            if len(values[0x97]) not in (1, 2):
                raise ValueError(0x6988)
            le = int.from_bytes(values[0x97], "big") or 1 << (8 * len(values[0x97]))
        extended = len(values.get(0x97, b"")) == 2 or len(data) > 255
        return Command(outer.cla & ~0x0C, outer.ins, outer.p1, outer.p2, data, le, extended)

    def protect_response(self, ins, data, sw):
        self.step()
        trailer = sw.to_bytes(2, "big")
        objects = self._data_object(ins, data) + tlv(0x99, trailer)
        return objects + tlv(0x8E, self.mac(objects)) + trailer


# --- BAC (4.3) ---------------------------------------------------------------

def bac_cryptogram(kenc, kmac, plain):
    secret = encrypt("3des", kenc, plain)
    return secret + retail_mac(kmac, secret)


def bac_session(k_ifd, k_ic, rnd_ic, rnd_ifd):
    seed = xor(k_ifd, k_ic)
    return SecureMessaging("3des", kdf(seed, 1, "3des"), kdf(seed, 2, "3des"),
                           int.from_bytes(rnd_ic[4:] + rnd_ifd[4:], "big"))


def bac_open_reply(kenc, kmac, reply, rnd_ifd, rnd_ic):
    """K.IC after all checks that 4.3.1 asks of the terminal (and RND.IC as well)."""
    if len(reply) != 40:
        raise Violation("EXTERNAL AUTHENTICATE reply has %d bytes, not 40" % len(reply))
    if retail_mac(kmac, reply[:32]) != reply[32:]:
        raise Violation("M_IC is wrong")
    plain = decrypt("3des", kenc, reply[:32])
    if plain[8:16] != rnd_ifd:
        raise Violation("RND.IFD did not come back")
    if plain[:8] != rnd_ic:
        raise Violation("RND.IC is not the challenge")
    return plain[16:]


# --- elliptic curves ---------------------------------------------------------

class Curve:
    def __init__(self, parameter_id):
        self.id = parameter_id
        self.name, self.p, self.a, self.b, gx, gy, self.n = CURVES[parameter_id]
        self.g = (gx, gy)
        self.size = (self.p.bit_length() + 7) // 8
        self.key_size = (self.n.bit_length() + 7) // 8

    def contains(self, point):
        x, y = point
        return (0 <= x < self.p and 0 <= y < self.p
                and (y * y - (x * x * x + self.a * x + self.b)) % self.p == 0)

    def negate(self, point):
        return None if point is None else (point[0], -point[1] % self.p)

    def add(self, one, two):
        """Affine addition; None is the point at infinity."""
        if one is None:
            return two
        if two is None:
            return one
        p = self.p
        if one[0] == two[0]:
            if (one[1] + two[1]) % p == 0:
                return None
            slope = (3 * one[0] * one[0] + self.a) * pow(2 * one[1], -1, p) % p
        else:
            slope = (two[1] - one[1]) * pow(two[0] - one[0], -1, p) % p
        x = (slope * slope - one[0] - two[0]) % p
        return x, (slope * (one[0] - x) - one[1]) % p

    def multiply(self, scalar, point):
        """Double and add from the top bit, in Jacobian coordinates."""
        if point is None or scalar == 0:
            return None
        p, a = self.p, self.a
        px, py = point
        x, y, z = 0, 1, 0
        for bit in bin(scalar)[2:]:
            if z:
                if y == 0:
                    x, y, z = 0, 1, 0
                else:
                    yy = y * y % p
                    s = 4 * x * yy % p
                    zz = z * z % p
                    m = (3 * x * x + a * zz % p * zz) % p
                    z = 2 * y * z % p
                    x = (m * m - 2 * s) % p
                    y = (m * (s - x) - 8 * yy * yy) % p
            if bit == "0":
                continue
            if not z:
                x, y, z = px, py, 1
                continue
            zz = z * z % p
            h = (px * zz - x) % p
            r = (py * zz % p * z - y) % p
            if h == 0:
                if r:
                    x, y, z = 0, 1, 0
                    continue
                x, y = self.add((px, py), (px, py))
                z = 1
                continue
            hh = h * h % p
            v = x * hh % p
            hhh = h * hh % p
            z = z * h % p
            x = (r * r - hhh - 2 * v) % p
            y = (r * (v - x) - y * hhh) % p
        if not z:
            return None
        inverse = pow(z, -1, p)
        square = inverse * inverse % p
        return x * square % p, y * square * inverse % p

    def encode(self, point):
        if point is None:
            raise Violation("point at infinity")
        return b"\x04" + b"".join(c.to_bytes(self.size, "big") for c in point)

    def decode(self, raw):
        if len(raw) != 1 + 2 * self.size or raw[0] != 4:
            raise Violation("not an uncompressed point of this curve")
        point = (int.from_bytes(raw[1:1 + self.size], "big"),
                 int.from_bytes(raw[1 + self.size:], "big"))
        if not self.contains(point):
            raise Violation("point is not on the curve")
        return point

    def private_key(self):
        while True:
            key = int.from_bytes(os.urandom(self.key_size), "big") >> (-self.n.bit_length() % 8)
            if 0 < key < self.n:
                return key


# --- PACE with generic mapping over ECDH (4.4) -------------------------------

class PaceGM:
    """The computations both sides share. password is f(pi) (9.7.3)."""

    def __init__(self, cipher, parameter_id, password):
        self.cipher, self.curve = cipher, Curve(parameter_id)
        self.oid = CIPHER_OID[cipher]
        self.kpi = kdf(password, 3, cipher)

    def encrypt_nonce(self, nonce):
        return encrypt(self.cipher, self.kpi, nonce)

    def decrypt_nonce(self, z):
        if not z or len(z) % BLOCK[self.cipher]:
            raise Violation("encrypted nonce has %d bytes" % len(z))
        return decrypt(self.cipher, self.kpi, z)

    def map(self, nonce, shared_point):
        if shared_point is None:
            raise Violation("mapping secret is the point at infinity")
        curve = self.curve
        mapped = curve.add(curve.multiply(int.from_bytes(nonce, "big") % curve.n, curve.g),
                           shared_point)
        if mapped is None:
            raise Violation("mapped generator is the point at infinity")
        return mapped

    def derive(self, private, public):
        """(shared secret octets, KSenc, KSmac)"""
        point = self.curve.multiply(private, public)
        if point is None:
            raise Violation("shared secret is the point at infinity")
        secret = point[0].to_bytes(self.curve.size, "big")
        return secret, kdf(secret, 1, self.cipher), kdf(secret, 2, self.cipher)

    def token(self, kmac, public):
        """T over the other side's ephemeral public key, given as octets."""
        return mac_token(self.cipher, kmac,
                         tlv(0x7F49, tlv(0x06, self.oid) + tlv(0x86, public)))


# --- the terminal ------------------------------------------------------------

class Refused(Exception):
    """A command was answered with an error status word."""

    def __init__(self, what, sw):
        super().__init__("%s: %04X" % (what, sw))
        self.what, self.sw = what, sw


class Terminal:
    """Speaks through any object with transmit(bytes) -> bytes (data and status word)."""

    def __init__(self, card):
        self.card, self.sm = card, None
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

    def general_authenticate(self, step, content, answer_tag, last=False):
        data = self.ask("GENERAL AUTHENTICATE step %d" % step, Command(
            0x00 if last else 0x10, 0x86, 0, 0, tlv(0x7C, content), 256))
        try:
            items = tlv_list(tlv_one(data, 0x7C))
        except ValueError as error:
            raise Violation("step %d answer: %s" % (step, error))
        tags = [tag for tag, _, _ in items]
        allowed = ([answer_tag], [answer_tag, 0x87], [answer_tag, 0x87, 0x88])
        if tags not in (allowed if last else allowed[:1]):
            raise Violation("step %d answer holds " % step + " ".join("%02X" % t for t in tags))
        return items[0][1]

    def pace(self, cipher, parameter_id, password, reference, send_parameter_id=True):
        pace = PaceGM(cipher, parameter_id, password)
        curve = pace.curve
        self.ask("MSE:Set AT", self.pace_mse(
            pace.oid, reference, parameter_id if send_parameter_id else None))
        nonce = pace.decrypt_nonce(self.general_authenticate(1, b"", 0x80))
        map_private = curve.private_key()
        map_public = curve.encode(curve.multiply(map_private, curve.g))
        reply = self.general_authenticate(2, tlv(0x81, map_public), 0x82)
        if reply == map_public:
            raise Violation("the chip sent the terminal's mapping key back")
        mapped = pace.map(nonce, curve.multiply(map_private, curve.decode(reply)))
        private = curve.private_key()
        public = curve.encode(curve.multiply(private, mapped))
        chip_public = self.general_authenticate(3, tlv(0x83, public), 0x84)
        if chip_public == public:
            raise Violation("the chip's ephemeral key equals the terminal's")
        _, kenc, kmac = pace.derive(private, curve.decode(chip_public))
        token = self.general_authenticate(
            4, tlv(0x85, pace.token(kmac, chip_public)), 0x86, last=True)
        if token != pace.token(kmac, public):
            raise Violation("T_IC is wrong")
        self.sm = SecureMessaging(cipher, kenc, kmac)


# --- EF.CardAccess, EF.DG14 --------------------------------------------------

def security_infos(der_set):
    """Encoded SecurityInfo objects of a SET OF SecurityInfo."""
    infos = []
    for tag, value, whole in tlv_list(tlv_one(der_set, 0x31)):
        if tag != 0x30:
            raise ValueError("SecurityInfo is not a SEQUENCE")
        infos.append((tlv_list(value), whole))
    return infos


def pace_infos(der_set):
    """PACEInfo entries as (oid octets, version, parameter id or None)."""
    found = []
    for fields, _ in security_infos(der_set):
        oid = fields[0][1]
        # one arc for the family, one for the cipher: PACEInfo
        if fields[0][0] != 0x06 or not oid.startswith(BSI_PACE) or len(oid) != len(BSI_PACE) + 2:
            continue
        numbers = [int.from_bytes(v, "big") for t, v, _ in fields[1:] if t == 0x02]
        if not numbers:
            raise ValueError("PACEInfo without version")
        found.append((oid, numbers[0], numbers[1] if len(numbers) > 1 else None))
    return found


def oid_text(octets):
    numbers, value = [], 0
    for byte in octets:
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            numbers.append(value)
            value = 0
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, [first, numbers[0] - 40 * first] + numbers[1:]))


# --- EF.SOD ------------------------------------------------------------------

HASHES = {"1.3.14.3.2.26": "sha1", "2.16.840.1.101.3.4.2.4": "sha224",
          "2.16.840.1.101.3.4.2.1": "sha256", "2.16.840.1.101.3.4.2.2": "sha384",
          "2.16.840.1.101.3.4.2.3": "sha512"}


def sod_hashes(sod):
    """(hash name, {data group number: hash}) out of EF.SOD. No signature is checked."""
    content = tlv_list(tlv_one(tlv_one(sod, 0x77), 0x30))
    if oid_text(content[0][1]) != "1.2.840.113549.1.7.2":
        raise ValueError("EF.SOD is not SignedData")
    signed = tlv_list(tlv_one(content[1][1], 0x30))
    encapsulated = tlv_list(signed[2][1])
    if oid_text(encapsulated[0][1]) != "2.23.136.1.1.1":
        raise ValueError("EF.SOD does not hold an LDSSecurityObject")
    lds = tlv_list(tlv_one(tlv_one(encapsulated[1][1], 0x04), 0x30))
    algorithm = HASHES[oid_text(tlv_list(lds[1][1])[0][1])]
    hashes = {}
    for _, entry, _ in tlv_list(lds[2][1]):
        number, value = tlv_list(entry)
        hashes[int.from_bytes(number[1], "big")] = value[1]
    return algorithm, hashes


def mrz_of_dg1(dg1):
    mrz = tlv_one(tlv_one(dg1, 0x61), 0x5F1F)
    return mrz.decode("ascii")
