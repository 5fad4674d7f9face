extension CommandPresetCatalog {
    static let icode = """
        preset icode.system-info
        title  Protection and features
        for    icode
        effect readsOnly
        source SL2S2602, GET NXP SYSTEM INFORMATION
        frame  02 AB 04
        reply  00 .. / 01 ??

        preset icode.random-number
        title  A random number for a password
        for    icode
        effect readsOnly
        source SL2S2602, GET RANDOM NUMBER
        frame  02 B2 04
        reply  00 ??*2 / 01 ??

        preset icode.set-password
        title  Give a password
        for    icode
        effect authenticates
        source SL2S2602, SET PASSWORD; SL2S2002 §9.4.3.2
        note   Taken with the UID only. A wrong password silences the tag until it leaves the field.
        ask    uid identifier(8)le "UID of the tag"
        ask    which u8 "1 read, 2 write, 4 privacy, 8 destroy, 16 EAS and AFI"
        ask    password secret(4) "the password, least significant byte first"
        frame  02 B2 04
        reply  00 {random:2}
        frame  22 B3 04 {uid} {which} {password xor random}
        reply  00 / 01 ?? / none

        preset icode.leave-privacy
        title  Wake a tag that hides its UID
        for    icode
        effect authenticates
        source SL2S2602, SET PASSWORD
        note   A wrong password silences the tag until it leaves the field.
        ask    password secret(4) "the privacy password, least significant byte first"
        frame  02 B2 04
        reply  00 {random:2}
        frame  02 B3 04 04 {password xor random}
        reply  00 / 01 ?? / none

        preset icode.write-password
        title  Change a password that is known
        for    icode
        effect writes
        source SL2S2602, WRITE PASSWORD; SL2S2002 §9.4.3.3
        note   Taken with the UID only. A new tag wants its password of zeros first, too.
        ask    uid identifier(8)le "UID of the tag"
        ask    which u8 "1 read, 2 write, 4 privacy, 8 destroy, 16 EAS and AFI"
        ask    old secret(4) "the password so far"
        ask    new secret(4) "the new password"
        frame  02 B2 04
        reply  00 {random:2}
        frame  22 B3 04 {uid} {which} {old xor random}
        reply  00
        frame  22 B4 04 {uid} {which} {new}
        reply  00 / 01 ??

        preset icode.protect-page
        title  Protect pages by passwords
        for    icode
        effect writes
        source SL2S2602, PROTECT PAGE
        ask    uid identifier(8)le "UID of the tag"
        ask    pointer u8 "the first page of the upper part"
        ask    condition u8 "bits 0 and 1 for the lower part, 4 and 5 for the upper: read, write"
        frame  22 B6 04 {uid} {pointer} {condition}
        reply  00 / 01 ??

        preset icode.protection-status
        title  Protection of blocks
        for    icode
        effect readsOnly
        source SL2S2602, GET MULTIPLE BLOCK PROTECTION STATUS
        ask    block u8 "the first block" = 0
        ask    more u8 "one less than the number of blocks" = 3
        frame  02 B8 04 {block} {more}
        reply  00 .. / 01 ??

        preset icode.read-signature
        title  Originality signature
        for    icode
        effect readsOnly
        source SL2S2602, READ SIGNATURE
        frame  02 BD 04
        reply  00 ??*32 / 01 ??

        preset icode.eas-alarm
        title  Answer of the theft alarm
        for    icode
        effect readsOnly
        source SL2S2602, EAS ALARM; SL2S2002 §9.4.3.10
        frame  02 A5 04
        reply  00 ??*32 / none

        preset icode.set-eas
        title  Switch the theft alarm on
        for    icode
        effect writes
        source SL2S2602, SET EAS
        frame  02 A2 04
        reply  00 / 01 ??

        preset icode.reset-eas
        title  Switch the theft alarm off
        for    icode
        effect writes
        source SL2S2602, RESET EAS
        frame  02 A3 04
        reply  00 / 01 ??

        preset icode.lock-eas
        title  Lock the theft alarm for ever
        for    icode
        effect irreversible
        source SL2S2602, LOCK EAS
        frame  02 A4 04
        reply  00 / 01 ??

        preset icode.lock-password
        title  Lock a password for ever
        for    icode
        effect irreversible
        source SL2S2602, LOCK PASSWORD
        note   The password must have been given before, in the same field.
        ask    uid identifier(8)le "UID of the tag"
        ask    which u8 "1 read, 2 write, 4 privacy, 8 destroy, 16 EAS and AFI"
        frame  22 B5 04 {uid} {which}
        reply  00 / 01 ??

        preset icode.enable-privacy
        title  Silence the tag until it hears its password
        for    icode
        effect irreversible
        source SL2S2602, ENABLE PRIVACY
        ask    password secret(4) "the privacy password"
        frame  02 B2 04
        reply  00 {random:2}
        frame  02 BA 04 {password xor random}
        reply  00 / 01 ?? / none

        preset icode.destroy
        title  Silence the tag for ever
        for    icode
        effect irreversible
        source SL2S2602, DESTROY
        ask    password secret(4) "the destroy password"
        frame  02 B2 04
        reply  00 {random:2}
        frame  02 B9 04 {password xor random}
        reply  00 / 01 ?? / none

        preset icode.slix2-counter
        title  Counter of an ICODE SLIX2
        for    icode
        chip   ICODE SLIX2
        effect readsOnly
        source SL2S2602, counter (block 79)
        note   Two bytes of the count, least significant first, 00, and whether a password protects it.
        frame  02 20 4F
        reply  00 ??*4 / 01 ??

        preset icode.ndef-cc-slix
        title  Capability container of an ICODE SLIX
        for    icode
        chip   ICODE SLIX
        effect writes
        source NFC Forum T5T
        frame  02 20 00
        reply  00 00 00 00 00 / 00 E1 40 0D 01
        frame  02 21 00 E1 40 0D 01
        reply  00 / 01 ??

        preset icode.ndef-cc-slix2
        title  Capability container of an ICODE SLIX2
        for    icode
        chip   ICODE SLIX2
        effect writes
        source NFC Forum T5T
        frame  02 20 00
        reply  00 00 00 00 00 / 00 E1 40 27 01
        frame  02 21 00 E1 40 27 01
        reply  00 / 01 ??
        """
}
