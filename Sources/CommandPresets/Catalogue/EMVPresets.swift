extension CommandPresetCatalog {
    static let emv = """
        preset emv.ppse
        title  Applications of a contactless payment card
        for    emv
        effect readsOnly
        source EMV contactless book B §3.3.2
        send   00 A4 04 00 [32 50 41 59 2E 53 59 53 2E 44 44 46 30 31] 00
        reply  6F .. BF 0C .. 61 .. 90 00 / 6A 82

        preset emv.pse
        title  Applications of a payment card with contacts
        for    emv
        effect readsOnly
        source EMV book 1 §12.2.2
        send   00 A4 04 00 [31 50 41 59 2E 53 59 53 2E 44 44 46 30 31] 00
        reply  6F .. 90 00 / 6A 82

        preset emv.visa
        title  Select Visa
        for    emv
        effect readsOnly
        source EMV book 1 §11.3; A0000000031010
        send   00 A4 04 00 [A0 00 00 00 03 10 10] 00
        reply  6F .. 90 00 / 6A 82

        preset emv.mastercard
        title  Select Mastercard
        for    emv
        effect readsOnly
        source EMV book 1 §11.3; A0000000041010
        send   00 A4 04 00 [A0 00 00 00 04 10 10] 00
        reply  6F .. 90 00 / 6A 82

        preset emv.maestro
        title  Select Maestro
        for    emv
        effect readsOnly
        source EMV book 1 §11.3; A0000000043060
        send   00 A4 04 00 [A0 00 00 00 04 30 60] 00
        reply  6F .. 90 00 / 6A 82

        preset emv.amex
        title  Select American Express
        for    emv
        effect readsOnly
        source EMV book 1 §11.3; A00000002501
        send   00 A4 04 00 [A0 00 00 00 25 01] 00
        reply  6F .. 90 00 / 6A 82

        preset emv.jcb
        title  Select JCB
        for    emv
        effect readsOnly
        source EMV book 1 §11.3; A0000000651010
        send   00 A4 04 00 [A0 00 00 00 65 10 10] 00
        reply  6F .. 90 00 / 6A 82

        preset emv.processing-options
        title  Begin a transaction without data
        for    emv
        effect changesState
        source EMV book 3 §6.5.8
        note   The card counts a transaction. An application must be selected before, with --after.
        send   80 A8 00 00 02 83 00 00
        reply  77 .. 90 00 / 80 .. 90 00 / 69 8? / 67 00 / 6A 8?

        preset emv.read-record
        title  A record of a file
        for    emv
        effect readsOnly
        source EMV book 3 §6.5.11
        note   An application must be selected before, with --after.
        ask    record u8(1-254) "number of the record" = 1
        ask    reference u8 "eight times the short file identifier, and 4" = 12
        send   00 B2 {record} {reference} 00
        reply  70 .. 90 00 / 6A 83 / 69 8?

        preset emv.transaction-counter
        title  Application transaction counter
        for    emv
        effect readsOnly
        source EMV book 3 §6.5.7
        note   An application must be selected before, with --after.
        send   80 CA 9F 36 00
        reply  9F 36 .. 90 00 / 6A 8? / 69 8? / 6D 00

        preset emv.last-online-counter
        title  Counter of the last online transaction
        for    emv
        effect readsOnly
        source EMV book 3 §6.5.7
        note   An application must be selected before, with --after.
        send   80 CA 9F 13 00
        reply  9F 13 .. 90 00 / 6A 8? / 69 8? / 6D 00

        preset emv.pin-tries
        title  Tries left for the PIN
        for    emv
        effect readsOnly
        source EMV book 3 §6.5.7
        note   An application must be selected before, with --after.
        send   80 CA 9F 17 00
        reply  9F 17 .. 90 00 / 6A 8? / 69 8? / 6D 00

        preset emv.log-format
        title  Format of the transaction log
        for    emv
        effect readsOnly
        source EMV book 3 §6.5.7
        note   An application must be selected before, with --after.
        send   80 CA 9F 4F 00
        reply  9F 4F .. 90 00 / 6A 8? / 69 8? / 6D 00
        """
}
