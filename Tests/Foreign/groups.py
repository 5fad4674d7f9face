"""The standardized groups (table 12) with one interface for curves and prime fields.

Test instruments: not constant time, not for real keys.
"""

import functools
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

    # Jacobian coordinates: x / z^2, y / z^3; z = 0 is the point at infinity

    def _double(self, x, y, z):
        p = self.p
        if not z or not y:
            return 0, 1, 0
        yy, zz = y * y % p, z * z % p
        s = 4 * x * yy % p
        m = (3 * x * x + self.a * zz % p * zz) % p
        new = (m * m - 2 * s) % p
        return new, (m * (s - new) - 8 * yy * yy) % p, 2 * y * z % p

    def _add_point(self, x, y, z, point):
        p, (px, py) = self.p, point
        if not z:
            return px, py, 1
        zz = z * z % p
        h = (px * zz - x) % p
        r = (py * zz % p * z - y) % p
        if not h:
            return self._double(x, y, z) if not r else (0, 1, 0)
        hh = h * h % p
        v, hhh = x * hh % p, h * hh % p
        new = (r * r - hhh - 2 * v) % p
        return new, (r * (v - new) - y * hhh) % p, z * h % p

    def multiply(self, scalar, point):
        if point is None or scalar == 0:
            return None
        state = 0, 1, 0
        if point == self.g and scalar >> 4 * len(generator_table(self)) == 0:
            for multiples in generator_table(self):
                if scalar & 15:
                    state = self._add_point(*state, multiples[scalar & 15])
                scalar >>= 4
        else:
            for bit in bin(scalar)[2:]:
                state = self._double(*state)
                if bit == "1":
                    state = self._add_point(*state, point)
        x, y, z = state
        if not z:
            return None
        inverse = pow(z, -1, self.p)
        square = inverse * inverse % self.p
        return x * square % self.p, y * square * inverse % self.p

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

    def map_candidates(self, u):
        """X2 and X3 of appendix B.2."""
        p, a, b = self.p, self.a, self.b
        if not self.has_integrated_mapping:
            raise ValueError("%s has no integrated mapping" % self.name)
        if not 0 < u < p:
            raise Violation("Rp is 0")
        alpha = -u * u % p
        x2 = -b * pow(a, -1, p) * (1 + pow(alpha + alpha * alpha, -1, p)) % p
        return x2, alpha * x2 % p

    def map_to_element(self, u):
        """f_G of the integrated mapping, appendix B.2: (element, 2 or 3 for X2 or X3)."""
        p, (x2, x3) = self.p, self.map_candidates(u)
        h2 = (x2 * x2 * x2 + self.a * x2 + self.b) % p
        root = pow(h2, p - 1 - (p + 1) // 4, p)
        if root * root * h2 % p == 1:
            return (x2, root * h2 % p), 2
        return (x3, root * u * u * u * h2 % p), 3


@functools.lru_cache(maxsize=None)
def generator_table(curve):
    """The multiples 0 to 15 of 16^i G, so that products with G need no doublings."""
    table, base = [], curve.g
    for _ in range((curve.n.bit_length() + 3) // 4):
        multiples = [None]
        for _ in range(15):
            multiples.append(curve.add(multiples[-1], base))
        table.append(multiples)
        base = curve.add(multiples[-1], base)
    return table


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
