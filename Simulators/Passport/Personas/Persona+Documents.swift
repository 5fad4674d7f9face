extension Persona {
    /// What stands in EF.SOD and the certificates behind it.
    static let security = [
        Persona(
            "replaced-key", "EF.DG15 was replaced, and the chip signs with the key that it shows now.",
            seen: "gmrtd/gmrtd #349", "aa=bp256&contents=replaced-key"),
        Persona(
            "unsorted-dg14",
            "The entries of EF.DG14 are not in the order of DER; its hash is over the octets as they are.",
            seen: "AndyQ/NFCPassportReader #44", "ca=aes128,bp256&contents=unsorted-infos"),
        Persona(
            "sod-ber", "EF.SOD is in BER, with indefinite lengths.", seen: "RfidResearchGroup/proxmark3 PR #1145",
            "sod=ber"),
        Persona(
            "sod-type-old", "The content type of EF.SOD is 1.3.27.1.1.1.", seen: "gmrtd/gmrtd #424",
            "sod=type-1.3.27.1.1.1"),
        Persona(
            "sod-type-national", "The content type of EF.SOD is 1.2.528.1.1006.1.20.1.", seen: "ZeroPass/pymrtd #8",
            "sod=type-1.2.528.1.1006.1.20.1"),
        Persona(
            "sod-type-data", "The content type of EF.SOD is id-data.", seen: "gmrtd/gmrtd #425", "sod=type-data"),
        Persona(
            "sod-issuer-reversed", "EF.SOD names its signer's issuer in the opposite order of the certificate.",
            seen: "gmrtd/gmrtd #440, #353", "sod=reversed-issuer"),
        Persona(
            "sod-issuer-strings", "EF.SOD names its signer's issuer in strings of another type than the certificate.",
            seen: "gmrtd/gmrtd #441, #352", "sod=other-strings"),
        Persona(
            "explicit-curves", "Every certificate tells its curve by all the numbers.",
            seen: "openssl/openssl #25461, #20117, #20119", "curves=explicit&signer=bp384&csca=p521"),
        Persona(
            "sod-pss", "EF.SOD is signed with RSASSA-PSS and SHA-512, its signer's certificate with ECDSA.",
            seen: "AndyQ/NFCPassportReader #200, tananaev/passport-reader #33", "sod=pss"),
        Persona(
            "sha224", "Digests and signatures are with SHA-224.", seen: "AndyQ/NFCPassportReader #96, #97",
            "hash=sha224&signer=p224"),
        Persona(
            "bad-p224", "The signature of EF.SOD on secp224r1 with SHA-256 does not hold.", seen: "gmrtd/gmrtd #130",
            "signer=p224&hash=sha256&sod=bad-signature"),
        Persona(
            "sod-unsorted", "The signed attributes of EF.SOD are not in the order of DER, and are signed as they are.",
            seen: "zkpassport/circuits #79", "sod=unsorted-attributes"),
        Persona(
            "sod-tampered", "The digest in the signed attributes of EF.SOD is not that of its content.",
            seen: "AndyQ/NFCPassportReader #274", "sod=bad-digest"),
        Persona(
            "negative-serial", "The serial number of the document signer certificate is negative.",
            seen: "pyca/cryptography #4830", "sod=negative-serial"),
        Persona(
            "unknown-state", "A document of a state that no list of trust anchors has.",
            seen: "gmrtd/gmrtd #14, AndyQ/NFCPassportReader #192, #199, #40", "seed=52"),
        Persona(
            "listed-in-ldif", "A document whose state's certificates come in LDIF, under two names of one attribute.",
            seen: "AndyQ/NFCPassportReader #177, PR #189", "seed=53"),
        Persona(
            "revocable", "A document whose signer its state may revoke.", seen: "gmrtd/gmrtd #86", "seed=54"),
        Persona(
            "other-state", "The zone names another state than the one that signed.", seen: "gmrtd/gmrtd #1",
            "state=D"),
    ]

    /// What stands in the zone and the data groups.
    static let contents = [
        Persona(
            "com-unknown-tags", "EF.COM lists tags that are no data group.", seen: "AndyQ/NFCPassportReader #202",
            "contents=unknown-tags"),
        Persona(
            "unknown-info", "EF.CardAccess and EF.DG14 hold an entry that nobody knows.", seen: "ZeroPass/dmrtd #43",
            "access=pace&contents=unknown-info"),
        Persona(
            "long-number", "An identity card whose document number has twelve characters.",
            seen: "RfidResearchGroup/proxmark3 PR #3576, selfxyz/self #1336",
            "format=td1&number=D23145890734"),
        Persona(
            "long-number-counted", "A long document number whose check digit counts the filler of position 15.",
            seen: "ZsBT/mrz-java #33", "format=td1&number=HVC8N3QW7ZE174&contents=counted-filler"),
        Persona(
            "short-number", "A document number of seven characters.", seen: "bettse/passy #11", "number=AX40719"),
        Persona(
            "filler-digit", "A filler stands in place of the check digit of the empty optional field.",
            seen: "asmarques/mrtd #5, ZeroPass/dmrtd PR #3", "contents=filler-digit"),
        Persona(
            "face-length-plus", "The lengths in the record of EF.DG2 are eight too large.", seen: "gmrtd/gmrtd #102",
            "faceLength=8"),
        Persona(
            "face-length-minus", "The lengths in the record of EF.DG2 are one too small.", seen: "gmrtd/gmrtd #102",
            "faceLength=-1"),
        Persona(
            "face-padding", "Octets without meaning follow the image in EF.DG2.",
            seen: "AndyQ/NFCPassportReader 2.3.1", "contents=image-padding"),
        Persona(
            "face-39794", "The face is in the format of ISO/IEC 39794-5.", seen: "AndyQ/NFCPassportReader #253",
            "contents=face-39794"),
        Persona("two-faces", "EF.DG2 holds two faces.", seen: "9303-10 §4.7.2", "contents=two-faces"),
        Persona(
            "dg11-other-names", "EF.DG11 holds a template with other names.", seen: "gmrtd/gmrtd #149",
            "contents=dg11-other-names"),
        Persona(
            "dg11-packed-date", "The date of birth in EF.DG11 is four octets in BCD.", seen: "ZeroPass/dmrtd #40",
            "contents=dg11-packed-date"),
        Persona(
            "dg11-empty", "Fields of EF.DG11 are there and empty.", seen: "ZeroPass/dmrtd #48",
            "contents=dg11-empty"),
        Persona(
            "dg13-options", "EF.DG13 looks like EF.DG14, with an object identifier that is mistyped.",
            seen: "gmrtd/gmrtd #10", "contents=dg13-options"),
    ]
}
