extension CommandPresetCatalog {
    static let sim = """
        preset sim.gsm-select-iccid
        title  Select EF.ICCID as a GSM SIM does
        for    sim
        effect readsOnly
        source TS 51.011 §9.2.1; §10.1.1
        note   9Fxx: so many bytes can be fetched.
        send   A0 A4 00 00 02 2F E2
        reply  9F ?? / 94 04 / 6E 00 / 6D 00

        preset sim.gsm-read-iccid
        title  Card number as a GSM SIM gives it
        for    sim
        effect readsOnly
        source TS 51.011 §10.1.1
        note   The digits of each byte are swapped.
        send   A0 A4 00 00 02 2F E2
        reply  9F ??
        send   A0 B0 00 00 0A
        reply  {iccid:10} 90 00 / 98 04 / 94 0?

        preset sim.gsm-select-df
        title  Select DF.GSM
        for    sim
        effect readsOnly
        source TS 51.011 §9.2.1
        send   A0 A4 00 00 02 7F 20
        reply  9F ?? / 94 04 / 6E 00 / 6D 00

        preset sim.select-mf
        title  Select the master file
        for    sim
        effect readsOnly
        source TS 102 221 §11.1.1
        send   00 A4 00 04 02 3F 00 00
        reply  62 .. 90 00 / 6A 82 / 6A 86

        preset sim.directory
        title  EF.DIR: applications
        for    sim
        effect readsOnly
        source TS 102 221 §13.1
        send   00 A4 08 04 02 2F 00 00
        reply  62 .. 90 00
        send   00 B2 01 04 00
        reply  61 .. 90 00 / 6A 8? / 67 00

        preset sim.iccid
        title  Card number
        for    sim
        effect readsOnly
        source TS 102 221 §13.2
        note   The digits of each byte are swapped.
        send   00 A4 00 04 02 2F E2 00
        reply  62 .. 90 00 / 6A 82
        send   00 B0 00 00 0A
        reply  {iccid:10} 90 00 / 69 8?

        preset sim.preferred-languages
        title  Preferred languages
        for    sim
        effect readsOnly
        source TS 102 221 §13.3
        send   00 A4 00 04 02 2F 05 00
        reply  62 .. 90 00 / 6A 82
        send   00 B0 00 00 00
        reply  .. 90 00 / 69 8?

        preset sim.select-usim
        title  Select the USIM application
        for    sim
        effect readsOnly
        source TS 31.102 §4.1; TS 102 221 §11.1.1
        send   00 A4 04 04 07 A0 00 00 00 87 10 02 00
        reply  62 .. 90 00 / 6A 82

        preset sim.imsi
        title  Subscriber identity
        for    sim
        effect readsOnly
        source TS 31.102 §4.2.2
        note   Wants the PIN where one is set.
        after  sim.select-usim
        send   00 A4 08 04 04 7F FF 6F 07 00
        reply  62 .. 90 00 / 6A 82
        send   00 B0 00 00 09
        reply  {imsi:9} 90 00 / 69 82

        preset sim.administrative-data
        title  Administrative data
        for    sim
        effect readsOnly
        source TS 31.102 §4.2.18
        after  sim.select-usim
        send   00 A4 08 04 04 7F FF 6F AD 00
        reply  62 .. 90 00 / 6A 82
        send   00 B0 00 00 00
        reply  .. 90 00 / 69 8?

        preset sim.service-table
        title  Services of the USIM
        for    sim
        effect readsOnly
        source TS 31.102 §4.2.8
        after  sim.select-usim
        send   00 A4 08 04 04 7F FF 6F 38 00
        reply  62 .. 90 00 / 6A 82
        send   00 B0 00 00 00
        reply  .. 90 00 / 69 8?

        preset sim.provider-name
        title  Name of the provider
        for    sim
        effect readsOnly
        source TS 31.102 §4.2.12
        after  sim.select-usim
        send   00 A4 08 04 04 7F FF 6F 46 00
        reply  62 .. 90 00 / 6A 82
        send   00 B0 00 00 11
        reply  ??*17 90 00 / 69 8? / 67 00

        preset sim.pin-status
        title  Tries left for the PIN
        for    sim
        effect changesState
        source TS 102 221 §11.1.9
        note   An empty VERIFY counts as a try on some cards.
        send   00 20 00 01
        reply  63 C? / 90 00 / 69 83 / 69 84

        preset sim.status
        title  Where the card is
        for    sim
        effect readsOnly
        source TS 102 221 §11.1.2
        send   80 F2 00 00 00
        reply  62 .. 90 00 / 6E 00 / 6D 00
        """
}
