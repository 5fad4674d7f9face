extension CommandPresetCatalog {
    static let fido = """
        preset fido.select
        title  Select the FIDO application
        for    fido
        effect readsOnly
        source CTAP 2.1 §11.3.3
        note   The answer is text: U2F_V2 or FIDO_2_0.
        send   00 A4 04 00 [A0 00 00 06 47 2F 00 01] 00
        reply  55 32 46 5F 56 32 90 00 / 46 49 44 4F 5F 32 5F 30 90 00 / 6A 82

        preset fido.get-info
        title  Versions, extensions and options
        for    fido
        effect readsOnly
        source CTAP 2.1 §6.4
        after  fido.select
        send   80 10 00 00 01 04 00
        reply  00 .. 90 00 / 00 .. 61 ?? / ?? 90 00 / 6D 00 / 6E 00

        preset fido.pin-retries
        title  Tries left for the PIN
        for    fido
        effect readsOnly
        source CTAP 2.1 §6.5.5.2
        after  fido.select
        send   80 10 00 00 06 06 A2 01 01 02 01 00
        reply  00 .. 90 00 / ?? 90 00 / 6D 00 / 6E 00

        preset fido.u2f-version
        title  Version of U2F
        for    fido
        effect readsOnly
        source U2F raw messages 1.2 §6
        after  fido.select
        send   00 03 00 00 00
        reply  55 32 46 5F 56 32 90 00 / 6D 00 / 6E 00

        preset fido.reset
        title  Delete all credentials and the PIN
        for    fido
        effect irreversible
        source CTAP 2.1 §6.6
        after  fido.select
        send   80 10 00 00 01 07 00
        reply  00 90 00 / ?? 90 00 / 6D 00 / 6E 00
        """
}
