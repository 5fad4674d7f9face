extension CommandPresetCatalog {
    static let felica = """
        preset felica.poll
        title  Any system
        for    felica
        effect readsOnly
        source JIS X 6319-4, Polling
        frame  06 00 FF FF 01 00
        reply  14 01 ??*18 / 12 01 ??*16 / none

        preset felica.poll-suica
        title  The system of Japanese transit cards, 0003
        for    felica
        effect readsOnly
        source JIS X 6319-4, Polling
        frame  06 00 00 03 01 00
        reply  14 01 ??*16 00 03 / 12 01 ??*16 / none

        preset felica.poll-common
        title  The common area, FE00
        for    felica
        effect readsOnly
        source JIS X 6319-4, Polling
        frame  06 00 FE 00 01 00
        reply  14 01 ??*16 FE 00 / 12 01 ??*16 / none

        preset felica.poll-ndef
        title  The system of NDEF, 12FC
        for    felica
        effect readsOnly
        source NFC Forum T3T; JIS X 6319-4, Read Without Encryption
        frame  06 00 12 FC 01 00
        reply  14 01 ??*16 12 FC / 12 01 ??*16 / none

        preset felica.system-codes
        title  Systems of the card
        for    felica
        effect readsOnly
        source JIS X 6319-4, Request System Code
        ask    idm identifier(8) "IDm of the card"
        frame  0A 0C {idm}
        reply  ?? 0D ??*8 ..

        preset felica.search-service
        title  One entry of the list of services
        for    felica
        effect readsOnly
        source FeliCa card user's manual (Search Service Code)
        note   FFFF is the end of the list.
        ask    idm identifier(8) "IDm of the card"
        ask    index u16le "place in the list" = 0
        frame  0C 0A {idm} {index}
        reply  ?? 0B ??*8 ..

        preset felica.request-service
        title  Key version of a service or area
        for    felica
        effect readsOnly
        source JIS X 6319-4, Request Service
        note   FFFF means that it is not there.
        ask    idm identifier(8) "IDm of the card"
        ask    node u16le "code of the service" = 0x090F
        frame  0D 02 {idm} 01 {node}
        reply  0D 03 ??*8 01 ??*2

        preset felica.request-response
        title  Mode of the card
        for    felica
        effect readsOnly
        source JIS X 6319-4, Request Response
        ask    idm identifier(8) "IDm of the card"
        frame  0A 04 {idm}
        reply  0B 05 ??*8 ??

        preset felica.specification
        title  Version of the specification
        for    felica
        effect readsOnly
        source FeliCa card user's manual (Request Specification Version)
        ask    idm identifier(8) "IDm of the card"
        frame  0C 3C {idm} 00 00
        reply  ?? 3D ??*8 ..

        preset felica.read-block
        title  A block of a service that is free to read
        for    felica
        effect readsOnly
        source JIS X 6319-4, Read Without Encryption
        ask    idm identifier(8) "IDm of the card"
        ask    service u16le "code of the service"
        ask    block u8 "number of the block" = 0
        frame  10 06 {idm} 01 {service} 01 80 {block}
        reply  1D 07 ??*8 00 00 01 ??*16 / 0C 07 ??*8 ?? ??

        preset felica.suica-balance
        title  Balance of a Japanese transit card
        for    felica
        effect readsOnly
        source JIS X 6319-4, Read Without Encryption; service 008B
        note   Bytes 10 and 11 of the block, counted from 0, least significant first.
        frame  06 00 00 03 01 00
        reply  14 01 {idm:8} ??*8 00 03
        frame  10 06 {idm} 01 8B 00 01 80 00
        reply  1D 07 ??*8 00 00 01 ??*16 / 0C 07 ??*8 ?? ??

        preset felica.suica-history
        title  Newest ride of a Japanese transit card
        for    felica
        effect readsOnly
        source JIS X 6319-4, Read Without Encryption; service 090F
        ask    block u8(0-19) "0 is the newest" = 0
        frame  06 00 00 03 01 00
        reply  14 01 {idm:8} ??*8 00 03
        frame  10 06 {idm} 01 0F 09 01 80 {block}
        reply  1D 07 ??*8 00 00 01 ??*16 / 0C 07 ??*8 ?? ??

        preset felica.suica-gates
        title  Newest gate of a Japanese transit card
        for    felica
        effect readsOnly
        source JIS X 6319-4, Read Without Encryption; service 108F
        ask    block u8(0-2) "0 is the newest" = 0
        frame  06 00 00 03 01 00
        reply  14 01 {idm:8} ??*8 00 03
        frame  10 06 {idm} 01 8F 10 01 80 {block}
        reply  1D 07 ??*8 00 00 01 ??*16 / 0C 07 ??*8 ?? ??

        preset felica.ndef-attributes
        title  Attribute block of an NDEF tag
        for    felica
        effect readsOnly
        source NFC Forum T3T
        frame  06 00 12 FC 01 00
        reply  14 01 {idm:8} ??*8 12 FC
        frame  10 06 {idm} 01 0B 00 01 80 00
        reply  1D 07 ??*8 00 00 01 ??*16 / 0C 07 ??*8 ?? ??

        preset felica.ndef-write
        title  Write one block of an NDEF tag
        for    felica
        effect writes
        source NFC Forum T3T
        ask    block u8(1-12) "number of the block"
        ask    data bytes(16) "sixteen bytes"
        frame  06 00 12 FC 01 00
        reply  14 01 {idm:8} ??*8 12 FC
        frame  20 08 {idm} 01 09 00 01 80 {block} {data}
        reply  0C 09 ??*8 ?? ??

        preset felica.lite-id
        title  Identification block of a FeliCa Lite
        for    felica
        effect readsOnly
        source FeliCa Lite-S user's manual
        frame  06 00 88 B4 01 00
        reply  14 01 {idm:8} ??*8 88 B4
        frame  10 06 {idm} 01 0B 00 01 80 82
        reply  1D 07 ??*8 00 00 01 ??*16 / 0C 07 ??*8 ?? ??

        preset felica.lite-memory
        title  Memory configuration of a FeliCa Lite
        for    felica
        effect readsOnly
        source FeliCa Lite-S user's manual
        frame  06 00 88 B4 01 00
        reply  14 01 {idm:8} ??*8 88 B4
        frame  10 06 {idm} 01 0B 00 01 80 88
        reply  1D 07 ??*8 00 00 01 ??*16 / 0C 07 ??*8 ?? ??
        """
}
