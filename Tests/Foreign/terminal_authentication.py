"""CV certificates (ICAO Doc 9303-12 section 7.2) and Terminal Authentication version 1
(9303-11 section 7.1), the terminal's side and the chip's."""

import datetime

from groups import ALL, group
from icao import BSI, Command, Violation, tlv, tlv_list
from signatures import (digest, ecdsa_sign, ecdsa_verify, iso9796_sign, pkcs1_encode,
                        pkcs1_verify, plain, pss_encode, pss_verify, read_plain)

TA = BSI + bytes.fromhex("02 02 02")
ID_IS = BSI + bytes.fromhex("03 01 02 01")
# kind and hash; PKCS#1 v1.5 is in TR-03110 only
ALGORITHMS = {TA + bytes([1, arc]): value for arc, value in {
    2: ("pkcs1", "sha256"), 4: ("pss", "sha256"), 5: ("pkcs1", "sha512"),
    6: ("pss", "sha512")}.items()}
ALGORITHMS.update({TA + bytes([2, arc]): ("ecdsa", name) for arc, name in {
    2: "sha224", 3: "sha256", 4: "sha384", 5: "sha512"}.items()})
ALGORITHM_OID = {value: oid for oid, value in ALGORITHMS.items()}
ROLES = {0xC0: "cvca", 0x80: "dv-domestic", 0x40: "dv-foreign", 0x00: "is"}
RIGHTS = 0x03  # DG4, DG3


class Rejected(Exception):
    """Why a chip does not take a certificate."""

    def __init__(self, reason, text=""):
        super().__init__("%s %s" % (reason, text))
        self.reason = reason


def unsigned(number):
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


# --- keys --------------------------------------------------------------------

class PublicKey:
    """curve and element, or modulus n and exponent e."""

    def __init__(self, oid, curve=None, element=None, n=None, e=None, parameters=False):
        self.oid, self.curve, self.element, self.n, self.e = oid, curve, element, n, e
        self.kind, self.hash = ALGORITHMS[oid]
        self.parameters = parameters

    @property
    def bits(self):
        return (self.n or self.curve.n).bit_length()

    def objects(self, parameters):
        """The data objects of 7F49 (9303-11 section 9.4)."""
        out = [(0x06, self.oid)]
        if self.kind != "ecdsa":
            return out + [(0x81, unsigned(self.n)), (0x82, unsigned(self.e))]
        curve = self.curve
        if parameters:
            out += [(0x81, unsigned(curve.p)), (0x82, unsigned(curve.a)), (0x83, unsigned(curve.b)),
                    (0x84, curve.encode(curve.g)), (0x85, unsigned(curve.n))]
        out.append((0x86, curve.encode(self.element)))
        return out + [(0x87, b"\x01")] if parameters else out

    def encode(self, parameters=False):
        return tlv(0x7F49, b"".join(tlv(*item) for item in self.objects(parameters)))

    def verify(self, message, signature):
        if self.kind == "pss":
            return pss_verify(self.n, self.e, self.hash, message, signature)
        if self.kind == "pkcs1":
            return pkcs1_verify(self.n, self.e, self.hash, message, signature)
        try:
            pair = read_plain(self.curve, signature)
        except ValueError:
            return False
        return ecdsa_verify(self.curve, self.element, digest(self.hash, message), pair)


class PrivateKey:
    """A key pair for signing; secret: scalar or RSAKey. Salts of PSS are fixed."""

    def __init__(self, kind, hash_name, curve=None, secret=None):
        self.secret = secret
        oid = ALGORITHM_OID[kind, hash_name]
        if kind == "ecdsa":
            self.public = PublicKey(oid, curve, curve.multiply(secret, curve.g))
        else:
            self.public = PublicKey(oid, n=secret.n, e=secret.e)

    def sign(self, message):
        public = self.public
        if public.kind == "ecdsa":
            return plain(public.curve, ecdsa_sign(public.curve, self.secret,
                                                  digest(public.hash, message), public.hash))
        if public.kind == "pkcs1":
            return iso9796_sign(self.secret, pkcs1_encode(self.secret.size, public.hash, message))
        salt = digest(public.hash, b"salt" + message)
        return iso9796_sign(self.secret, pss_encode(public.bits, public.hash, message, salt))


def read_public_key(octets, inherited=None):
    """PublicKey of the content of 7F49; inherited: key of the issuer."""
    try:
        items = tlv_list(octets)
    except ValueError as error:
        raise Rejected("malformed", error)
    tags, values = [tag for tag, _, _ in items], dict((tag, value) for tag, value, _ in items)
    oid = values.get(0x06)
    if tags[:1] != [0x06] or oid not in ALGORITHMS:
        raise Rejected("algorithm", "unknown")
    for tag in set(tags) - {0x06, 0x84, 0x86}:
        if not values[tag] or not values[tag][0]:
            raise Rejected("key", "number %02X is not in shortest form" % tag)
    numbers = {tag: int.from_bytes(value, "big") for tag, value in values.items()}
    if ALGORITHMS[oid][0] != "ecdsa":
        if tags != [0x06, 0x81, 0x82]:
            raise Rejected("key", "objects of an RSA key")
        if numbers[0x81] % 2 == 0 or numbers[0x82] < 3 or numbers[0x82] % 2 == 0:
            raise Rejected("key", "RSA numbers")
        return PublicKey(oid, n=numbers[0x81], e=numbers[0x82])
    parameters = tags in ([0x06, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86],
                          [0x06, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87])
    if parameters:
        curve = next((c for c in map(group, ALL) if c.kind == "ecdh" and (
            c.p, c.a, c.b, c.n, c.encode(c.g)) == tuple(numbers[t] for t in (
                0x81, 0x82, 0x83, 0x85)) + (values[0x84],)), None)
        if curve is None or numbers.get(0x87, 1) != 1:
            raise Rejected("domain-parameters", "unknown")
    elif tags == [0x06, 0x86]:
        if inherited is None or inherited.kind != "ecdsa":
            raise Rejected("domain-parameters", "none to inherit")
        curve = inherited.curve
    else:
        raise Rejected("key", "objects of an EC key")
    try:
        return PublicKey(oid, curve, curve.decode(values[0x86]), parameters=parameters)
    except Violation as error:
        raise Rejected("key", error)


# --- certificates ------------------------------------------------------------

def date_octets(text):
    """YYMMDD, one digit in each octet."""
    return bytes(int(digit) for digit in text)


def read_date(octets):
    if len(octets) != 6 or max(octets) > 9:
        raise Rejected("date", octets.hex())
    text = "".join(map(str, octets))
    try:
        datetime.date(2000 + int(text[:2]), int(text[2:4]), int(text[4:]))
    except ValueError:
        raise Rejected("date", text)
    return text


def body_objects(car, holder, chr_, bits, effective, expiry, parameters=False, extensions=b""):
    """The data objects of a certificate body in their order (9303-12 table 11)."""
    out = [(0x5F29, b"\x00"), (0x42, car.encode("latin-1")),
           (0x7F49, b"".join(tlv(*item) for item in holder.objects(parameters))),
           (0x5F20, chr_.encode("latin-1")),
           (0x7F4C, tlv(0x06, ID_IS) + tlv(0x53, bytes([bits]))),
           (0x5F25, date_octets(effective)), (0x5F24, date_octets(expiry))]
    return out + [(0x65, extensions)] if extensions else out


def certificate(signer, objects):
    """7F21 of these body objects, signed."""
    body = tlv(0x7F4E, b"".join(tlv(*item) for item in objects))
    return tlv(0x7F21, body + tlv(0x5F37, signer.sign(body)))


def parts(octets):
    """(7F4E with tag and length, value of 5F37) of a certificate 7F21."""
    items = tlv_list(octets)
    if len(items) != 1 or items[0][0] != 0x7F21:
        raise Rejected("malformed", "not one object 7F21")
    items = tlv_list(items[0][1])
    if [tag for tag, _, _ in items] != [0x7F4E, 0x5F37]:
        raise Rejected("malformed", "not a body and a signature")
    return items[0][2], items[1][1]


def reference(octets):
    if not 1 <= len(octets) <= 16 or any(o < 0x20 or 0x7F <= o <= 0x9F for o in octets):
        raise Rejected("reference", octets.hex())
    return octets.decode("latin-1")


class Certificate:
    """Everything but the public key, which needs the issuer's domain parameters."""

    def __init__(self, octets, terminal_type=ID_IS):
        try:
            self.body, self.signature = parts(octets)
            items = tlv_list(tlv_list(self.body)[0][1])
            tags = [tag for tag, _, _ in items]
            values = dict((tag, value) for tag, value, _ in items)
            wanted = [0x5F29, 0x42, 0x7F49, 0x5F20, 0x7F4C, 0x5F25, 0x5F24]
            if tags not in (wanted, wanted + [0x65]):
                raise Rejected("malformed", " ".join("%X" % tag for tag in tags))
            chat = tlv_list(values[0x7F4C])
            self.extensions = tlv_list(values.get(0x65, b""))
        except ValueError as error:
            raise Rejected("malformed", error)
        if values[0x5F29] != b"\x00":
            raise Rejected("profile", values[0x5F29].hex())
        self.car, self.chr = reference(values[0x42]), reference(values[0x5F20])
        if [tag for tag, _, _ in chat] != [0x06, 0x53] or chat[0][1] != terminal_type:
            raise Rejected("terminal-type")
        if terminal_type == ID_IS and len(chat[1][1]) != 1:
            raise Rejected("terminal-type", "access bits")
        self.bits = chat[1][1][0]
        self.role = ROLES[self.bits & 0xC0]
        self.effective, self.expiry = read_date(values[0x5F25]), read_date(values[0x5F24])
        if self.expiry < self.effective:
            raise Rejected("date", "expires before it begins")
        self.key_objects = values[0x7F49]


class Point:
    """A public key that the chip knows, with what was imported along with it."""

    def __init__(self, certificate_, key, rights):
        self.chr, self.role, self.key, self.rights = (
            certificate_.chr, certificate_.role, key, rights)
        self.effective, self.expiry = certificate_.effective, certificate_.expiry


class Chip:
    """The chip's side: trust points, current date, certificate verification (7.1.4.3)."""

    def __init__(self, trust, today):
        self.today, self.current, self.points = today, None, []
        for octets in trust:
            this = Certificate(octets)
            key = read_public_key(this.key_objects)
            if this.car != this.chr or not key.verify(this.body, this.signature):
                raise Rejected("signature", "self-signed certificate")
            self.points.append(Point(this, key, this.bits & RIGHTS))

    def issuer(self, car):
        if self.current and self.current.chr == car:
            return self.current
        for point in self.points:
            if point.chr == car:
                return point
        raise Rejected("unknown-authority", car)

    def verify(self, octets, car=None):
        """Imports a certificate or raises Rejected. car: what MSE:Set DST selected."""
        this = Certificate(octets)
        issuer = self.issuer(this.car if car is None else car)
        if issuer.chr != this.car:
            raise Rejected("unknown-authority", "the CAR is not the selected key")
        if not issuer.key.verify(this.body, this.signature):
            raise Rejected("signature")
        allowed = {"cvca": ("cvca", "dv-domestic", "dv-foreign"), "dv-domestic": ("is",),
                   "dv-foreign": ("is",), "is": ()}[issuer.role]
        if this.role not in allowed:
            raise Rejected("role", "%s signed by %s" % (this.role, issuer.role))
        key = read_public_key(this.key_objects, issuer.key)
        if this.role != "cvca":
            if key.parameters:
                raise Rejected("domain-parameters", "only a CVCA may have them")
            if key.oid != issuer.key.oid:
                raise Rejected("algorithm", "not that of the issuer")
            if key.bits != issuer.key.bits:
                raise Rejected("key", "another size than the issuer's")
            if this.expiry < self.today:
                raise Rejected("expired")
            if issuer.role == "cvca" and issuer.expiry < self.today:
                raise Rejected("expired", "trust point")
        rights = this.bits & RIGHTS
        if this.role != "cvca":
            rights &= issuer.rights
        point = Point(this, key, rights)
        if this.role != "is" or issuer.role == "dv-domestic":
            self.today = max(self.today, this.effective)
        if this.role == "cvca":
            self.points = sorted(self.points + [point], key=lambda p: p.effective)[-2:][::-1]
        else:
            self.current = point
        return point


# --- commands ----------------------------------------------------------------

def set_dst(car):
    return Command(0x00, 0x22, 0x81, 0xB6, tlv(0x83, car.encode("latin-1")))


def verify_certificate(octets):
    body, signature = parts(octets)
    return Command(0x00, 0x2A, 0x00, 0xBE, body + tlv(0x5F37, signature))


def set_at(chr_):
    return Command(0x00, 0x22, 0x81, 0xA4, tlv(0x83, chr_.encode("latin-1")))


GET_CHALLENGE = Command(0x00, 0x84, 0x00, 0x00, le=8)


def external_authenticate(signature):
    return Command(0x00, 0x82, 0x00, 0x00, signature)


def signed_input(id_ic, challenge, compressed):
    """ID_IC || r_IC || Comp(PK_DH,IFD) (7.1.2)"""
    return id_ic + challenge + compressed


def ef_cvca(*references):
    """EF.CVCA: newest reference first, 36 octets."""
    return b"".join(tlv(0x42, name.encode("latin-1")) for name in references).ljust(36, b"\x00")
