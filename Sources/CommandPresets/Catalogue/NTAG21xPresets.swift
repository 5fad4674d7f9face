extension CommandPresetCatalog {
    static let ntag21x = """
        preset ntag21x.fast-read
        title  Many pages at once
        for    ntag21x, ul-ev1
        effect readsOnly
        source NT2H1311 §10.3
        ask    first u8 "the first page" = 0
        ask    last u8 "the last page" = 3
        frame  3A {first} {last}
        reply  .. / NAK

        preset ntag21x.read-signature
        title  Originality signature
        for    ntag21x, ul-ev1
        effect readsOnly
        source NT2H1311 §10.8
        note   A signature says that the maker signed this UID; a copy can carry both.
        frame  3C 00
        reply  {signature:32} / NAK

        preset ntag21x.read-counter
        title  NFC counter
        for    ntag21x
        effect readsOnly
        source NT2H1311 §10.6
        note   Least significant byte first. This reading may count itself.
        frame  39 02
        reply  {count:3} / NAK

        preset ntag21x.authenticate-default
        title  Password FFFFFFFF
        for    ntag21x
        effect authenticates
        source NT2H1311 §10.7
        note   Each wrong try counts when a limit is set.
        frame  1B FF FF FF FF
        reply  {pack:2} / NAK

        preset ntag21x.authenticate
        title  Password
        for    ntag21x, ul-ev1
        effect authenticates
        source NT2H1311 §10.7
        note   Each wrong try counts when a limit is set.
        ask    password secret(4) "the password"
        frame  1B {password}
        reply  {pack:2} / NAK

        preset ntag21x.read-configuration
        title  Configuration pages
        for    ntag21x
        chip   NTAG210, NTAG212, NTAG213, NTAG213F, NTAG213TT, NTAG215, NTAG216, NTAG216F
        effect readsOnly
        source NT2H1311 §8.5.7
        note   Password and its acknowledgement read as 00.
        frame  30 {CFG0}
        reply  ??*8 00 00 00 00 ??*4 / ??*16 / NAK

        preset ntag21x.read-dynamic-lock
        title  Dynamic lock bytes
        for    ntag21x
        chip   NTAG212, NTAG213, NTAG213F, NTAG213TT, NTAG215, NTAG216, NTAG216F
        effect readsOnly
        source NT2H1311 §8.5.3
        frame  30 {DYNLOCK}
        reply  ??*16 / NAK

        preset ntag21x.enable-counter
        title  Count readings from now on
        for    ntag21x
        chip   NTAG213, NTAG213F, NTAG215, NTAG216, NTAG216F
        effect writes
        source NT2H1311 §8.5.7
        frame  30 {CFG1}
        reply  {access:1} {rest:3} ??*12
        frame  A2 {CFG1} {access or 10} {rest}
        reply  ACK / NAK

        preset ntag21x.disable-counter
        title  Do not count readings
        for    ntag21x
        chip   NTAG213, NTAG213F, NTAG215, NTAG216, NTAG216F
        effect writes
        source NT2H1311 §8.5.7
        frame  30 {CFG1}
        reply  {access:1} {rest:3} ??*12
        frame  A2 {CFG1} {access and EF} {rest}
        reply  ACK / NAK

        preset ntag21x.mirror-uid-213
        title  Show the UID inside of the data of an NTAG213
        for    ntag21x
        chip   NTAG213
        effect writes
        source NT2H1311 §8.7
        ask    page u8(4-36) "page where the UID begins" = 16
        frame  30 {CFG0}
        reply  {mirror:1} {rfui:1} ?? {auth0:1} ??*12
        frame  A2 {CFG0} {mirror and 0F or 40} {rfui} {page} {auth0}
        reply  ACK / NAK

        preset ntag21x.mirror-uid-215
        title  Show the UID inside of the data of an NTAG215
        for    ntag21x
        chip   NTAG215
        effect writes
        source NT2H1511 §8.7
        ask    page u8(4-126) "page where the UID begins" = 16
        frame  30 {CFG0}
        reply  {mirror:1} {rfui:1} ?? {auth0:1} ??*12
        frame  A2 {CFG0} {mirror and 0F or 40} {rfui} {page} {auth0}
        reply  ACK / NAK

        preset ntag21x.mirror-uid-216
        title  Show the UID inside of the data of an NTAG216
        for    ntag21x
        chip   NTAG216
        effect writes
        source NT2H1611 §8.7
        ask    page u8(4-222) "page where the UID begins" = 16
        frame  30 {CFG0}
        reply  {mirror:1} {rfui:1} ?? {auth0:1} ??*12
        frame  A2 {CFG0} {mirror and 0F or 40} {rfui} {page} {auth0}
        reply  ACK / NAK

        preset ntag21x.mirror-off
        title  Show nothing inside of the data
        for    ntag21x
        chip   NTAG213, NTAG215, NTAG216
        effect writes
        source NT2H1311 §8.7
        frame  30 {CFG0}
        reply  {mirror:1} {rfui:1} {page:1} {auth0:1} ??*12
        frame  A2 {CFG0} {mirror and 3F} {rfui} {page} {auth0}
        reply  ACK / NAK

        preset ntag21x.set-password
        title  Set the password
        for    ntag21x
        chip   NTAG210, NTAG212, NTAG213, NTAG213F, NTAG213TT, NTAG215, NTAG216, NTAG216F
        effect irreversible
        source NT2H1311 §8.8
        note   It cannot be read back, and the old one is gone. Without AUTH0 it protects nothing.
        ask    password secret(4) "the new password"
        frame  A2 {PWD} {password}
        reply  ACK / NAK

        preset ntag21x.set-pack
        title  Set the password acknowledgement
        for    ntag21x
        chip   NTAG210, NTAG212, NTAG213, NTAG213F, NTAG213TT, NTAG215, NTAG216, NTAG216F
        effect writes
        source NT2H1311 §8.8
        ask    pack secret(2) "two bytes"
        frame  A2 {PACK} {pack} 00 00
        reply  ACK / NAK

        preset ntag21x.protect-from
        title  Ask for the password from a page on
        for    ntag21x
        chip   NTAG210, NTAG212, NTAG213, NTAG213F, NTAG215, NTAG216, NTAG216F
        effect writes
        source NT2H1311 §8.8
        note   Set the password before. Pages 0 to 3 stay free.
        ask    page u8(4-255) "the first page that is protected; 255 is none"
        frame  30 {CFG0}
        reply  {mirror:1} {rfui:1} {mirrorpage:1} ?? ??*12
        frame  A2 {CFG0} {mirror} {rfui} {mirrorpage} {page}
        reply  ACK / NAK

        preset ntag21x.protect-reading
        title  Ask for the password for reading too
        for    ntag21x
        chip   NTAG210, NTAG212, NTAG213, NTAG213F, NTAG215, NTAG216, NTAG216F
        effect writes
        source NT2H1311 §8.8
        frame  30 {CFG1}
        reply  {access:1} {rest:3} ??*12
        frame  A2 {CFG1} {access or 80} {rest}
        reply  ACK / NAK

        preset ntag21x.protect-writing-only
        title  Ask for the password for writing only
        for    ntag21x
        chip   NTAG210, NTAG212, NTAG213, NTAG213F, NTAG215, NTAG216, NTAG216F
        effect writes
        source NT2H1311 §8.8
        frame  30 {CFG1}
        reply  {access:1} {rest:3} ??*12
        frame  A2 {CFG1} {access and 7F} {rest}
        reply  ACK / NAK

        preset ntag21x.lock-configuration
        title  Lock the configuration for ever
        for    ntag21x
        chip   NTAG213, NTAG213F, NTAG215, NTAG216, NTAG216F
        effect irreversible
        source NT2H1311 §8.5.7
        frame  30 {CFG1}
        reply  {access:1} {rest:3} ??*12
        frame  A2 {CFG1} {access or 40} {rest}
        reply  ACK / NAK

        preset ntag21x.write-210
        title  Write a data page of an NTAG210
        for    ntag21x
        chip   NTAG210
        effect writes
        source NT2L1011 §10.4
        ask    page u8(4-15) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK

        preset ntag21x.write-213
        title  Write a data page of an NTAG213
        for    ntag21x
        chip   NTAG213, NTAG213F, NTAG213TT
        effect writes
        source NT2H1311 §10.4
        ask    page u8(4-39) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK

        preset ntag21x.write-215
        title  Write a data page of an NTAG215
        for    ntag21x
        chip   NTAG215
        effect writes
        source NT2H1511 §10.4
        ask    page u8(4-129) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK

        preset ntag21x.write-216
        title  Write a data page of an NTAG216
        for    ntag21x
        chip   NTAG216, NTAG216F
        effect writes
        source NT2H1611 §10.4
        ask    page u8(4-225) "the page"
        ask    data bytes(4) "four bytes"
        frame  A2 {page} {data}
        reply  ACK / NAK

        preset ntag21x.format-213
        title  Format an NTAG213 for NDEF
        for    ntag21x
        chip   NTAG213, NTAG213F
        effect irreversible
        source NFC Forum T2T; NT2H1311 §8.5.4
        note   The container is one-time memory.
        frame  30 03
        reply  00 00 00 00 ??*12 / E1 10 12 00 ??*12
        frame  A2 03 E1 10 12 00
        reply  ACK
        frame  A2 04 03 00 FE 00
        reply  ACK

        preset ntag21x.format-215
        title  Format an NTAG215 for NDEF
        for    ntag21x
        chip   NTAG215
        effect irreversible
        source NFC Forum T2T; NT2H1511 §8.5.4
        note   The container is one-time memory.
        frame  30 03
        reply  00 00 00 00 ??*12 / E1 10 3E 00 ??*12
        frame  A2 03 E1 10 3E 00
        reply  ACK
        frame  A2 04 03 00 FE 00
        reply  ACK

        preset ntag21x.format-216
        title  Format an NTAG216 for NDEF
        for    ntag21x
        chip   NTAG216, NTAG216F
        effect irreversible
        source NFC Forum T2T; NT2H1611 §8.5.4
        note   The container is one-time memory.
        frame  30 03
        reply  00 00 00 00 ??*12 / E1 10 6D 00 ??*12
        frame  A2 03 E1 10 6D 00
        reply  ACK
        frame  A2 04 03 00 FE 00
        reply  ACK

        preset ntag21x.tamper-status
        title  Whether the tamper loop was opened
        for    ntag21x
        chip   NTAG213TT
        effect readsOnly
        source NT2H1311TT, READ_TT_STATUS
        note   The last byte is 43 for closed, 4F for open, 49 for not measured.
        frame  A4 00
        reply  ??*4 43 / ??*4 4F / ??*4 49 / NAK

        preset ntag21x.enable-tamper
        title  Watch the tamper loop
        for    ntag21x
        chip   NTAG213TT
        effect writes
        source NT2H1311TT
        frame  30 {CFG0}
        reply  {first:1} {second:1} {rest:2} ??*12
        frame  A2 {CFG0} {first} {second or 02} {rest}
        reply  ACK / NAK
        """
}
