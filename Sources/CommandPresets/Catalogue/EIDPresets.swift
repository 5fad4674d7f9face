extension CommandPresetCatalog {
    static let eid = """
        preset eid.select
        title  Select the eID application
        for    eid
        effect readsOnly
        source TR-03110-4, eID application
        send   00 A4 04 0C 09 E8 07 04 00 7F 00 07 03 02
        reply  90 00 / 6A 82

        preset eid.card-access
        title  EF.CardAccess: how the chip is opened
        for    eid
        effect readsOnly
        source TR-03110-3 §A.1.2
        send   00 B0 9C 00 00
        reply  31 .. 90 00 / 31 .. 62 82 / 69 82 / 6A 82

        preset eid.pin-status
        title  State of the PIN
        for    eid
        effect readsOnly
        source TR-03110-3 §B.11.1
        note   63C1 means that the PIN is suspended and wants the CAN first. No try is spent.
        send   00 22 C1 A4 0F 80 0A 04 00 7F 00 07 02 02 04 02 02 83 01 03
        reply  90 00 / 63 C? / 62 83 / 6A 88

        preset eid.can-status
        title  State of the CAN
        for    eid
        effect readsOnly
        source TR-03110-3 §B.11.1
        send   00 22 C1 A4 0F 80 0A 04 00 7F 00 07 02 02 04 02 02 83 01 02
        reply  90 00 / 63 C? / 62 83 / 6A 88

        preset eid.puk-status
        title  State of the PUK
        for    eid
        effect readsOnly
        source TR-03110-3 §B.11.1
        send   00 22 C1 A4 0F 80 0A 04 00 7F 00 07 02 02 04 02 02 83 01 04
        reply  90 00 / 63 C? / 62 83 / 6A 88
        """
}
