extension CommandPresetCatalog {
    static let openpgp = """
        preset openpgp.select
        title  Select the OpenPGP application
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §7.2.1
        send   00 A4 04 00 [D2 76 00 01 24 01] 00
        reply  .. 90 00 / 6A 82 / 62 85

        preset openpgp.aid
        title  Application identifier with version and serial number
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.2.1
        after  openpgp.select
        send   00 CA 00 4F 00
        reply  D2 76 00 01 24 01 ??*10 90 00

        preset openpgp.application-data
        title  Application related data
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.4.1
        after  openpgp.select
        send   00 CA 00 6E 00
        reply  6E .. 90 00

        preset openpgp.cardholder
        title  Cardholder related data
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.4.1
        after  openpgp.select
        send   00 CA 00 65 00
        reply  65 .. 90 00 / .. 90 00

        preset openpgp.security-template
        title  Counter of signatures
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.4.1
        after  openpgp.select
        send   00 CA 00 7A 00
        reply  7A .. 90 00 / 93 03 ??*3 90 00

        preset openpgp.password-status
        title  State of the passwords and tries left
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.4.1
        after  openpgp.select
        send   00 CA 00 C4 00
        reply  ??*7 90 00

        preset openpgp.historical-bytes
        title  Historical bytes
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §6
        after  openpgp.select
        send   00 CA 5F 52 00
        reply  00 .. 90 00 / .. 90 00

        preset openpgp.url
        title  Where the public key can be found
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.4.1
        after  openpgp.select
        send   00 CA 5F 50 00
        reply  .. 90 00

        preset openpgp.login
        title  Login data
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.4.1
        after  openpgp.select
        send   00 CA 00 5E 00
        reply  .. 90 00

        preset openpgp.algorithms
        title  Algorithms that keys can have
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §4.4.3.11
        after  openpgp.select
        send   00 CA 00 FA 00
        reply  FA .. 90 00 / 6A 88 / 6B 00

        preset openpgp.public-key-sign
        title  Public key for signatures
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §7.2.14
        after  openpgp.select
        send   00 47 81 00 02 B6 00 00
        reply  7F 49 .. 90 00 / 7F 49 .. 61 ?? / 6A 88 / 69 85

        preset openpgp.public-key-decrypt
        title  Public key for decryption
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §7.2.14
        after  openpgp.select
        send   00 47 81 00 02 B8 00 00
        reply  7F 49 .. 90 00 / 7F 49 .. 61 ?? / 6A 88 / 69 85

        preset openpgp.public-key-authenticate
        title  Public key for authentication
        for    openpgp
        effect readsOnly
        source OpenPGP card 3.4 §7.2.14
        after  openpgp.select
        send   00 47 81 00 02 A4 00 00
        reply  7F 49 .. 90 00 / 7F 49 .. 61 ?? / 6A 88 / 69 85

        preset openpgp.terminate
        title  Bring the card to its end
        for    openpgp
        effect irreversible
        source OpenPGP card 3.4 §7.2.16
        note   All keys and data are lost.
        after  openpgp.select
        send   00 E6 00 00
        reply  90 00 / 69 8?
        """
}
