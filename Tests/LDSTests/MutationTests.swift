import LDS
import Octets
import TestSupport
import Testing

/// What must hold for any bytes: nothing traps, and what was read is written and read again as the same.
@Suite struct MutationTests {
    /// One parser and a file that it understands.
    struct Subject: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        /// Parses and encodes, and what was told; nil when it was refused.
        var roundTrip: @Sendable ([UInt8]) -> (encoded: [UInt8], warnings: [LDSWarning])?

        var testDescription: String { name }

        static func file<File: LDSFile>(_ file: File) -> Subject {
            Subject(name: "\(File.self)", bytes: file.encoded()) {
                guard let file = try? File(parsing: $0) else { return nil }
                return (file.encoded(), file.warnings)
            }
        }

        static func block<Representation>(_ representations: [Representation]) -> Subject
        where Representation: BiometricRepresentation {
            let block = BiometricDataBlock(representations)
            return Subject(name: "\(Representation.self)", bytes: block.encoded()) {
                guard let block = try? BiometricDataBlock<Representation>(parsing: $0) else { return nil }
                return (block.encoded(), block.warnings)
            }
        }

        init(
            name: String, bytes: [UInt8],
            roundTrip: @escaping @Sendable ([UInt8]) -> (encoded: [UInt8], warnings: [LDSWarning])?
        ) {
            self.name = name
            self.bytes = bytes
            self.roundTrip = roundTrip
        }
    }

    static let subjects: [Subject] = {
        let date = CalendarDate(year: 2020, month: 2, day: 29)
        let key = SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(standardizedDomainParameters: 13), publicKey: [4, 1, 2])
        let infos = SecurityInfos(
            [
                PACEInfo(mapping: .generic, keyAgreement: .ecdh, cipher: .aes128, parameterID: 13)?.securityInfo,
                ChipAuthenticationInfo(keyAgreement: .ecdh, cipher: .aes128, keyID: 1).securityInfo,
                ChipAuthenticationPublicKeyInfo(keyAgreement: .ecdh, publicKey: key, keyID: 1).securityInfo,
                TerminalAuthenticationInfo(fileIdentifier: 0x011C, shortFileIdentifier: 0x1C).securityInfo,
            ].compactMap { $0 })
        let image = hex("FFD8FFE0 0102 FFD9")
        var face = FaceRecord.Face(image: image, width: 3, height: 4)
        face.featurePoints = [FaceRecord.FeaturePoint(code: 1, x: 2, y: 3)]
        var subjects = [
            Subject.file(EFCOM(dataGroups: [.dg1, .dg2, .dg14])), .file(EFCardAccess(infos)), .file(EFDG14(infos)),
            .file(EFDG15(key)), .file(EFSOD(contentInfo: hex("30 80 0609 2A864886F70D010702 0000"))),
            .file(EFDirectory([EFDirectory.Application(identifier: [1, 2, 3], label: "A")])),
            .file(EFATRInfo(cardCapabilities: [1, 2, 3], maximumCommandLength: 1000, maximumResponseLength: 2000)),
            .file(EFDG2(FaceRecord([face, face]))),
            .file(EFDG2(FaceDataBlock([FaceRepresentation(image: image, width: 3, height: 4)]))),
            .file(EFDG11(name: "A<<B", otherNames: ["C", "D"], dateOfBirth: date, address: "E<F")),
            .file(EFDG12(issuingAuthority: "A", dateOfIssue: date, otherPersons: ["B"], personalisationTime: "1")),
            Subject(
                name: "LDSSecurityObject",
                bytes: LDSSecurityObject(
                    hashAlgorithm: AlgorithmIdentifier(.ldsSecurityObject),
                    dataGroupHashes: [1, 2].map { LDSSecurityObject.DataGroupHash(number: $0, digest: [0xAA]) },
                    ldsVersionInfo: LDSSecurityObject.VersionInfo(ldsVersion: "0108", unicodeVersion: "150000")
                ).encoded()
            ) { (try? LDSSecurityObject(parsing: $0)).map { ($0.encoded(), $0.warnings) } },
            Subject(name: "FaceRecord", bytes: FaceRecord([face]).encoded()) {
                (try? FaceRecord(parsing: $0)).map { ($0.encoded(), $0.warnings) }
            },
        ]
        let finger = FingerRecord.Finger(image: image, position: 2, width: 3, height: 4)
        let eye = IrisRecord.Eye(identifier: 1, images: [IrisRecord.Image(image: image), IrisRecord.Image(image: [1])])
        subjects += [
            Subject(name: "FingerRecord", bytes: FingerRecord([finger, finger], compression: 3).encoded()) {
                (try? FingerRecord(parsing: $0)).map { ($0.encoded(), $0.warnings) }
            },
            Subject(
                name: "IrisRecord", bytes: IrisRecord([eye, eye], imageFormat: 6, width: 3, height: 4).encoded()
            ) {
                (try? IrisRecord(parsing: $0)).map { ($0.encoded(), $0.warnings) }
            },
            .block([FaceRepresentation(image: image, width: 3, height: 4), FaceRepresentation(image: image)]),
            .block([FingerRepresentation(image: image, position: 2, imageFormat: 1)]),
            .block([IrisRepresentation(image: image, eye: 2, imageFormat: 4, captureYear: 2024)]),
        ]
        if let date { subjects.append(.file(EFDG16([(date, "A", "B", "C"), (date, "D", "E", "F")]))) }
        if let zone = try? MRZ(parsing: Sample.td1) { subjects.append(.file(EFDG1(zone))) }
        if let images = DisplayedImages(.dg7, images: [image, image]) {
            subjects.append(
                Subject(name: "DisplayedImages", bytes: images.encoded()) {
                    (try? DisplayedImages(.dg7, parsing: $0)).map { ($0.encoded(), $0.warnings) }
                })
        }
        return subjects
    }()

    @Test(arguments: subjects)
    func `one wrong byte anywhere is refused or told, and never changes what was read`(subject: Subject) {
        #expect(subject.roundTrip(subject.bytes)?.encoded == subject.bytes)
        for index in subject.bytes.indices {
            for value in [
                0x00, 0x01, 0x7F, 0x80, 0x81, 0x84, 0xFF, subject.bytes[index] ^ 0x20, subject.bytes[index] &+ 1,
            ] {
                var bytes = subject.bytes
                bytes[index] = value
                expectStable(subject, bytes, "byte \(index) is \(value)")
            }
        }
    }

    @Test(arguments: subjects)
    func `bytes that are missing, doubled or random are refused or told`(subject: Subject) {
        var state: UInt64 = 0x1234_5678
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % max(limit, 1)
        }
        for round in 0..<500 {
            var bytes = subject.bytes
            for _ in 0...random(4) where !bytes.isEmpty {
                let index = random(bytes.count)
                switch random(4) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(UInt8(truncatingIfNeeded: random(256)), at: index)
                case 2: bytes[index] = UInt8(truncatingIfNeeded: random(256))
                default: bytes.insert(contentsOf: bytes[index...].prefix(8), at: index)
                }
            }
            expectStable(subject, bytes, "round \(round)")
        }
    }

    private func expectStable(_ subject: Subject, _ bytes: [UInt8], _ comment: Comment) {
        guard let once = subject.roundTrip(bytes) else { return }
        #expect(subject.roundTrip(once.encoded)?.encoded == once.encoded, comment)
        let isTold = once.warnings.contains { warning in
            switch warning {
            case .trailingBytes, .otherEncoding, .mismatch, .unknownVersion: true
            default: false
            }
        }
        #expect(once.encoded == bytes || isTold, comment)
    }
}
