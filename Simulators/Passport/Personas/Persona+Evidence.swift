extension Persona {
    /// Active and Chip Authentication.
    static let evidence = [
        Persona(
            "aa-6c", "A signature of 256 bytes does not fit; the chip answers 6C00.",
            seen: "AndyQ/NFCPassportReader #113", "aa=rsa2048&longAnswer=6C"),
        Persona(
            "aa-61", "A signature of 384 bytes comes in pieces, announced with 61xx.",
            seen: "AndyQ/NFCPassportReader #174", "aa=rsa3072&longAnswer=61&extended=off"),
        Persona(
            "aa-truncated", "A signature of 256 bytes is cut off, unless the command is in extended form.",
            seen: "AndyQ/NFCPassportReader #194", "aa=rsa2048&longAnswer=cut"),
        Persona(
            "aa-empty", "INTERNAL AUTHENTICATE in extended form is answered 9000 without a byte.",
            seen: "AndyQ/NFCPassportReader #223",
            "aa=rsa2048&longAnswer=61&sw=aa,ne:257,answer:9000;aa,ne:65536,answer:9000"),
        Persona(
            "aa-der", "Active Authentication by ECDSA answers a SEQUENCE of two numbers.",
            seen: "AndyQ/NFCPassportReader #125, gmrtd/gmrtd #187", "aa=bp256,der"),
        Persona(
            "aa-p384-sha256", "A key on secp384r1 signs with SHA-256, and EF.DG14 does not say so.",
            seen: "gmrtd/gmrtd #477, AndyQ/NFCPassportReader #129", "aa=p384,sha256,noinfo"),
        Persona(
            "aa-33cc", "Active Authentication by RSA and SHA-1 with a trailer of two octets.",
            seen: "gmrtd/gmrtd #106", "aa=rsa1024,sha1,33cc"),
        Persona(
            "aa-b4", "Active Authentication by RSA answers the smaller of s and n - s.", seen: "gmrtd/gmrtd #346",
            "aa=rsa1024,b4"),
        Persona(
            "aa-refused", "EF.DG15 is there, and INTERNAL AUTHENTICATE is answered 6982.", seen: "jllarraz #35",
            "aa=bp256&sw=aa,answer:6982"),
        Persona(
            "ca-no-info", "EF.DG14 holds a key for Chip Authentication and no word about the protocol.",
            seen: "gmrtd/gmrtd #9", "ca=3des,bp256,noinfo"),
        Persona(
            "ca-keyid-195", "The key for Chip Authentication has the number 195, which takes two octets when signed.",
            seen: "AndyQ/NFCPassportReader #124", "ca=aes128,bp256,keyid=195"),
        Persona(
            "ca-6a88", "Chip Authentication does not know the key that EF.DG14 names (6A88).",
            seen: "tananaev/passport-reader #99", "ca=aes128,bp256&sw=mse,p1:41,answer:6A88"),
        Persona(
            "ca-6f00", "Chip Authentication is answered 6F00 in clear, and the session is lost.",
            seen: "jllarraz/AndroidPassportReader #15", "ca=aes128,bp256&sw=mse,p1:41,answer:6F00,drop"),
    ]
}
