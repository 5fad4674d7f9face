"""ASN.1 as the package `asn1crypto` reads and writes it, for the product's tests.

Takes lines from standard input and prints one line for each:
    oid 1.2.3        the encoding of the identifier, in hexadecimal
    tree 30...       the objects of DER or BER, outermost first: offset, class, number, constructed, header, contents, and for
                     identifiers and integers their value
    infos 31...      SecurityInfos: identifier and version of each
    key 30...        SubjectPublicKeyInfo: identifiers of algorithm and parameters, length of the key
    sod 30...        a signed LDS security object: identifiers, version, data groups with their digests
Needs Debian's python3-asn1crypto.
"""

import json
import sys

from asn1crypto import cms, core, keys, parser


def objects(data, offset=0):
    found = []
    place = 0
    while place < len(data):
        kind, method, tag, header, content, trailer = parser.parse(data[place:])
        value = None
        if kind == 0 and tag == 6:
            value = core.ObjectIdentifier.load(header + content).dotted
        elif kind == 0 and tag == 2 and len(content) <= 7:
            value = core.Integer.load(header + content).native
        found.append([offset + place, kind, tag, method, len(header), len(content), value])
        if method:
            found += objects(content, offset + place + len(header))
        place += len(header) + len(content) + len(trailer)
    return found


class SecurityInfo(core.Sequence):
    _fields = [("protocol", core.ObjectIdentifier), ("required", core.Any), ("optional", core.Any, {"optional": True})]


class SecurityInfos(core.SetOf):
    _child_spec = SecurityInfo


class DataGroupHash(core.Sequence):
    _fields = [("number", core.Integer), ("digest", core.OctetString)]


class DataGroupHashes(core.SequenceOf):
    _child_spec = DataGroupHash


class DigestAlgorithm(core.Sequence):
    _fields = [("algorithm", core.ObjectIdentifier), ("parameters", core.Any, {"optional": True})]


class LDSVersionInfo(core.Sequence):
    _fields = [("lds", core.PrintableString), ("unicode", core.PrintableString)]


class LDSSecurityObject(core.Sequence):
    _fields = [("version", core.Integer), ("algorithm", DigestAlgorithm), ("hashes", DataGroupHashes),
               ("info", LDSVersionInfo, {"optional": True})]


def infos(data):
    return [[info["protocol"].dotted, info["required"].native if isinstance(info["required"].parsed, core.Integer) else None]
            for info in SecurityInfos.load(data)]


def key(data):
    info = keys.PublicKeyInfo.load(data)
    algorithm = info["algorithm"]
    parameters = algorithm["parameters"]
    named = parameters.chosen.dotted if getattr(parameters, "name", "") == "named" else None
    return [algorithm["algorithm"].dotted, named, len(info["public_key"].contents) - 1]


def sod(data):
    signed = cms.ContentInfo.load(data)["content"]
    content = signed["encap_content_info"]
    lds = LDSSecurityObject.load(bytes(content["content"]))
    return [content["content_type"].dotted, lds["version"].native, lds["algorithm"]["algorithm"].dotted,
            [[item["number"].native, item["digest"].native.hex().upper()] for item in lds["hashes"]],
            lds["info"].native and list(lds["info"].native.values())]


def main():
    for line in sys.stdin:
        command, value = line.split()
        if command == "oid":
            print(json.dumps(core.ObjectIdentifier(value).dump().hex().upper()))
            continue
        try:
            print(json.dumps({"tree": objects, "infos": infos, "key": key, "sod": sod}[command](bytes.fromhex(value))))
        except (AttributeError, TypeError, ValueError) as error:
            print(json.dumps("refused: " + str(error).splitlines()[0]))


main()
