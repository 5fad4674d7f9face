extension Persona {
    /// PACE.
    static let access = [
        Persona(
            "requires-84", "MSE:Set AT without data object 84 is refused (6A87).",
            seen: "gmrtd/gmrtd #108", "access=pace&mse=require84"),
        Persona(
            "refuses-84", "MSE:Set AT with data object 84 is refused (6A80).",
            seen: "9303-11 §4.4.4.1 leaves it open for unambiguous parameters", "access=pace&mse=refuse84"),
        Persona(
            "two-curves", "PACE on two curves; without data object 84 the chip takes neither.",
            seen: "AndyQ/NFCPassportReader PR #269",
            "access=pace&pace=gm,aes128,p256;gm,aes128,bp256;gm,aes256,bp384"),
        Persona(
            "aes256-p384", "PACE with AES-256 on secp384r1.", seen: "ZeroPass/dmrtd #36",
            "access=pace&pace=gm,aes256,p384"),
        Persona(
            "leading-zero", "The shared secret of PACE always begins with a zero octet.", seen: "ZeroPass/dmrtd #33",
            "access=pace&leadingZero=on"),
        Persona(
            "no-parameter-id", "One PACEInfo does not tell its parameters, another one does.",
            seen: "ZeroPass/dmrtd #43", "access=pace&pace=gm,aes128,bp256,noid;gm,aes256,bp384"),
        Persona(
            "im-p521", "PACE with integrated mapping only, on secp521r1.",
            seen: "AndyQ/NFCPassportReader #150, #131, #119", "access=pace&pace=im,aes256,p521"),
        Persona(
            "im-and-gm", "PACE with integrated and generic mapping.", seen: "AndyQ/NFCPassportReader #150",
            "access=pace&pace=im,aes256,p256;gm,aes256,p256"),
        Persona(
            "pace-only-6a88", "PACE only; BAC is given a challenge and then 6A88.",
            seen: "AndyQ/NFCPassportReader #197",
            "access=pace&sw=challenge,clear,answer:0F1E2D3C4B5A69789000;auth,clear,answer:6A88"),
        Persona(
            "pace-only-6985", "PACE only; BAC is given a challenge and then 6985.",
            seen: "ZeroPass/dmrtd #18, AndyQ/NFCPassportReader #163",
            "access=pace&sw=challenge,clear,answer:0F1E2D3C4B5A69789000;auth,clear,answer:6985"),
        Persona(
            "pace-only-6982", "PACE only; BAC is given a challenge and then 6982.", seen: "bettse/passy #3, #55",
            "access=pace&sw=challenge,clear,answer:0F1E2D3C4B5A69789000;auth,clear,answer:6982"),
        Persona(
            "pace-fails", "PACE is offered and fails at its second step; BAC works.",
            seen: "gmrtd/gmrtd #446, AndyQ/NFCPassportReader #277", "access=both&sw=ga,each:2,answer:6985"),
        Persona(
            "weakened", "EF.CardAccess offers less than EF.DG14 repeats: somebody changed it.",
            seen: "MRTDScope docs/checks.md",
            "access=pace&pace=gm,aes256,bp256&files=cardaccess:31143012060A04007F0007020204020102010202010D"),
        Persona(
            "dh-no-pin", "PACE in a group of numbers that takes the card access number, not the PIN.",
            seen: "OpenSC/OpenSC #2486",
            "access=pace&pace=gm,aes128,modp2048s256&pin=161803&passwords=mrz,can"),
        Persona(
            "cam", "PACE with chip authentication mapping, with which readers err over initial vectors and padding.",
            seen: "RfidResearchGroup/proxmark3 emrtd_pacetest.c", "access=pace&pace=cam,aes128,bp256;gm,aes128,bp256"),
        Persona(
            "cam-copied", "A copy: chip authentication mapping runs with a key that EF.CardSecurity does not hold.",
            seen: "9303-11 §4.4.3.5", "access=pace&pace=cam,aes128,bp256;gm,aes128,bp256&copy=on"),
    ]

    /// BAC.
    static let basicAccess = [
        Persona(
            "bac-wrong-mac", "The MAC of the chip's answer in BAC is wrong.", seen: "AndyQ/NFCPassportReader #275",
            "access=bac&bac=mac"),
        Persona(
            "bac-wrong-number", "The chip's answer in BAC does not repeat the terminal's number.",
            seen: "AndyQ/NFCPassportReader #275", "access=bac&bac=rnd"),
        Persona(
            "bac-swapped", "The two numbers of the chip's answer in BAC stand in each other's place.",
            seen: "AndyQ/NFCPassportReader #275", "access=bac&bac=swapped"),
        Persona(
            "bac-le-00", "EXTERNAL AUTHENTICATE with Le = 28 is refused (6700), with Le = 00 it works.",
            seen: "JMRTD BACAPDUSender", "access=bac&sw=auth,ne:40,answer:6700"),
        Persona(
            "slows-down", "After each wrong secret the chip takes twice as long.", seen: "selfxyz/self #770",
            "access=both&slowsDown=on"),
        Persona(
            "busy-6988", "Once a session was open, commands in clear are answered 6988.",
            seen: "AndyQ/NFCPassportReader #165", "access=bac&dg=3,11&clear=6988"),
        Persona(
            "counter-carry", "RND.IC ends with FFFFFFFF, so the send sequence counter carries over from half to half.",
            seen: "jmulticard PR #3", "access=bac&extended=off&challenge=00000000FFFFFFFF"),
        Persona(
            "counter-sign", "RND.IC ends with 7FFFFFFF: as a signed number the send sequence counter overflows.",
            seen: "jmulticard PR #3", "access=bac&extended=off&challenge=000000007FFFFFFF"),
    ]
}
