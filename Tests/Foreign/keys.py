"""SubjectPublicKeyInfo of the keys that a chip shows (9.1, 9.5, 9.6, 6.1.5)."""

from groups import ALL, Curve, group
from icao import (der_integer, der_number, der_oid, der_sequence, oid_text, tlv, tlv_list,
                  tlv_one)

EC_PUBLIC_KEY, PRIME_FIELD = "1.2.840.10045.2.1", "1.2.840.10045.1.1"
STANDARDIZED = "0.4.0.127.0.7.1.2"
PKCS3, X942 = "1.2.840.113549.1.3.1", "1.2.840.10046.2.1"
RSA_ENCRYPTION = "1.2.840.113549.1.1.1"
NAMED = {8: "1.2.840.10045.3.1.1", 9: "1.3.36.3.3.2.8.1.1.3", 10: "1.3.132.0.33",
         11: "1.3.36.3.3.2.8.1.1.5", 12: "1.2.840.10045.3.1.7", 13: "1.3.36.3.3.2.8.1.1.7",
         14: "1.3.36.3.3.2.8.1.1.9", 15: "1.3.132.0.34", 16: "1.3.36.3.3.2.8.1.1.11",
         17: "1.3.36.3.3.2.8.1.1.13", 18: "1.3.132.0.35"}


def bit_string(octets):
    return tlv(0x03, b"\x00" + octets)


def ec_parameters(curve):
    """ECParameters with everything spelled out."""
    a, b = (value.to_bytes(curve.size, "big") for value in (curve.a, curve.b))
    return der_sequence(
        der_integer(1), der_sequence(der_oid(PRIME_FIELD), der_integer(curve.p)),
        der_sequence(tlv(0x04, a), tlv(0x04, b)), tlv(0x04, curve.encode(curve.g)),
        der_integer(curve.n), der_integer(1))


def key_info(this, element, form="explicit"):
    """form: explicit (9.5.2; for DH PKCS#3, table 13), standardized, named, x942."""
    if form == "standardized":
        algorithm = der_oid(STANDARDIZED) + der_integer(this.id)
    elif this.kind == "ecdh" and form == "named":
        algorithm = der_oid(EC_PUBLIC_KEY) + der_oid(NAMED[this.id])
    elif this.kind == "ecdh" and form == "explicit":
        algorithm = der_oid(EC_PUBLIC_KEY) + ec_parameters(this)
    elif this.kind == "dh" and form == "explicit":
        algorithm = der_oid(PKCS3) + der_sequence(der_integer(this.p), der_integer(this.g))
    elif this.kind == "dh" and form == "x942":
        algorithm = der_oid(X942) + der_sequence(
            der_integer(this.p), der_integer(this.g), der_integer(this.n))
    else:
        raise ValueError("no form %s for %s" % (form, this.name))
    key = this.encode(element) if this.kind == "ecdh" else der_integer(element)
    return der_sequence(der_sequence(algorithm), bit_string(key))


def rsa_key_info(n, e):
    return der_sequence(der_sequence(der_oid(RSA_ENCRYPTION), tlv(0x05, b"")),
                        bit_string(der_sequence(der_integer(n), der_integer(e))))


def read_key_info(der):
    """(group, element), or ("rsa", (n, e)). Domain parameters must be standardized ones,
    in whichever form they come."""
    algorithm, bits = tlv_list(tlv_one(der, 0x30))
    fields = tlv_list(algorithm[1])
    oid, parameters = oid_text(fields[0][1]), fields[1] if len(fields) > 1 else None
    if bits[0] != 0x03 or bits[1][:1] != b"\x00":
        raise ValueError("public key is not a BIT STRING of whole octets")
    key = bits[1][1:]
    if oid == RSA_ENCRYPTION:
        n, e = (der_number(value) for _, value, _ in tlv_list(tlv_one(key, 0x30)))
        return "rsa", (n, e)
    if oid == STANDARDIZED:
        this = group(der_number(parameters[1]))
    elif oid == EC_PUBLIC_KEY and parameters[0] == 0x06:
        this = Curve({name: i for i, name in NAMED.items()}[oid_text(parameters[1])])
    elif oid == EC_PUBLIC_KEY:
        this = known_curve(parameters[1])
    elif oid in (PKCS3, X942):
        p, g = (der_number(value) for _, value, _ in tlv_list(parameters[1])[:2])
        this = next((f for f in map(group, ALL) if f.kind == "dh" and (f.p, f.g) == (p, g)), None)
    else:
        raise ValueError("unknown key algorithm " + oid)
    if this is None:
        raise ValueError("unknown domain parameters")
    if this.kind == "ecdh":
        return this, this.decode(key)
    return this, this.decode(der_number(tlv_one(key, 0x02)).to_bytes(this.size, "big").lstrip(b"\0"))


def known_curve(parameters):
    fields = tlv_list(parameters)
    p = der_number(tlv_list(fields[1][1])[1][1])
    a, b = (int.from_bytes(value, "big") for _, value, _ in tlv_list(fields[2][1])[:2])
    for curve in map(group, ALL):
        if curve.kind == "ecdh" and (curve.p, curve.a, curve.b, curve.n) == (
                p, a, b, der_number(fields[4][1])):
            if curve.decode(fields[3][1]) != curve.g:
                raise ValueError("another generator of " + curve.name)
            return curve
    return None
