extension CommandPresetCatalog {
    static let em = """
        preset em.read-header
        title  UID and lock bytes of an EM chip that is a Type 2 tag
        for    em
        chip   EM Type 2
        effect readsOnly
        source EM4423 data sheet; NFC Forum T2T
        frame  30 00
        reply  16 ??*15

        preset em.read
        title  Four pages of an EM chip that is a Type 2 tag
        for    em
        chip   EM Type 2
        effect readsOnly
        source EM4423 data sheet; NFC Forum T2T
        ask    page u8 "the first page" = 4
        frame  30 {page}
        reply  ??*16 / NAK

        preset em.login
        title  Password of an EM chip with ISO 15693
        for    em
        chip   EM ISO 15693
        effect authenticates
        source EM4x33 command set (LOGIN, E4)
        ask    password secret(4) "the password"
        frame  02 E4 16 {password}
        reply  00 / 01 0F / none

        preset em.protection-status
        title  Protection of blocks of an EM chip with ISO 15693
        for    em
        chip   EM ISO 15693
        effect readsOnly
        source EM4x33 command set (B8)
        ask    block u8 "the first block" = 0
        ask    count u8 "one less than the number of blocks" = 0
        frame  02 B8 16 {block} {count}
        reply  00 .. / 01 ??
        """
}
