"""Terminal and chip mathematics of ICAO Doc 9303-11, written from the text alone.

Sections named in the comments are those of Doc 9303-11 (8th edition).
Needs pycryptodome (module Cryptodome or Crypto); nothing else outside the
standard library. It is a test instrument: not constant time, not for real keys.
"""

import hashlib

try:
    from Cryptodome.Cipher import AES, DES, DES3
    from Cryptodome.Hash import CMAC
except ImportError:  # the name used outside Debian
    from Crypto.Cipher import AES, DES, DES3
    from Crypto.Hash import CMAC

CIPHERS = ("3des", "aes128", "aes192", "aes256")
BLOCK = {"3des": 8, "aes128": 16, "aes192": 16, "aes256": 16}
KEY_BYTES = {"3des": 16, "aes128": 16, "aes192": 24, "aes256": 32}

AID_LDS1 = bytes.fromhex("A0 00 00 02 47 10 01")
BSI = bytes.fromhex("04 00 7F 00 07")
BSI_PACE = BSI + bytes.fromhex("02 02 04")
OID_CIPHER = {1: "3des", 2: "aes128", 3: "aes192", 4: "aes256"}
CIPHER_ARC = {name: arc for arc, name in OID_CIPHER.items()}

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


# --- DER ---------------------------------------------------------------------

def der_sequence(*parts):
    return tlv(0x30, b"".join(parts))


def der_oid(text):
    numbers = [int(n) for n in text.split(".")]
    out = bytearray()
    for number in [numbers[0] * 40 + numbers[1]] + numbers[2:]:
        group = [number & 0x7F]
        while number > 0x7F:
            number >>= 7
            group.append(0x80 | number & 0x7F)
        out += bytes(reversed(group))
    return tlv(0x06, bytes(out))


def der_integer(number):
    """An INTEGER that is not negative."""
    return tlv(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def der_number(octets):
    """The value of an INTEGER; it must be in shortest form and not negative."""
    if not octets or octets[0] & 0x80 or (len(octets) > 1 and not octets[0] and octets[1] < 0x80):
        raise ValueError("INTEGER is negative or not in shortest form")
    return int.from_bytes(octets, "big")


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


# --- EF.SOD, EF.CardSecurity -------------------------------------------------

HASHES = {"1.3.14.3.2.26": "sha1", "2.16.840.1.101.3.4.2.4": "sha224",
          "2.16.840.1.101.3.4.2.1": "sha256", "2.16.840.1.101.3.4.2.2": "sha384",
          "2.16.840.1.101.3.4.2.3": "sha512"}


def signed_content(content_info, wanted, name):
    """The content of SignedData of this type. No signature is checked."""
    content = tlv_list(tlv_one(content_info, 0x30))
    if oid_text(content[0][1]) != "1.2.840.113549.1.7.2":
        raise ValueError("%s is not SignedData" % name)
    signed = tlv_list(tlv_one(content[1][1], 0x30))
    encapsulated = tlv_list(signed[2][1])
    if oid_text(encapsulated[0][1]) != wanted:
        raise ValueError("%s does not hold %s" % (name, wanted))
    return tlv_one(encapsulated[1][1], 0x04)


def card_security_infos(card_security):
    """The SET OF SecurityInfo in EF.CardSecurity."""
    return signed_content(card_security, "0.4.0.127.0.7.3.2.1", "EF.CardSecurity")


def sod_hashes(sod):
    """(hash name, {data group number: hash}) out of EF.SOD."""
    lds = tlv_list(tlv_one(signed_content(tlv_one(sod, 0x77), "2.23.136.1.1.1", "EF.SOD"), 0x30))
    algorithm = HASHES[oid_text(tlv_list(lds[1][1])[0][1])]
    hashes = {}
    for _, entry, _ in tlv_list(lds[2][1]):
        number, value = tlv_list(entry)
        hashes[int.from_bytes(number[1], "big")] = value[1]
    return algorithm, hashes


def mrz_of_dg1(dg1):
    mrz = tlv_one(tlv_one(dg1, 0x61), 0x5F1F)
    return mrz.decode("ascii")
