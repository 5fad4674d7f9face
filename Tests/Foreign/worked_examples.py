"""Published values for the self-test, as spaced hex.

Source: ICAO Doc 9303-11, 8th edition: Appendix D (D.1 to D.4, Basic Access Control and
3DES secure messaging) and Appendix G.1 (PACE, ECDH generic mapping, brainpoolP256r1,
AES-128). KDF: K of G.1 with the other ciphers and counters, by the rule of 9.7.1.
"""

D = {
    "H_SHA1": "23 9A B9 CB 28 2D AF 66 23 1D C5 A4 DF 6B FB AE DF 47 75 65",
    "K_seed": "23 9A B9 CB 28 2D AF 66 23 1D C5 A4 DF 6B FB AE",
    "K_enc": "AB 94 FD EC F2 67 4F DF B9 B3 91 F8 5D 7F 76 F2",
    "K_mac": "79 62 D9 EC E0 3D 1A CD 4C 76 08 9D CE 13 15 43",
    "RND_IC": "46 08 F9 19 88 70 22 12",
    "RND_IFD": "78 17 23 86 0C 06 C2 26",
    "K_IFD": "0B 79 52 40 CB 70 49 B0 1C 19 B3 3E 32 80 4F 0B",
    "K_IC": "0B 4F 80 32 3E B3 19 1C B0 49 70 CB 40 52 79 0B",
    "S": (
        "78 17 23 86 0C 06 C2 26 46 08 F9 19 88 70 22 12 0B 79 52 40 CB 70 49 B0 "
        "1C 19 B3 3E 32 80 4F 0B"),
    "E_IFD": (
        "72 C2 9C 23 71 CC 9B DB 65 B7 79 B8 E8 D3 7B 29 EC C1 54 AA 56 A8 79 9F "
        "AE 2F 49 8F 76 ED 92 F2"),
    "M_IFD": "5F 14 48 EE A8 AD 90 A7",
    "cmd_GET_CHALLENGE": "00 84 00 00 08",
    "cmd_EXTERNAL_AUTH": (
        "00 82 00 00 28 72 C2 9C 23 71 CC 9B DB 65 B7 79 B8 E8 D3 7B 29 EC C1 54 "
        "AA 56 A8 79 9F AE 2F 49 8F 76 ED 92 F2 5F 14 48 EE A8 AD 90 A7 28"),
    "R": (
        "46 08 F9 19 88 70 22 12 78 17 23 86 0C 06 C2 26 0B 4F 80 32 3E B3 19 1C "
        "B0 49 70 CB 40 52 79 0B"),
    "E_IC": (
        "46 B9 34 2A 41 39 6C D7 38 6B F5 80 31 04 D7 CE DC 12 2B 91 32 13 9B AF "
        "2E ED C9 4E E1 78 53 4F"),
    "M_IC": "2F 2D 23 5D 07 4D 74 49",
    "KS_seed": "00 36 D2 72 F5 C3 50 AC AC 50 C3 F5 72 D2 36 00",
    "KS_enc": "97 9E C1 3B 1C BF E9 DC D0 1A B0 FE D3 07 EA E5",
    "KS_mac": "F1 CB 1F 1F B5 AD F2 08 80 6B 89 DC 57 9D C1 F8",
    "SSC": "88 70 22 12 0C 06 C2 26",
}

# plain command, protected command, protected response, plain data and status word, SSC after
D_SM = [
    ("00 A4 02 0C 02 01 1E",
     (
         "0C A4 02 0C 15 87 09 01 63 75 43 29 08 C0 44 F6 8E 08 BF 8B 92 D6 35 FF "
         "24 F8 00"),
     "99 02 90 00 8E 08 FA 85 5A 5D 4C 50 A8 ED 90 00",
     "90 00",
     "88 70 22 12 0C 06 C2 28"),
    ("00 B0 00 00 04",
     "0C B0 00 00 0D 97 01 04 8E 08 ED 67 05 41 7E 96 BA 55 00",
     (
         "87 09 01 9F F0 EC 34 F9 92 26 51 99 02 90 00 8E 08 AD 55 CC 17 14 0B 2D "
         "ED 90 00"),
     "60 14 5F 01 90 00",
     "88 70 22 12 0C 06 C2 2A"),
    ("00 B0 00 04 12",
     "0C B0 00 04 0D 97 01 12 8E 08 2E A2 8A 70 F3 C7 B5 35 00",
     (
         "87 19 01 FB 92 35 F4 E4 03 7F 23 27 DC C8 96 4F 1F 9B 8C 30 F4 2C 8E 2F "
         "FF 22 4A 99 02 90 00 8E 08 C8 B2 78 7E AE A0 7D 74 90 00"),
     "04 30 31 30 36 5F 36 06 30 34 30 30 30 30 5C 02 61 75 90 00",
     "88 70 22 12 0C 06 C2 2C"),
]

G1 = {
    "PACEInfo": "30 12 06 0A 04 00 7F 00 07 02 02 04 02 02 02 01 02 02 01 0D",
    "K": "7E 2D 2A 41 C7 4E A0 B3 8C D3 6F 86 39 39 BF A8 E9 03 2A AD",
    "K_pi": "89 DE D1 B2 66 24 EC 1E 63 4C 19 89 30 28 49 DD",
    "z": "95 A3 A0 16 52 2E E9 8D 01 E7 6C B6 B9 8B 42 C3",
    "s": "3F 00 C4 D3 9D 15 3F 2B 2A 21 4A 07 8D 89 9B 22",
    "sk_map_ifd": (
        "7F 4E F0 7B 9E A8 2F D7 8A D6 89 B3 8D 0B C7 8C F2 1F 24 9D 95 3B C4 6F "
        "4C 6E 19 25 9C 01 0F 99"),
    "pk_map_ifd": (
        "04 7A CF 3E FC 98 2E C4 55 65 A4 B1 55 12 9E FB C7 46 50 DC BF A6 36 2D "
        "89 6F C7 02 62 E0 C2 CC 5E 54 45 52 DC B6 72 52 18 79 91 15 B5 5C 9B AA "
        "6D 9F 6B C3 A9 61 8E 70 C2 5A F7 17 77 A9 C4 92 2D"),
    "sk_map_ic": (
        "49 8F F4 97 56 F2 DC 15 87 84 00 41 83 9A 85 98 2B E7 76 1D 14 71 5F B0 "
        "91 EF A7 BC E9 05 85 60"),
    "pk_map_ic": (
        "04 82 4F BA 91 C9 CB E2 6B EF 53 A0 EB E7 34 2A 3B F1 78 CE A9 F4 5D E0 "
        "B7 0A A6 01 65 1F BA 3F 57 30 D8 C8 79 AA A9 C9 F7 39 91 E6 1B 58 F4 D5 "
        "2E B8 7A 0A 0C 70 9A 49 DC 63 71 93 63 CC D1 3C 54"),
    "H": (
        "04 60 33 2E F2 45 0B 5D 24 7E F6 D3 86 83 97 D3 98 85 2E D6 E8 CA F6 FF "
        "EE F6 BF 85 CA 57 05 7F D5 08 40 CA 74 15 BA F3 E4 3B D4 14 D3 5A A4 60 "
        "8B 93 A2 CA F3 A4 E3 EA 4E 82 C9 C1 3D 03 EB 71 81"),
    "G_mapped": (
        "04 8C ED 63 C9 14 26 D4 F0 EB 14 35 E7 CB 1D 74 A4 67 23 A0 AF 21 C8 96 "
        "34 F6 5A 9A E8 7A 92 65 E2 8C 87 95 06 74 3F 86 11 AC 33 64 5C 5B 98 5C "
        "80 B5 F0 9A 0B 83 40 7C 1B 6A 4D 85 7A E7 6F E5 22"),
    "sk_dh_ifd": (
        "A7 3F B7 03 AC 14 36 A1 8E 0C FA 5A BB 3F 7B EC 7A 07 0E 7A 67 88 48 6B "
        "EE 23 0C 4A 22 76 25 95"),
    "pk_dh_ifd": (
        "04 2D B7 A6 4C 03 55 04 4E C9 DF 19 05 14 C6 25 CB A2 CE A4 87 54 88 71 "
        "22 F3 A5 EF 0D 5E DD 30 1C 35 56 F3 B3 B1 86 DF 10 B8 57 B5 8F 6A 7E B8 "
        "0F 20 BA 5D C7 BE 1D 43 D9 BF 85 01 49 FB B3 64 62"),
    "sk_dh_ic": (
        "10 7C F5 86 96 EF 61 55 05 33 40 FD 63 33 92 BA 81 90 9D F7 B9 70 6F 22 "
        "6F 32 08 6C 7A FF 97 4A"),
    "pk_dh_ic": (
        "04 9E 88 0F 84 29 05 B8 B3 18 1F 7A F7 CA A9 F0 EF B7 43 84 7F 44 A3 06 "
        "D2 D2 8C 1D 9E C6 5D F6 DB 77 64 B2 22 77 A2 ED DC 3C 26 5A 9F 01 8F 9C "
        "B8 52 E1 11 B7 68 B3 26 90 4B 59 A0 19 37 76 F0 94"),
    "K_shared": (
        "28 76 8D 20 70 12 47 DA E8 18 04 C9 E7 80 ED E5 82 A9 99 6D B4 A3 15 02 "
        "0B 27 33 19 7D B8 49 25"),
    "KS_enc": "F5 F0 E3 5C 0D 71 61 EE 67 24 EE 51 3A 0D 9A 7F",
    "KS_mac": "FE 25 1C 78 58 B3 56 B2 45 14 B3 BD 5F 42 97 D1",
    "T_IFD": "C2 B0 BD 78 D9 4B A8 66",
    "T_IC": "3A BB 96 74 BC E9 3C 08",
}

# commands and responses with status word
G1_APDUS = [
    ("00 22 C1 A4 0F 80 0A 04 00 7F 00 07 02 02 04 02 02 83 01 01",
     "90 00"),
    ("10 86 00 00 02 7C 00 00",
     "7C 12 80 10 95 A3 A0 16 52 2E E9 8D 01 E7 6C B6 B9 8B 42 C3 90 00"),
    ((
         "10 86 00 00 45 7C 43 81 41 04 7A CF 3E FC 98 2E C4 55 65 A4 B1 55 12 9E "
         "FB C7 46 50 DC BF A6 36 2D 89 6F C7 02 62 E0 C2 CC 5E 54 45 52 DC B6 72 "
         "52 18 79 91 15 B5 5C 9B AA 6D 9F 6B C3 A9 61 8E 70 C2 5A F7 17 77 A9 C4 "
         "92 2D 00"),
     (
         "7C 43 82 41 04 82 4F BA 91 C9 CB E2 6B EF 53 A0 EB E7 34 2A 3B F1 78 CE "
         "A9 F4 5D E0 B7 0A A6 01 65 1F BA 3F 57 30 D8 C8 79 AA A9 C9 F7 39 91 E6 "
         "1B 58 F4 D5 2E B8 7A 0A 0C 70 9A 49 DC 63 71 93 63 CC D1 3C 54 90 00")),
    ((
         "10 86 00 00 45 7C 43 83 41 04 2D B7 A6 4C 03 55 04 4E C9 DF 19 05 14 C6 "
         "25 CB A2 CE A4 87 54 88 71 22 F3 A5 EF 0D 5E DD 30 1C 35 56 F3 B3 B1 86 "
         "DF 10 B8 57 B5 8F 6A 7E B8 0F 20 BA 5D C7 BE 1D 43 D9 BF 85 01 49 FB B3 "
         "64 62 00"),
     (
         "7C 43 84 41 04 9E 88 0F 84 29 05 B8 B3 18 1F 7A F7 CA A9 F0 EF B7 43 84 "
         "7F 44 A3 06 D2 D2 8C 1D 9E C6 5D F6 DB 77 64 B2 22 77 A2 ED DC 3C 26 5A "
         "9F 01 8F 9C B8 52 E1 11 B7 68 B3 26 90 4B 59 A0 19 37 76 F0 94 90 00")),
    ("00 86 00 00 0C 7C 0A 85 08 C2 B0 BD 78 D9 4B A8 66 00",
     "7C 0A 86 08 3A BB 96 74 BC E9 3C 08 90 00"),
]

KDF = {
    ("3des", 3): "89 DF D0 B3 67 25 EC 1F 62 4C 19 89 31 29 49 DC",
    ("aes128", 1): "3C C5 F8 87 2F 8B 14 71 B4 7E EF DD FF C4 3F 46",
    ("aes128", 2): "BD 65 1C 6B 2F A9 B4 70 45 53 33 20 07 77 1E 84",
    ("aes128", 3): "89 DE D1 B2 66 24 EC 1E 63 4C 19 89 30 28 49 DD",
    ("aes192", 1): "11 50 44 83 F0 4A 10 A6 6A 8F CD 6D 34 8C 75 A9 61 80 9C 54 ED AA 21 17",
    ("aes192", 2): "1F 35 D5 76 CE 54 BA 77 5A 39 1F 97 49 E3 88 C4 82 15 B7 D5 44 D6 2D 96",
    ("aes192", 3): "D7 9A 23 C1 26 20 2A C9 05 1F EB FB C0 E8 A0 3B 1C 66 45 D8 57 52 B4 B7",
    ("aes256", 1): (
        "11 50 44 83 F0 4A 10 A6 6A 8F CD 6D 34 8C 75 A9 61 80 9C 54 ED AA 21 17 "
        "47 26 A9 7F B3 7D EF 52"),
    ("aes256", 2): (
        "1F 35 D5 76 CE 54 BA 77 5A 39 1F 97 49 E3 88 C4 82 15 B7 D5 44 D6 2D 96 "
        "47 0A BA 7B 19 F0 51 A3"),
    ("aes256", 3): (
        "D7 9A 23 C1 26 20 2A C9 05 1F EB FB C0 E8 A0 3B 1C 66 45 D8 57 52 B4 B7 "
        "14 08 FA 22 9A B6 D5 6B"),
}
