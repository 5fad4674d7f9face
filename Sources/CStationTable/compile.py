#!/usr/bin/python3
"""Compiles stations.tsv from the tables whose licence permits it (Docs/data-sources.md).

Usage: compile.py FOLDER, which holds stations-iccardmanager.tsv, stations-yohan020-overrides.tsv,
stations-denno2015-m2wasabi.tsv and code-changes-2014-2026.tsv. Rows of stations.tsv whose source is "own" stay.
"""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # nothing may appear among the sources of a package

import table  # noqa: E402

# Days on which a station opened and codes moved on, as the railways announced them. The notes of ICCardManager say
# which opening moved which codes; nothing else is dated.
OPENINGS = {
    "紫波中央": "1998-03-14",
    "梶栗郷台地": "2008-03-15",
    "富合": "2011-03-12",
    "新白島": "2015-03-14",
    "石巻あゆみ野": "2016-03-26",
    "郡山富田": "2017-04-01",
    "高輪ゲートウェイ": "2020-03-14",
    "南伊予": "2020-03-14",
    "泉外旭川": "2021-03-13",
    "新大村": "2022-09-23",
    "前潟": "2023-03-18",
}
RENUMBERED = re.compile(r"旧 (\d+)-(\d+)（(?:(.+)開業に伴う)?再採番）")

# How the corrections of ic_card_reader are known.
PROOFS = {"verified_fixture": "proven by a real card", "inferred_sequence": "between stations that real cards prove"}

KANA = {
    **dict(zip("あいうえお", "a i u e o".split())), **dict(zip("かきくけこ", "ka ki ku ke ko".split())),
    **dict(zip("さしすせそ", "sa shi su se so".split())), **dict(zip("たちつてと", "ta chi tsu te to".split())),
    **dict(zip("なにぬねの", "na ni nu ne no".split())), **dict(zip("はひふへほ", "ha hi fu he ho".split())),
    **dict(zip("まみむめも", "ma mi mu me mo".split())), **dict(zip("やゆよ", "ya yu yo".split())),
    **dict(zip("らりるれろ", "ra ri ru re ro".split())), **dict(zip("わん", "wa n".split())),
    **dict(zip("がぎぐげご", "ga gi gu ge go".split())), **dict(zip("ざじずぜぞ", "za ji zu ze zo".split())),
    **dict(zip("だでど", "da de do".split())), **dict(zip("ばびぶべぼ", "ba bi bu be bo".split())),
    **dict(zip("ぱぴぷぺぽ", "pa pi pu pe po".split())),
}


def romanised(name):
    """Hepburn of a name that is written in hiragana alone, which is its own reading; '' for all others.

    A reading of Chinese characters would be a guess, and of foreign words in katakana not what is written on the
    station.
    """
    if not re.fullmatch("[ぁ-ん]+", name):
        return ""
    result, double = "", False
    for character in name:
        if character == "っ":
            double = True
        elif character in "ゃゅょ" and result.endswith("i"):
            vowel = {"ゃ": "a", "ゅ": "u", "ょ": "o"}[character]
            stem = result[:-1]
            result = stem + (vowel if stem.endswith(("sh", "ch", "j")) else "y" + vowel)
        elif character in KANA:
            syllable = KANA[character]
            if double:
                syllable = ("t" if syllable.startswith("ch") else syllable[0]) + syllable
            double = False
            result += syllable
        else:
            return ""
    # A doubled vowel can be one long sound or two; then the spelling on the station is not certain.
    if double or re.search("ou|oo|uu|aa|ee|ii", result):
        return ""
    result = re.sub("n(?=[bmp])", "m", result)
    return result.capitalize()


def previous_day(day):
    year, month, number = map(int, day.split("-"))
    if number > 1:
        return "%04d-%02d-%02d" % (year, month, number - 1)
    month = month - 1 or 12
    year -= month == 12
    return "%04d-%02d-%02d" % (year, month, [31, 28 + (year % 4 == 0), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1])


def main():
    folder = Path(sys.argv[1])
    base = table.rows(folder / "stations-iccardmanager.tsv")
    result = {}

    def add(key, name, row, source, **more):
        name, is_closed, day = table.without_closure(name)
        line = table.without_closure(row["line_ja"])[0]
        if line.endswith("本"):
            line += "線"
        note = more.pop("note", "")
        if is_closed:
            note = ("closed " + day).strip()
        result.setdefault(key, []).append({
            "code": table.text(key), "name": name, "romanised": romanised(name), "line": line,
            "operator": row["operator_ja"], "from": "", "until": "", "certainty": "", "source": source, "note": note,
            **more,
        })

    for row in base:
        key = table.code(row)
        if key in table.PSEUDO or row["operator_ja"] == "試験":
            continue
        closed = re.search(r"(?:(\d{2,4})\.(\d+)\.(\d+))?廃止", row["note"])
        note = ""
        if closed:
            year = closed[1] and (closed[1] if len(closed[1]) == 4 else "20" + closed[1])
            note = "closed" + (" %s-%02d-%02d" % (year, int(closed[2]), int(closed[3])) if year else "")
        add(key, row["station_ja"], row, "iccm", note=note)

    # What a code stood for before.
    for row in base:
        moved = RENUMBERED.match(row["note"])
        if not moved:
            continue
        key = (int(row["region"]), int(moved[1]), int(moved[2]))
        now = result.get(key)
        if not now or now[0]["name"] == row["station_ja"]:
            continue
        opening = OPENINGS.get(moved[3] or "")
        if opening:
            now[0]["from"] = opening
            add(key, row["station_ja"], row, "iccm", until=previous_day(opening), note=moved[3])
        else:
            add(key, row["station_ja"], row, "iccm", certainty="possible")

    # Codes of which no note says when, or whether, they moved: what the table of 2015 says is possible.
    old = {}
    for row in table.rows(folder / "stations-denno2015-m2wasabi.tsv"):
        old.setdefault(table.code(row), []).append(row)
    for change in table.rows(folder / "code-changes-2014-2026.tsv"):
        key = table.code(change)
        if change["class"] != "renumbered" or key not in result:
            continue
        for row in old.get(key, []):
            known = {table.plain(entry["name"]) for entry in result[key]}
            if table.plain(row["station_ja"]) not in known and not table.is_garbled(row["station_ja"]):
                add(key, row["station_ja"], row, "m2w", certainty="possible")

    for row in table.rows(folder / "stations-yohan020-overrides.tsv"):
        key = table.code(row)
        result.pop(key, None)
        add(key, row["station_ja"], row, "y020", note=PROOFS[row["note"].split(";")[0]])

    try:
        for row in table.own():
            if row["source"] == "own":
                result.setdefault(table.key(row["code"]), []).append(row)
    except FileNotFoundError:
        pass

    with open(table.HERE / "stations.tsv", "w", encoding="utf-8", newline="") as file:
        file.write("\t".join(table.FIELDS) + "\n")
        for key in sorted(result):
            for row in result[key]:
                file.write("\t".join(row[field] for field in table.FIELDS) + "\n")
    print(f"{len(result)} codes, {sum(map(len, result.values()))} rows")


main()
