extension Persona {
    /// Selecting and finding files.
    static let finding = [
        Persona(
            "no-mf-select", "SELECT of the master file is unknown (6D00), and EF.CardAccess has no short identifier.",
            seen: "AndyQ/NFCPassportReader #219, ZeroPass/dmrtd #28",
            "access=pace&sw=select,p1:00,answer:6D00;read,clear,p1:9C,answer:6A86"),
        Persona(
            "card-access-p1-00", "EF.CardAccess is selected with P1 = 00 only.",
            seen: "AndyQ/NFCPassportReader #156, #116",
            "access=pace&sw=select,clear,p1:02,answer:6A86;read,clear,p1:9C,answer:6A86"),
        Persona(
            "mf-select-idle",
            "SELECT without data answers 9000 and selects nothing; only 3F00 leads to the master file.",
            seen: "AndyQ/NFCPassportReader #106, #180",
            "access=pace&start=none&sw=select,p1:00,data:none,answer:9000"),
        Persona(
            "mf-select-6a86", "SELECT without data answers 6A86; the master file is current all the same.",
            seen: "AndyQ/NFCPassportReader #164", "access=pace&sw=select,p1:00,data:none,answer:6A86"),
        Persona(
            "dir-protected", "EF.DIR cannot be read before access control.", seen: "gmrtd/gmrtd #226",
            "files=dir:after"),
        Persona(
            "mf-6882", "Under secure messaging the master file is out of reach (6882).",
            seen: "worldfnd/icao-9303 #13",
            "access=bac&sw=select,session,data:3F00,answer:6882;select,session,data:none,answer:6882;"
                + "select,session,data:011C,answer:6882;select,session,data:2F00,answer:6882"),
        Persona(
            "eid-only", "An identity card that has the eID application and no passport application.",
            seen: "AndyQ/NFCPassportReader #205",
            "access=pace&eid=on&format=td1&pin=161803&aid=A0000002471001:6A82"),
        Persona(
            "no-com", "EF.COM is missing, though LDS 1.7 requires it.", seen: "AndyQ/NFCPassportReader #22",
            "files=com:absent"),
        Persona(
            "select-only", "READ BINARY with a short identifier is refused (6A86) everywhere.",
            seen: "9303-10 §3.6: a chip must know both ways, readers need one",
            "extended=off&sw=read,p1:81,answer:6A86;read,p1:82,answer:6A86;read,p1:8B,answer:6A86;read,p1:8C,answer:6A86;"
                + "read,p1:8E,answer:6A86;read,p1:9D,answer:6A86;read,p1:9E,answer:6A86"),
    ]
}
