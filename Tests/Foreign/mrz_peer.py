"""What the package `mrz` (PyPI, by Iván Rincón) makes of machine readable zones, for the product's tests.

Prints one JSON document a line: values and the zone that the package's generator writes from them, then zones with the
package's verdict on each field. The same every time. With --judge, the verdicts on zones from standard input (format, tab,
lines with / between them). Run with the interpreter that .ci/setup prepares:
    .build/peers/bin/python3 Tests/Foreign/mrz_peer.py [COUNT | --judge]
"""

import json
import random
import sys

from mrz.checker.mrva import MRVACodeChecker
from mrz.checker.mrvb import MRVBCodeChecker
from mrz.checker.td1 import TD1CodeChecker
from mrz.checker.td2 import TD2CodeChecker
from mrz.checker.td3 import TD3CodeChecker
from mrz.generator.mrva import MRVACodeGenerator
from mrz.generator.mrvb import MRVBCodeGenerator
from mrz.generator.td1 import TD1CodeGenerator
from mrz.generator.td2 import TD2CodeGenerator
from mrz.generator.td3 import TD3CodeGenerator

CHECKERS = {"TD1": TD1CodeChecker, "TD2": TD2CodeChecker, "TD3": TD3CodeChecker, "MRV-A": MRVACodeChecker,
            "MRV-B": MRVBCodeChecker}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
NAMES = ("ERIKSSON", "VAN DER MUELLEN", "SMITH-JONES", "MÜLLER", "ÅSTRÖM", "NÚÑEZ", "ŠVEC", "ÞÓRSSON", "ØVERÅS", "ŁUKASZ",
         "BØE", "ÇELİK", "DUPONT LÉGER", "O'NEIL", "WOLSTENHOLME FEATHERSTONEHAUGH", "NG", "ĐORĐEVIĆ", "STRAẞE", "ÏJSBERG")
CODES = {"TD1": ("I", "ID", "IP", "A", "AC", "C", "IV", "AI"), "TD2": ("I", "ID", "A", "AC", "C", "IV"),
         "TD3": ("P", "PP", "PD", "PO", "DP", "PM"), "MRV-A": ("V", "VB"), "MRV-B": ("V", "VC")}
STATES = ("UTO", "D", "GBR", "BEL", "SWE", "NLD", "GBD", "UNO", "EUE", "XOM", "XXA", "RKS", "UNK", "XPO", "IAO", "ZZZ", "XCE",
          "USA", "CHN", "CZE", "MKD", "SWZ", "SSD", "TUR", "YUG", "NTZ", "XBA", "XEC", "XCT", "XMP", "XDC", "XES", "XXB")


def date(chance, first, last):
    return "%02d%02d%02d" % (chance.randint(first, last) % 100, chance.randint(1, 12), chance.randint(1, 28))


def values(chance, form):
    letters = LETTERS + DIGITS
    limit = {"TD1": 22, "TD2": 14}.get(form, 9)
    length = chance.choice((9, 9, 9, 8, 5, limit))
    optional = {"TD1": 15, "TD2": 7, "TD3": 14, "MRV-A": 16, "MRV-B": 8}[form]
    if length > 9:
        optional = max(0, optional - (length - 9) - 2)
    text = "".join(chance.choice(letters + " ") for _ in range(chance.choice((0, 0, optional // 2, optional)))).strip()
    return {
        "code": chance.choice(CODES[form]), "state": chance.choice(STATES),
        "number": "".join(chance.choice(letters) for _ in range(length)), "nationality": chance.choice(STATES),
        "birth": date(chance, 1940, 2015), "sex": chance.choice(("F", "M", "X", "")), "expiry": date(chance, 2016, 2035),
        "optional": text, "surname": chance.choice(NAMES),
        "given": chance.choice(("", *NAMES, "ANNA MARIA", "MAX")),
    }


def generated(form, v):
    """The generator's zone, or why it gives none."""
    optional = v["optional"].replace(" ", "<")
    try:
        if form == "TD1":
            return str(TD1CodeGenerator(v["code"], v["state"], v["number"], v["birth"], v["sex"], v["expiry"], v["nationality"],
                                        v["surname"], v["given"], optional, force=True))
        if form == "TD2":
            return str(TD2CodeGenerator(v["code"], v["state"], v["surname"], v["given"], v["number"], v["nationality"],
                                        v["birth"], v["sex"], v["expiry"], optional, force=True))
        maker = {"TD3": TD3CodeGenerator, "MRV-A": MRVACodeGenerator, "MRV-B": MRVBCodeGenerator}[form]
        return str(maker(v["code"], v["state"], v["surname"], v["given"], v["number"], v["nationality"], v["birth"], v["sex"],
                         v["expiry"], optional, force=True))
    except Exception as error:
        return type(error).__name__


def judged(form, zone):
    """What the checker says: fields that are wrong, and values."""
    checker = CHECKERS[form](zone)
    fields = checker.fields()._asdict()
    return {"wrong": sorted({name for name, _ in checker.report.falses}), "errors": sorted(set(checker.report.errors)),
            "fields": {key: fields[key] for key in ("surname", "name", "country", "nationality", "birth_date", "expiry_date",
                                                    "sex", "document_type", "document_number", "optional_data")}}


def changed(chance, zone):
    """The zone with one to three characters that are others, mostly of the same kind."""
    text = list(zone)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text))
        if text[place] == "\n":
            continue
        kind = DIGITS if text[place].isdigit() else LETTERS if text[place].isalpha() else "<"
        text[place] = chance.choice(kind if chance.random() < 0.6 else LETTERS + DIGITS + "<")
    return "".join(text)


def show(form, zone):
    print(json.dumps({"kind": "judged", "format": form, "zone": zone, **judged(form, zone)}))


def main():
    if sys.argv[1:] == ["--judge"]:
        for line in sys.stdin:
            form, zone = line.rstrip("\n").split("\t")
            show(form, zone.replace("/", "\n"))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    chance = random.Random(9303)
    for form in CHECKERS:
        zones = []
        for _ in range(count):
            v = values(chance, form)
            zone = generated(form, v)
            print(json.dumps({"kind": "made", "format": form, "values": v, "zone": zone}))
            if "\n" in zone:
                zones.append(zone)
        for zone in zones + [changed(chance, zone) for zone in zones]:
            show(form, zone)


main()
