extension CommandPresetCatalog {
    static let globalPlatform = """
        preset globalplatform.select
        title  Select the card manager
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.9
        send   00 A4 04 00 00
        reply  6F .. 90 00 / 6A 82

        preset globalplatform.production-data
        title  Card production life cycle
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.3; tag 9F7F
        after  globalplatform.select
        send   80 CA 9F 7F 00
        reply  9F 7F 2A ??*42 90 00 / 6A 88 / 69 8?

        preset globalplatform.card-data
        title  Card data
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.3; tag 66
        after  globalplatform.select
        send   80 CA 00 66 00
        reply  66 .. 90 00 / 73 .. 90 00 / 6A 88 / 69 8?

        preset globalplatform.key-information
        title  Keys of the card manager
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.3; tag E0
        after  globalplatform.select
        send   80 CA 00 E0 00
        reply  E0 .. 90 00 / 6A 88 / 69 8?

        preset globalplatform.issuer-number
        title  Issuer identification number
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.3; tag 42
        after  globalplatform.select
        send   80 CA 00 42 00
        reply  .. 90 00 / 6A 88 / 69 8?

        preset globalplatform.image-number
        title  Card image number
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.3; tag 45
        after  globalplatform.select
        send   80 CA 00 45 00
        reply  .. 90 00 / 6A 88 / 69 8?

        preset globalplatform.sequence-counter
        title  Sequence counter of the key set
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.3; tag C1
        after  globalplatform.select
        send   80 CA 00 C1 00
        reply  C1 .. 90 00 / 6A 88 / 69 8?

        preset globalplatform.initialize-update
        title  First step of an authentication
        for    globalplatform
        effect authenticates
        source GPCS 2.3.1 §E.5.1
        note   Begun and not finished often enough, it locks some cards for ever.
        after  globalplatform.select
        ask    challenge bytes(8) "a random number"
        send   80 50 00 00 [{challenge}] 00
        reply  ??*28 90 00 / ??*29 90 00 / ??*32 90 00 / 69 8? / 6A 88 / 6D 00 / 6E 00

        preset globalplatform.status-applications
        title  Installed applications
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.4
        note   Most cards answer only after authentication.
        after  globalplatform.select
        send   80 F2 40 02 02 4F 00 00
        reply  E3 .. 90 00 / E3 .. 63 10 / 6A 88 / 69 8?

        preset globalplatform.status-packages
        title  Installed packages
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.4
        note   Most cards answer only after authentication.
        after  globalplatform.select
        send   80 F2 20 02 02 4F 00 00
        reply  E3 .. 90 00 / E3 .. 63 10 / 6A 88 / 69 8?

        preset globalplatform.status-manager
        title  State of the card manager
        for    globalplatform
        effect readsOnly
        source GPCS 2.3.1 §11.4
        note   Most cards answer only after authentication.
        after  globalplatform.select
        send   80 F2 80 02 02 4F 00 00
        reply  E3 .. 90 00 / 6A 88 / 69 8?

        preset globalplatform.delete
        title  Delete an application or package
        for    globalplatform
        effect irreversible
        source GPCS 2.3.1 §11.2
        after  globalplatform.select
        ask    aid bytes(5-16) "its application identifier"
        send   80 E4 00 00 [4F [{aid}]] 00
        reply  00 90 00 / 6A 8? / 69 8?
        """
}
