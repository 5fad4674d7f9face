"""Fixed inputs for the vectors, and the form of their lines."""

import hashlib


def stream(label, count):
    """Fixed bytes: SHA-256(label, counter) one after the other."""
    out, i = b"", 0
    while len(out) < count:
        out += hashlib.sha256(label.encode("ascii") + i.to_bytes(4, "big")).digest()
        i += 1
    return out[:count]


def line(**fields):
    return " ".join("%s=%s" % (key, value) for key, value in fields.items())


def scalar(label, group):
    """A fixed private key of the group."""
    value = int.from_bytes(stream(label, group.key_size + 8), "big")
    return value % (group.n - 1) + 1
