import LDS
import Octets
import Testing

@Suite struct FileIDTests {
    // 9303-10 §4.7, table 38.
    @Test(
        arguments: zip(
            1...16,
            [0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70] as [UInt32]
        ))
    func `a data group has the identifiers of its number`(number: Int, tag: UInt32) throws {
        let file = try #require(FileID(dataGroupNumber: number))
        #expect(file.name == "EF.DG\(number)")
        #expect(file.dataGroupNumber == number)
        #expect(file.fileIdentifier == 0x0100 + UInt16(number))
        #expect(file.shortFileIdentifier == UInt8(number))
        #expect(file.tag == Octets.Tag(tag))
        #expect(FileID(tag: Octets.Tag(tag)) == file)
        #expect(!file.isInMasterFile)
        #expect(!file.title.isEmpty)
    }

    @Test(arguments: [0, 17, -1, Int.max])
    func `other numbers are no data group`(number: Int) {
        #expect(FileID(dataGroupNumber: number) == nil)
    }

    @Test(arguments: [
        (FileID.cardAccess, "EF.CardAccess", 0x011C, 0x1C, 0x31 as Octets.Tag?, true),
        (.cardSecurity, "EF.CardSecurity", 0x011D, 0x1D, 0x30, true),
        (.atrInfo, "EF.ATR/INFO", 0x2F01, 0x01, nil, true),
        (.directory, "EF.DIR", 0x2F00, 0x1E, nil, true),
        (.com, "EF.COM", 0x011E, 0x1E, 0x60, false),
        (.sod, "EF.SOD", 0x011D, 0x1D, 0x77, false),
        (.cvca, "EF.CVCA", 0x011C, 0x1C, nil, false),
    ])
    func `the other files have the identifiers of the standard`(
        file: FileID, name: String, identifier: Int, short: Int, tag: Octets.Tag?, inMasterFile: Bool
    ) {
        #expect(file.name == name)
        #expect(Int(file.fileIdentifier) == identifier)
        #expect(Int(file.shortFileIdentifier) == short)
        #expect(file.tag == tag)
        #expect(file.isInMasterFile == inMasterFile)
        #expect(file.dataGroupNumber == nil)
    }

    @Test func `identifiers are unique within the master file and within the application`() {
        for inMasterFile in [true, false] {
            let files = FileID.allCases.filter { $0.isInMasterFile == inMasterFile }
            #expect(Set(files.map(\.fileIdentifier)).count == files.count)
            #expect(Set(files.map(\.shortFileIdentifier)).count == files.count)
        }
        #expect(FileID.allCases.count == 23)
    }

    @Test(arguments: [0x31, 0x30, 0x5F, 0x71] as [UInt32])
    func `a tag of the master file, or none at all, names no file`(tag: UInt32) {
        #expect(FileID(tag: Octets.Tag(tag)) == nil)
    }

    @Test func `files are ordered as they are declared`() {
        #expect([FileID.dg16, .dg2, .com, .dg10, .cardAccess].sorted() == [.cardAccess, .com, .dg2, .dg10, .dg16])
    }
}
