"""Makes the vectors of Terminal Authentication, called by make_vectors.py."""

import icao
import terminal_authentication as ta
from fixed import line, scalar, stream
from groups import Curve, group
from icao import hexs, tlv
from signatures import der, digest, ecdsa_sign, rsa_key, read_plain
from terminal_authentication import Chip, PrivateKey, Rejected, body_objects, certificate

TA_HEAD = """\
# CV certificates (ICAO Doc 9303-12 section 7.2) and Terminal Authentication version 1 (9303-11
# section 7.1). Made by make_vectors.py. Keys are from fixed seeds, for tests only. Lines:
# name kind=key algorithm oid curve sk n e d public
# name kind=cert algorithm signer holder car chr role bits effective expiry certificate setdst pso
# name kind=chain algorithm trust today sent todayafter trustafter rights expected
# name kind=ta algorithm chain access number pacepk idic capk comp challenge input signature setat
#   getchallenge external expected
# name kind=efcvca references content
# algorithm: ecdsa-sha256 and the like, pss-*, pkcs1-* (PKCS#1 v1.5 is in TR-03110, not in 9303).
# key: ECDSA: curve, sk as long as the order (n, e, d are -); RSA: n, e, d (curve, sk are -).
#   public: 7F49 as in a certificate, with domain parameters for cvca keys.
# cert: signer, holder: names of key lines (- for one that is no line). car, chr: text (- when
#   empty, \\x1f for that character); bits: octet of DO 53; effective, expiry: YYMMDD; all these as
#   they were before a flaw was put in. certificate: 7F21 { 7F4E, 5F37 }. setdst, pso: the two
#   commands that send it (pso - where the name begins with bad-: data is the content of 7F21);
#   RSA needs extended length.
# chain: trust: certificates of the chip's trust points, newest first; today: the chip's date;
#   sent: certificates in the order of sending; all but the last are good. todayafter, trustafter
#   (references, newest first), rights (DG4 02, DG3 01) hold after the last one.
# expected: accepted or refused:REASON, for the last certificate or the terminal's signature.
#   Reasons: signature, expired, role, unknown-authority, algorithm, domain-parameters, key, date,
#   profile, reference, terminal-type, malformed. The chip only answers some error status (6300 or
#   64XX to 6FXX); extensions and RFU access bits must not matter.
# ta: chain: a chain line that ends with the terminal's certificate. access: bac (number is the
#   document number with its check digit), pace (pacepk is the chip's ephemeral key of PACE).
#   idic: ID_IC; capk: the terminal's newest ephemeral key, of Chip Authentication or PACE-CAM;
#   comp: Comp(capk) (x, or SHA-1 of the DH value); input: idic || challenge || comp; signature
#   over input. setat, getchallenge, external: the commands; challenge answers getchallenge.
# efcvca: EF.CVCA with these references, newest first.
"""

FULL = {"ecdsa-sha256": 13, "pss-sha256": None, "pkcs1-sha256": None}
SHORT = {"ecdsa-sha224": 11, "ecdsa-sha384": 15, "ecdsa-sha512": 17, "pss-sha512": None,
         "pkcs1-sha512": None}
CVCA1, CVCA2 = "UTINLAYCVUT001", "UTINLAYCVUT002"
DV, FOREIGN_DV = "UTINLAYDVUT001", "SEFOREIGNUT001"
IS, FOREIGN_IS = "UTGATEUT001", "SEAIRPORTSE001"
IMPLIED = {"cvca": 0xC0, "dv": 0x80, "foreign": 0x40, "is": 0x00}


class Book:
    """The certificates and chains of one algorithm, and the lines for them."""

    def __init__(self, algorithm, parameter_id):
        self.algorithm, self.lines = algorithm, []
        self.kind, self.hash = algorithm.split("-")
        self.curve = Curve(parameter_id) if parameter_id else None
        self.keys, self.certificates, self.signers = {}, {}, {}

    def name(self, what):
        return "%s-%s" % (self.algorithm, what)

    def make_key(self, what, curve=None, hash_name=None, bits=2048, kind=None):
        kind = kind or self.kind
        curve = curve or self.curve
        secret = (scalar("terminal authentication %d %s" % (curve.id, what), curve)
                  if kind == "ecdsa" else rsa_key(bits, "terminal authentication " + what))
        return PrivateKey(kind, hash_name or self.hash, curve, secret)

    def key(self, what, shown=None, parameters=False, **more):
        """Makes a key and its line; shown: another name than the one it is made from."""
        this = self.make_key(what, **more)
        shown = shown or what
        self.keys[shown] = this
        public, secret = this.public, this.secret
        fields = dict(name=self.name("key-" + shown), kind="key",
                      algorithm="%s-%s" % (public.kind, public.hash), oid=hexs(public.oid))
        if public.kind == "ecdsa":
            fields.update(curve=public.curve.name, sk=hexs(secret.to_bytes(
                public.curve.key_size, "big")), n="-", e="-", d="-")
        else:
            fields.update(curve="-", sk="-", n=hexs(ta.unsigned(secret.n)), e=secret.e,
                          d=hexs(secret.d.to_bytes(secret.size, "big")))
        self.lines.append(line(**fields, public=hexs(public.encode(parameters))))

    def cert(self, what, signer, holder, car, chr_, role, bits, effective, expiry,
             parameters=False, extensions=b"", objects=None, octets=None):
        """objects: changes the list of data objects before signing; octets: the finished
        certificate afterwards. signer and holder: names of keys, or keys."""
        sign = self.keys[signer] if isinstance(signer, str) else signer
        hold = self.keys[holder] if isinstance(holder, str) else holder
        listed = body_objects(car, hold.public, chr_, IMPLIED[role] | bits, effective, expiry,
                              parameters, extensions)
        whole = certificate(sign, objects(listed) if objects else listed)
        whole = octets(whole) if octets else whole
        self.certificates[what] = whole
        self.lines.append(line(
            name=self.name(what), kind="cert", algorithm=self.algorithm,
            signer=self.name("key-" + signer) if isinstance(signer, str) else "-",
            holder=self.name("key-" + holder) if isinstance(holder, str) else "-",
            car=car, chr=chr_.encode("unicode_escape").decode() or "-", role=role,
            bits="%02X" % (IMPLIED[role] | bits), effective=effective, expiry=expiry,
            certificate=hexs(whole), setdst=hexs(ta.set_dst(car).encode()),
            pso="-" if what.startswith("bad-") else hexs(ta.verify_certificate(whole).encode())))

    def run(self, trust, today, sent):
        chip = Chip([self.certificates[name] for name in trust], today)
        point = None
        for what in sent:
            point = chip.verify(self.certificates[what])
        return chip, point

    def chain(self, what, trust, today, sent, expected="accepted"):
        trust, sent = trust.split(), sent.split()
        try:
            chip, point = self.run(trust, today, sent)
            got = "accepted"
        except Rejected as error:
            got = "refused:" + error.reason
            chip, point = self.run(trust, today, sent[:-1])
        assert got == expected, (self.algorithm, what, got, expected)
        self.lines.append(line(
            name=self.name(what), kind="chain", algorithm=self.algorithm,
            trust=",".join(map(self.name, trust)), today=today,
            sent=",".join(map(self.name, sent)), todayafter=chip.today,
            trustafter=",".join(p.chr for p in chip.points),
            rights="%02X" % point.rights if got == "accepted" and point.role == "is" else "-",
            expected=expected))

    def authenticate(self, what, chain, trust, today, sent, access, number="-", pace=None,
                     ca=None, expected="accepted", signer="is", spoil=None):
        """pace, ca: (group, private key). spoil: changes the signature or the input."""
        chip, point = self.run(trust.split(), today, sent.split())
        ca_group, ca_private = ca
        pace_public = pace and pace[0].multiply(pace[1], pace[0].g)
        id_ic = pace[0].compress(pace_public) if pace else number.encode("ascii")
        ca_public = ca_group.multiply(ca_private, ca_group.g)
        comp = ca_group.compress(ca_public)
        challenge = stream("terminal authentication " + what + self.algorithm, 8)
        data = ta.signed_input(id_ic, challenge, comp)
        signed = data if spoil is None or spoil[0] != "input" else spoil[1](id_ic, challenge, comp)
        signature = self.keys[signer].sign(signed)
        if spoil and spoil[0] == "signature":
            signature = spoil[1](signature)
        got = "accepted" if point.key.verify(data, signature) else "refused:signature"
        if point.role != "is":
            got = "refused:role"
        assert got == expected, (what, got)
        self.lines.append(line(
            name=self.name(what), kind="ta", algorithm=self.algorithm, chain=self.name(chain),
            access=access, number=number,
            pacepk=hexs(pace[0].encode(pace_public)) if pace else "-", idic=hexs(id_ic),
            capk=hexs(ca_group.encode(ca_public)), comp=hexs(comp), challenge=hexs(challenge),
            input=hexs(data), signature=hexs(signature) or "-",
            setat=hexs(ta.set_at(point.chr).encode()),
            getchallenge=hexs(ta.GET_CHALLENGE.encode()),
            external=hexs(ta.external_authenticate(signature).encode()), expected=expected))


def base(book):
    """The chain that every algorithm has."""
    ec = book.kind == "ecdsa"
    book.key("cvca1", parameters=ec)
    for what in ("dv", "is"):
        book.key(what)
    book.cert("cvca1", "cvca1", "cvca1", CVCA1, CVCA1, "cvca", 3, "250101", "280101", ec)
    book.cert("dv", "cvca1", "dv", CVCA1, DV, "dv", 3, "250201", "250731")
    book.cert("is", "dv", "is", DV, IS, "is", 3, "250301", "250331")
    book.chain("chain", "cvca1", "250101", "dv is")


def keys_for(label, parameter_id):
    this = group(parameter_id)
    return this, scalar("terminal authentication " + label, this)


def ways(book):
    """Ways in, and what the terminal signs."""
    usual = ("chain", "cvca1", "250101", "dv is")
    number = "L898902C36"
    ca = keys_for("ca", 13)
    book.authenticate("bac", *usual, "bac", number, ca=ca)
    if book.algorithm in SHORT:
        return
    book.authenticate("bac-long-number", *usual, "bac", "D231458907349", ca=keys_for("ca", 12))
    book.authenticate("bac-ca-dh", *usual, "bac", number, ca=keys_for("ca", 2))
    book.authenticate("bac-ca-p521", *usual, "bac", number, ca=keys_for("ca", 18))
    book.authenticate("pace", *usual, "pace", pace=keys_for("pace", 13), ca=ca)
    book.authenticate("pace-p521", *usual, "pace", pace=keys_for("pace", 18), ca=ca)
    book.authenticate("pace-dh", *usual, "pace", pace=keys_for("pace", 0), ca=ca)
    book.authenticate("pace-dh-ca-dh", *usual, "pace", pace=keys_for("pace", 1),
                      ca=keys_for("ca", 1))
    book.authenticate("pace-cam", *usual, "pace", pace=keys_for("pace", 13),
                      ca=keys_for("pace cam", 13))

    def refused(what, spoil=None, reason="signature", chain=usual, **more):
        book.authenticate(what, *chain, "bac", number, ca=ca, expected="refused:" + reason,
                          spoil=spoil, **more)

    refused("altered-signature", ("signature", lambda s: s[:-1] + bytes([s[-1] ^ 1])))
    refused("signature-octet-missing", ("signature", lambda s: s[:-1]))
    refused("signature-octet-too-many", ("signature", lambda s: s + b"\x00"))
    refused("signature-zero", ("signature", lambda s: bytes(len(s))))
    refused("other-number", ("input", lambda i, r, c: b"L898902C37" + r + c))
    refused("number-without-digit", ("input", lambda i, r, c: i[:-1] + r + c))
    refused("other-challenge", ("input", lambda i, r, c: i + bytes(8) + c))
    refused("other-ephemeral-key", ("input", lambda i, r, c: i + r + bytes(len(c))))
    refused("without-ephemeral-key", ("input", lambda i, r, c: i + r))
    refused("other-order", ("input", lambda i, r, c: r + i + c))
    refused("key-of-the-dv", signer="dv")
    refused("dv-as-terminal", reason="role", chain=("dv-alone", "cvca1", "250101", "dv"),
            signer="dv")
    if book.kind == "ecdsa":
        refused("signature-der", ("signature",
                                  lambda s: der(read_plain(book.curve, s))))


def links(book):
    ec = book.kind == "ecdsa"
    book.key("cvca2", parameters=ec)
    book.cert("link", "cvca1", "cvca2", CVCA1, CVCA2, "cvca", 3, "270601", "300601")
    book.cert("link-with-parameters", "cvca1", "cvca2", CVCA1, CVCA2, "cvca", 3, "270601",
              "300601", ec)
    book.cert("cvca2", "cvca2", "cvca2", CVCA2, CVCA2, "cvca", 3, "270601", "300601", ec)
    book.cert("dv2", "cvca2", "dv", CVCA2, DV, "dv", 3, "270701", "271231")
    book.cert("is2", "dv", "is", DV, IS, "is", 3, "270801", "270831")
    book.cert("dv-by-old-key", "cvca1", "dv", CVCA1, DV, "dv", 3, "270701", "271001")
    book.chain("link-chain", "cvca1", "250101", "link dv2 is2")
    book.chain("link-alone", "cvca1", "250101", "link")
    book.chain("link-after-its-expiry", "cvca1", "310101", "link")
    if ec:
        book.chain("link-chain-with-parameters", "cvca1", "250101",
                   "link-with-parameters dv2 is2")
    book.chain("old-key-after-link", "cvca1", "250101", "link dv-by-old-key")
    book.chain("two-trust-points", "cvca2 cvca1", "270601", "dv2 is2")
    book.chain("dv-alone", "cvca1", "250101", "dv")
    book.chain("dv-under-expired-trust-point", "cvca1", "280102", "dv-by-old-key",
               "refused:expired")
    book.chain("new-dv-without-link", "cvca1", "250101", "dv2", "refused:unknown-authority")
    book.cert("link-by-itself", "cvca2", "cvca2", CVCA1, CVCA2, "cvca", 3, "270601", "300601", ec)
    book.chain("link-signed-with-new-key", "cvca1", "250101", "link-by-itself",
               "refused:signature")
    if not ec:
        return
    # the new key is on another curve with another hash
    other = dict(curve=Curve(16), hash_name="sha384")
    for what in ("cvca3", "dv3", "is3"):
        book.key(what, parameters=what == "cvca3", **other)
    book.cert("link-new-curve", "cvca1", "cvca3", CVCA1, "UTINLAYCVUT003", "cvca", 3, "270601",
              "300601", True)
    book.cert("dv3", "cvca3", "dv3", "UTINLAYCVUT003", DV, "dv", 3, "270701", "271231")
    book.cert("is3", "dv3", "is3", DV, IS, "is", 3, "270801", "270831")
    book.chain("link-to-another-curve", "cvca1", "250101", "link-new-curve dv3 is3")
    book.cert("link-new-curve-without-parameters", "cvca1", "cvca3", CVCA1, "UTINLAYCVUT003",
              "cvca", 3, "270601", "300601")
    book.chain("new-curve-without-parameters", "cvca1", "250101",
               "link-new-curve-without-parameters", "refused:key")


def rights_and_dates(book):
    book.cert("dv-dg3", "cvca1", "dv", CVCA1, DV, "dv", 1, "250201", "250731")
    book.cert("is-dg4", "dv", "is", DV, IS, "is", 2, "250301", "250331")
    book.cert("is-nothing", "dv", "is", DV, IS, "is", 0, "250301", "250331")
    book.cert("is-rfu", "dv", "is", DV, IS, "is", 0x3F, "250301", "250331")
    book.cert("foreign-dv", "cvca1", "dv", CVCA1, FOREIGN_DV, "foreign", 3, "250201", "250731")
    book.cert("foreign-is", "dv", "is", FOREIGN_DV, FOREIGN_IS, "is", 3, "250301", "250331")
    book.cert("is-later", "dv", "is", DV, IS, "is", 3, "250401", "250430")
    book.chain("dv-limits-rights", "cvca1", "250101", "dv-dg3 is")
    book.chain("no-common-right", "cvca1", "250101", "dv-dg3 is-dg4")
    book.chain("no-right", "cvca1", "250101", "dv is-nothing")
    book.chain("rfu-rights-ignored", "cvca1", "250101", "dv is-rfu")
    book.chain("foreign-does-not-move-date", "cvca1", "250101", "foreign-dv foreign-is")
    book.chain("domestic-moves-date", "cvca1", "250101", "dv is-later")
    book.chain("expires-today", "cvca1", "250331", "dv is")
    book.chain("not-yet-effective", "cvca1", "240101", "dv is")
    book.chain("is-expired", "cvca1", "250401", "dv is", "refused:expired")
    book.chain("dv-expired", "cvca1", "250801", "dv", "refused:expired")
    book.cert("is-old", "dv", "is", DV, IS, "is", 3, "250110", "250120")
    book.chain("is-expired-by-date-of-dv", "cvca1", "250101", "dv is-old", "refused:expired")
    unknown = tlv(0x73, tlv(0x06, bytes.fromhex("2A 03 04 05")) + tlv(0x53, b"\x01\x02\x03"))
    lds2 = tlv(0x73, tlv(0x06, bytes.fromhex("67 81 08 01 01 09 01 03")) + tlv(0x53, b"\x3F"))
    strange = tlv(0x73, tlv(0x06, bytes.fromhex("2A 03 06")) + tlv(0x9F01, b"") + tlv(0xA0, b""))
    book.cert("is-unknown-extension", "dv", "is", DV, IS, "is", 3, "250301", "250331",
              extensions=unknown)
    book.cert("is-extensions", "dv", "is", DV, IS, "is", 3, "250301", "250331",
              extensions=lds2 + unknown + strange)
    book.chain("unknown-extension", "cvca1", "250101", "dv is-unknown-extension")
    book.chain("several-extensions", "cvca1", "250101", "dv is-extensions")


def broken(book):
    """Each of these certificates has one flaw; all are the terminal's under the good DV
    unless their name says otherwise."""
    def bad(what, reason, before="dv", **more):
        arguments = dict(signer="dv", holder="is", car=DV, chr_=IS, role="is", bits=3,
                         effective="250301", expiry="250331")
        arguments.update(more)
        book.cert("bad-" + what, **arguments)
        book.chain(what, "cvca1", "250101", (before + " bad-" + what).strip(), "refused:" + reason)

    def signature(change):
        def octets(whole):
            body, old = ta.parts(whole)
            return tlv(0x7F21, body + tlv(0x5F37, change(old)))
        return octets

    def replace(tag, value):
        return lambda objects: [(t, value if t == tag else v) for t, v in objects]

    bad("signature-altered", "signature", octets=signature(lambda s: s[:-1] + bytes([s[-1] ^ 1])))
    bad("signature-missing-octet", "signature", octets=signature(lambda s: s[:-1]))
    bad("signature-zero", "signature", octets=signature(lambda s: bytes(len(s))))
    bad("signature-empty", "signature", octets=signature(lambda s: b""))
    bad("body-altered", "signature",
        octets=lambda whole: whole.replace(b"\x02\x05\x00\x03\x03\x01", b"\x02\x05\x00\x03\x03\x00"))
    bad("signed-by-another-key", "signature", signer="is")
    bad("dv-signature-altered", "signature", before="", signer="cvca1", holder="dv", car=CVCA1,
        chr_=DV, role="dv", octets=signature(lambda s: s[:-1] + bytes([s[-1] ^ 1])))
    bad("wrong-car", "unknown-authority", car="UTINLAYDVUT002")
    bad("dv-wrong-car", "unknown-authority", before="", signer="cvca1", holder="dv",
        car="UTINLAYCVUT009", chr_=DV, role="dv")
    bad("is-by-cvca", "role", before="", signer="cvca1", car=CVCA1)
    bad("dv-by-dv", "role", holder="dv", chr_="UTINLAYDVUT002", role="dv")
    bad("foreign-dv-by-dv", "role", holder="dv", chr_=FOREIGN_DV, role="foreign")
    bad("cvca-by-dv", "role", holder="cvca1", chr_=CVCA2, role="cvca")
    bad("is-by-is", "role", before="dv is", signer="is", car=IS, chr_="UTGATEUT002")
    bad("dv-by-is", "role", before="dv is", signer="is", car=IS, chr_=DV, role="dv")
    if book.algorithm not in FULL or book.kind == "pkcs1":
        return
    bad("profile-1", "profile", objects=replace(0x5F29, b"\x01"))
    for tag, what in ((0x5F29, "profile"), (0x42, "car"), (0x7F49, "key"), (0x5F20, "chr"),
                      (0x7F4C, "chat"), (0x5F25, "effective-date"), (0x5F24, "expiry-date")):
        bad("without-" + what, "malformed",
            objects=lambda objects, tag=tag: [item for item in objects if item[0] != tag])
    bad("other-order", "malformed", objects=lambda o: o[:5] + [o[6], o[5]] + o[7:])
    bad("car-twice", "malformed", objects=lambda o: o[:2] + [o[1]] + o[2:])
    bad("unknown-object", "malformed", objects=lambda o: o + [(0x5F2F, b"\x00")])
    bad("without-signature", "malformed", octets=lambda w: tlv(0x7F21, ta.parts(w)[0]))
    bad("body-tag", "malformed", octets=lambda w: w.replace(b"\x7F\x4E", b"\x7F\x4F", 1))
    bad("reference-of-17", "reference", chr_="UTINLAYGATEXUT001")
    bad("reference-empty", "reference", chr_="")
    bad("reference-control-character", "reference", chr_="UTGATE\x1FUT001")
    bad("terminal-type-at", "terminal-type", objects=replace(
        0x7F4C, tlv(0x06, ta.ID_IS[:-1] + b"\x02") + tlv(0x53, bytes(5))))
    bad("chat-two-octets", "terminal-type", objects=replace(
        0x7F4C, tlv(0x06, ta.ID_IS) + tlv(0x53, b"\x03\x00")))
    bad("date-not-a-digit", "date", objects=replace(0x5F24, bytes.fromhex("02 05 00 03 03 0A")))
    bad("date-month-13", "date", objects=replace(0x5F24, bytes.fromhex("02 05 01 03 00 01")))
    bad("date-february-30", "date", objects=replace(0x5F24, bytes.fromhex("02 06 00 02 03 00")))
    bad("date-ascii", "date", objects=replace(0x5F24, b"250331"))
    bad("date-five-octets", "date", objects=replace(0x5F24, bytes.fromhex("02 05 00 03 03")))
    bad("expiry-before-effective", "date", effective="250401", expiry="250331")
    other = {"ecdsa": dict(hash_name="sha384"), "pss": dict(kind="pkcs1")}[book.kind]
    bad("other-algorithm", "algorithm", holder=book.make_key("is", **other))
    public = book.keys["is"].public
    if book.kind == "ecdsa":
        good = book.curve.encode(public.element)
        bad("domain-parameters-in-is", "domain-parameters", parameters=True)
        bad("domain-parameters-in-dv", "domain-parameters", before="", signer="cvca1", holder="dv",
            car=CVCA1, chr_=DV, role="dv", parameters=True)
        bad("point-off-the-curve", "key", objects=replace(
            0x7F49, tlv(0x06, public.oid) + tlv(0x86, good[:-1] + bytes([good[-1] ^ 1]))))
        bad("point-compressed", "key", objects=replace(
            0x7F49, tlv(0x06, public.oid) + tlv(0x86, bytes([2 + (good[-1] & 1)]) + good[1:33])))
        bad("key-on-another-curve", "key", holder=book.make_key("is", curve=Curve(11)))
        bad("rsa-under-ecdsa", "algorithm", holder=book.make_key("is", kind="pss"))
        bad("signature-der", "signature", octets=signature(
            lambda s: der(read_plain(book.curve, s))))
        half = book.curve.key_size
        bad("signature-r-zero", "signature", octets=signature(lambda s: bytes(half) + s[half:]))
        bad("signature-s-zero", "signature", octets=signature(lambda s: s[:half] + bytes(half)))
        bad("signature-swapped", "signature", octets=signature(lambda s: s[half:] + s[:half]))
        bad("signature-without-body-tag", "signature", octets=lambda w: tlv(
            0x7F21, ta.parts(w)[0] + tlv(0x5F37, book.keys["dv"].sign(
                icao.tlv_list(ta.parts(w)[0])[0][1]))))
    else:
        bad("shorter-modulus", "key", holder=book.make_key("is", bits=1024))
        bad("modulus-leading-00", "key", objects=replace(
            0x7F49, tlv(0x06, public.oid) + tlv(0x81, b"\x00" + ta.unsigned(public.n))
            + tlv(0x82, ta.unsigned(public.e))))
        bad("exponent-even", "key", objects=replace(
            0x7F49, tlv(0x06, public.oid) + tlv(0x81, ta.unsigned(public.n)) + tlv(0x82, b"\x02")))
        bad("signature-above-modulus", "signature", octets=signature(
            lambda s: b"\xFF" * len(s)))
        bad("pkcs1-signature-under-pss", "signature", octets=lambda w: tlv(
            0x7F21, ta.parts(w)[0] + tlv(0x5F37, book.make_key("dv", kind="pkcs1").sign(
                ta.parts(w)[0]))))


def ta_lines():
    lines = []
    for algorithm, parameter_id in list(FULL.items()) + list(SHORT.items()):
        book = Book(algorithm, parameter_id)
        base(book)
        if algorithm in FULL:
            links(book)
            rights_and_dates(book)
        ways(book)
        if algorithm in FULL:
            broken(book)
        lines.append("# " + algorithm)
        lines += book.lines
    lines.append("# EF.CVCA")
    for references in ((CVCA1,), (CVCA2, CVCA1), ("UTINLAYCAXXUT001", "UTINLAYCAXXUT002")):
        lines.append(line(name="efcvca-%d-%d" % (len(references), len(references[0])),
                          kind="efcvca", references=",".join(references),
                          content=hexs(ta.ef_cvca(*references))))
    return lines


FILES = {"terminal-authentication.txt": (TA_HEAD, ta_lines)}
