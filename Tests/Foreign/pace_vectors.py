"""Makes the vectors of PACE, called by make_vectors.py."""

import icao
from curves import CURVES, MODP
from fixed import line, scalar, stream
from groups import ALL, Curve, PrimeField, group
from icao import hexs
from pace import Pace, pseudo_random_octets

GM_HEAD = """\
# PACE with generic mapping over ECDH, ICAO Doc 9303-11 section 4.4. Made by make_vectors.py.
# name id curve cipher oid password f kpi z s skmapifd pkmapifd skmapic pkmapic h g skifd pkifd
#   skic pkic k ksenc ksmac tifd tic
# password: mrz:MRZ_information or can:digits; f: f(pi) as octets; kpi = KDF(f, 3);
# z: encrypted nonce, s: nonce; sk*: private keys as long as the order; pk*, h, g: 04 x y;
# h: shared point of the mapping, g: mapped generator, k: shared secret (x, field length);
# 3DES keys have odd parity. tifd covers pkic, tic covers pkifd.
# plain-*: one line for each curve and cipher. The others are sought out:
# short-k: k begins with 00 (0000 for secp521r1, also below). short-x / short-y: a coordinate of pkifd begins with 00.
# short-h / short-g: x of h or g begins with 00. short-s: the nonce begins with 00.
# small-key: ephemeral private key 1 (pkifd = g). large-key: order - 1 (pkifd = -g).
"""

DH_HEAD = """\
# PACE with generic mapping over DH, ICAO Doc 9303-11 section 4.4. Made by make_vectors.py.
# name id group cipher oid password f kpi z s skmapifd pkmapifd skmapic pkmapic h g skifd pkifd
#   skic pkic k ksenc ksmac tifd tic
# id, group: prime field groups of RFC 5114. Other fields as in pace-gm.txt, but:
# pk*: unsigned integers in as few octets as possible (9.4.1), the token covers them as they are;
# h, g, k: integers as long as p; sk*: as long as the order q.
# plain-*: one line for each group and cipher. The others are sought out:
# short-pkmapifd, -pkmapic, -pkifd, -pkic: this public key is one octet shorter than p
#   (shorter-pkifd: two octets shorter); short-k, short-h, short-g: k, h or g begins with 00;
# short-s: the nonce begins with 00. small-key: private key 1 (pkifd = g). large-key: q - 1.
"""

IM_HEAD = """\
# PACE with integrated mapping, ICAO Doc 9303-11 section 4.4.3.3.2 and appendix B. Made by
# make_vectors.py.
# name id group cipher oid password f kpi z s t r u branch g skifd pkifd skic pkic k ksenc ksmac
#   tifd tic
# id: ECDH 8, 9, 11 to 18 (10 has no integrated mapping) and DH 0 to 2. s: nonce of the chip,
# 16 octets (3DES, AES-128) or 32 (AES-192, AES-256); t: nonce of the terminal, as long as the key;
# r = R(s, t) = x1 || ... || xn; u = Rp(s, t) = r mod p, as long as p; g: mapped generator,
# 04 x y (ECDH) or as long as p (DH); branch: x2 or x3, the coordinate that f_G took
# (appendix B.2 step 8 or 9), - for DH. sk*: as long as the order. pk*: 04 x y (ECDH) or in as
# few octets as possible (DH); k: x, or the integer as long as p. Other fields as in pace-gm.txt.
# plain-*: one line for each group and cipher. The others are sought out:
# branch-x2 / branch-x3: the other outcome of f_G for the curve. short-u: u begins with 00.
# short-g: x of g begins with 00. short-k: k begins with 00. short-pkifd / short-pkic: x begins
# with 00 (ECDH), or the key is one octet shorter than p (DH). secp521r1: 0000 instead of 00.
"""

CAM_HEAD = """\
# PACE with chip authentication mapping, ICAO Doc 9303-11 sections 4.4.3.3.3, 4.4.3.5. Made by
# make_vectors.py.
# name id curve cipher oid password f kpi z s skmapifd pkmapifd skmapic pkmapic h g skifd pkifd
#   skic pkic k ksenc ksmac tifd tic skca pkca caic iv aic expected
# Fields up to tic as in pace-gm.txt. skca, pkca: static key of the chip, as EF.CardSecurity gives
# it; caic = skca^-1 * skmapic mod order, as long as the order; iv = E(ksenc, FF..FF);
# aic: encrypted chip authentication data (DO 8A).
# expected: accepted when caic * pkca = pkmapic, otherwise refused (the tokens are right in every
# line). plain-*: one line for each curve and cipher.
# short-caic: caic begins with 00. wrong-key: the chip has another static key than pkca.
# negated: caic is order - caic, so that only y is wrong. zero: caic is 0.
# zero-iv: encrypted with a zero IV. unpadded: encrypted without the padding.
"""

KEYS_HEAD = """\
# Public keys as they are sent, good and bad; ICAO Doc 9303-11 sections 9.4.5, 9.6 (validation by
# TR-03111 for ECDH, RFC 2631 for DH). Made by make_vectors.py.
# name id group key expected
# key: octets of the data object; - for an empty one.
# expected: accepted, refused, or either: leading-00 is against 9.4.1 but the number is good.
"""

MRZ_INFO = icao.mrz_information("T22000129", "640812", "101031")
MRZ, CAN = ("mrz", MRZ_INFO), ("can", "123456")


def octets_of(password):
    kind, text = password
    return icao.pace_secret_mrz(text) if kind == "mrz" else icao.pace_secret_can(text)


def element(group, value):
    """A group element that is never sent: full length."""
    return hexs(group.encode(value) if group.kind == "ecdh" else group.secret(value))


def private(group, key):
    return hexs(key.to_bytes(group.key_size, "big"))


def is_short(group, coordinate):
    """The coordinate begins with 00 when it is as long as the field."""
    top = 1 << (8 * (group.size - 1))
    if group.p >> (8 * (group.size - 1)) < 16:
        top >>= 8  # secp521r1: the first octet is nearly always 00, ask for the second too
    return coordinate < top


def coordinate(value, index=0):
    return value[index] if isinstance(value, tuple) else value


def seek(group, start, step, wanted):
    """How often step must be added to start until the sum is wanted."""
    value, count = start, 0
    while value is None or not wanted(value):
        value, count = group.add(value, step), count + 1
    return count


def agreement(pace, mapped, ifd, ic):
    """Fields from the private keys to the tokens."""
    group = pace.group
    pk_ifd, pk_ic = (group.multiply(key, mapped) for key in (ifd, ic))
    secret, kenc, kmac = pace.derive(ifd, pk_ic)
    assert secret == pace.derive(ic, pk_ifd)[0]
    return dict(
        skifd=private(group, ifd), pkifd=hexs(group.encode(pk_ifd)),
        skic=private(group, ic), pkic=hexs(group.encode(pk_ic)), k=hexs(secret),
        ksenc=hexs(kenc), ksmac=hexs(kmac), tifd=hexs(pace.token(kmac, group.encode(pk_ic))),
        tic=hexs(pace.token(kmac, group.encode(pk_ifd))))


def gm_fields(name, pace, password, nonce, keys):
    """Fields of generic mapping; that of CAM is the same."""
    group = pace.group
    map_ifd, map_ic, ifd, ic = keys
    pk_map_ifd, pk_map_ic = (group.multiply(key, group.g) for key in (map_ifd, map_ic))
    shared = group.multiply(map_ifd, pk_map_ic)
    assert shared == group.multiply(map_ic, pk_map_ifd)
    generator = pace.map(nonce, shared)
    z = pace.encrypt_nonce(nonce)
    assert pace.decrypt_nonce(z) == nonce
    fields = {
        "name": name, "id": group.id, "curve" if group.kind == "ecdh" else "group": group.name,
        "cipher": pace.cipher, "oid": hexs(pace.oid), "password": "%s:%s" % password,
        "f": hexs(octets_of(password)), "kpi": hexs(pace.kpi), "z": hexs(z), "s": hexs(nonce),
        "skmapifd": private(group, map_ifd), "pkmapifd": hexs(group.encode(pk_map_ifd)),
        "skmapic": private(group, map_ic), "pkmapic": hexs(group.encode(pk_map_ic)),
        "h": element(group, shared), "g": element(group, generator)}
    fields.update(agreement(pace, generator, ifd, ic))
    return fields


def gm_values(name, parameter_id, cipher, password, nonce, keys):
    pace = Pace("gm", cipher, parameter_id, octets_of(password))
    return line(**gm_fields(name, pace, password, nonce, keys))


def gm_lines():
    lines = []
    for parameter_id in sorted(CURVES):
        curve = Curve(parameter_id)
        lines.append("# %d %s" % (parameter_id, curve.name))
        lines += gm_plain(curve)
        lines += special_lines(curve, MRZ)
    return lines


def gm_plain(group):
    lines = []
    for cipher in icao.CIPHERS:
        label = "pace %d %s " % (group.id, cipher)
        keys = [scalar(label + part, group) for part in ("map ifd", "map ic", "ifd", "ic")]
        lines.append(gm_values("plain-%s-%s" % (group.name, cipher), group.id, cipher,
                               MRZ if cipher in ("3des", "aes192") else CAN,
                               stream(label + "nonce", 16), keys))
    return lines


def special_lines(curve, password):
    """Values with leading zeros and extreme keys; found by counting upwards."""
    lines = []
    label = "pace special %d " % curve.id
    map_ifd, map_ic, ifd, ic = (scalar(label + part, curve) for part in "abcd")
    nonce = stream(label + "nonce", 16)
    number = int.from_bytes(nonce, "big")

    def emit(name, nonce=nonce, keys=(map_ifd, map_ic, ifd, ic)):
        lines.append(gm_values("%s-%s" % (name, curve.name), curve.id, "aes128", password,
                               nonce, keys))

    def short(value, index=0):
        return is_short(curve, coordinate(value, index))

    shared = curve.multiply(map_ifd * map_ic % curve.n, curve.g)
    generator = curve.add(curve.multiply(number, curve.g), shared)
    # k = x of (ifd * ic) g: count ifd upwards
    pk_ic = curve.multiply(ic, generator)
    count = seek(curve, curve.multiply(ifd, pk_ic), pk_ic, short)
    emit("short-k", keys=(map_ifd, map_ic, (ifd + count) % curve.n, ic))
    start = curve.multiply(ifd, generator)
    for name, index in (("short-x", 0), ("short-y", 1)):
        count = seek(curve, start, generator, lambda q: short(q, index))
        emit(name, keys=(map_ifd, map_ic, (ifd + count) % curve.n, ic))
    # h = (map_ifd * map_ic) G: count map_ifd upwards
    pk_map_ic = curve.multiply(map_ic, curve.g)
    count = seek(curve, shared, pk_map_ic, short)
    emit("short-h", keys=((map_ifd + count) % curve.n, map_ic, ifd, ic))
    # g = s G + h: count s upwards
    count = seek(curve, generator, curve.g, short)
    emit("short-g", nonce=(number + count).to_bytes(16, "big"))
    emit("short-s", nonce=bytes(3) + nonce[3:])
    emit("small-key", keys=(map_ifd, map_ic, 1, ic))
    emit("large-key", keys=(map_ifd, map_ic, curve.n - 1, ic))
    return lines


def dh_lines():
    lines = []
    for parameter_id in sorted(MODP):
        field = PrimeField(parameter_id)
        lines.append("# %d %s" % (parameter_id, field.name))
        lines += gm_plain(field)
        lines += dh_special_lines(field)
    return lines


def dh_special_lines(field):
    lines = []
    label = "pace special %d " % field.id
    keys = {part: scalar(label + part, field) for part in ("mapifd", "mapic", "ifd", "ic")}
    nonce = stream(label + "nonce", 16)
    number = int.from_bytes(nonce, "big")

    def emit(name, cipher="aes128", nonce=nonce, **changed):
        used = dict(keys, **changed)
        suffix = "" if cipher == "aes128" else "-" + cipher
        lines.append(gm_values("%s-%s%s" % (name, field.name, suffix), field.id, cipher, MRZ,
                               nonce, [used[part] for part in ("mapifd", "mapic", "ifd", "ic")]))

    def short(value):
        return is_short(field, value)

    def counted(part, base, wanted=short):
        """The key of this part, counted upwards until key * base is wanted."""
        count = seek(field, field.multiply(keys[part], base), base, wanted)
        return {part: (keys[part] + count) % field.n}

    shared = field.multiply(keys["mapifd"] * keys["mapic"] % field.n, field.g)
    generator = field.add(field.multiply(number, field.g), shared)
    for part in ("mapifd", "mapic"):
        emit("short-pk" + part, **counted(part, field.g))
    for part in ("ifd", "ic"):
        emit("short-pk" + part, **counted(part, generator))
        emit("short-pk" + part, "3des", **counted(part, generator))
    if field.id == 0:
        emit("shorter-pkifd", **counted("ifd", generator, lambda y: y >> 8 * (field.size - 2) == 0))
    pk_ic = field.multiply(keys["ic"], generator)
    for cipher in icao.CIPHERS:
        emit("short-k", cipher, **counted("ifd", pk_ic))
    emit("short-h", **counted("mapifd", field.multiply(keys["mapic"], field.g)))
    count = seek(field, generator, field.g, short)
    emit("short-g", nonce=(number + count).to_bytes(16, "big"))
    emit("short-s", nonce=bytes(3) + nonce[3:])
    emit("small-key", ifd=1)
    emit("large-key", ifd=field.n - 1)
    return lines


# integrated mapping

def im_values(name, pace, password, s, t, ifd, ic):
    group = pace.group
    octets = pseudo_random_octets(pace.cipher, group.p, s, t)
    u = pace.pseudo_random(s, t)
    assert u == int.from_bytes(octets, "big") % group.p
    mapped, branch = group.map_to_element(u)
    assert group.contains(mapped) and mapped == pace.map_integrated(s, t)
    z = pace.encrypt_nonce(s)
    assert pace.decrypt_nonce(z) == s
    return line(
        name=name, id=group.id, group=group.name, cipher=pace.cipher, oid=hexs(pace.oid),
        password="%s:%s" % password, f=hexs(octets_of(password)), kpi=hexs(pace.kpi), z=hexs(z),
        s=hexs(s), t=hexs(t), r=hexs(octets), u=hexs(u.to_bytes(group.size, "big")),
        branch="x%d" % branch if branch else "-", g=element(group, mapped),
        **agreement(pace, mapped, ifd, ic))


def im_lines():
    lines = []
    for parameter_id in [i for i in ALL if i >= 8] + [i for i in ALL if i < 8]:
        this = group(parameter_id)
        if not this.has_integrated_mapping:
            continue
        lines.append("# %d %s" % (parameter_id, this.name))
        for cipher in icao.CIPHERS:
            password = CAN if cipher in ("3des", "aes192") else MRZ
            pace = Pace("im", cipher, parameter_id, octets_of(password))
            label = "pace im %d %s " % (parameter_id, cipher)
            lines.append(im_values(
                "plain-%s-%s" % (this.name, cipher), pace, password,
                stream(label + "s", pace.nonce_size), stream(label + "t", pace.terminal_nonce_size),
                scalar(label + "ifd", this), scalar(label + "ic", this)))
        lines += im_special_lines(this)
    return lines


def im_special_lines(this):
    lines = []
    pace = Pace("im", "aes128", this.id, octets_of(CAN))
    label = "pace im special %d " % this.id
    s, first = stream(label + "s", 16), int.from_bytes(stream(label + "t", 16), "big")
    keys = {part: scalar(label + part, this) for part in ("ifd", "ic")}

    def emit(name, t, **changed):
        lines.append(im_values("%s-%s" % (name, this.name), pace, CAN, s, t,
                               **dict(keys, **changed)))

    def count_t(wanted):
        """t counted upwards until u = Rp(s, t) is wanted."""
        t = first
        while not wanted(pace.pseudo_random(s, t.to_bytes(16, "big"))):
            t += 1
        return t.to_bytes(16, "big")

    def short(value):
        return is_short(this, coordinate(value))

    if this.kind == "ecdh":
        for branch in (2, 3):
            emit("branch-x%d" % branch, count_t(lambda u: this.map_to_element(u)[1] == branch))
        emit("short-g", count_t(lambda u: any(map(short, this.map_candidates(u)))
                                and short(this.map_to_element(u)[0])))
    emit("short-u", count_t(short))
    t = first.to_bytes(16, "big")
    mapped = pace.map_integrated(s, t)
    for part in ("ifd", "ic"):
        count = seek(this, this.multiply(keys[part], mapped), mapped, short)
        emit("short-pk" + part, t, **{part: (keys[part] + count) % this.n})
    pk_ic = this.multiply(keys["ic"], mapped)
    count = seek(this, this.multiply(keys["ifd"], pk_ic), pk_ic, short)
    emit("short-k", t, ifd=(keys["ifd"] + count) % this.n)
    return lines


# chip authentication mapping

def cam_lines():
    lines = []
    for parameter_id in sorted(CURVES):
        curve = Curve(parameter_id)
        lines.append("# %d %s" % (parameter_id, curve.name))
        for cipher in icao.CIPHERS[1:]:
            password = CAN if cipher == "aes192" else MRZ
            label = "pace cam %d %s " % (parameter_id, cipher)
            lines.append(cam_values("plain", curve, cipher, password, label))
            if cipher != "aes128":
                continue
            for what in ("short-caic", "wrong-key", "negated", "zero", "zero-iv", "unpadded"):
                lines.append(cam_values(what, curve, cipher, password, label))
    return lines


def cam_values(what, curve, cipher, password, label):
    pace = Pace("cam", cipher, curve.id, octets_of(password))
    map_ifd, map_ic, ifd, ic, static = (
        scalar(label + part, curve) for part in ("map ifd", "map ic", "ifd", "ic", "static"))
    if what == "short-caic":
        map_ic = (scalar(label + "short", curve) >> 16) * static % curve.n
    name = "%s-%s-%s" % (what, curve.name, cipher)
    fields = gm_fields(name, pace, password, stream(label + "nonce", 16),
                       (map_ifd, map_ic, ifd, ic))
    kenc = bytes.fromhex(fields["ksenc"])
    data = pace.chip_data(static, map_ic)
    if what == "wrong-key":
        data = pace.chip_data(scalar(label + "other static", curve), map_ic)
    elif what == "negated":
        data = (curve.n - int.from_bytes(data, "big")).to_bytes(curve.key_size, "big")
    elif what == "zero":
        data = bytes(curve.key_size)
    secret, iv = pace.encrypt_chip_data(kenc, data), pace.chip_data_iv(kenc)
    if what == "zero-iv":
        secret = icao.encrypt(cipher, kenc, icao.pad2(data, 16))
    elif what == "unpadded":
        secret = icao.encrypt(cipher, kenc, data + bytes(-len(data) % 16), iv)
    try:
        accepted = pace.check_chip_data(
            pace.decrypt_chip_data(kenc, secret), curve.multiply(static, curve.g),
            curve.multiply(map_ic, curve.g))
    except icao.Violation:
        accepted = False
    assert accepted == (what in ("plain", "short-caic")), name
    return line(**fields, skca=private(curve, static),
                pkca=hexs(curve.encode(curve.multiply(static, curve.g))), caic=hexs(data),
                iv=hexs(iv), aic=hexs(secret), expected="accepted" if accepted else "refused")


# public keys

def key_lines():
    lines = []
    for parameter_id in ALL:
        this = group(parameter_id)
        lines.append("# %d %s" % (parameter_id, this.name))
        kinds = curve_keys(this) if this.kind == "ecdh" else field_keys(this)
        for what, key, expected in kinds:
            try:
                this.decode(key)
                assert expected == "accepted", what
            except icao.Violation:
                assert expected != "accepted", what
            lines.append(line(name="%s-%s" % (what, this.name), id=this.id, group=this.name,
                              key=hexs(key) or "-", expected=expected))
    return lines


def curve_keys(curve):
    size, p = curve.size, curve.p
    point = curve.multiply(scalar("public key %d" % curve.id, curve), curve.g)
    good = curve.encode(point)
    x, y = good[1:1 + size], good[1 + size:]
    yield "good", good, "accepted"
    yield "generator", curve.encode(curve.g), "accepted"
    yield "negated-generator", curve.encode(curve.negate(curve.g)), "accepted"
    short = curve.multiply(seek(curve, None, curve.g, lambda q: is_short(curve, q[0])), curve.g)
    yield "short-x", curve.encode(short), "accepted"
    yield "empty", b"", "refused"
    yield "infinity-00", b"\x00", "refused"
    yield "only-04", b"\x04", "refused"
    yield "compressed", bytes([2 + (y[-1] & 1)]) + x, "refused"
    yield "hybrid", bytes([6 + (y[-1] & 1)]) + x + y, "refused"
    yield "without-04", x + y, "refused"
    yield "octet-missing", good[:-1], "refused"
    yield "octet-too-many", good + b"\x00", "refused"
    yield "leading-octet", b"\x00" + good, "refused"
    yield "off-the-curve", good[:-1] + bytes([good[-1] ^ 1]), "refused"
    yield "zero-zero", b"\x04" + bytes(2 * size), "refused"
    yield "all-ff", b"\x04" + b"\xFF" * (2 * size), "refused"
    yield "x-is-p", b"\x04" + p.to_bytes(size, "big") + y, "refused"
    # coordinates that are right only modulo p, where they fit
    small = curve.multiply(seek(curve, None, curve.g,
                                lambda q: q[0] + p < 1 << 8 * size), curve.g) \
        if (1 << 8 * size) - p > p >> 12 else None
    if small:
        yield ("x-plus-p", b"\x04" + (small[0] + p).to_bytes(size, "big")
               + small[1].to_bytes(size, "big"), "refused")
    other = Curve({12: 13, 13: 12, 8: 9, 9: 8, 10: 11, 11: 10, 15: 16, 16: 15}.get(curve.id, 12))
    yield "generator-of-" + other.name, other.encode(other.g), "refused"


def field_keys(field):
    p, size = field.p, field.size
    good = field.multiply(scalar("public key %d" % field.id, field), field.g)
    yield "good", field.encode(good), "accepted"
    yield "generator", field.encode(field.g), "accepted"
    short = field.multiply(seek(field, 1, field.g, lambda y: y != 1 and is_short(field, y)), field.g)
    yield "short", field.encode(short), "accepted"
    yield "short-leading-00", short.to_bytes(size, "big"), "either"
    yield "leading-00", b"\x00" + field.encode(good), "either"
    yield "empty", b"", "refused"
    for what, value in (("zero", 0), ("one", 1), ("two", 2), ("p-minus-1", p - 1), ("p", p),
                        ("p-plus-1", p + 1), ("negated", p - good)):
        yield what, value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big"), "refused"
    if good + p < 1 << 8 * size:
        yield "plus-p", (good + p).to_bytes(size, "big"), "refused"
    yield "plus-p-long", (good + p).to_bytes(size + 1, "big"), "refused"
    yield "outside-the-subgroup", field.encode(
        int.from_bytes(stream("outside %d" % field.id, size), "big") % p), "refused"
    yield "all-ff", b"\xFF" * size, "refused"
    yield "octet-too-many", field.encode(good) + b"\x00", "refused"


FILES = {"public-keys.txt": (KEYS_HEAD, key_lines), "pace-gm.txt": (GM_HEAD, gm_lines), "pace-dh-gm.txt": (DH_HEAD, dh_lines),
         "pace-im.txt": (IM_HEAD, im_lines), "pace-cam.txt": (CAM_HEAD, cam_lines)}
