import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG3Tests {
    private static let wsq = hex("FFA0FFA4 0102 FFA1")

    private static func template(_ data: [UInt8], subtype: UInt8 = 0x09, tag: Octets.Tag = 0x5F2E) -> BiometricTemplate
    {
        BiometricTemplate(
            header: [DataObject(0x81, [0x08]), DataObject(0x82, [subtype])], dataTag: tag, data: data)
    }

    private static func record(_ fingers: [FingerRecord.Finger], compression: UInt8 = 2) -> [UInt8] {
        FingerRecord(fingers, compression: compression).encoded()
    }

    @Test func `records of ISO 19794-4 are wrapped and unwrapped`() throws {
        let data = [2, 7].map { (position: UInt8) in
            Self.record([FingerRecord.Finger(image: Self.wsq, position: position, width: 3, height: 4)])
        }
        let bytes = EFDG3(
            BiometricTemplates([Self.template(data[0]), Self.template(data[1], subtype: 0x0A)])
        ).encoded()
        let file = try EFDG3(parsing: bytes)
        #expect(file.warnings.isEmpty)
        #expect(file.fingers.map { Array($0.image) } == [Self.wsq, Self.wsq])
        #expect(file.fingers.map(\.coding) == [.wsq, .wsq])
        #expect(file.fingers.map { $0.position?.name } == ["right index", "left index"])
        #expect(file.fingers.map(\.width) == [3, 3])
        #expect(file.fingers.map(\.height) == [4, 4])
        #expect(file.fingers.allSatisfy { Storage($0.image).isPart(of: Storage(bytes[...])) })
        #expect(file.encoded() == bytes)
        expectRefusals(of: EFDG3.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG3.self, behind: bytes)
    }

    @Test func `blocks of ISO 39794-4 are wrapped and unwrapped`() throws {
        let block = FingerDataBlock([FingerRepresentation(image: Self.wsq, position: 7, imageFormat: 1)])
        let bytes = EFDG3(BiometricTemplates([Self.template(block.encoded(), tag: 0x7F2E)])).encoded()
        let file = try EFDG3(parsing: bytes)
        let finger = try #require(file.fingers.first)
        #expect(file.warnings.isEmpty)
        #expect(finger.coding == .wsq)
        #expect(finger.position?.name == "left index")
        #expect(finger.container == .iso39794(block.representations[0]))
        #expect(finger.width == nil && finger.height == nil)
        #expect(file.encoded() == bytes)
    }

    @Test func `the header tells the finger where the record does not`() throws {
        let unknown = FingerRecord.Finger(image: Self.wsq, position: 0, width: 1, height: 1)
        let file = EFDG3(BiometricTemplates([Self.template(Self.record([unknown]), subtype: 0x16)]))
        #expect(file.fingers.map { $0.position?.name } == ["left little"])
    }

    @Test func `an image in another format than its record says is told`() throws {
        let finger = FingerRecord.Finger(image: Self.wsq, position: 1, width: 1, height: 1)
        let bytes = EFDG3(BiometricTemplates([Self.template(Self.record([finger], compression: 5))])).encoded()
        #expect(try EFDG3(parsing: bytes).warnings == [.otherImageFormat(declared: "PNG", found: .wsq)])
    }

    @Test(
        arguments: [
            ("46495200 30313000 00", 0x5F2E), ("46414300 30313000", 0x5F2E), ("", 0x5F2E), ("A1 02 64 05", 0x7F2E),
            ("65 00", 0x7F2E), ("64 12 A0 07 8001 03 8102 07E3 A1 07 30 05 A0 03 8001 07", 0x7F2E),
        ] as [(String, Octets.Tag)])
    func `a record that is broken is kept and told, and the file is read`(text: String, tag: Octets.Tag) throws {
        let bytes = EFDG3(BiometricTemplates([Self.template(hex(text), tag: tag)])).encoded()
        let file = try EFDG3(parsing: bytes)
        #expect(file.fingers.isEmpty)
        #expect(file.warnings.count == 1)
        #expect(file.templates.templates.map { Array($0.data) } == [hex(text)])
        #expect(file.encoded() == bytes)
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: ["bsi_tr03105_5/Datagroup3.bin", "jmrtd/bsi2008/Datagroup3.bin"])
    func `the fingers of the corpus are WSQ images of both index fingers`(path: String) throws {
        let bytes = try Corpus.file(path)
        let file = try EFDG3(parsing: bytes)
        #expect(file.warnings.isEmpty)
        #expect(file.fingers.map { $0.position?.name } == ["right index", "left index"])
        #expect(file.fingers.map(\.coding) == [.wsq, .wsq])
        #expect(file.fingers.map(\.width) == [620, 620])
        #expect(file.fingers.allSatisfy { ImageFormat.detect($0.image) == .wsq && $0.image.suffix(2) == [0xFF, 0xA1] })
        #expect(file.encoded() == bytes)
        for template in file.templates.templates {
            #expect(try template.data.elementsEqual(FingerRecord(parsing: template.data).encoded()))
        }
    }
}
