"""Reads a passport through PC/SC as a strict terminal and prints one JSON line.

    python3 Tests/Foreign/read_passport.py --reader "Virtual PCD 00 00" \
        --number L898902C3 --birth 740812 --expiry 120415 \
        [--access bac|pace] [--mapping gm|im|cam] [--can 123456] [--ca] [--aa] \
        [--files dg1,dg2,sod,com,dg14] [--out DIR]

Without --access, PACE is used when EF.CardAccess offers it. Without --mapping, the first
entry with generic mapping over ECDH is taken, or else the first that this terminal can do.
After PACE with chip authentication mapping EF.CardSecurity is read and its key checked.
--ca: Chip Authentication with a key of DG14, then DG14 is read again under the new keys.
--aa: Active Authentication with the key of DG15 (after --ca, when both are asked for).
Signatures of the issuer are not checked, only the hashes in EF.SOD.
Exit codes: 0 DG1 was read, EF.SOD agrees with every file read and no check failed;
1 something failed (see "error" and "failed"); 2 wrong arguments.
"""

import argparse
import hashlib
import json
import os
import sys

import active_authentication
import chip_authentication
import icao
from groups import ALL, group
from keys import read_key_info
from pace import MAPPINGS, pace_protocol
from terminal import Refused, Terminal


def read_card_access(terminal):
    try:
        return terminal.read_file("EF.CardAccess", 0x011C)
    except Refused:
        return None


def choose_pace(infos, oid=None, parameter_id=None, mapping=None):
    """The PACEInfo to use among those that the arguments admit, (oid, parameter id)."""
    possible = []
    for octets, version, identifier in infos:
        protocol = pace_protocol(octets)
        if (protocol is None or version != 2 or identifier not in ALL
                or group(identifier).kind != protocol[0]
                or (oid is not None and icao.oid_text(octets) != oid)
                or (parameter_id is not None and identifier != parameter_id)
                or (mapping is not None and protocol[1] != mapping)):
            continue
        if protocol[1] == "im" and not group(identifier).has_integrated_mapping:
            continue
        possible.append((octets, identifier))
    for octets, identifier in possible:
        if pace_protocol(octets)[:2] == ("ecdh", "gm"):
            return octets, identifier
    return possible[0] if possible else None


def parse_arguments(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--reader", required=True)
    parser.add_argument("--number")
    parser.add_argument("--birth")
    parser.add_argument("--expiry")
    parser.add_argument("--access", choices=("bac", "pace"))
    parser.add_argument("--mapping", choices=MAPPINGS)
    parser.add_argument("--can")
    parser.add_argument("--ca", action="store_true", help="do Chip Authentication")
    parser.add_argument("--ca-variant", choices=("kat", "at"),
                        help="commands for 3DES (kat by default, AES knows at only)")
    parser.add_argument("--ca-oid", help="use this Chip Authentication protocol (dotted)")
    parser.add_argument("--ca-key-id", type=int, help="use this Chip Authentication key")
    parser.add_argument("--aa", action="store_true", help="do Active Authentication")
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
    if options.mapping and options.access == "bac":
        parser.error("--mapping belongs to PACE")
    if not all(mrz) and (any(mrz) or not options.can):
        parser.error("--number, --birth and --expiry are needed (or --can alone)")
    return options


def read(card, options):
    """The report of one passport. Never raises for what the chip does."""
    report = {
        "ok": False, "reader": card.name, "atr": icao.hexs(card.atr), "access": None,
        "password": None, "protocol": None, "mapping": None, "parameter_id": None,
        "cipher": None, "chip_mapping": None, "chip_authentication": None,
        "active_authentication": None, "card_access_in_dg14": None, "mrz": None, "mrz_agrees": None, "files": {},
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
    if options.mapping:
        access = "pace"
    if access != "bac":
        card_access = read_card_access(terminal)
        infos = icao.pace_infos(card_access) if card_access else []
        chosen = choose_pace(infos, options.oid, options.parameter_id, options.mapping)
        if chosen is None and access == "pace":
            raise icao.Violation("no PACEInfo to use among: " + (", ".join(
                "%s/%s" % (icao.oid_text(o), i) for o, _, i in infos) or "none"))
        access = "pace" if chosen else "bac"
    report["access"] = access
    if access == "pace":
        oid, parameter_id = chosen
        _, mapping, cipher = pace_protocol(oid)
        report["protocol"], report["parameter_id"] = icao.oid_text(oid), parameter_id
        report["mapping"] = mapping
        if options.can:
            password, reference = icao.pace_secret_can(options.can), 2
        else:
            password, reference = icao.pace_secret_mrz(mrz_info), 1
        report["password"] = "can" if options.can else "mrz"
        report["cipher"] = cipher
        terminal.pace(cipher, parameter_id, password, reference, mapping=mapping)
        if mapping == "cam":
            check_chip_mapping(terminal, card_access, parameter_id, report)
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

    proofs = (["dg14"] if options.ca else []) + (["dg15"] if options.aa else [])
    names = list(dict.fromkeys(["dg1", "sod"] + options.files + proofs))
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
    if options.aa and 14 in hashes:  # it names the hash for ECDSA
        fetch("dg14")
    for name, data in contents.items():
        if name.startswith("dg"):
            wanted = hashes.get(int(name[2:]))
            report["sod_matches"][name] = hashlib.new(algorithm, data).digest() == wanted
    mrz = icao.mrz_of_dg1(contents["dg1"])
    report["mrz"] = mrz
    if mrz_info is not None:
        report["mrz_agrees"] = mrz_key_fields(mrz) == mrz_info
    if options.ca:
        do_chip_authentication(terminal, contents["dg14"], options, report)
    if options.aa:
        do_active_authentication(terminal, contents["dg15"], contents.get("dg14"), report)


def check_chip_mapping(terminal, card_access, parameter_id, report):
    """EF.CardSecurity: the key of the chip authentication mapping, and EF.CardAccess again."""
    data = terminal.read_file("EF.CardSecurity", 0x011D)
    infos = icao.card_security_infos(data)
    known = {whole for _, whole in icao.security_infos(infos)}
    repeated = all(whole in known for _, whole in icao.security_infos(card_access))
    _, keys = chip_authentication.read_infos(infos)
    matching = [(this, element) for this, element, key_id in keys if key_id == parameter_id]
    if len(matching) != 1:
        raise icao.Violation("EF.CardSecurity has %d keys with id %d" % (
            len(matching), parameter_id))
    this, element = matching[0]
    proved = this == group(parameter_id) and terminal.cam_holds(element)
    report["chip_mapping"] = {"key_id": parameter_id, "key_matches": proved,
                              "card_access_in_card_security": repeated,
                              "card_security": {"length": len(data),
                                                "sha256": hashlib.sha256(data).hexdigest()}}
    if not proved:
        report["failed"].append("the chip does not have the key of EF.CardSecurity")
    if not repeated:
        report["failed"].append("EF.CardAccess is not repeated in EF.CardSecurity")


def choose_chip_key(infos, keys, options, report):
    """(oid, group, public key, key id): AES before 3DES (8.5)."""
    if not keys:
        raise icao.Violation("DG14 holds no key for Chip Authentication")
    if len(keys) > 1 and len({key_id for _, _, key_id in keys} - {None}) != len(keys):
        raise icao.Violation("several keys in DG14, but not each with an id of its own")
    possible = []
    for oid, version, key_id in infos:
        if version != 1:
            report["notes"].append("ChipAuthenticationInfo with version %d" % version)
            continue
        kind = chip_authentication.ca_protocol(oid)[0]
        possible += [(oid, this, element, key_id) for this, element, identifier in keys
                     if this.kind == kind and identifier == key_id]
    if not infos:
        report["notes"].append("DG14 has no ChipAuthenticationInfo: 3DES assumed")
        possible = [(chip_authentication.ca_oid(this.kind, "3des"), this, element, key_id)
                    for this, element, key_id in keys]
    possible = [entry for entry in possible
                if options.ca_oid in (None, icao.oid_text(entry[0]))
                and options.ca_key_id in (None, entry[3])]
    if not possible:
        raise icao.Violation("DG14 holds no ChipAuthenticationInfo with its key to use")
    return max(possible, key=lambda entry: chip_authentication.ca_protocol(entry[0])[1] != "3des")


def do_chip_authentication(terminal, dg14, options, report):
    infos, keys = chip_authentication.read_infos(icao.tlv_one(dg14, 0x6E))
    oid, this, element, key_id = choose_chip_key(infos, keys, options, report)
    cipher = chip_authentication.ca_protocol(oid)[1]
    variant = "at" if cipher != "3des" else options.ca_variant or "kat"
    result = report["chip_authentication"] = {
        "protocol": icao.oid_text(oid), "cipher": cipher, "group": this.name, "key_id": key_id,
        "variant": variant, "dg14_again": False}
    terminal.chip_authentication(oid, this, element, key_id, variant)
    again = terminal.read_file("DG14", icao.FILES["dg14"])
    result["dg14_again"] = again == dg14
    report["cipher"] = cipher
    if again != dg14:
        report["failed"].append("DG14 reads differently after Chip Authentication")


def do_active_authentication(terminal, dg15, dg14, report):
    key = read_key_info(icao.tlv_one(dg15, 0x6F))
    name = active_authentication.read_info(icao.tlv_one(dg14, 0x6E)) if dg14 else None
    kind = "rsa %d" % key[1][0].bit_length() if key[0] == "rsa" else key[0].name
    result = report["active_authentication"] = {"key": kind, "algorithm": None}
    result["algorithm"] = terminal.active_authentication(key, name)


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
