"""Chip Authentication version 1, ICAO Doc 9303-11 section 6.2."""

from icao import (BSI, CIPHER_ARC, OID_CIPHER, Command, Violation, der_integer, der_number,
                  der_sequence, kdf, security_infos, tlv, tlv_list)
from keys import key_info, read_key_info

BSI_CA = BSI + bytes.fromhex("02 02 03")
BSI_PK = BSI + bytes.fromhex("02 02 01")
KIND_ARC = {"dh": 1, "ecdh": 2}


def ca_oid(kind, cipher):
    return BSI_CA + bytes([KIND_ARC[kind], CIPHER_ARC[cipher]])


def ca_protocol(oid):
    """(kind, cipher) of a protocol identifier, None when it is not one of these."""
    if len(oid) != len(BSI_CA) + 2 or not oid.startswith(BSI_CA):
        return None
    kind = {arc: kind for kind, arc in KIND_ARC.items()}.get(oid[-2])
    cipher = OID_CIPHER.get(oid[-1])
    return (kind, cipher) if kind and cipher else None


def info(kind, cipher, key_id=None):
    """ChipAuthenticationInfo (9.2.5)"""
    more = b"" if key_id is None else der_integer(key_id)
    return der_sequence(tlv(0x06, ca_oid(kind, cipher)), der_integer(1), more)


def public_key_info(group, element, key_id=None, form="explicit"):
    """ChipAuthenticationPublicKeyInfo (9.2.6)"""
    more = b"" if key_id is None else der_integer(key_id)
    return der_sequence(tlv(0x06, BSI_PK + bytes([KIND_ARC[group.kind]])),
                        key_info(group, element, form), more)


def read_infos(der_set):
    """([(oid, version, key id or None)], [(group, element, key id or None)]) of a SET OF
    SecurityInfo."""
    infos, keys = [], []
    for fields, _ in security_infos(der_set):
        oid = fields[0][1]
        if ca_protocol(oid):
            numbers = [der_number(value) for _, value, _ in fields[1:]]
            infos.append((oid, numbers[0], numbers[1] if len(numbers) > 1 else None))
        elif oid in (BSI_PK + b"\x01", BSI_PK + b"\x02"):
            group, element = read_key_info(fields[1][2])
            if BSI_PK + bytes([KIND_ARC[group.kind]]) != oid:
                raise ValueError("id-PK does not fit the key")
            keys.append((group, element, der_number(fields[2][1]) if len(fields) > 2 else None))
    return infos, keys


def key_reference(key_id):
    """DO 84, as short as possible; nothing when there is only one key."""
    if key_id is None:
        return b""
    return tlv(0x84, key_id.to_bytes((key_id.bit_length() + 7) // 8 or 1, "big"))


def commands_kat(public, key_id=None):
    """MSE:Set KAT (6.2.4.1), for 3DES only; public: octets."""
    return [Command(0x00, 0x22, 0x41, 0xA6, tlv(0x91, public) + key_reference(key_id))]


def commands_at(oid, public, key_id=None):
    """MSE:Set AT and GENERAL AUTHENTICATE (6.2.4.2)."""
    data = tlv(0x7C, tlv(0x80, public))
    return [Command(0x00, 0x22, 0x41, 0xA4, tlv(0x80, oid) + key_reference(key_id)),
            Command(0x00, 0x86, 0x00, 0x00, data, 65536 if len(data) > 255 else 256)]


def check_answer(data):
    """The answer to GENERAL AUTHENTICATE holds no object in version 1."""
    if tlv_list(data) != [(0x7C, b"", b"\x7C\x00")]:
        raise Violation("GENERAL AUTHENTICATE answer is not 7C00")


def derive(group, cipher, private, public):
    """(shared secret octets, KSenc, KSmac); public: group element."""
    secret = group.secret(group.multiply(private, public))
    return secret, kdf(secret, 1, cipher), kdf(secret, 2, cipher)
