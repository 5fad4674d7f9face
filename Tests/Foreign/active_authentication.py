"""Active Authentication, ICAO Doc 9303-11 sections 6.1 and 9.2.4."""

from icao import (BSI, Command, Violation, der_integer, der_number, der_oid, der_sequence,
                  security_infos, tlv)
from signatures import digest, ecdsa_verify, iso9796_verify, read_plain

AA_PROTOCOL = "2.23.136.1.1.5"
ECDSA_PLAIN = BSI + bytes.fromhex("01 01 04 01")  # ecdsa-plain-signatures of TR-03111
ECDSA_ARC = {"sha224": 2, "sha256": 3, "sha384": 4, "sha512": 5}


def info(name):
    """ActiveAuthenticationInfo for ECDSA with this hash."""
    return der_sequence(der_oid(AA_PROTOCOL), der_integer(1),
                        tlv(0x06, ECDSA_PLAIN + bytes([ECDSA_ARC[name]])))


def read_info(der_set):
    """The hash that ActiveAuthenticationInfo names, None when there is none."""
    for fields, _ in security_infos(der_set):
        if fields[0][2] != der_oid(AA_PROTOCOL):
            continue
        if der_number(fields[1][1]) != 1:
            raise ValueError("ActiveAuthenticationInfo is not version 1")
        for name, arc in ECDSA_ARC.items():
            if fields[2][1] == ECDSA_PLAIN + bytes([arc]):
                return name
        raise ValueError("ActiveAuthenticationInfo names no permitted algorithm")
    return None


def command(challenge, answer=256):
    """INTERNAL AUTHENTICATE; answer: how long the signature is at most."""
    return Command(0x00, 0x88, 0x00, 0x00, challenge, 65536 if answer > 256 else 256)


def verify(key, challenge, signature, name=None):
    """What was used ("sha256", or the RSA trailer); Violation when the signature is wrong.
    key: as read_key_info gives it; name: hash for ECDSA."""
    kind, value = key
    try:
        if kind == "rsa":
            return iso9796_verify(*value, signature, challenge)
        if name is None:
            raise ValueError("ECDSA without ActiveAuthenticationInfo")
        if not ecdsa_verify(kind, value, digest(name, challenge), read_plain(kind, signature)):
            raise ValueError("signature is wrong")
        return name
    except ValueError as error:
        raise Violation("Active Authentication: %s" % error)
