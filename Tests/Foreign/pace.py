"""PACE, ICAO Doc 9303-11 section 4.4: generic, integrated and chip authentication mapping
over curves and prime fields. The computations both sides share."""

from groups import group
from icao import (AES, BLOCK, BSI_PACE, CIPHER_ARC, KEY_BYTES, OID_CIPHER, Violation, decrypt,
                  encrypt, kdf, mac_token, pad2, tlv, unpad2)

FAMILIES = {1: ("dh", "gm"), 2: ("ecdh", "gm"), 3: ("dh", "im"), 4: ("ecdh", "im"),
            6: ("ecdh", "cam")}
FAMILY_ARC = {family: arc for arc, family in FAMILIES.items()}
MAPPINGS = ("gm", "im", "cam")

# 4.4.3.3.2: block length l of the pseudo-random function -> (c0, c1)
CONSTANTS = {
    16: ("A6 68 89 2A 7C 41 E3 CA 73 9F 40 B0 57 D8 59 04",
         "A4 E1 36 AC 72 5F 73 8B 01 C1 F6 02 17 C1 88 AD"),
    32: ("D4 63 D6 52 34 12 4E F7 89 70 54 98 6D CA 0A 17"
         "4E 28 DF 75 8C BA A0 3F 24 06 16 41 4D 5A 16 76",
         "54 BD 72 55 F0 AA F8 31 BE C3 42 3F CF 39 D6 9B"
         "6C BF 06 66 77 D0 FA AE 5A AD D9 9D F8 E5 35 17"),
}


def pace_oid(kind, mapping, cipher):
    """Octets of the protocol identifier (9.2.3); ValueError when there is none."""
    if (kind, mapping) not in FAMILY_ARC or (mapping == "cam" and cipher == "3des"):
        raise ValueError("no PACE with %s %s %s" % (kind, mapping, cipher))
    return BSI_PACE + bytes([FAMILY_ARC[kind, mapping], CIPHER_ARC[cipher]])


def pace_protocol(oid):
    """(kind, mapping, cipher) of a protocol identifier, None when it is unknown."""
    if len(oid) != len(BSI_PACE) + 2 or not oid.startswith(BSI_PACE):
        return None
    family, cipher = FAMILIES.get(oid[-2]), OID_CIPHER.get(oid[-1])
    if not family or not cipher or (family[1] == "cam" and cipher == "3des"):
        return None
    return family + (cipher,)


def pseudo_random_octets(cipher, p, s, t):
    """R(s, t) before the reduction: x1 || ... || xn."""
    size = KEY_BYTES[cipher]
    length = 16 if size == 16 else 32
    c0, c1 = (bytes.fromhex(value) for value in CONSTANTS[length])
    if len(s) != length or len(t) != size:
        raise Violation("nonces of %d and %d bytes" % (len(s), len(t)))
    key, out = encrypt(cipher, t, s)[:size], b""
    while 8 * len(out) < p.bit_length() + 64:
        out += encrypt(cipher, key, c1)
        key = encrypt(cipher, key, c0)[:size]
    return out


class Pace:
    """password is f(pi) (9.7.3)."""

    def __init__(self, mapping, cipher, parameter_id, password):
        self.mapping, self.cipher, self.group = mapping, cipher, group(parameter_id)
        self.oid = pace_oid(self.group.kind, mapping, cipher)
        if mapping == "im" and not self.group.has_integrated_mapping:
            raise ValueError("no integrated mapping on " + self.group.name)
        self.kpi = kdf(password, 3, cipher)
        # 4.4.3.3: l is the smallest multiple of the block size that is not below k
        self.nonce_size = 32 if mapping == "im" and KEY_BYTES[cipher] > 16 else 16
        self.terminal_nonce_size = KEY_BYTES[cipher]

    def encrypt_nonce(self, nonce):
        return encrypt(self.cipher, self.kpi, nonce)

    def decrypt_nonce(self, z):
        if not z or len(z) % BLOCK[self.cipher]:
            raise Violation("encrypted nonce has %d bytes" % len(z))
        if self.mapping == "im" and len(z) != self.nonce_size:
            raise Violation("encrypted nonce has %d bytes" % len(z))
        return decrypt(self.cipher, self.kpi, z)

    def map(self, nonce, shared):
        """Generic mapping (and that of CAM): the new generator."""
        group = self.group
        if shared in (None, 1):
            raise Violation("mapping secret is the neutral element")
        mapped = group.add(group.multiply(int.from_bytes(nonce, "big") % group.n, group.g), shared)
        if mapped in (None, 1):
            raise Violation("mapped generator is the neutral element")
        return mapped

    def pseudo_random(self, s, t):
        """Rp(s, t)"""
        p = self.group.p
        return int.from_bytes(pseudo_random_octets(self.cipher, p, s, t), "big") % p

    def map_integrated(self, s, t):
        return self.group.map_to_element(self.pseudo_random(s, t))[0]

    def derive(self, private, public):
        """(shared secret octets, KSenc, KSmac)"""
        secret = self.group.secret(self.group.multiply(private, public))
        return secret, kdf(secret, 1, self.cipher), kdf(secret, 2, self.cipher)

    def token(self, kmac, public):
        """T over the other side's ephemeral public key, given as octets."""
        return mac_token(self.cipher, kmac,
                         tlv(0x7F49, tlv(0x06, self.oid) + tlv(self.group.tag, public)))

    # chip authentication mapping (4.4.3.5)

    def chip_data(self, static_private, map_private):
        """CA_IC as octets, as long as the order."""
        group = self.group
        value = pow(static_private, -1, group.n) * map_private % group.n
        return value.to_bytes(group.key_size, "big")

    def chip_data_iv(self, kenc):
        return AES.new(kenc, AES.MODE_ECB).encrypt(b"\xFF" * 16)

    def encrypt_chip_data(self, kenc, data):
        return encrypt(self.cipher, kenc, pad2(data, 16), self.chip_data_iv(kenc))

    def decrypt_chip_data(self, kenc, secret):
        if not secret or len(secret) % 16:
            raise Violation("encrypted chip authentication data has %d bytes" % len(secret))
        data = unpad2(decrypt(self.cipher, kenc, secret, self.chip_data_iv(kenc)))
        if len(data) != self.group.key_size:
            raise Violation("chip authentication data has %d bytes" % len(data))
        return data

    def check_chip_data(self, data, static_public, map_public):
        """Whether PK_Map,IC = KA(CA_IC, PK_IC); public keys as group elements."""
        value = int.from_bytes(data, "big")
        return (0 < value < self.group.n
                and self.group.multiply(value, static_public) == map_public)
