extension CommandPresetCatalog {
    static let ntag424 = """
        preset ntag424.select
        title  Select the application
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.9.1
        send   00 A4 04 0C 07 D2 76 00 00 85 01 01 00
        reply  90 00 / 6A 82

        preset ntag424.get-version
        title  Hardware, software and production data
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.5.2
        send   90 60 00 00 00
        reply  04 ??*6 91 AF
        send   90 AF 00 00 00
        reply  04 ??*6 91 AF
        send   90 AF 00 00 00
        reply  ??*14 91 00 / ??*15 91 00

        preset ntag424.file-settings
        title  Settings of a file
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.7.2
        after  ntag424.select
        ask    file u8(1-3) "1 container, 2 NDEF, 3 data" = 2
        send   90 F5 00 00 01 {file} 00
        reply  .. 91 00 / 91 ??

        preset ntag424.read-data
        title  A file in plain
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.8.1
        after  ntag424.select
        ask    file u8(1-3) "1 container, 2 NDEF, 3 data" = 2
        ask    offset u24le "where to begin" = 0
        ask    count u24le "how many bytes" = 64
        send   90 AD 00 00 07 {file} {offset} {count} 00
        reply  .. 91 00 / .. 91 AF / 91 ??

        preset ntag424.read-cc
        title  Capability container
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.9; T4T
        after  ntag424.select
        send   00 A4 00 0C 02 E1 03
        reply  90 00
        send   00 B0 00 00 20
        reply  00 17 .. 90 00

        preset ntag424.read-ndef
        title  NDEF file
        for    ntag424
        effect readsOnly
        source NFC Forum T4T
        after  ntag424.select
        send   00 A4 00 0C 02 E1 04
        reply  90 00
        send   00 B0 00 00 00
        reply  .. 90 00

        preset ntag424.empty-ndef
        title  Empty NDEF message
        for    ntag424
        effect writes
        source NFC Forum T4T
        after  ntag424.select
        send   00 A4 00 0C 02 E1 04
        reply  90 00
        send   00 D6 00 00 02 00 00
        reply  90 00 / 69 82

        preset ntag424.key-version
        title  Version of a key
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.6.2
        after  ntag424.select
        ask    key u8(0-4) "number of the key" = 0
        send   90 64 00 00 01 {key} 00
        reply  ?? 91 00 / 91 ??

        preset ntag424.file-counter
        title  Reading counter of the NDEF file
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.7.3
        after  ntag424.select
        send   90 F6 00 00 01 02 00
        reply  {count:3} ??*2 91 00 / 91 ??

        preset ntag424.authenticate-first
        title  First step of AuthenticateEV2First
        for    ntag424
        effect authenticates
        source NT4H2421Gx §10.4.1
        after  ntag424.select
        ask    key u8(0-4) "number of the key" = 0
        send   90 71 00 00 02 {key} 00 00
        reply  ??*16 91 AF / 91 ??

        preset ntag424.authenticate-again
        title  First step of AuthenticateEV2NonFirst
        for    ntag424
        effect authenticates
        source NT4H2421Gx §10.4.2
        note   Inside of an authenticated session only.
        after  ntag424.select
        ask    key u8(0-4) "number of the key" = 0
        send   90 77 00 00 01 {key} 00
        reply  ??*16 91 AF / 91 ??

        preset ntag424.read-signature
        title  Originality signature
        for    ntag424
        effect readsOnly
        source NT4H2421Gx, Read_Sig
        note   The status 9190 is right here.
        after  ntag424.select
        send   90 3C 00 00 01 00 00
        reply  ??*56 91 90 / 91 ??

        preset ntag424.card-uid
        title  UID inside of an authenticated session
        for    ntag424
        effect readsOnly
        source NT4H2421Gx §10.5.3
        note   The MAC is made with the session's keys.
        ask    mac bytes(8) "MAC of the command"
        send   90 51 00 00 [{mac}] 00
        reply  .. 91 00 / 91 ??

        preset ntag424.tamper-status
        title  Whether the tamper loop was opened
        for    ntag424
        effect readsOnly
        source NT4H2421Tx §11.9.1
        note   For chips with a loop, inside of an authenticated session. The MAC is made with the session's keys.
        ask    mac bytes(8) "MAC of the command"
        send   90 F7 00 00 [{mac}] 00
        reply  ??*24 91 00 / 91 ??

        preset ntag424.change-file-settings
        title  Change the settings of a file, dynamic messages among them
        for    ntag424
        effect irreversible
        source NT4H2421Gx §10.7.1
        note   What the cryptogram says decides: rights that are set to never stay so.
        ask    file u8(1-3) "1 container, 2 NDEF, 3 data" = 2
        ask    cryptogram bytes(16-64) "the enciphered settings"
        ask    mac bytes(8) "MAC of the command"
        send   90 5F 00 00 [{file} {cryptogram} {mac}] 00
        reply  .. 91 00 / 91 ??

        preset ntag424.change-key
        title  Change a key
        for    ntag424
        effect irreversible
        source NT4H2421Gx §10.6.1
        ask    key u8(0-4) "number of the key"
        ask    cryptogram bytes(32) "the enciphered key"
        ask    mac bytes(8) "MAC of the command"
        send   90 C4 00 00 [{key} {cryptogram} {mac}] 00
        reply  .. 91 00 / 91 ??

        preset ntag424.enable-lrp
        title  Switch to LRP for ever
        for    ntag424
        effect irreversible
        source NT4H2421Gx §10.5.1
        ask    cryptogram bytes(16-32) "the enciphered option"
        ask    mac bytes(8) "MAC of the command"
        send   90 5C 00 00 [05 {cryptogram} {mac}] 00
        reply  .. 91 00 / 91 ??

        preset ntag424.random-uid
        title  Show a random UID for ever
        for    ntag424
        effect irreversible
        source NT4H2421Gx §10.5.1
        ask    cryptogram bytes(16) "the enciphered option"
        ask    mac bytes(8) "MAC of the command"
        send   90 5C 00 00 [00 {cryptogram} {mac}] 00
        reply  .. 91 00 / 91 ??
        """
}
