extension CommandPresetCatalog {
    static let piv = """
        preset piv.select
        title  Select the PIV application
        for    piv
        effect readsOnly
        source SP 800-73-4 part 2 §3.1.1
        send   00 A4 04 00 09 A0 00 00 03 08 00 00 10 00 00
        reply  61 .. 90 00

        preset piv.chuid
        title  Card Holder Unique Identifier
        for    piv
        effect readsOnly
        source SP 800-73-4 part 1 §3.1.2
        after  piv.select
        send   00 CB 3F FF 05 5C 03 5F C1 02 00
        reply  53 .. 90 00 / .. 61 ?? / 6A 82

        """
}
