extension CommandPresetCatalog {
    static let desfire = """
        preset desfire.get-version
        title  Hardware, software and production data
        for    desfire
        effect readsOnly
        source DESFire command set, GetVersion
        send   90 60 00 00 00
        reply  04 ??*6 91 AF
        send   90 AF 00 00 00
        reply  04 ??*6 91 AF
        send   90 AF 00 00 00
        reply  .. 91 00

        preset desfire.additional-frame
        title  What is left of an answer
        for    desfire
        effect readsOnly
        source DESFire command set, AdditionalFrame
        send   90 AF 00 00 00
        reply  .. 91 AF / .. 91 00 / 91 ??

        preset desfire.applications
        title  Applications
        for    desfire
        effect readsOnly
        source DESFire command set, GetApplicationIDs
        after  desfire.select-picc
        send   90 6A 00 00 00
        reply  .. 91 00 / .. 91 AF / 91 ??

        preset desfire.select-picc
        title  Select the card itself
        for    desfire
        effect readsOnly
        source DESFire command set, SelectApplication
        send   90 5A 00 00 03 00 00 00 00
        reply  91 00 / 91 ??

        preset desfire.select
        title  Select an application
        for    desfire
        effect readsOnly
        source DESFire command set, SelectApplication
        ask    application u24le "its number"
        send   90 5A 00 00 03 {application} 00
        reply  91 00 / 91 A0 / 91 ??

        preset desfire.key-settings
        title  Settings and number of keys
        for    desfire
        effect readsOnly
        source DESFire command set, GetKeySettings
        after  desfire.select-picc
        send   90 45 00 00 00
        reply  ?? ?? 91 00 / 91 ??

        preset desfire.free-memory
        title  Free memory
        for    desfire
        effect readsOnly
        source DESFire command set, FreeMem
        send   90 6E 00 00 00
        reply  {free:3} 91 00 / 91 ??

        preset desfire.file-ids
        title  Files of the selected application
        for    desfire
        effect readsOnly
        source DESFire command set, GetFileIDs
        send   90 6F 00 00 00
        reply  .. 91 00 / 91 ??

        preset desfire.iso-file-ids
        title  ISO file identifiers of the selected application
        for    desfire
        effect readsOnly
        source DESFire command set, GetISOFileIDs
        send   90 61 00 00 00
        reply  .. 91 00 / .. 91 AF / 91 ??

        preset desfire.df-names
        title  Names of applications
        for    desfire
        effect readsOnly
        source DESFire command set, GetDFNames
        after  desfire.select-picc
        send   90 6D 00 00 00
        reply  .. 91 AF / .. 91 00 / 91 ??

        preset desfire.file-settings
        title  Settings of a file
        for    desfire
        effect readsOnly
        source DESFire command set, GetFileSettings
        ask    file u8(0-31) "number of the file" = 1
        send   90 F5 00 00 01 {file} 00
        reply  .. 91 00 / 91 ??

        preset desfire.read-data
        title  A data file in plain
        for    desfire
        effect readsOnly
        source DESFire command set, ReadData
        ask    file u8(0-31) "number of the file" = 1
        ask    offset u24le "where to begin" = 0
        ask    count u24le "how many bytes; 0 is all" = 0
        send   90 BD 00 00 07 {file} {offset} {count} 00
        reply  .. 91 00 / .. 91 AF / 91 ??

        preset desfire.read-records
        title  Records in plain
        for    desfire
        effect readsOnly
        source DESFire command set, ReadRecords
        ask    file u8(0-31) "number of the file" = 1
        ask    first u24le "records back from the newest" = 0
        ask    count u24le "how many records; 0 is all" = 0
        send   90 BB 00 00 07 {file} {first} {count} 00
        reply  .. 91 00 / .. 91 AF / 91 ??

        preset desfire.read-value
        title  A value file in plain
        for    desfire
        effect readsOnly
        source DESFire command set, GetValue
        ask    file u8(0-31) "number of the file" = 1
        send   90 6C 00 00 01 {file} 00
        reply  ??*4 91 00 / 91 ??

        preset desfire.key-version
        title  Version of a key
        for    desfire
        effect readsOnly
        source DESFire command set, GetKeyVersion
        ask    key u8(0-13) "number of the key" = 0
        send   90 64 00 00 01 {key} 00
        reply  ?? 91 00 / 91 ??

        preset desfire.authenticate-aes
        title  First step of an AES authentication
        for    desfire
        effect authenticates
        source DESFire command set, AuthenticateAES
        ask    key u8(0-13) "number of the key" = 0
        send   90 AA 00 00 01 {key} 00
        reply  ??*16 91 AF / 91 ??

        preset desfire.authenticate-iso
        title  First step of a 3DES authentication
        for    desfire
        effect authenticates
        source DESFire command set, AuthenticateISO
        ask    key u8(0-13) "number of the key" = 0
        send   90 1A 00 00 01 {key} 00
        reply  ??*8 91 AF / ??*16 91 AF / 91 ??

        preset desfire.authenticate-d40
        title  First step of a DES authentication as the first chips have it
        for    desfire
        effect authenticates
        source DESFire command set, Authenticate
        ask    key u8(0-13) "number of the key" = 0
        send   90 0A 00 00 01 {key} 00
        reply  ??*8 91 AF / 91 ??

        preset desfire.authenticate-ev2
        title  First step of AuthenticateEV2First
        for    desfire
        effect authenticates
        source DESFire command set, AuthenticateEV2First
        ask    key u8(0-13) "number of the key" = 0
        send   90 71 00 00 02 {key} 00 00
        reply  ??*16 91 AF / 91 ??

        preset desfire.read-signature
        title  Originality signature
        for    desfire
        effect readsOnly
        source DESFire command set, Read_Sig
        note   The status 9190 is right here.
        send   90 3C 00 00 01 00 00
        reply  ??*56 91 90 / ??*56 91 00 / 91 ??

        preset desfire.create-ndef-application
        title  Make the application of an NDEF tag
        for    desfire
        effect writes
        source AN11004
        after  desfire.select-picc
        send   90 CA 00 00 [01 00 00 0B A1 10 E1 D2 76 00 00 85 01 01] 00
        reply  .. 91 00 / 91 ??

        preset desfire.commit
        title  Make changes of value and record files valid
        for    desfire
        effect writes
        source DESFire command set, CommitTransaction
        send   90 C7 00 00 00
        reply  .. 91 00 / 91 0C / 91 ??

        preset desfire.abort
        title  Drop changes of value and record files
        for    desfire
        effect changesState
        source DESFire command set, AbortTransaction
        send   90 A7 00 00 00
        reply  .. 91 00 / 91 0C / 91 ??

        preset desfire.delete-application
        title  Delete an application with all that is in it
        for    desfire
        effect irreversible
        source DESFire command set, DeleteApplication
        ask    application u24le "its number"
        send   90 DA 00 00 03 {application} 00
        reply  .. 91 00 / 91 ??

        preset desfire.delete-file
        title  Delete a file of the selected application
        for    desfire
        effect irreversible
        source DESFire command set, DeleteFile
        ask    file u8(0-31) "number of the file"
        send   90 DF 00 00 01 {file} 00
        reply  .. 91 00 / 91 ??

        preset desfire.format
        title  Delete all applications
        for    desfire
        effect irreversible
        source DESFire command set, FormatPICC
        note   Needs an authentication with the master key before.
        after  desfire.select-picc
        send   90 FC 00 00 00
        reply  .. 91 00 / 91 ??
        """
}
