"""What compile.py, build.py and check.py share: reading tables, and names made comparable."""

import csv
import re
from pathlib import Path

HERE = Path(__file__).parent
FIELDS = ["code", "name", "romanised", "line", "operator", "from", "until", "certainty", "source", "note"]
# Codes that say through which channel something was done; 0-0-0, which stands for none; a pass for all lines.
PSEUDO = {(0, 0, 0), (0, 2, 253), (0, 2, 254), (0, 155, 129), (2, 129, 135)}


def rows(path):
    """The rows of a tab-separated table, by the names in its first row."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def own():
    """Our table."""
    return rows(HERE / "stations.tsv")


def code(row):
    """Region, line, station of a row of a source."""
    return int(row["region"]), int(row["line"]), int(row["station"])


def text(key):
    return "-".join(map(str, key))


def key(spelled):
    return tuple(map(int, spelled.split("-")))


def without_closure(name):
    """A name without what some tables write behind it: 犬山遊園　　2008.12.28廃止. Returns the day too, or ''."""
    found = re.match(r"^(.*?)[\s　（(]*(?:(\d{4})\.(\d{1,2})\.(\d{1,2}))?廃止[）)]?$", name)
    if not found:
        return name, False, ""
    day = "%s-%02d-%02d" % (found[2], int(found[3]), int(found[4])) if found[2] else ""
    return found[1], True, day


def plain(name):
    """A name for comparison: without spaces, brackets and variants of one character."""
    name = without_closure(name)[0]
    name = re.sub(r"[\s　*]+", "", name)
    name = re.sub(r"[（(〔].*?[）)〕]", "", name)
    for variant, usual in ["ヶケ", "鶯鴬", "ノの", "・·", "ッツ", "竈竃", "曾曽", "挾挟", "已己", "廚厨", "ヴブ", "鳩鴿", "驒騨"]:
        name = name.replace(variant, usual)
    return name


def is_garbled(name):
    """Bytes of another character set taken for Latin letters."""
    return bool(re.search(r"[\u00a1-\u00ff\u0080-\u00a0]", name)) or not name
