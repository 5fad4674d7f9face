#!/usr/bin/python3
"""Compares stations.tsv with every table that may be carried over, and with the lists of disagreements and changes.

Usage: check.py FOLDER. Prints how many codes are equal, and each difference with its reason; exits with 1 when one has
none.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True  # nothing may appear among the sources of a package

import table  # noqa: E402

SOURCES = {
    "ICCardManager": "stations-iccardmanager.tsv",
    "nfcpy-suica-sample": "stations-denno2015-m2wasabi.tsv",
    "ic_card_reader": "stations-yohan020-overrides.tsv",
}
MISSING_SOURCE = "only in tables that may not be carried over"


def main():
    folder = Path(sys.argv[1])
    ours = {}
    for row in table.own():
        ours.setdefault(table.key(row["code"]), []).append(row)
    changes = {table.code(row): row for row in table.rows(folder / "code-changes-2014-2026.tsv")}
    overrides = {table.code(row) for row in table.rows(folder / SOURCES["ic_card_reader"])}
    in_base = {table.code(row) for row in table.rows(folder / SOURCES["ICCardManager"])}
    unexplained = 0

    def reason(key, name, times):
        """Why our table has another name, or none; None when nobody can say."""
        change = changes.get(key)
        known = {table.plain(row["name"]): row for row in ours.get(key, [])}
        if key in table.PSEUDO:
            return "a pseudo code, never a station"
        if "試験" in name or "端末" in name:
            return "a code for tests"
        if table.is_garbled(name):
            return "the source's name is garbled"
        if table.plain(name) in known:
            row = known[table.plain(name)]
            if row["certainty"]:
                return "possible, undated: both are candidates"
            if row["until"]:
                return f"renumbered when {row['note']} opened: until {row['until']}"
            return "named differently now: the newer is first"
        if key in overrides:
            return "proven otherwise by real cards (ic_card_reader)"
        if change and change["class"] != "renumbered":
            return "the same station under another name or spelling"
        if times > 1:
            return "the source has the code more than once"
        if key not in in_base:
            return "not in the base, and only in a copy of the table of 2014 that its audit dropped"
        return None

    for label, file in SOURCES.items():
        equal, reasons, seen = 0, {}, {}
        rows = table.rows(folder / file)
        for row in rows:
            seen[table.code(row)] = seen.get(table.code(row), 0) + 1
        for row in rows:
            key, name = table.code(row), row["station_ja"]
            now = ours.get(key, [])
            if now and table.plain(now[0]["name"]) == table.plain(name):
                equal += 1
                continue
            why = reason(key, name, seen[key])
            reasons.setdefault(why or "WITHOUT A REASON", []).append(
                f"{table.text(key)}: {name} there, {' or '.join(r['name'] for r in now) or 'nothing'} here")
            unexplained += why is None
        print(f"{label}: {len(rows)} rows, {equal} equal, {len(rows) - equal} different")
        for why, lines in sorted(reasons.items()):
            print(f"  {why}: {len(lines)}")
            for line in lines:
                print(f"    {line}")

    equal, reasons = 0, {}
    for row in table.rows(folder / "disagreements.tsv"):
        key = table.code(row)
        names = {table.plain(row[column]): column for column in ("yono", "m2wasabi", "iccardmanager") if row[column]}
        now = ours.get(key)
        if now and table.plain(now[0]["name"]) == table.plain(row["iccardmanager"]):
            equal += 1
            continue
        other = row["iccardmanager"] or row["m2wasabi"] or row["yono"]
        why = reason(key, other, 1) or (None if now else MISSING_SOURCE)
        reasons.setdefault(why or "WITHOUT A REASON", []).append(f"{table.text(key)}: {other}, names {len(names)}")
        unexplained += why is None
    print(f"disagreements: {equal} decided as ICCardManager does, {sum(map(len, reasons.values()))} otherwise")
    for why, lines in sorted(reasons.items()):
        print(f"  {why}: {len(lines)}")
        for line in lines:
            print(f"    {line}")

    equal, reasons = 0, {}
    for key, row in changes.items():
        now = ours.get(key, [])
        if now and table.plain(now[0]["name"]) == table.plain(row["name_2026"]):
            equal += 1
            continue
        if key in table.PSEUDO:
            why = "a pseudo code, never a station"
        elif row["class"] != "renumbered":
            why = "the same station under another name or spelling"
        elif now and key in in_base:
            why = "the audited base has the older name; " + MISSING_SOURCE + " is the newer"
        else:
            why = None
        reasons.setdefault(why or "WITHOUT A REASON", []).append(
            f"{table.text(key)}: {row['name_2014']} then, {row['name_2026']} now, "
            f"{' or '.join(r['name'] for r in now) or 'nothing'} here")
        unexplained += why is None
    print(f"changes since 2014: {equal} current names equal, {sum(map(len, reasons.values()))} otherwise")
    for why, lines in sorted(reasons.items()):
        print(f"  {why}: {len(lines)}")
        for line in lines:
            print(f"    {line}")

    print("everything that differs has a reason" if not unexplained else f"{unexplained} differ without a reason")
    return 1 if unexplained else 0


sys.exit(main())
