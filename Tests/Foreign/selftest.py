"""Tries the library, the vectors and both terminal scripts without any reader.

    python3 Tests/Foreign/selftest.py
"""

import os
import sys
import unittest
from unittest import mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chip_authentication as ca
import icao
import make_vectors
import probe_passport
import read_passport
import signatures
import terminal_authentication as ta
import toychip
import worked_examples as published
import terminal as terminal_module
from groups import ALL, Curve, PrimeField, group
from icao import Command, SecureMessaging, Violation
from keys import key_info, read_key_info
from pace import Pace, pace_oid, pseudo_random_octets
from signatures import probably_prime
from terminal import Terminal

try:
    from Cryptodome.Hash import SHA256
    from Cryptodome.PublicKey import RSA
    from Cryptodome.Signature import pkcs1_15, pss
except ImportError:  # the name used outside Debian
    from Crypto.Hash import SHA256
    from Crypto.PublicKey import RSA
    from Crypto.Signature import pkcs1_15, pss

D = {name: bytes.fromhex(value) for name, value in published.D.items()}
G1 = {name: bytes.fromhex(value) for name, value in published.G1.items()}
G2 = {name: bytes.fromhex(value) for name, value in published.G2.items()}
H1 = {name: bytes.fromhex(value) for name, value in published.H1.items()}
H2 = {name: bytes.fromhex(value) for name, value in published.H2.items()}
I1 = {name: bytes.fromhex(value) for name, value in published.I1.items()}


def number(octets):
    return int.from_bytes(octets, "big")


class PublishedCard:
    """Answers like the worked example and insists on its commands."""

    def __init__(self, exchanges):
        self.exchanges = [(bytes.fromhex(a), bytes.fromhex(b)) for a, b in exchanges]

    def transmit(self, apdu):
        command, answer = self.exchanges.pop(0)
        assert apdu == command, (icao.hexs(apdu), icao.hexs(command))
        return answer


class Library(unittest.TestCase):
    def test_basic_access_D(self):
        info = icao.mrz_information("L898902C", "690806", "940623")
        self.assertEqual(info, "L898902C<369080619406236")
        self.assertEqual(icao.pace_secret_mrz(info), D["H_SHA1"])
        self.assertEqual(D["H_SHA1"][:16], D["K_seed"])
        self.assertEqual(icao.bac_keys(info), (D["K_enc"], D["K_mac"]))
        self.assertEqual(Command(0, 0x84, 0, 0, le=8).encode(), D["cmd_GET_CHALLENGE"])
        self.assertEqual(D["RND_IFD"] + D["RND_IC"] + D["K_IFD"], D["S"])
        cryptogram = icao.bac_cryptogram(D["K_enc"], D["K_mac"], D["S"])
        self.assertEqual(cryptogram, D["E_IFD"] + D["M_IFD"])
        self.assertEqual(Command(0, 0x82, 0, 0, cryptogram, 40).encode(), D["cmd_EXTERNAL_AUTH"])
        reply = icao.bac_cryptogram(D["K_enc"], D["K_mac"], D["R"])
        self.assertEqual(reply, D["E_IC"] + D["M_IC"])
        k_ic = icao.bac_open_reply(D["K_enc"], D["K_mac"], reply, D["RND_IFD"], D["RND_IC"])
        self.assertEqual(k_ic, D["K_IC"])
        self.assertEqual(icao.xor(D["K_IFD"], k_ic), D["KS_seed"])
        sm = icao.bac_session(D["K_IFD"], k_ic, D["RND_IC"], D["RND_IFD"])
        self.assertEqual((sm.kenc, sm.kmac, sm.ssc_bytes), (D["KS_enc"], D["KS_mac"], D["SSC"]))

    def test_long_number_D2(self):
        self.assertEqual(icao.mrz_information("D23145890734", "340712", "950712"),
                         "D23145890734934071279507122")
        self.assertEqual(read_passport.mrz_key_fields(
            "I<UTOD23145890<7349<<<<<<<<<<<3407127M9507122UTO<<<<<<<<<<<2STEVENSON<<PETER<JOHN<<<<<<<<<"),
            "D23145890734934071279507122")

    def test_secure_messaging_D4(self):
        start = int.from_bytes(D["SSC"], "big")
        terminal = SecureMessaging("3des", D["KS_enc"], D["KS_mac"], start)
        chip = SecureMessaging("3des", D["KS_enc"], D["KS_mac"], start)
        for row in published.D_SM:
            plain, protected, answer, plain_answer, ssc = map(bytes.fromhex, row)
            command = Command.decode(plain)
            self.assertEqual(terminal.protect_command(command), protected)
            self.assertEqual(chip.open_command(protected).encode(), plain)
            data, sw = plain_answer[:-2], int.from_bytes(plain_answer[-2:], "big")
            self.assertEqual(chip.protect_response(command.ins, data, sw), answer)
            self.assertEqual(terminal.open_response(command.ins, answer), (data, sw))
            self.assertEqual((terminal.ssc_bytes, chip.ssc_bytes), (ssc, ssc))

    def test_key_derivation(self):
        secret = G1["K"]
        for (cipher, counter), value in published.KDF.items():
            self.assertEqual(icao.kdf(secret, counter, cipher), bytes.fromhex(value))

    def test_pace_G1(self):
        info = icao.mrz_information("T22000129", "640812", "101031")
        self.assertEqual(info, "T22000129364081251010318")
        self.assertEqual(icao.pace_secret_mrz(info), G1["K"])
        infos = icao.pace_infos(icao.tlv(0x31, G1["PACEInfo"]))
        self.assertEqual(infos, [(pace_oid("ecdh", "gm", "aes128"), 2, 13)])
        self.assertEqual(icao.oid_text(infos[0][0]), "0.4.0.127.0.7.2.2.4.2.2")
        pace = Pace("gm", "aes128", 13, G1["K"])
        curve = pace.group
        self.assertEqual(pace.kpi, G1["K_pi"])
        self.assertEqual(pace.decrypt_nonce(G1["z"]), G1["s"])
        self.assertEqual(pace.encrypt_nonce(G1["s"]), G1["z"])

        def public(private, base):
            return curve.multiply(int.from_bytes(G1[private], "big"), base)

        for side in ("ifd", "ic"):
            self.assertEqual(curve.encode(public("sk_map_" + side, curve.g)), G1["pk_map_" + side])
        shared = public("sk_map_ifd", curve.decode(G1["pk_map_ic"]))
        self.assertEqual(curve.encode(shared), G1["H"])
        mapped = pace.map(G1["s"], shared)
        self.assertEqual(curve.encode(mapped), G1["G_mapped"])
        for side in ("ifd", "ic"):
            self.assertEqual(curve.encode(public("sk_dh_" + side, mapped)), G1["pk_dh_" + side])
        for mine, other in (("ifd", "ic"), ("ic", "ifd")):
            secret, kenc, kmac = pace.derive(int.from_bytes(G1["sk_dh_" + mine], "big"),
                                             curve.decode(G1["pk_dh_" + other]))
            self.assertEqual((secret, kenc, kmac), (G1["K_shared"], G1["KS_enc"], G1["KS_mac"]))
        self.assertEqual(pace.token(kmac, G1["pk_dh_ic"]), G1["T_IFD"])
        self.assertEqual(pace.token(kmac, G1["pk_dh_ifd"]), G1["T_IC"])

    def test_pace_G1_commands(self):
        terminal = Terminal(PublishedCard(published.G1_APDUS))
        keys = [int.from_bytes(G1[name], "big") for name in ("sk_map_ifd", "sk_dh_ifd")]
        original = Curve.private_key
        Curve.private_key = lambda self: keys.pop(0)
        try:
            terminal.pace("aes128", 13, G1["K"], 1, send_parameter_id=False)
        finally:
            Curve.private_key = original
        self.assertEqual((terminal.sm.kenc, terminal.sm.kmac, terminal.sm.ssc),
                         (G1["KS_enc"], G1["KS_mac"], 0))
        self.assertEqual(terminal.card.exchanges, [])

    def check_agreement(self, pace, example, mapped):
        """From the mapped generator to the tokens; a private key may be missing."""
        group = pace.group
        for mine, other in (("ifd", "ic"), ("ic", "ifd")):
            if "sk_dh_" + mine not in example:
                continue
            private = number(example["sk_dh_" + mine])
            self.assertEqual(group.encode(group.multiply(private, mapped)),
                             example["pk_dh_" + mine])
            secret, kenc, kmac = pace.derive(private, group.decode(example["pk_dh_" + other]))
            self.assertEqual((kenc, kmac), (example["KS_enc"], example["KS_mac"]))
            self.assertEqual(secret, example.get("K_shared", secret))
        self.assertEqual(pace.token(kmac, example["pk_dh_ic"]), example["T_IFD"])
        self.assertEqual(pace.token(kmac, example["pk_dh_ifd"]), example["T_IC"])

    def test_pace_G2(self):
        self.assertEqual(icao.pace_infos(icao.tlv(0x31, G2["PACEInfo"])),
                         [(pace_oid("dh", "gm", "aes128"), 2, 0)])
        pace = Pace("gm", "aes128", 0, G1["K"])
        group = pace.group
        self.assertEqual((group.p, group.g, group.n),
                         (number(G2["p"]), number(G2["g"]), number(G2["q"])))
        self.assertEqual(pace.kpi, G2["K_pi"])
        self.assertEqual(pace.decrypt_nonce(G2["z"]), G2["s"])
        for side in ("ifd", "ic"):
            self.assertEqual(group.encode(group.multiply(number(G2["sk_map_" + side]), group.g)),
                             G2["pk_map_" + side])
        shared = group.multiply(number(G2["sk_map_ifd"]), group.decode(G2["pk_map_ic"]))
        self.assertEqual(group.secret(shared), G2["H"])
        mapped = pace.map(G2["s"], shared)
        self.assertEqual(group.secret(mapped), G2["g_mapped"])
        self.check_agreement(pace, G2, mapped)

    def test_integrated_mapping_H1_H2(self):
        for parameter_id, example in ((13, H1), (0, H2)):
            pace = Pace("im", "aes128", parameter_id, icao.pace_secret_can("123456"))
            self.assertEqual(pace.kpi, example["K_pi"])
            self.assertEqual(pace.decrypt_nonce(example["z"]), example["s"])
            self.assertEqual(pseudo_random_octets("aes128", pace.group.p, example["s"], example["t"]),
                             example["R"])
            self.assertEqual(pace.pseudo_random(example["s"], example["t"]),
                             number(example["Rp"]))
            mapped = pace.map_integrated(example["s"], example["t"])
            encode = pace.group.encode if parameter_id else pace.group.secret
            self.assertEqual(encode(mapped), example.get("G_mapped") or example["g_mapped"])
            self.check_agreement(pace, example, mapped)

    def test_chip_authentication_mapping_I1(self):
        info = icao.mrz_information("C11T002JM", "960812", "231031")
        pace = Pace("cam", "aes128", 13, icao.pace_secret_mrz(info))
        group = pace.group
        self.assertEqual(pace.kpi, I1["K_pi"])
        self.assertEqual(pace.decrypt_nonce(I1["z"]), I1["s"])
        map_public = group.decode(I1["pk_map_ic"])
        self.assertEqual(group.multiply(number(I1["sk_map_ic"]), group.g), map_public)
        shared = group.multiply(number(I1["sk_map_ifd"]), map_public)
        mapped = pace.map(I1["s"], shared)
        self.assertEqual(group.encode(mapped), I1["G_mapped"])
        self.check_agreement(pace, I1, mapped)
        self.assertEqual(pace.chip_data_iv(I1["KS_enc"]), I1["IV"])
        self.assertEqual(pace.decrypt_chip_data(I1["KS_enc"], I1["A_IC"]), I1["CA_IC"])
        self.assertEqual(pace.encrypt_chip_data(I1["KS_enc"], I1["CA_IC"]), I1["A_IC"])
        static = group.decode(I1["PK_IC"])
        self.assertTrue(pace.check_chip_data(I1["CA_IC"], static, map_public))
        self.assertFalse(pace.check_chip_data(I1["CA_IC"], group.negate(static), map_public))

    def test_pace_commands_H1_I1(self):
        for exchanges, mapping, password, example in (
                (published.H1_APDUS, "im", icao.pace_secret_can("123456"), H1),
                (published.I1_APDUS, "cam", icao.pace_secret_mrz(
                    icao.mrz_information("C11T002JM", "960812", "231031")), I1)):
            terminal = Terminal(PublishedCard(exchanges))
            keys = [number(example[n]) for n in ("sk_map_ifd", "sk_dh_ifd") if n in example]
            with mock.patch.object(Curve, "private_key", lambda self: keys.pop(0)), \
                    mock.patch.object(terminal_module.os, "urandom",
                                      lambda count: example["t"][:count]):
                # both examples name password 01 in MSE:Set AT
                terminal.pace("aes128", 13, password, 1, send_parameter_id=False, mapping=mapping)
            self.assertEqual((terminal.sm.kenc, terminal.sm.kmac),
                             (example["KS_enc"], example["KS_mac"]))
            self.assertEqual(terminal.card.exchanges, [])
        self.assertTrue(terminal.cam_holds(Curve(13).decode(I1["PK_IC"])))

    def test_key_infos(self):
        infos, keys = ca.read_infos(icao.tlv(0x31, I1["ChipAuthenticationPublicKeyInfo"]))
        self.assertEqual((infos, keys), ([], [(Curve(13), Curve(13).decode(I1["PK_IC"]), 13)]))
        self.assertEqual(ca.public_key_info(Curve(13), Curve(13).decode(I1["PK_IC"]), 13,
                                            "standardized"), I1["ChipAuthenticationPublicKeyInfo"])
        for this in map(group, ALL):
            element = this.multiply(this.private_key(), this.g)
            for form in ("explicit", "standardized", "named" if this.kind == "ecdh" else "x942"):
                self.assertEqual(read_key_info(key_info(this, element, form)), (this, element))
        for key_id, octets in ((None, ""), (0, "84 01 00"), (1, "84 01 01"), (195, "84 01 C3"),
                               (256, "84 02 01 00")):
            self.assertEqual(ca.key_reference(key_id), bytes.fromhex(octets))

    def test_ecdsa_RFC6979(self):
        for (parameter_id, name), values in published.RFC6979.items():
            private, k, r, s = (number(bytes.fromhex(value)) for value in values)
            curve, hashed = Curve(parameter_id), signatures.digest(name, b"sample")
            public = curve.multiply(private, curve.g)
            self.assertEqual(signatures.nonce(curve, private, hashed, name), k)
            self.assertEqual(signatures.ecdsa_sign(curve, private, hashed, name), (r, s))
            self.assertTrue(signatures.ecdsa_verify(curve, public, hashed, (r, s)))
            self.assertFalse(signatures.ecdsa_verify(curve, public, hashed, (r, s ^ 1)))
            self.assertEqual(signatures.read_der(signatures.der((r, s))), (r, s))

    def test_active_authentication_F1(self):
        example = {name: bytes.fromhex(value) for name, value in published.F1.items()}
        self.assertEqual(signatures.representative("BC", example["M1"], example["RND_IFD"]),
                         example["F"])
        self.assertEqual(signatures.recoverable_size(128, "BC"), len(example["M1"]))
        self.assertEqual(example["F"][-21:-1], example["H"])

    def test_rsa_against_pycryptodome(self):
        message, hashed = b"message", SHA256.new(b"message")
        for bits in (1024, 1032):
            key = signatures.rsa_key(bits, "self-test")
            self.assertEqual(key.n.bit_length(), bits)
            other = RSA.construct((key.n, key.e, key.d, key.p, key.q))
            encoded = signatures.pkcs1_encode(key.size, "sha256", message)
            signature = key.power(number(encoded)).to_bytes(key.size, "big")
            self.assertEqual(signature, pkcs1_15.new(other).sign(hashed))
            self.assertTrue(signatures.pkcs1_verify(key.n, key.e, "sha256", message, signature))
            self.assertFalse(signatures.pkcs1_verify(key.n, key.e, "sha256", b"", signature))
            encoded = signatures.pss_encode(bits, "sha256", message, bytes(32))
            pss.new(other).verify(hashed, key.power(number(encoded)).to_bytes(key.size, "big"))
            signature = pss.new(other).sign(hashed)
            self.assertTrue(signatures.pss_verify(key.n, key.e, "sha256", message, signature))
            self.assertFalse(signatures.pss_verify(key.n, key.e, "sha256", b"", signature))

    def test_certificates_EAC2(self):
        example = {name: bytes.fromhex(value) for name, value in published.EAC2.items()}
        id_at, key = ta.ID_IS[:-1] + b"\x02", None
        for name in ("cvca_cert", "dv_cert", "ta_cert"):
            certificate = ta.Certificate(example[name], id_at if key else ta.ID_IS)
            mine = ta.read_public_key(certificate.key_objects, key)
            self.assertEqual(mine.encode(key is None), icao.tlv(0x7F49, certificate.key_objects))
            key = key or mine
            self.assertTrue(key.verify(certificate.body, certificate.signature))
            self.assertFalse(key.verify(certificate.body[:-1], certificate.signature))
            self.assertEqual(ta.verify_certificate(example[name]).data, certificate.body
                             + icao.tlv(0x5F37, certificate.signature))
            key = mine
        curve = Curve(13)
        chip, terminal = (curve.decode(example[n]) for n in ("picc_pub_key", "ca_pcd_pub_key"))
        message = ta.signed_input(curve.compress(chip), example["ta_nonce"],
                                  curve.compress(terminal))
        self.assertTrue(key.verify(message, example["ta_pcd_signature"]))
        self.assertFalse(key.verify(message[::-1], example["ta_pcd_signature"]))
        self.assertEqual(ca.derive(curve, "aes128", number(example["ca_pcd_priv_key"]),
                                   curve.decode(example["ca_picc_pub_key"]))[0],
                         example["ca_shared_secret_k"])

    def test_prime_fields(self):
        for parameter_id, example in published.MODP.items():
            field = PrimeField(parameter_id)
            self.assertTrue(probably_prime(field.p) and probably_prime(field.n))
            self.assertNotEqual(field.g, 1)
            self.assertEqual(field.multiply(field.n, field.g), 1)
            x_a, y_a, x_b, y_b, z = (bytes.fromhex(example[n]) for n in ("xA", "yA", "xB", "yB", "Z"))
            self.assertEqual(field.encode(field.multiply(number(x_a), field.g)), y_a)
            self.assertEqual(field.encode(field.multiply(number(x_b), field.g)), y_b)
            self.assertEqual(field.secret(field.multiply(number(x_a), field.decode(y_b))), z)
            self.assertEqual(field.secret(field.multiply(number(x_b), field.decode(y_a))), z)
            for bad in (0, 1, field.p - 1, field.p, field.p + 1, field.g + field.p, 2):
                self.assertFalse(field.contains(bad))
            for bad in (b"", b"\x00", b"\x01", b"\x00" + y_a, y_a + b"\x00",
                        field.encode(field.p - 1), field.encode(field.p - field.g)):
                self.assertRaises(Violation, field.decode, bad)

    def test_curves(self):
        for parameter_id in range(8, 19):
            curve = Curve(parameter_id)
            self.assertTrue(probably_prime(curve.p) and probably_prime(curve.n))
            self.assertNotEqual((4 * curve.a ** 3 + 27 * curve.b ** 2) % curve.p, 0)
            self.assertTrue(curve.contains(curve.g))
            self.assertIsNone(curve.multiply(curve.n, curve.g))
            # Hasse: the order of the group is this prime, the cofactor 1
            self.assertLessEqual((curve.n - curve.p - 1) ** 2, 4 * curve.p)
            point = None
            for count in range(1, 20):
                point = curve.add(point, curve.g)
                self.assertEqual(curve.multiply(count, curve.g), point)
                self.assertEqual(curve.multiply(curve.n - count, curve.g), curve.negate(point))
            for bad in (b"", b"\x00", b"\x02" + curve.encode(curve.g)[1:],
                        curve.encode(curve.g) + b"\x00", b"\x04" + bytes(2 * curve.size),
                        curve.encode((curve.g[0], curve.g[1] ^ 1))):
                self.assertRaises(Violation, curve.decode, bad)

    def test_responses_are_checked_strictly(self):
        keys = (G1["KS_enc"], G1["KS_mac"])
        good = SecureMessaging("aes128", *keys, 1).protect_response(0xB0, b"1234", 0x9000)
        terminal = SecureMessaging("aes128", *keys, 1)
        self.assertEqual(terminal.open_response(0xB0, good), (b"1234", 0x9000))
        for position in range(len(good)):
            bad = bytearray(good)
            bad[position] ^= 0x01
            with self.assertRaises(Violation):
                SecureMessaging("aes128", *keys, 1).open_response(0xB0, bytes(bad))
        for cut in range(len(good)):
            with self.assertRaises(Violation):
                SecureMessaging("aes128", *keys, 1).open_response(0xB0, good[:cut])
        with self.assertRaises(Violation):
            SecureMessaging("aes128", *keys, 2).open_response(0xB0, good)
        with self.assertRaises(Violation):
            SecureMessaging("aes128", *keys, 1).open_response(0xB1, good)

    def test_commands(self):
        for raw in ("00 84 00 00", "00 B0 00 00 04", "00 B0 00 00 00", "00 A4 02 0C 02 01 1E",
                    "00 A4 02 04 02 01 1E 00", "00 B0 00 00 00 04 00", "00 B0 00 00 00 00 00",
                    "00 86 00 00 00 00 02 7C 00 00 00", "00 D6 00 00 00 00 01 FF"):
            self.assertEqual(Command.decode(bytes.fromhex(raw)).encode(), bytes.fromhex(raw))

    def test_vectors_are_current(self):
        self.assertEqual(make_vectors.differing(), [])


def terminal_options(*more):
    return read_passport.parse_arguments(
        ["--reader", "none", "--number", toychip.NUMBER, "--birth", toychip.BIRTH,
         "--expiry", toychip.EXPIRY, "--files", "dg1,dg2,sod,com"] + list(more))


class Reading(unittest.TestCase):
    def report(self, chip, *more):
        chip.reset()
        return read_passport.read(toychip.DirectCard(chip), terminal_options(*more))

    def test_every_way_in(self):
        for parameter_id in (8, 13, 18):
            for cipher in icao.CIPHERS:
                for more in ((), ("--can", toychip.CAN), ("--access", "bac")):
                    report = self.report(toychip.ToyChip(("bac", "pace"), cipher, parameter_id),
                                         *more)
                    self.assertTrue(report["ok"], report)
                    self.assertEqual(report["mrz"], toychip.MRZ)
                    self.assertEqual(report["sod_matches"].get("dg2"), True)
        self.assertTrue(self.report(toychip.ToyChip(("bac",)))["ok"])
        self.assertTrue(self.report(toychip.ToyChip(("pace",)))["ok"])

    def test_every_mapping(self):
        for mapping, parameter_id, cipher in (
                ("im", 13, "aes128"), ("im", 8, "3des"), ("im", 18, "aes192"), ("im", 0, "aes256"),
                ("im", 2, "3des"), ("cam", 13, "aes128"), ("cam", 10, "aes192"),
                ("cam", 18, "aes256"), ("gm", 0, "aes128"), ("gm", 1, "3des"), ("gm", 2, "aes256")):
            chip = toychip.ToyChip(("pace",), cipher, parameter_id, mapping=mapping)
            for more in (("--mapping", mapping), ("--mapping", mapping, "--can", toychip.CAN)):
                report = self.report(chip, *more)
                self.assertTrue(report["ok"], report)
                self.assertEqual((report["mapping"], report["cipher"]), (mapping, cipher))
                if mapping == "cam":
                    self.assertTrue(report["chip_mapping"]["key_matches"])
        report = self.report(toychip.ToyChip(("pace",), mapping="cam"))
        self.assertEqual((report["ok"], report["mapping"]), (True, "gm"))
        report = self.report(toychip.ToyChip(), "--mapping", "im")
        self.assertIn("no PACEInfo", report["error"])

    def test_chip_authentication(self):
        for access in (("--access", "bac"), ("--access", "pace")):
            for entry, more, variant in (
                    ((13, "aes128", None), (), "at"), ((8, "3des", None), (), "kat"),
                    ((18, "3des", 195), ("--ca-variant", "at"), "at"), ((0, "3des", 0), (), "kat"),
                    ((2, "aes256", 300), (), "at"), ((1, "3des", None), (), "kat")):
                chip = toychip.ToyChip(cipher="aes256", ca=[entry])
                report = self.report(chip, "--ca", *(access + more))
                self.assertTrue(report["ok"], report)
                result = report["chip_authentication"]
                self.assertEqual((result["cipher"], result["key_id"], result["variant"],
                                  result["dg14_again"]), (entry[1], entry[2], variant, True))
        several = [(13, "3des", 1), (12, "aes192", 2), (0, "aes128", 3)]
        report = self.report(toychip.ToyChip(ca=several), "--ca")
        self.assertEqual((report["ok"], report["chip_authentication"]["key_id"]), (True, 2))
        for key_id in (1, 2, 3):
            report = self.report(toychip.ToyChip(ca=several), "--ca", "--ca-key-id", str(key_id))
            self.assertTrue(report["ok"], report)
        chip = toychip.ToyChip(ca=[(13, "3des", None)], flaws=["no CA info"])
        self.assertTrue(self.report(chip, "--ca")["ok"])
        self.assertIn("no key", self.report(toychip.ToyChip(), "--ca")["error"])

    def test_active_authentication(self):
        for proof, algorithm in ((("rsa", 1024, "BC"), "BC"), (("rsa", 1024, "35CC"), "35CC"),
                                 (("rsa", 2048, "34CC"), "34CC"),
                                 (("ecdsa", 13, "sha256"), "sha256"),
                                 (("ecdsa", 8, "sha512"), "sha512"),
                                 (("ecdsa", 18, "sha384"), "sha384")):
            for access in ("bac", "pace"):
                chip = toychip.ToyChip(aa=proof, ca=[(13, "aes192", None)])
                for more in ((), ("--ca",)):
                    report = self.report(chip, "--aa", "--access", access, *more)
                    self.assertTrue(report["ok"], report)
                    self.assertEqual(report["active_authentication"]["algorithm"], algorithm)
        chip = toychip.ToyChip(aa=("rsa", 1024, "34CC"), flaws=["AA with n - s"])
        self.assertTrue(self.report(chip, "--aa")["ok"])
        self.assertFalse(self.report(toychip.ToyChip(), "--aa")["ok"])

    def test_flawed_proofs_are_seen(self):
        ca, rsa, ecdsa = [(13, "aes128", None)], ("rsa", 1024, "34CC"), ("ecdsa", 12, "sha256")
        for flaw, options, proofs in (
                ("wrong CAM key", ("--mapping", "cam"), dict(mapping="cam")),
                ("no CAM key", ("--mapping", "cam"), dict(mapping="cam")),
                ("negated CAM data", ("--mapping", "cam"), dict(mapping="cam")),
                ("CAM with zero IV", ("--mapping", "cam"), dict(mapping="cam")),
                ("DG14 without PACE", (), dict(ca=ca)),
                ("mapping data in IM", ("--mapping", "im"), dict(mapping="im")),
                ("wrong CA key", ("--ca",), dict(ca=ca)),
                ("keeps keys after CA", ("--ca",), dict(ca=ca)),
                ("no KAT", ("--ca",), dict(ca=[(13, "3des", None)])),
                ("wrong AA signature", ("--aa",), dict(aa=rsa)),
                ("wrong AA signature", ("--aa",), dict(aa=ecdsa)),
                ("AA over another challenge", ("--aa",), dict(aa=rsa)),
                ("AA over another challenge", ("--aa",), dict(aa=ecdsa))):
            report = self.report(toychip.ToyChip(flaws=[flaw], **proofs), *options)
            self.assertFalse(report["ok"], (flaw, options))
            self.assertTrue(report["error"] or report["failed"], flaw)
        chip = toychip.ToyChip(ca=[(13, "3des", None)], flaws=["no KAT"])
        self.assertTrue(self.report(chip, "--ca", "--ca-variant", "at")["ok"])

    def test_wrong_passwords(self):
        self.assertIn("6300", self.report(toychip.ToyChip(), "--can", "654321")["error"])
        self.assertIn("6300", self.report(toychip.ToyChip(("bac",)), "--birth", "740813")["error"])

    def test_flaws_are_seen(self):
        both, bac, pace = ("bac", "pace"), ("bac",), ("pace",)
        for flaw, ways in {
                "altered dg1": both, "wrong response MAC": both, "DO99 differs": both,
                "RND.IFD not echoed": bac, "wrong M_IC": bac, "wrong T_IC": pace,
                "reflects mapping key": pace, "reflects ephemeral key": pace,
                "point off the curve": pace}.items():
            for way in ways:
                report = self.report(toychip.ToyChip(flaws=[flaw]), "--access", way)
                self.assertFalse(report["ok"], (flaw, way))


class Probing(unittest.TestCase):
    def report(self, chip, *more):
        options = probe_passport.parse_arguments(
            ["--reader", "none", "--number", toychip.NUMBER, "--birth", toychip.BIRTH,
             "--expiry", toychip.EXPIRY, "--can", toychip.CAN] + list(more))
        return probe_passport.run(toychip.DirectCard(chip), options)

    def test_a_right_chip_passes(self):
        for access, cipher, parameter_id in (
                (("bac", "pace"), "aes128", 13), (("bac",), "3des", 13), (("pace",), "3des", 8),
                (("pace",), "aes256", 12), (("bac", "pace"), "aes192", 9)):
            report = self.report(toychip.ToyChip(access, cipher, parameter_id), "--fuzz", "40")
            failed = [entry for entry in report["checks"] if entry["verdict"] == "fail"]
            self.assertEqual((report["error"], report["failed"], failed), (None, 0, []))
            self.assertEqual(tuple(report["ways"]), access)

    def test_flaws_are_seen(self):
        for flaw, text in {
                "open": "without access", "keeps keys after wrong MAC": "SM: a wrong MAC",
                "keeps keys after plain": "SM: a plain command", "fixed challenge": "8 new bytes",
                "fixed nonce": "nonce is new", "any token": "a wrong token",
                "wrong status": "unknown password", "wrong response MAC": "SM:",
                "DO99 differs": "SM:"}.items():
            report = self.report(toychip.ToyChip(flaws=[flaw]), "--only", text)
            self.assertGreater(report["failed"], 0, flaw)


if __name__ == "__main__":
    unittest.main()
