extension Persona {
    /// Blocks, lengths and sessions.
    static let reading = [
        Persona(
            "plain-6c", "A read of more than 224 bytes is answered 6CE0 in clear; the session is kept.",
            seen: "AndyQ/NFCPassportReader #89, #91", "access=bac&extended=off&maxLe=224&overLe=6C&smError=keep"),
        Persona(
            "plain-6c-dropped", "A read of more than 224 bytes is answered 6CE0 in clear, and the session is lost.",
            seen: "AndyQ/NFCPassportReader #29, #25", "access=bac&extended=off&maxLe=224&overLe=6C&smError=drop"),
        Persona(
            "long-6b00", "A read of more than 128 bytes is answered 6B00.", seen: "AndyQ/NFCPassportReader #29",
            "extended=off&maxLe=128&overLe=6B00"),
        Persona(
            "plain-6700", "A read of more than 192 bytes is answered 6700 in clear; the session is kept.",
            seen: "gmrtd/gmrtd #410", "access=pace&extended=off&maxLe=192&smError=keep"),
        Persona(
            "extended-refused", "Extended length is announced and refused with a plain 6700.",
            seen: "gmrtd/gmrtd #457, #458", "access=pace&extended=claims"),
        Persona(
            "extended-refused-kept",
            "An extended read is answered 6700 in clear, and the chip has not counted the command.",
            seen: "gmrtd/gmrtd #457", "access=pace&maxLe=223&smError=keep"),
        Persona(
            "extended-refused-counted",
            "An extended read is answered 6700 in clear, and the chip has counted the command.",
            seen: "gmrtd/gmrtd #457", "access=pace&maxLe=223&smError=count"),
        Persona(
            "wrong-mac-at-end", "The answer that ends a file has a wrong MAC, unless Le was 00.",
            seen: "gmrtd/gmrtd #6", "access=bac&extended=off&fileEnd=mac"),
        Persona(
            "padding-at-end", "The answer that ends a file says 6282, and its padding begins with zeros.",
            seen: "ZeroPass/dmrtd mrtd_api.dart", "access=pace&extended=off&fileEnd=padding"),
        Persona(
            "le-minus-one", "Every read gives fewer bytes than were asked for.", seen: "JMRTD DefaultFileSystem",
            "access=pace&pace=gm,aes256,bp256&extended=off&maxLe=222&overLe=fewer"),
        Persona(
            "zero-bytes", "A read of more than 160 bytes is answered 9000 without a byte.",
            seen: "JMRTD DefaultFileSystem", "access=bac&extended=off&maxLe=160&overLe=empty"),
        Persona(
            "reader-261", "A reader that takes commands of 261 bytes at most, and says so.",
            seen: "LudovicRousseau/PCSC #11, LudovicRousseau/CCID #27", "reader=short"),
        Persona(
            "reader-silent", "A reader that says nothing of a limit and fails at every command beyond 261 bytes.",
            seen: "acshk/acsccid #42, #15, OpenSC/OpenSC #306", "aa=rsa2048&longAnswer=61&reader=silent"),
        Persona(
            "long-file", "A portrait of 40,000 bytes, whose end READ BINARY reaches with the odd instruction only.",
            seen: "9303-10 §3.6.6", "extended=off&portrait=40000"),
        Persona(
            "session-6987", "The seventh protected read is answered 6987, and the session is lost.",
            seen: "AndyQ/NFCPassportReader #225", "access=pace&extended=off&sw=read,session,nth:7,answer:6987,drop"),
        Persona(
            "session-6988", "The twelfth protected read is answered 6988, and the session is lost.",
            seen: "AndyQ/NFCPassportReader #89", "access=bac&extended=off&sw=read,session,nth:12,answer:6988,drop"),
        Persona(
            "removed", "The document is taken away in the middle of its portrait.", seen: "product brief, 2.11",
            "access=pace&extended=off&drop=40"),
        Persona(
            "power-loss", "The field fails for a moment in the middle of the portrait.",
            seen: "AndyQ/NFCPassportReader #29", "access=pace&extended=off&powerLoss=40"),
    ]
}
