import LDS
import Octets

/// Values that the seeds are made of.
enum FuzzSeed {
    static let date = CalendarDate(year: 2020, month: 2, day: 29)
    static let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x01, 0x02, 0xFF, 0xD9]
    static let codestream: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0x00, 0x02, 0xFF, 0xD9]
    static let key = SubjectPublicKeyInfo(
        algorithm: AlgorithmIdentifier(standardizedDomainParameters: 13), publicKey: [4, 1, 2])

    static let face: FaceRecord.Face = {
        var face = FaceRecord.Face(image: image, width: 3, height: 4)
        face.featurePoints = [FaceRecord.FeaturePoint(code: 1, x: 2, y: 3)]
        return face
    }()
    static let representation = FaceRepresentation(image: image, width: 3, height: 4)
    static let fingers = FingerRecord(
        [
            FingerRecord.Finger(image: image, position: 2, width: 3, height: 4),
            FingerRecord.Finger(image: codestream, position: 7, width: 3, height: 4),
        ], compression: 3)
    static let irises: IrisRecord = {
        let eye = IrisRecord.Eye(identifier: 1, images: [IrisRecord.Image(image: image), IrisRecord.Image(image: [1])])
        return IrisRecord([eye, eye], imageFormat: 6, width: 3, height: 4)
    }()

    static let infos = SecurityInfos(
        [
            PACEInfo(mapping: .generic, keyAgreement: .ecdh, cipher: .aes128, parameterID: 13)?.securityInfo,
            ChipAuthenticationInfo(keyAgreement: .ecdh, cipher: .aes128, keyID: 1).securityInfo,
            ChipAuthenticationPublicKeyInfo(keyAgreement: .ecdh, publicKey: key, keyID: 1).securityInfo,
            TerminalAuthenticationInfo(fileIdentifier: 0x011C, shortFileIdentifier: 0x1C).securityInfo,
        ].compactMap { $0 })

    static func templates(_ type: UInt8, tag: Tag = 0x5F2E, _ data: [UInt8]) -> BiometricTemplates {
        BiometricTemplates([BiometricTemplate(header: [DataObject(0x81, [type])], dataTag: tag, data: data)])
    }

    /// Zones of 9303-4 to 9303-7.
    static let zones = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
        "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6",
        "I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2\nSTEVENSON<<PETER<JOHN<<<<<<<<<",
        "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<",
        "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C4XXX4009078F9612109<<<<<<<<",
    ]

    static func bytes(_ hexadecimal: String) -> [UInt8] { (try? Hex.bytes(hexadecimal)) ?? [] }
}

extension FuzzTarget {
    /// Elementary files.
    static let files: [FuzzTarget] = {
        let hash = LDSSecurityObject.DataGroupHash(number: 1, digest: [0xAA])
        var files: [FuzzTarget] = [
            .file(EFCOM(dataGroups: [.dg1, .dg2, .dg14])), .file(EFCardAccess(FuzzSeed.infos)),
            .file(EFDG14(FuzzSeed.infos)), .file(EFDG15(FuzzSeed.key)),
            .file(EFSOD(contentInfo: FuzzSeed.bytes("30 80 0609 2A864886F70D010702 0000"))),
            .file(EFCardSecurity(contentInfo: FuzzSeed.bytes("30 0B 0609 2A864886F70D010702"))),
            .file(
                EFDirectory([
                    EFDirectory.Application(identifier: FuzzSeed.bytes("A0000002471001"), label: "A"),
                    EFDirectory.Application(identifier: FuzzSeed.bytes("E80704007F00070302")),
                ])),
            .file(EFATRInfo(cardCapabilities: [1, 2, 3], maximumCommandLength: 1000, maximumResponseLength: 2000)),
            .file(
                EFDG2(FaceRecord([FuzzSeed.face, FuzzSeed.face])),
                EFDG2(FaceDataBlock([FuzzSeed.representation, FuzzSeed.representation])),
                EFDG2(FuzzSeed.templates(2, FuzzSeed.image))),
            .file(
                EFDG3(FuzzSeed.templates(8, FuzzSeed.fingers.encoded())),
                EFDG3(
                    FuzzSeed.templates(
                        8, tag: 0x7F2E,
                        BiometricDataBlock([FingerRepresentation(image: FuzzSeed.image, position: 2, imageFormat: 1)])
                            .encoded()))),
            .file(
                EFDG4(FuzzSeed.templates(16, FuzzSeed.irises.encoded())),
                EFDG4(
                    FuzzSeed.templates(
                        16, tag: 0x7F2E,
                        BiometricDataBlock([
                            IrisRepresentation(image: FuzzSeed.image, eye: 2, imageFormat: 4, captureYear: 2024)
                        ]).encoded()))),
            .file(
                EFDG11(
                    name: "A<<B", otherNames: ["C", "D"], personalNumber: "1", dateOfBirth: FuzzSeed.date,
                    address: "E<F",
                    proofOfCitizenship: FuzzSeed.image)),
            .file(
                EFDG12(
                    issuingAuthority: "A", dateOfIssue: FuzzSeed.date, otherPersons: ["B"], frontImage: FuzzSeed.image,
                    personalisationTime: "20200229123456")),
            FuzzTarget(
                "LDSSecurityObject",
                seeds: [
                    LDSSecurityObject(
                        hashAlgorithm: AlgorithmIdentifier(.ldsSecurityObject),
                        dataGroupHashes: [hash, LDSSecurityObject.DataGroupHash(number: 2, digest: [0xBB])],
                        ldsVersionInfo: LDSSecurityObject.VersionInfo(ldsVersion: "0108", unicodeVersion: "150000")
                    ).encoded()
                ]
            ) { bytes in (try? LDSSecurityObject(parsing: bytes)).map { ($0.encoded(), $0.warnings) } },
        ]
        if let date = FuzzSeed.date { files.append(.file(EFDG16([(date, "A", "B", "C"), (date, "D", "E", "F")]))) }
        let zones = FuzzSeed.zones.compactMap { try? MRZ(parsing: $0) }.map { EFDG1($0).encoded() }
        files.append(
            FuzzTarget("EFDG1", seeds: zones) { bytes in
                (try? EFDG1(parsing: bytes)).map { ($0.encoded(), $0.warnings) }
            })
        files += [FileID.dg5, .dg7].map { id in
            let seed = DisplayedImages(id, images: [FuzzSeed.image, FuzzSeed.codestream])?.encoded() ?? []
            return FuzzTarget("DisplayedImages\(id == .dg5 ? "5" : "7")", seeds: [seed]) { bytes in
                (try? DisplayedImages(id, parsing: bytes)).map { ($0.encoded(), $0.warnings) }
            }
        }
        files.append(
            FuzzTarget("OpaqueDataGroup", seeds: [OpaqueDataGroup(.dg13, value: [1, 2, 3])?.encoded() ?? []]) { bytes in
                (try? OpaqueDataGroup(.dg13, parsing: bytes)).map { ($0.encoded(), $0.warnings) }
            })
        return files
    }()

    /// Records and blocks inside of files.
    static let records: [FuzzTarget] = [
        FuzzTarget("FaceRecord", seeds: [FaceRecord([FuzzSeed.face, FuzzSeed.face]).encoded()]) { bytes in
            (try? FaceRecord(parsing: bytes)).map { ($0.encoded(), $0.warnings) }
        },
        FuzzTarget("FingerRecord", seeds: [FuzzSeed.fingers.encoded()]) { bytes in
            (try? FingerRecord(parsing: bytes)).map { ($0.encoded(), $0.warnings) }
        },
        FuzzTarget("IrisRecord", seeds: [FuzzSeed.irises.encoded()]) { bytes in
            (try? IrisRecord(parsing: bytes)).map { ($0.encoded(), $0.warnings) }
        },
        block([FuzzSeed.representation, FaceRepresentation(image: FuzzSeed.image)]),
        block([FingerRepresentation(image: FuzzSeed.image, position: 2, imageFormat: 1)]),
        block([IrisRepresentation(image: FuzzSeed.image, eye: 2, imageFormat: 4, captureYear: 2024)]),
    ]

    private static func block<Representation: BiometricRepresentation>(
        _ representations: [Representation]
    ) -> FuzzTarget {
        FuzzTarget("\(Representation.self)", seeds: [BiometricDataBlock(representations).encoded()]) { bytes in
            (try? BiometricDataBlock<Representation>(parsing: bytes)).map { ($0.encoded(), $0.warnings) }
        }
    }
}
