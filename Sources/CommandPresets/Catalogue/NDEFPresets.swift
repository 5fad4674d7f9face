extension CommandPresetCatalog {
    static let ndef = """
        preset ndef.select
        title  Select the NDEF application
        for    ndef
        effect readsOnly
        source NFC Forum T4T
        send   00 A4 04 00 07 D2 76 00 00 85 01 01 00
        reply  .. 90 00 / 6A 82

        preset ndef.select-v1
        title  Select the NDEF application of the first version
        for    ndef
        effect readsOnly
        source NFC Forum T4T 1.0
        send   00 A4 04 00 07 D2 76 00 00 85 01 00
        reply  .. 90 00 / 6A 82

        preset ndef.select-cc
        title  Select the capability container
        for    ndef
        effect readsOnly
        source NFC Forum T4T
        after  ndef.select
        send   00 A4 00 0C 02 E1 03
        reply  90 00 / 6A 82

        preset ndef.read-cc
        title  Capability container
        for    ndef
        effect readsOnly
        source NFC Forum T4T
        after  ndef.select
        send   00 A4 00 0C 02 E1 03
        reply  90 00 / 6A 82
        send   00 B0 00 00 0F
        reply  00 .. 90 00 / .. 62 82

        preset ndef.read-length
        title  Length of the NDEF message
        for    ndef
        effect readsOnly
        source NFC Forum T4T
        note   The file is E104 on nearly all tags; its container says which.
        after  ndef.select
        send   00 A4 00 0C 02 E1 04
        reply  90 00 / 6A 82
        send   00 B0 00 00 02
        reply  ??*2 90 00 / 69 82

        preset ndef.read
        title  Beginning of the NDEF message
        for    ndef
        effect readsOnly
        source NFC Forum T4T
        after  ndef.select
        send   00 A4 00 0C 02 E1 04
        reply  90 00 / 6A 82
        send   00 B0 00 00 00
        reply  .. 90 00 / .. 62 82 / 69 82

        preset ndef.empty
        title  Empty NDEF message
        for    ndef
        effect writes
        source NFC Forum T4T
        after  ndef.select
        send   00 A4 00 0C 02 E1 04
        reply  90 00
        send   00 D6 00 00 02 00 00
        reply  90 00 / 69 8?
        """
}
