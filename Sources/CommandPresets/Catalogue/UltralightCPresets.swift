extension CommandPresetCatalog {
    static let ultralightC = """
        preset ul-c.authenticate-1
        title  First step of the authentication
        for    ul-c
        effect authenticates
        source MF0ICU2, AUTHENTICATE
        note   The chip answers with a number that it has enciphered.
        frame  1A 00
        reply  AF ??*8 / NAK / none

        preset ul-c.authenticate-2
        title  Second step of the authentication
        for    ul-c
        effect authenticates
        source MF0ICU2, AUTHENTICATE
        note   What is sent must be computed from the answer to the first step, and follow it without anything between: in \
        the console. Elsewhere the chip is silent.
        ask    answer bytes(16) "what the key makes of both numbers"
        frame  AF {answer}
        reply  00 ??*8 / NAK / none

        preset ul-c.read-protection
        title  Which pages are protected
        for    ul-c
        effect readsOnly
        source MF0ICU2, AUTH0 and AUTH1
        note   The keys behind it read as 00 or not at all.
        frame  30 2A
        reply  ??*16 / NAK

        preset ul-c.read-counter
        title  One-way counter
        for    ul-c
        effect readsOnly
        source MF0ICU2, 16-bit counter
        frame  30 29
        reply  ??*16 / NAK

        preset ul-c.protect-from
        title  Protect pages from a page on
        for    ul-c
        effect writes
        source MF0ICU2, AUTH0
        ask    page u8(4-48) "the first page that is protected; 48 is none"
        frame  A2 2A {page} 00 00 00
        reply  ACK / NAK

        preset ul-c.protect-writing-only
        title  Protect against writing only
        for    ul-c
        effect writes
        source MF0ICU2, AUTH1
        frame  A2 2B 01 00 00 00
        reply  ACK / NAK

        preset ul-c.write
        title  Write a data page
        for    ul-c
        effect writes
        source MF0ICU2, WRITE
        ask    page u8(4-39) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK

        preset ul-c.write-key
        title  Set the key
        for    ul-c
        effect irreversible
        source MF0ICU2, 3DES key
        note   Each half of the key is stored backwards; the first part is the end of the first half. A wrong key \
        cannot be taken back once the pages are protected.
        ask    part1 secret(4) "page 2C"
        ask    part2 secret(4) "page 2D"
        ask    part3 secret(4) "page 2E"
        ask    part4 secret(4) "page 2F"
        frame  A2 2C {part1}
        reply  ACK
        frame  A2 2D {part2}
        reply  ACK
        frame  A2 2E {part3}
        reply  ACK
        frame  A2 2F {part4}
        reply  ACK

        preset ul-c.lock-all
        title  Lock all pages for ever
        for    ul-c
        effect irreversible
        source MF0ICU2, lock bytes
        frame  A2 28 FF FF 00 00
        reply  ACK / NAK
        """
}
