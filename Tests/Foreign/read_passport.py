"""Reads a passport through PC/SC as a strict terminal and prints one JSON line.

    python3 Tests/Foreign/read_passport.py --reader "Virtual PCD 00 00" \
        --number L898902C3 --birth 740812 --expiry 120415 \
        [--access bac|pace] [--can 123456] [--files dg1,dg2,sod,com,dg14] [--out DIR]

Without --access, PACE is used when EF.CardAccess offers ECDH generic mapping.
Exit codes: 0 DG1 was read, EF.SOD agrees with every file read and no check failed;
1 something failed (see "error" and "failed"); 2 wrong arguments.
"""

import argparse
import hashlib
import json
import os
import sys

import icao
from curves import CURVES
from pace import pace_protocol
from terminal import Refused, Terminal


def read_card_access(terminal):
    try:
        return terminal.read_file("EF.CardAccess", 0x011C)
    except Refused:
        return None


def choose_pace(infos, oid=None, parameter_id=None):
    """The first PACEInfo with ECDH generic mapping that the arguments admit."""
    for octets, version, identifier in infos:
        if ((pace_protocol(octets) or ())[:2] == ("ecdh", "gm") and version == 2
                and identifier in CURVES
                and (oid is None or icao.oid_text(octets) == oid)
                and (parameter_id is None or identifier == parameter_id)):
            return octets, identifier
    return None


def parse_arguments(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--reader", required=True)
    parser.add_argument("--number")
    parser.add_argument("--birth")
    parser.add_argument("--expiry")
    parser.add_argument("--access", choices=("bac", "pace"))
    parser.add_argument("--can")
    parser.add_argument("--files", default="dg1,sod")
    parser.add_argument("--out")
    parser.add_argument("--oid", help="use this PACE protocol (dotted)")
    parser.add_argument("--parameter-id", type=int, help="use this parameter id")
    parser.add_argument("--wait", type=float, default=5.0, help="seconds to wait for a card")
    options = parser.parse_args(arguments)
    options.files = [name.strip().lower() for name in options.files.split(",") if name.strip()]
    unknown = [name for name in options.files if name not in icao.FILES]
    if unknown:
        parser.error("unknown files: " + ", ".join(unknown))
    mrz = (options.number, options.birth, options.expiry)
    if not all(mrz) and (any(mrz) or not options.can):
        parser.error("--number, --birth and --expiry are needed (or --can alone)")
    return options


def read(card, options):
    """The report of one passport. Never raises for what the chip does."""
    report = {
        "ok": False, "reader": card.name, "atr": icao.hexs(card.atr), "access": None,
        "password": None, "protocol": None, "parameter_id": None, "cipher": None,
        "card_access_in_dg14": None, "mrz": None, "mrz_agrees": None, "files": {},
        "sod_hash": None, "sod_matches": {}, "failed": [], "notes": [], "error": None,
    }
    try:
        _read(card, options, report)
    except Refused as error:
        report["error"] = "refused: %s" % error
    except icao.Violation as error:
        report["error"] = "violation: %s" % error
    except Exception as error:  # the reader is gone, or a file is not what it should be
        report["error"] = "%s: %s" % (type(error).__name__, error)
    failed, matches = report["failed"], report["sod_matches"]
    failed += ["%s is not the file EF.SOD speaks of" % n for n, ok in matches.items() if not ok]
    if report["card_access_in_dg14"] is False:
        failed.append("EF.CardAccess is not repeated in DG14")
    if report["mrz_agrees"] is False:
        failed.append("DG1 does not hold the number and dates used for access")
    report["ok"] = not report["error"] and not failed and matches.get("dg1") is True
    return report


def _read(card, options, report):
    terminal = Terminal(card)
    mrz_info = None
    if options.number:
        mrz_info = icao.mrz_information(options.number, options.birth, options.expiry)
    access, card_access, chosen = options.access, None, None
    if access != "bac":
        card_access = read_card_access(terminal)
        infos = icao.pace_infos(card_access) if card_access else []
        chosen = choose_pace(infos, options.oid, options.parameter_id)
        if chosen is None and access == "pace":
            raise icao.Violation("no PACEInfo with ECDH generic mapping among: " + (", ".join(
                "%s/%s" % (icao.oid_text(o), i) for o, _, i in infos) or "none"))
        access = "pace" if chosen else "bac"
    report["access"] = access
    if access == "pace":
        oid, parameter_id = chosen
        cipher = pace_protocol(oid)[2]
        report["protocol"], report["parameter_id"] = icao.oid_text(oid), parameter_id
        if options.can:
            password, reference = icao.pace_secret_can(options.can), 2
        else:
            password, reference = icao.pace_secret_mrz(mrz_info), 1
        report["password"] = "can" if options.can else "mrz"
        report["cipher"] = cipher
        terminal.pace(cipher, parameter_id, password, reference)
        terminal.select_application()
    else:
        if mrz_info is None:
            raise icao.Violation("BAC needs number, birth and expiry")
        report["password"], report["cipher"] = "mrz", "3des"
        terminal.select_application()
        terminal.bac(mrz_info)
    contents = {}

    def fetch(name):
        if name not in contents:
            data = terminal.read_file(name.upper(), icao.FILES[name])
            if data[0] != icao.FILE_TAG[name]:
                raise icao.Violation("%s begins with tag %02X" % (name, data[0]))
            contents[name] = data
        return contents[name]

    names = list(dict.fromkeys(["dg1", "sod"] + options.files))
    for name in names:
        data = fetch(name)
        report["files"][name] = {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        if options.out:
            os.makedirs(options.out, exist_ok=True)
            with open(os.path.join(options.out, name + ".bin"), "wb") as out:
                out.write(data)
    algorithm, hashes = icao.sod_hashes(contents["sod"])
    report["sod_hash"] = algorithm
    if card_access and chosen:
        # 9.2.11: EF.CardAccess is unprotected and must be found again in DG14.
        if 14 in hashes:
            dg14 = icao.tlv_one(fetch("dg14"), 0x6E)
            known = {whole for _, whole in icao.security_infos(dg14)}
            report["card_access_in_dg14"] = all(
                whole in known for _, whole in icao.security_infos(card_access))
        else:
            report["notes"].append("EF.SOD lists no DG14: EF.CardAccess cannot be checked")
    for name, data in contents.items():
        if name.startswith("dg"):
            wanted = hashes.get(int(name[2:]))
            report["sod_matches"][name] = hashlib.new(algorithm, data).digest() == wanted
    mrz = icao.mrz_of_dg1(contents["dg1"])
    report["mrz"] = mrz
    if mrz_info is not None:
        report["mrz_agrees"] = mrz_key_fields(mrz) == mrz_info


def mrz_key_fields(mrz):
    """The MRZ_information that a printed MRZ gives (4.3.2), check digits as printed."""
    if len(mrz) == 90:
        number, digit, rest = mrz[5:14], mrz[14], mrz[15:30]
        birth, expiry = mrz[30:37], mrz[38:45]
    elif len(mrz) in (72, 88):
        line = mrz[len(mrz) // 2:]
        number, digit, rest = line[:9], line[9], line[28:35]
        birth, expiry = line[13:20], line[21:28]
    else:
        raise icao.Violation("MRZ of %d characters" % len(mrz))
    if digit == "<" and len(mrz) != 88:  # the number goes on in the optional data
        rest = rest.split("<")[0]
        number, digit = number + rest[:-1], rest[-1:]
    return number + digit + birth + expiry


def main(arguments=None):
    options = parse_arguments(arguments)
    from pcsc import CardLost, PCSCCard
    try:
        card = PCSCCard(options.reader, options.wait)
    except CardLost as error:
        print(json.dumps({"ok": False, "reader": options.reader, "error": str(error)}))
        return 1
    try:
        report = read(card, options)
    finally:
        card.close()
    print(json.dumps(report))
    return 0 if report["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
