extension CommandPresetCatalog {
    static let piv = """
        preset piv.select
        title  Select the PIV application
        for    piv
        effect readsOnly
        source SP 800-73-4 part 2 §3.1.1
        send   00 A4 04 00 [A0 00 00 03 08 00 00 10 00] 00
        reply  61 .. 90 00 / 6A 82

        preset piv.chuid
        title  Card Holder Unique Identifier
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.1.2
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 02]] 00
        reply  53 .. 90 00 / 53 .. 61 ?? / 6A 82

        preset piv.ccc
        title  Card Capability Container
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.1.1
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 07]] 00
        reply  53 .. 90 00 / 53 .. 61 ?? / 6A 82

        preset piv.certificate-9a
        title  Certificate for PIV authentication
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.1.3
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 05]] 00
        reply  53 .. 90 00 / 53 .. 61 ?? / 6A 82

        preset piv.certificate-9c
        title  Certificate for digital signatures
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.2.1
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 0A]] 00
        reply  53 .. 90 00 / 53 .. 61 ?? / 6A 82

        preset piv.certificate-9d
        title  Certificate for key management
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.2.2
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 0B]] 00
        reply  53 .. 90 00 / 53 .. 61 ?? / 6A 82

        preset piv.certificate-9e
        title  Certificate for card authentication
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.1.4
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 01]] 00
        reply  53 .. 90 00 / 53 .. 61 ?? / 6A 82

        preset piv.security-object
        title  Security object
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.1.7
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 06]] 00
        reply  53 .. 90 00 / 53 .. 61 ?? / 6A 82

        preset piv.discovery
        title  Discovery object
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.3.2
        after  piv.select
        send   00 CB 3F FF [5C [7E]] 00
        reply  7E .. 90 00 / 6A 82

        preset piv.key-history
        title  Key history object
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.3.3
        after  piv.select
        send   00 CB 3F FF [5C [5F C1 0C]] 00
        reply  53 .. 90 00 / 6A 82

        preset piv.pin-tries
        title  Tries left for the PIN
        for    piv
        effect changesState
        source SP 800-73-4 part 2 §3.2.1
        note   An empty VERIFY counts as a try on some cards.
        after  piv.select
        send   00 20 00 80
        reply  63 C? / 90 00 / 69 83
        """
}
