extension CommandPresetCatalog {
    static let ultralightEV1 = """
        preset ul-ev1.read-counter
        title  One of the three counters
        for    ul-ev1
        effect readsOnly
        source MF0ULx1 §10.6
        ask    counter u8(0-2) "which counter" = 0
        frame  39 {counter}
        reply  {count:3} / NAK

        preset ul-ev1.increment-counter
        title  Count one of the three counters up by one
        for    ul-ev1
        effect irreversible
        source MF0ULx1 §10.7
        ask    counter u8(0-2) "which counter"
        frame  A5 {counter} 01 00 00 00
        reply  ACK / NAK

        preset ul-ev1.check-tearing
        title  Whether a counter was interrupted
        for    ul-ev1
        effect readsOnly
        source MF0ULx1 §10.10
        ask    counter u8(0-2) "which counter" = 0
        frame  3E {counter}
        reply  {tearing:1} / NAK

        preset ul-ev1.virtual-card
        title  Virtual card select
        for    ul-ev1
        effect readsOnly
        source MF0ULx1 §10.11
        ask    installation bytes(16) "installation identifier"
        ask    capabilities bytes(4) "capabilities of the reader" = 00000000
        frame  4B {installation} {capabilities}
        reply  ?? / NAK

        preset ul-ev1.read-configuration
        title  Configuration pages
        for    ul-ev1
        chip   MF0UL11, MF0UL21
        effect readsOnly
        source MF0ULx1, configuration pages
        frame  30 {CFG0}
        reply  ??*16 / NAK

        preset ul-ev1.read-dynamic-lock
        title  Dynamic lock bytes
        for    ul-ev1
        chip   MF0UL21
        effect readsOnly
        source MF0ULx1, lock bytes
        frame  30 {DYNLOCK}
        reply  ??*16 / NAK

        preset ul-ev1.set-password
        title  Set the password
        for    ul-ev1
        chip   MF0UL11, MF0UL21
        effect irreversible
        source MF0ULx1, password verification
        note   It cannot be read back, and the old one is gone.
        ask    password secret(4) "the new password"
        frame  A2 {PWD} {password}
        reply  ACK / NAK

        preset ul-ev1.protect-from
        title  Ask for the password from a page on
        for    ul-ev1
        chip   MF0UL11, MF0UL21
        effect writes
        source MF0ULx1, password verification
        ask    page u8(4-255) "the first page that is protected; 255 is none"
        frame  30 {CFG0}
        reply  {first:3} ?? ??*12
        frame  A2 {CFG0} {first} {page}
        reply  ACK / NAK

        preset ul-ev1.write-11
        title  Write a data page of an MF0UL11
        for    ul-ev1
        chip   MF0UL11
        effect writes
        source MF0ULx1 §10.4
        ask    page u8(4-15) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK

        preset ul-ev1.write-21
        title  Write a data page of an MF0UL21
        for    ul-ev1
        chip   MF0UL21
        effect writes
        source MF0ULx1 §10.4
        ask    page u8(4-35) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK
        """
}
