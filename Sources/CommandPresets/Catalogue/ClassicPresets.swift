extension CommandPresetCatalog {
    static let classic = """
        preset classic.load-default-key
        title  Give the reader the key FFFFFFFFFFFF
        for    classic
        effect changesState
        source PC/SC part 3 §3.2.2.1.4
        send   FF 82 00 00 06 FF FF FF FF FF FF
        reply  90 00 / 63 00 / 69 8?

        preset classic.load-key
        title  Give the reader a key
        for    classic
        effect changesState
        source PC/SC part 3 §3.2.2.1.4
        ask    key secret(6) "the key"
        send   FF 82 00 00 [{key}]
        reply  90 00 / 63 00 / 69 8?

        preset classic.authenticate-a
        title  Open a sector with key A that the reader holds
        for    classic
        effect authenticates
        source PC/SC part 3 §3.2.2.1.6
        ask    block u8 "a block of the sector" = 4
        send   FF 86 00 00 05 01 00 {block} 60 00
        reply  90 00 / 63 00 / 69 82

        preset classic.authenticate-b
        title  Open a sector with key B that the reader holds
        for    classic
        effect authenticates
        source PC/SC part 3 §3.2.2.1.6
        ask    block u8 "a block of the sector" = 4
        send   FF 86 00 00 05 01 00 {block} 61 00
        reply  90 00 / 63 00 / 69 82

        preset classic.read-block
        title  Read a block of an open sector
        for    classic
        effect readsOnly
        source PC/SC part 3 §3.2.2.1.8
        ask    block u8 "the block" = 4
        send   FF B0 00 {block} 10
        reply  ??*16 90 00 / 63 00 / 69 82
        """
}
