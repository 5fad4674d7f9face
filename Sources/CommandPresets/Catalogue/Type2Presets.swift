extension CommandPresetCatalog {
    static let type2 = """
        preset type2.get-version
        title  Version of the chip
        for    type2
        effect readsOnly
        source NT2H1311 §10.1
        note   One byte only. Chips without it stay silent or say NAK, and must be activated again.
        frame  60
        reply  00 ??*6 03 / NAK / none

        preset type2.read-header
        title  UID, check bytes and static lock bytes
        for    type2
        effect readsOnly
        source NFC Forum T2T; NT2H1311 §8.5
        frame  30 00
        reply  ??*16

        preset type2.read-cc
        title  Capability container
        for    type2
        effect readsOnly
        source NFC Forum T2T
        frame  30 03
        reply  ??*16

        preset type2.read
        title  Four pages from any page on
        for    type2
        effect readsOnly
        source NFC Forum T2T
        note   Behind the last readable page it goes on with page 0.
        ask    page u8 "the first page" = 4
        frame  30 {page}
        reply  ??*16 / NAK

        preset type2.read-through-reader
        title  Four pages by the reader's own command
        for    type2
        effect readsOnly
        source PC/SC part 3 §3.2.2.1.8
        note   Some readers stop at page 0F.
        ask    page u8 "the first page" = 4
        send   FF B0 00 {page} 10
        reply  ??*16 90 00 / 63 00 / 6A 82

        preset type2.write
        title  Write one page that every chip has for data
        for    type2
        effect writes
        source NFC Forum T2T
        ask    page u8(4-15) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK

        preset type2.write-through-reader
        title  Write one page by the reader's own command
        for    type2
        effect writes
        source PC/SC part 3 §3.2.2.1.9
        ask    page u8(4-15) "the page"
        ask    data bytes(4) "four bytes"
        send   FF D6 00 {page} 04 {data}
        reply  90 00 / 63 00 / 6A 82 / 69 82

        preset type2.halt
        title  Put the chip to sleep
        for    type2
        effect readsOnly
        source ISO 14443-3, HLTA
        frame  50 00
        reply  none

        preset type2.sector-select
        title  Go to sector 1 of a large chip
        for    type2
        chip   NTAG I2C 2k, NTAG I2C plus 2k
        effect readsOnly
        source NFC Forum T2T
        note   Silence after the second part means that it was done.
        frame  C2 FF
        reply  ACK
        frame  01 00 00 00
        reply  none

        preset type2.empty-ndef
        title  Empty NDEF message
        for    type2
        effect writes
        source NFC Forum T2T
        frame  A2 04 03 00 FE 00
        reply  ACK / NAK

        preset type2.lock-static
        title  Lock pages 3 to 15 for ever
        for    type2
        effect irreversible
        source NFC Forum T2T; NT2H1311 §8.5.2
        frame  A2 02 00 00 FF FF
        reply  ACK / NAK

        preset type2.read-only-cc
        title  Mark the tag as read-only for ever
        for    type2
        effect irreversible
        source NFC Forum T2T
        note   The container is one-time memory: bits that are set stay set.
        frame  30 03
        reply  E1 {version:1} {size:1} ??*13
        frame  A2 03 E1 {version} {size} 0F
        reply  ACK / NAK
        """
}
