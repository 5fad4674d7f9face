import LDS
import Octets
import TestSupport
import Testing

@Suite struct EFDG4Tests {
    private static let jp2 = hex("0000000C6A5020200D0A870A 0000000A 6A703263 FFD9")

    private static func template(_ data: [UInt8], subtype: UInt8 = 1, tag: Octets.Tag = 0x5F2E) -> BiometricTemplate {
        BiometricTemplate(
            header: [DataObject(0x81, [0x10]), DataObject(0x82, [subtype])], dataTag: tag, data: data)
    }

    private static func record(_ eyes: [UInt8], format: Int = 0x10) -> [UInt8] {
        IrisRecord(
            eyes.map { IrisRecord.Eye(identifier: $0, images: [IrisRecord.Image(image: jp2)]) }, imageFormat: format,
            width: 163, height: 149
        ).encoded()
    }

    @Test func `records of ISO 19794-6 are wrapped and unwrapped`() throws {
        let bytes = EFDG4(
            BiometricTemplates([Self.template(Self.record([1, 2])), Self.template(Self.record([0]), subtype: 2)])
        ).encoded()
        let file = try EFDG4(parsing: bytes)
        #expect(file.warnings.isEmpty)
        #expect(file.irises.map(\.eye) == [.right, .left, .left])
        #expect(file.irises.map(\.eye.name) == ["right eye", "left eye", "left eye"])
        #expect(file.irises.allSatisfy { $0.coding == .jpeg2000 && $0.width == 163 && $0.height == 149 })
        #expect(file.irises.allSatisfy { Array($0.image) == Self.jp2 })
        #expect(file.irises.allSatisfy { Storage($0.image).isPart(of: Storage(bytes[...])) })
        #expect(file.encoded() == bytes)
        expectRefusals(of: EFDG4.self, around: bytes)
        try expectTrailingBytesToBeTold(of: EFDG4.self, behind: bytes)
    }

    @Test func `blocks of ISO 39794-6 are wrapped and unwrapped`() throws {
        let block = IrisDataBlock([
            IrisRepresentation(image: Self.jp2, eye: 2, imageFormat: 4, captureYear: 2024)
        ])
        let bytes = EFDG4(BiometricTemplates([Self.template(block.encoded(), tag: 0x7F2E)])).encoded()
        let file = try EFDG4(parsing: bytes)
        let iris = try #require(file.irises.first)
        #expect(file.warnings.isEmpty)
        #expect(iris.eye == .left)
        #expect(iris.coding == .jpeg2000)
        #expect(iris.container == .iso39794(block.representations[0]))
        #expect(file.encoded() == bytes)
    }

    @Test func `an image in another format than its record says is told`() throws {
        let bytes = EFDG4(BiometricTemplates([Self.template(Self.record([1], format: 6))])).encoded()
        #expect(try EFDG4(parsing: bytes).warnings == [.otherImageFormat(declared: "JPEG", found: .jp2)])
    }

    @Test(arguments: [("49495200 30313000 00", 0x5F2E), ("", 0x5F2E), ("66 00", 0x7F2E)] as [(String, Octets.Tag)])
    func `a record that is broken is kept and told, and the file is read`(text: String, tag: Octets.Tag) throws {
        let bytes = EFDG4(BiometricTemplates([Self.template(hex(text), tag: tag)])).encoded()
        let file = try EFDG4(parsing: bytes)
        #expect(file.irises.isEmpty)
        #expect(file.warnings.count == 1)
        #expect(file.encoded() == bytes)
    }

    @Test(
        .enabled(if: Corpus.isThere, Corpus.notice),
        arguments: ["bsi_tr03105_5/Datagroup4.bin", "jmrtd/bsi2008/Datagroup4.bin"])
    func `the irises of the corpus are JPEG 2000 images of both eyes`(path: String) throws {
        let bytes = try Corpus.file(path)
        let file = try EFDG4(parsing: bytes)
        #expect(file.warnings.isEmpty)
        #expect(file.irises.map(\.eye) == [.right, .left])
        #expect(file.irises.map(\.coding) == [.jpeg2000, .jpeg2000])
        #expect(file.irises.map(\.width) == [163, 160])
        #expect(file.irises.allSatisfy { ImageFormat.detect($0.image) == .jp2 })
        #expect(file.encoded() == bytes)
        for template in file.templates.templates {
            #expect(try template.data.elementsEqual(IrisRecord(parsing: template.data).encoded()))
        }
    }
}
