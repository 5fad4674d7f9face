"""The standardized groups (table 12) with one interface for curves and prime fields.

Test instruments: not constant time, not for real keys.
"""

import hashlib
import os

from curves import CURVES, MODP
from icao import Violation


class Group:
    def __eq__(self, other):
        return isinstance(other, Group) and self.id == other.id

    def __hash__(self):
        return hash(self.id)

    def private_key(self):
        while True:
            key = int.from_bytes(os.urandom(self.key_size), "big") >> (-self.n.bit_length() % 8)
            if 0 < key < self.n:
                return key


class Curve(Group):
    """Elements are points (x, y), or None for the point at infinity."""

    kind, tag = "ecdh", 0x86

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
        """Octets of a public key: uncompressed, coordinates as long as the field."""
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

    def secret(self, point):
        """Octets of a shared secret: the x coordinate (9.7.1)."""
        if point is None:
            raise Violation("shared secret is the point at infinity")
        return point[0].to_bytes(self.size, "big")

    def compress(self, point):
        """Comp of a public key (7.1.4.2.3)."""
        return self.secret(point)

    @property
    def has_integrated_mapping(self):
        return self.p % 4 == 3

    def map_to_element(self, u):
        """f_G of the integrated mapping, appendix B.2: (element, 2 or 3 for X2 or X3)."""
        p, a, b = self.p, self.a, self.b
        if not self.has_integrated_mapping:
            raise ValueError("%s has no integrated mapping" % self.name)
        if not 0 < u < p:
            raise Violation("Rp is 0")
        alpha = -u * u % p
        x2 = -b * pow(a, -1, p) * (1 + pow(alpha + alpha * alpha, -1, p)) % p
        h2 = (x2 * x2 * x2 + a * x2 + b) % p
        root = pow(h2, p - 1 - (p + 1) // 4, p)
        if root * root * h2 % p == 1:
            return (x2, root * h2 % p), 2
        return (alpha * x2 % p, root * u * u * u * h2 % p), 3


class PrimeField(Group):
    """The subgroup of order q; written additively like the curves: multiply is a power,
    add a product. Elements are integers."""

    kind, tag = "dh", 0x84
    has_integrated_mapping = True

    def __init__(self, parameter_id):
        self.id = parameter_id
        self.name, self.p, self.g, self.n = MODP[parameter_id]
        self.size = (self.p.bit_length() + 7) // 8
        self.key_size = (self.n.bit_length() + 7) // 8

    def contains(self, element):
        """The public key validation of RFC 2631 (2.1.5)."""
        return 2 <= element < self.p and pow(element, self.n, self.p) == 1

    def negate(self, element):
        return pow(element, -1, self.p)

    def add(self, one, two):
        return one * two % self.p

    def multiply(self, scalar, element):
        return pow(element, scalar, self.p)

    def encode(self, element):
        """Octets of a public key: as few as possible (9.4.1)."""
        return element.to_bytes((element.bit_length() + 7) // 8, "big")

    def decode(self, raw):
        if not raw or len(raw) > self.size:
            raise Violation("public key of %d bytes" % len(raw))
        if raw[0] == 0:
            raise Violation("public key with a leading 00")
        element = int.from_bytes(raw, "big")
        if not self.contains(element):
            raise Violation("public key is not in the subgroup")
        return element

    def secret(self, element):
        """Octets of a shared secret: as long as p (PKCS#3)."""
        if element == 1:
            raise Violation("shared secret is 1")
        return element.to_bytes(self.size, "big")

    def compress(self, element):
        """Comp of a public key (7.1.4.1.3)."""
        return hashlib.sha1(self.encode(element)).digest()

    def map_to_element(self, u):
        """f_g of the integrated mapping (4.4.3.3.2); there is only one branch."""
        element = pow(u, (self.p - 1) // self.n, self.p)
        if element in (0, 1):
            raise Violation("mapped generator is %d" % element)
        return element, None


def group(parameter_id):
    if parameter_id in CURVES:
        return Curve(parameter_id)
    if parameter_id in MODP:
        return PrimeField(parameter_id)
    raise ValueError("no standardized domain parameters with id %s" % parameter_id)


ALL = sorted(MODP) + sorted(CURVES)
