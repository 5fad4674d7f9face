"""Signatures that chips and terminals make: ECDSA (TR-03111, nonces by RFC 6979) and RSA
(ISO/IEC 9796-2 scheme 1, RFC 8017 PSS and PKCS#1 v1.5). With made-up keys only."""

import functools
import hashlib
import hmac
import random

from fixed import stream
from icao import (der_integer, der_number, der_oid, der_sequence, tlv, tlv_list, tlv_one, xor)

HASH_OID = {"sha1": "1.3.14.3.2.26", "sha224": "2.16.840.1.101.3.4.2.4",
            "sha256": "2.16.840.1.101.3.4.2.1", "sha384": "2.16.840.1.101.3.4.2.2",
            "sha512": "2.16.840.1.101.3.4.2.3"}


def digest(name, data):
    return hashlib.new(name, data).digest()


# --- ECDSA -------------------------------------------------------------------

def leftmost(octets, n):
    """Octets as an integer, cut to the leftmost bits when longer than the order n."""
    return int.from_bytes(octets, "big") >> max(0, 8 * len(octets) - n.bit_length())


def nonce(curve, private, hashed, name):
    """k of RFC 6979 section 3.2."""
    size = curve.key_size
    seed = private.to_bytes(size, "big") + (leftmost(hashed, curve.n) % curve.n).to_bytes(size, "big")
    length = hashlib.new(name).digest_size
    key, value = bytes(length), b"\x01" * length

    def mac(data):
        return hmac.new(key, data, name).digest()

    for separator in (b"\x00", b"\x01"):
        key = mac(value + separator + seed)
        value = mac(value)
    while True:
        octets = b""
        while len(octets) < size:
            value = mac(value)
            octets += value
        k = leftmost(octets[:size], curve.n)
        if 0 < k < curve.n:
            return k
        key = mac(value + b"\x00")
        value = mac(value)


def ecdsa_sign(curve, private, hashed, name, k=None):
    """(r, s)"""
    k = nonce(curve, private, hashed, name) if k is None else k
    r = curve.multiply(k, curve.g)[0] % curve.n
    s = pow(k, -1, curve.n) * (leftmost(hashed, curve.n) + r * private) % curve.n
    if not r or not s:
        raise ValueError("r or s is 0")
    return r, s


def ecdsa_verify(curve, public, hashed, signature):
    """public: point; signature: (r, s)"""
    r, s = signature
    if not (0 < r < curve.n and 0 < s < curve.n):
        return False
    inverse = pow(s, -1, curve.n)
    point = curve.add(curve.multiply(leftmost(hashed, curve.n) * inverse % curve.n, curve.g),
                      curve.multiply(r * inverse % curve.n, public))
    return point is not None and point[0] % curve.n == r


def plain(curve, signature):
    """r || s, each as long as the order."""
    return b"".join(value.to_bytes(curve.key_size, "big") for value in signature)


def read_plain(curve, octets):
    if len(octets) != 2 * curve.key_size:
        raise ValueError("plain signature of %d octets" % len(octets))
    return tuple(int.from_bytes(half, "big")
                 for half in (octets[:curve.key_size], octets[curve.key_size:]))


def der(signature):
    return der_sequence(*map(der_integer, signature))


def read_der(octets):
    fields = tlv_list(tlv_one(octets, 0x30))
    if [tag for tag, _, _ in fields] != [0x02, 0x02]:
        raise ValueError("signature is not two INTEGERs")
    signature = tuple(der_number(value) for _, value, _ in fields)
    if der(signature) != octets:
        raise ValueError("signature is not DER")
    return signature


# --- RSA keys ----------------------------------------------------------------

SMALL_PRIMES = [n for n in range(3, 2000, 2) if all(n % d for d in range(3, int(n ** 0.5) + 1, 2))]


def probably_prime(n):
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    chance = random.Random(n)
    for _ in range(20):
        value = pow(chance.randrange(2, n - 1), odd, n)
        if value in (1, n - 1):
            continue
        for _ in range(twos - 1):
            value = value * value % n
            if value == n - 1:
                break
        else:
            return False
    return True


class RSAKey:
    def __init__(self, p, q, e):
        self.p, self.q, self.e, self.n = p, q, e, p * q
        self.d = pow(e, -1, (p - 1) * (q - 1))
        self.size = (self.n.bit_length() + 7) // 8

    def power(self, value):
        """value ^ d mod n, by the Chinese remainders."""
        one = pow(value, self.d % (self.p - 1), self.p)
        two = pow(value, self.d % (self.q - 1), self.q)
        return two + self.q * ((one - two) * pow(self.q, -1, self.p) % self.p)


@functools.lru_cache(maxsize=None)
def rsa_key(bits, label, e=65537):
    """A key that always comes out the same; never to be used for anything real."""
    primes = []
    for part in "pq":
        half = bits // 2
        candidate = int.from_bytes(stream("%s %d %s" % (label, bits, part), half // 8), "big")
        candidate |= 3 << (half - 2) | 1  # the two top bits: n is exactly `bits` long
        while (any(candidate % small == 0 for small in SMALL_PRIMES) or candidate % e == 1
               or pow(2, candidate - 1, candidate) != 1 or not probably_prime(candidate)):
            candidate += 2
        primes.append(candidate)
    return RSAKey(primes[0], primes[1], e)


# --- ISO/IEC 9796-2, digital signature scheme 1 ------------------------------

TRAILERS = {"BC": "sha1", "33CC": "sha1", "38CC": "sha224", "34CC": "sha256", "36CC": "sha384",
            "35CC": "sha512"}


def recoverable_size(size, trailer):
    """Octets of M1 so that F is as long as the modulus (9303-11 6.1.2.2)."""
    return size - 1 - hashlib.new(TRAILERS[trailer]).digest_size - len(trailer) // 2


def representative(trailer, m1, m2):
    """F = 6A || M1 || H(M1 || M2) || trailer"""
    return b"\x6A" + m1 + digest(TRAILERS[trailer], m1 + m2) + bytes.fromhex(trailer)


def iso9796_sign(key, f):
    return key.power(int.from_bytes(f, "big")).to_bytes(key.size, "big")


def iso9796_open(n, e, signature):
    """F, after both ways of 9796-2 to come back from the signature; ValueError."""
    size = (n.bit_length() + 7) // 8
    value = int.from_bytes(signature, "big")
    if len(signature) != size or value >= n:
        raise ValueError("signature is not as long as the modulus or not below it")
    value = pow(value, e, n)
    if value & 0xF != 0xC:
        value = n - value
    if value & 0xF != 0xC:
        raise ValueError("last nibble is not C")
    return value.to_bytes(size, "big")


def iso9796_verify(n, e, signature, m2):
    """The trailer as text when the signature is right; ValueError otherwise."""
    f = iso9796_open(n, e, signature)
    trailer = f[-1:] if f[-1] == 0xBC else f[-2:]
    name = TRAILERS.get(trailer.hex().upper())
    if name is None:
        raise ValueError("unknown trailer " + trailer.hex())
    if f[0] != 0x6A:
        raise ValueError("header is %02X" % f[0])
    length = hashlib.new(name).digest_size
    m1, hashed = f[1:-length - len(trailer)], f[-length - len(trailer):-len(trailer)]
    if digest(name, m1 + m2) != hashed:
        raise ValueError("hash is wrong")
    return trailer.hex().upper()


# --- RFC 8017 ----------------------------------------------------------------

def pkcs1_encode(size, name, message):
    """EMSA-PKCS1-v1_5"""
    info = der_sequence(der_sequence(der_oid(HASH_OID[name]), tlv(0x05, b"")),
                        tlv(0x04, digest(name, message)))
    return b"\x00\x01" + b"\xFF" * (size - 3 - len(info)) + b"\x00" + info


def mgf1(name, seed, length):
    out, counter = b"", 0
    while len(out) < length:
        out += digest(name, seed + counter.to_bytes(4, "big"))
        counter += 1
    return out[:length]


def pss_encode(bits, name, message, salt):
    """EMSA-PSS; bits: length of the modulus."""
    size = (bits - 1 + 7) // 8
    hashed = digest(name, bytes(8) + digest(name, message) + salt)
    block = bytes(size - len(salt) - len(hashed) - 2) + b"\x01" + salt
    masked = bytearray(xor(block, mgf1(name, hashed, len(block))))
    masked[0] &= 0xFF >> (8 * size - (bits - 1))
    return bytes(masked) + hashed + b"\xBC"


def pss_verify(n, e, name, message, signature):
    """Salt as long as the hash."""
    bits, length = n.bit_length(), hashlib.new(name).digest_size
    value = int.from_bytes(signature, "big")
    if len(signature) != (bits + 7) // 8 or value >= n:
        return False
    size = (bits - 1 + 7) // 8
    encoded = pow(value, e, n)
    if encoded >> 8 * size:
        return False
    encoded = encoded.to_bytes(size, "big")
    masked, hashed = encoded[:-length - 1], encoded[-length - 1:-1]
    block = bytearray(xor(masked, mgf1(name, hashed, len(masked))))
    block[0] &= 0xFF >> (8 * size - (bits - 1))
    return encoded == pss_encode(bits, name, message, bytes(block)[-length:])


def pkcs1_verify(n, e, name, message, signature):
    size = (n.bit_length() + 7) // 8
    value = int.from_bytes(signature, "big")
    return (len(signature) == size and value < n
            and pow(value, e, n).to_bytes(size, "big") == pkcs1_encode(size, name, message))
