extension CommandPresetCatalog {
    static let iso7816 = """
        preset iso7816.select-mf
        title  Select the master file
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.1.1
        send   00 A4 00 00 02 3F 00 00
        reply  .. 90 00 / 6A 82 / 6A 86 / 69 8?

        preset iso7816.select-file
        title  Select a file by its identifier
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.1.1
        ask    file u16 "file identifier"
        send   00 A4 00 0C 02 {file}
        reply  90 00 / 6A 82 / 6A 86 / 69 8?

        preset iso7816.select-application
        title  Select an application by its name
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.1.1
        ask    aid bytes(5-16) "application identifier"
        send   00 A4 04 00 [{aid}] 00
        reply  .. 90 00 / 6A 82 / 6A 81 / 69 99

        preset iso7816.select-next
        title  Select the next application whose name begins so
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.1.1
        ask    aid bytes(5-16) "beginning of the application identifier"
        send   00 A4 04 02 [{aid}] 00
        reply  .. 90 00 / 6A 82 / 6A 81 / 6A 86 / 69 99

        preset iso7816.read-binary
        title  The current file from its beginning
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.2.3
        send   00 B0 00 00 00
        reply  .. 90 00 / .. 62 82 / 69 8? / 6A 82 / 6B 00 / 67 00

        preset iso7816.read-binary-at
        title  The current file from an offset on
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.2.3
        ask    offset u16(0-32767) "where to begin" = 0
        send   00 B0 {offset and 7FFF} 00
        reply  .. 90 00 / .. 62 82 / 69 8? / 6B 00

        preset iso7816.read-sfi
        title  A file by its short identifier
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.2.3
        ask    sfi u8(1-30) "short file identifier"
        send   00 B0 {sfi or 80} 00 00
        reply  .. 90 00 / .. 62 82 / 69 8? / 6A 82

        preset iso7816.read-record
        title  A record of the current file
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.3.3
        ask    record u8(1-254) "number of the record" = 1
        send   00 B2 {record} 04 00
        reply  .. 90 00 / 69 8? / 6A 8? / 6D 00

        preset iso7816.get-data
        title  A data object
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.4.2
        ask    tag u16 "its tag"
        send   00 CA {tag} 00
        reply  .. 90 00 / 6A 8? / 69 8? / 6D 00

        preset iso7816.challenge
        title  A challenge
        for    iso7816
        effect changesState
        source 7816-4:2005 §7.5.3
        send   00 84 00 00 08
        reply  ??*8 90 00 / 6D 00 / 69 8? / 6A 8?

        preset iso7816.get-response
        title  What is left of an answer
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §7.6.1
        ask    count u8 "how many bytes; 0 is 256" = 0
        send   00 C0 00 00 {count}
        reply  .. 90 00 / .. 61 ?? / 6D 00 / 69 8? / 6B 00 / 67 00

        preset iso7816.verify-status
        title  Whether a secret is needed, and tries left
        for    iso7816
        effect changesState
        source 7816-4:2005 §7.5.6
        note   An empty VERIFY counts as a try on some cards.
        ask    reference u8 "reference of the secret" = 1
        send   00 20 00 {reference}
        reply  63 C? / 90 00 / 69 83 / 69 84 / 6A 8? / 6B 00 / 67 00 / 69 82 / 6D 00

        preset iso7816.open-channel
        title  Open a logical channel
        for    iso7816
        effect changesState
        source 7816-4:2005 §7.1.2
        send   00 70 00 00 01
        reply  ?? 90 00 / 68 81 / 6D 00 / 6A 8?

        preset iso7816.close-channel
        title  Close a logical channel
        for    iso7816
        effect changesState
        source 7816-4:2005 §7.1.2
        ask    channel u8(1-19) "number of the channel" = 1
        send   00 70 80 {channel}
        reply  90 00 / 68 81 / 6D 00 / 6A 8?

        preset iso7816.atr-info
        title  EF.ATR/INFO
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §8.2.1.1
        send   00 A4 00 0C 02 2F 01
        reply  90 00 / 6A 82
        send   00 B0 00 00 00
        reply  .. 90 00 / .. 62 82 / 69 8?

        preset iso7816.directory
        title  EF.DIR
        for    iso7816
        effect readsOnly
        source 7816-4:2005 §8.2.1.1
        send   00 A4 00 0C 02 2F 00
        reply  90 00 / 6A 82
        send   00 B0 00 00 00
        reply  .. 90 00 / .. 62 82 / 69 8?
        """
}
