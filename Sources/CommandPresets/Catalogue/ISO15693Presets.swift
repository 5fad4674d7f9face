extension CommandPresetCatalog {
    static let iso15693 = """
        preset iso15693.inventory
        title  Which tags are there
        for    iso15693
        effect readsOnly
        source ISO 15693-3, INVENTORY
        frame  26 01 00
        reply  00 ?? {uid:8} / none

        preset iso15693.system-info
        title  Memory and identification
        for    iso15693
        effect readsOnly
        source ISO 15693-3, GET SYSTEM INFORMATION
        frame  02 2B
        reply  00 .. / 01 ??

        preset iso15693.read-block
        title  One block
        for    iso15693
        effect readsOnly
        source ISO 15693-3, READ SINGLE BLOCK
        ask    block u8 "number of the block" = 0
        frame  02 20 {block}
        reply  00 .. / 01 ??

        preset iso15693.read-blocks
        title  Several blocks
        for    iso15693
        effect readsOnly
        source ISO 15693-3, READ MULTIPLE BLOCKS
        ask    block u8 "the first block" = 0
        ask    more u8 "one less than the number of blocks" = 3
        frame  02 23 {block} {more}
        reply  00 .. / 01 ??

        preset iso15693.block-security
        title  Which blocks are locked
        for    iso15693
        effect readsOnly
        source ISO 15693-3, GET MULTIPLE BLOCK SECURITY STATUS
        ask    block u8 "the first block" = 0
        ask    more u8 "one less than the number of blocks" = 27
        frame  02 2C {block} {more}
        reply  00 .. / 01 ??

        preset iso15693.extended-read-block
        title  One block of a large tag
        for    iso15693
        effect readsOnly
        source ISO 15693-3:2019, EXTENDED READ SINGLE BLOCK
        ask    block u16le "number of the block" = 0
        frame  02 30 {block}
        reply  00 .. / 01 ??

        preset iso15693.select
        title  Select a tag
        for    iso15693
        effect readsOnly
        source ISO 15693-3, SELECT
        ask    uid identifier(8)le "UID of the tag"
        frame  22 25 {uid}
        reply  00 / 01 ?? / none

        preset iso15693.reset-to-ready
        title  Leave the selected state
        for    iso15693
        effect readsOnly
        source ISO 15693-3, RESET TO READY
        frame  02 26
        reply  00 / 01 ?? / none

        preset iso15693.stay-quiet
        title  Silence a tag until it leaves the field
        for    iso15693
        effect readsOnly
        source ISO 15693-3, STAY QUIET
        ask    uid identifier(8)le "UID of the tag"
        frame  22 02 {uid}
        reply  none

        preset iso15693.write-block
        title  Write one block of four bytes
        for    iso15693
        effect writes
        source ISO 15693-3, WRITE SINGLE BLOCK
        note   The last block of an ICODE SLIX2 is a counter; leave it alone. Tags of Texas Instruments want the \
        option flag.
        ask    block u8(0-78) "number of the block"
        ask    data bytes(4) "four bytes"
        frame  02 21 {block} {data}
        reply  00 / 01 ??

        preset iso15693.write-afi
        title  Set the application family
        for    iso15693
        effect writes
        source ISO 15693-3, WRITE AFI
        ask    afi u8 "application family identifier"
        frame  02 27 {afi}
        reply  00 / 01 ??

        preset iso15693.write-dsfid
        title  Set the data format
        for    iso15693
        effect writes
        source ISO 15693-3, WRITE DSFID
        ask    dsfid u8 "data storage format identifier"
        frame  02 29 {dsfid}
        reply  00 / 01 ??

        preset iso15693.lock-block
        title  Lock a block for ever
        for    iso15693
        effect irreversible
        source ISO 15693-3, LOCK BLOCK
        ask    block u8 "number of the block"
        frame  02 22 {block}
        reply  00 / 01 ??

        preset iso15693.lock-afi
        title  Lock the application family for ever
        for    iso15693
        effect irreversible
        source ISO 15693-3, LOCK AFI
        frame  02 28
        reply  00 / 01 ??

        preset iso15693.lock-dsfid
        title  Lock the data format for ever
        for    iso15693
        effect irreversible
        source ISO 15693-3, LOCK DSFID
        frame  02 2A
        reply  00 / 01 ??
        """
}
