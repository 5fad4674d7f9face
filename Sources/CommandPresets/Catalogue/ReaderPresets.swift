extension CommandPresetCatalog {
    static let reader = """
        preset reader.uid
        title  UID, PUPI or IDm of the card
        for    reader
        effect readsOnly
        source PC/SC part 3 §3.2.2.1.3
        send   FF CA 00 00 00
        reply  .. 90 00 / 6A 81 / 63 00

        preset reader.ats
        title  Historical bytes or ATS of the card; PMm on some readers
        for    reader
        effect readsOnly
        source PC/SC part 3 §3.2.2.1.3
        send   FF CA 01 00 00
        reply  .. 90 00 / 6A 81 / 63 00

        preset reader.session-start
        title  Begin a transparent session
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect changesState
        source PC/SC part 3 amendment 1
        note   End it with reader.session-end: meanwhile the reader does not notice that a card is taken away.
        send   FF C2 00 00 02 81 00 00
        reply  C0 03 00 90 00 .. 90 00 / 6A 81 / 6D 00 / 6E 00 / 68 00

        preset reader.session-end
        title  End a transparent session
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect changesState
        source PC/SC part 3 amendment 1
        send   FF C2 00 00 02 82 00 00
        reply  C0 03 00 90 00 .. 90 00 / 6A 81 / 6D 00 / 6E 00 / 68 00

        preset reader.session-14443a
        title  Switch a transparent session to ISO 14443 A, layer 3
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect changesState
        source PC/SC part 3 amendment 1
        after  reader.session-start
        send   FF C2 00 02 04 8F 02 00 03 00
        reply  C0 03 00 90 00 .. 90 00

        preset reader.session-15693
        title  Switch a transparent session to ISO 15693
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect changesState
        source PC/SC part 3 amendment 1
        after  reader.session-start
        send   FF C2 00 02 04 8F 02 02 03 00
        reply  C0 03 00 90 00 .. 90 00

        preset reader.session-felica
        title  Switch a transparent session to FeliCa
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect changesState
        source PC/SC part 3 amendment 1
        after  reader.session-start
        send   FF C2 00 02 04 8F 02 03 00 00
        reply  C0 03 00 90 00 .. 90 00

        preset reader.session-get-version
        title  GET_VERSION inside of a transparent session
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect readsOnly
        source PC/SC part 3 amendment 1; NT2H1311 §10.1
        note   The outer 9000 stands even when the tag did not answer: what counts is the status behind C0.
        after  reader.session-14443a
        send   FF C2 00 01 [95 [60]] 00
        reply  C0 03 00 90 00 .. 97 08 ??*8 90 00 / C0 03 .. 90 00

        preset reader.session-inventory
        title  Inventory of ISO 15693 inside of a transparent session
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect readsOnly
        source PC/SC part 3 amendment 1; ISO 15693-3, INVENTORY
        after  reader.session-15693
        send   FF C2 00 01 [95 [26 01 00]] 00
        reply  C0 03 00 90 00 .. 97 0A ??*10 90 00 / C0 03 .. 90 00

        preset reader.field-off
        title  Take the radio field away
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect changesState
        source PC/SC part 3 amendment 1
        after  reader.session-start
        send   FF C2 00 00 02 83 00 00
        reply  C0 03 00 90 00 .. 90 00

        preset reader.field-on
        title  Bring the radio field back
        for    reader
        reader ACR1251, ACR1252, ACM1252, ACR1255, ACR1552, ACR1581, RC-S300, RC-S660, Prox'N'Roll, SpringCard, SpringCore
        effect changesState
        source PC/SC part 3 amendment 1
        after  reader.session-start
        send   FF C2 00 00 02 84 00 00
        reply  C0 03 00 90 00 .. 90 00

        preset reader.acr122u-firmware
        title  Firmware of an ACR122U
        for    reader
        reader ACR122
        effect readsOnly
        source ACR122U API
        note   The answer is text without a status word.
        send   FF 00 48 00 00
        reply  41 43 52 ..

        preset reader.acr122u-get-version
        title  GET_VERSION through an ACR122U
        for    reader
        reader ACR122
        effect readsOnly
        source ACR122U API; NT2H1311 §10.1
        note   A status other than 00 behind D543 means that the tag did not answer, whatever stands at the end.
        send   FF 00 00 00 03 D4 42 60
        reply  D5 43 00 ??*8 90 00 / D5 43 ?? 90 00

        preset reader.acr122u-reselect
        title  Activate the card again through an ACR122U
        for    reader
        reader ACR122
        effect changesState
        source PN532 user manual §7.3.5
        send   FF 00 00 00 04 D4 4A 01 00
        reply  D5 4B 01 01 .. 90 00 / D5 4B 00 90 00

        preset reader.acr122u-picc-parameter
        title  Which cards an ACR122U looks for
        for    reader
        reader ACR122
        effect readsOnly
        source ACR122U API
        note   The second status byte is the value.
        send   FF 00 50 00 00
        reply  90 ??

        preset reader.acr122u-buzzer-off
        title  No beep when a card comes
        for    reader
        reader ACR122
        effect changesState
        source ACR122U API
        send   FF 00 52 00 00
        reply  90 00

        preset reader.acr122u-led
        title  Light and beep as usual
        for    reader
        reader ACR122
        effect changesState
        source ACR122U API
        send   FF 00 40 0E 04 00 00 00 00
        reply  90 ??

        preset reader.acr1252-firmware
        title  Firmware of an ACR1252U
        for    reader
        reader ACR1251, ACR1252, ACR1255, ACR1552, ACR1581
        effect readsOnly
        source ACR1252U reference manual, Get Firmware Version
        note   The driver must allow escape commands.
        escape E0 00 00 18 00
        reply  E1 00 00 00 ..

        preset reader.acr1252-serial
        title  Serial number of an ACR1252U
        for    reader
        reader ACR1251, ACR1252, ACR1255, ACR1552, ACR1581
        effect readsOnly
        source ACR1552U reference manual, Get Serial Number
        note   The driver must allow escape commands.
        escape E0 00 00 33 00
        reply  E1 00 00 00 ..

        preset reader.acr1552-read-block
        title  Block of an ISO 15693 tag through an ACR1552U
        for    iso15693
        reader ACR1552
        effect readsOnly
        source ACR1552U reference manual, pass-through
        ask    block u8 "number of the block" = 0
        send   FF FB 00 00 02 20 {block}
        reply  ??*4 90 00 / 63 00

        preset reader.omnikey-product
        title  Product name of an OMNIKEY reader
        for    reader
        reader OMNIKEY
        effect readsOnly
        source OMNIKEY developer guide PLT-03099
        send   FF 70 07 6B 08 A2 06 A0 04 A0 02 82 00 00
        reply  BD .. 90 00 / 9E 02 ?? ?? 90 00

        preset reader.omnikey-firmware
        title  Firmware of an OMNIKEY reader
        for    reader
        reader OMNIKEY
        effect readsOnly
        source OMNIKEY developer guide PLT-03099
        send   FF 70 07 6B 08 A2 06 A0 04 A0 02 85 00 00
        reply  BD 05 85 03 ??*3 90 00 / 9E 02 ?? ?? 90 00

        preset reader.omnikey-serial
        title  Serial number of an OMNIKEY reader
        for    reader
        reader OMNIKEY
        effect readsOnly
        source OMNIKEY developer guide PLT-03099
        send   FF 70 07 6B 08 A2 06 A0 04 A0 02 92 00 00
        reply  BD .. 90 00 / 9E 02 ?? ?? 90 00
        """
}
