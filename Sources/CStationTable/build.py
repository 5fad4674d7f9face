#!/usr/bin/python3
"""Builds stations.bin, which is compiled into the program, from stations.tsv and operators.tsv.

Everything is little-endian; offsets count from the start of the section that they lead into. Nothing has to be parsed
to look a station up: keys are sorted, and a record has a fixed length.

    header   "INLSTN01", then six numbers of 4 octets: keys, groups, extras, and the offsets of groups, extras, strings
    keys     3 octets each: region << 16 | line << 8 | station; a code can occur more than once, best row first
    records  8 octets for each key: name (3), group (2), extra (2), source and certainty (1)
    groups   9 octets each: operator, its English name, line (3 each)
    extras   10 octets each, from number 1: romanised name (3), first day, last day (2 each), note (3)
    strings  a length of one octet and UTF-8; at offset 0 stands the empty string
"""

import datetime
import struct
import sys

sys.dont_write_bytecode = True  # nothing may appear among the sources of a package

import table  # noqa: E402

SOURCES = ["", "iccm", "y020", "m2w", "own"]
EPOCH = datetime.date(1990, 1, 1)


def main():
    english = {row["operator"]: row["english"] for row in table.rows(table.HERE / "operators.tsv")}
    pool, places = bytearray(b"\0"), {"": 0}
    groups, extras = {}, {}
    keys, records = bytearray(), bytearray()

    def string(text):
        if text not in places:
            octets = text.encode()
            assert len(octets) < 256, text
            places[text] = len(pool)
            pool.append(len(octets))
            pool.extend(octets)
        return places[text].to_bytes(3, "little")

    def day(text):
        return (datetime.date.fromisoformat(text) - EPOCH).days if text else 0

    rows = table.own()
    for row in rows:
        region, line, station = table.key(row["code"])
        keys += (region << 16 | line << 8 | station).to_bytes(3, "little")
        group = string(row["operator"]) + string(english.get(row["operator"], "")) + string(row["line"])
        extra = struct.pack(
            "<3sHH3s", string(row["romanised"]), day(row["from"]), day(row["until"]), string(row["note"]))
        number = extras.setdefault(extra, len(extras) + 1) if extra.strip(b"\0") else 0
        flags = SOURCES.index(row["source"]) | (0x80 if row["certainty"] == "possible" else 0)
        records += struct.pack(
            "<3sHHB", string(row["name"]), groups.setdefault(group, len(groups)), number, flags)
    order = [table.key(row["code"]) for row in rows]
    assert order == sorted(order), "stations.tsv is not sorted"

    lists = [keys + records, b"".join(groups), b"".join(extras)]
    offsets, place = [], 32
    for part in lists:
        place += len(part)
        offsets.append(place)
    header = b"INLSTN01" + struct.pack("<6I", len(rows), len(groups), len(extras), *offsets)
    blob = header + b"".join(lists) + bytes(pool)
    (table.HERE / "stations.bin").write_bytes(blob)
    print(f"{len(rows)} rows, {len(blob)} octets")


main()
