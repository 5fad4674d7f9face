extension CommandPresetCatalog {
    static let emrtd = """
        preset emrtd.select
        title  Select the passport application
        for    emrtd
        effect readsOnly
        source 9303-10 §3.1; 9303-11 §4.3
        send   00 A4 04 0C 07 A0 00 00 02 47 10 01
        reply  90 00 / 6A 82

        preset emrtd.card-access
        title  EF.CardAccess: how the chip is opened
        for    emrtd
        effect readsOnly
        source 9303-10 §3.11.3
        note   Before the application is selected.
        send   00 A4 02 0C 02 01 1C
        reply  90 00 / 6A 82
        send   00 B0 00 00 00
        reply  31 .. 90 00 / 31 .. 62 82 / 69 82

        preset emrtd.card-access-sfi
        title  EF.CardAccess by its short identifier
        for    emrtd
        effect readsOnly
        source 9303-10 §3.11.3
        note   Before the application is selected.
        send   00 B0 9C 00 00
        reply  31 .. 90 00 / 31 .. 62 82 / 69 82 / 6A 82

        preset emrtd.directory
        title  EF.DIR: applications
        for    emrtd
        effect readsOnly
        source 9303-10 §3.11.1
        note   Before the application is selected. Some passports open it only after access control.
        send   00 A4 02 0C 02 2F 00
        reply  90 00 / 6A 82
        send   00 B0 00 00 00
        reply  61 .. 90 00 / 61 .. 62 82 / 69 82

        preset emrtd.atr-info
        title  EF.ATR/INFO: lengths that the chip takes
        for    emrtd
        effect readsOnly
        source 9303-10 §3.11.2
        note   Before the application is selected.
        send   00 A4 02 0C 02 2F 01
        reply  90 00 / 6A 82
        send   00 B0 00 00 00
        reply  .. 90 00 / .. 62 82 / 69 82

        preset emrtd.challenge
        title  A challenge, as Basic Access Control begins
        for    emrtd
        effect changesState
        source 9303-11 §4.3.4.1
        after  emrtd.select
        send   00 84 00 00 08
        reply  ??*8 90 00 / 69 82 / 69 85 / 6A 88 / 6D 00

        preset emrtd.common
        title  Select EF.COM
        for    emrtd
        effect readsOnly
        source 9303-10 §4.6.1
        after  emrtd.select
        send   00 A4 02 0C 02 01 1E
        reply  90 00 / 69 82 / 6A 82

        preset emrtd.dg1
        title  Select EF.DG1
        for    emrtd
        effect readsOnly
        source 9303-10 §4.7.1
        after  emrtd.select
        send   00 A4 02 0C 02 01 01
        reply  90 00 / 69 82 / 6A 82

        preset emrtd.dg14
        title  Select EF.DG14
        for    emrtd
        effect readsOnly
        source 9303-10 §4.7.14
        after  emrtd.select
        send   00 A4 02 0C 02 01 0E
        reply  90 00 / 69 82 / 6A 82

        preset emrtd.dg15
        title  Select EF.DG15
        for    emrtd
        effect readsOnly
        source 9303-10 §4.7.15
        after  emrtd.select
        send   00 A4 02 0C 02 01 0F
        reply  90 00 / 69 82 / 6A 82

        preset emrtd.security-object
        title  Select EF.SOD
        for    emrtd
        effect readsOnly
        source 9303-10 §4.6.2
        after  emrtd.select
        send   00 A4 02 0C 02 01 1D
        reply  90 00 / 69 82 / 6A 82

        preset emrtd.pace-start
        title  Begin PACE with the MRZ
        for    emrtd
        effect changesState
        source 9303-11 §4.4.4.1
        note   ECDH with generic mapping; the chip must offer it.
        ask    cipher u8(1-4) "1 3DES, 2 AES-128, 3 AES-192, 4 AES-256" = 2
        send   00 22 C1 A4 0F 80 0A 04 00 7F 00 07 02 02 04 02 {cipher} 83 01 01
        reply  90 00 / 6A 80 / 6A 88 / 63 C?

        preset emrtd.pace-nonce
        title  First step of PACE: the enciphered nonce
        for    emrtd
        effect authenticates
        source 9303-11 §4.4.4.2
        note   A PACE that is not finished can count as a try of the password.
        after  emrtd.pace-start
        send   10 86 00 00 02 7C 00 00
        reply  7C .. 90 00 / 69 8? / 6A 80
        """
}
