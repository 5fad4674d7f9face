import LDS
import Octets
import Testing

@Suite struct LDSFilesTests {
    @Test func `files come back as they were put in, in the order of the standard`() {
        var files: LDSFiles = [.dg2: [2], .com: [1, 2]]
        #expect(files.ids == [.com, .dg2])
        #expect(files[.dg2] == [2])
        files[.dg2] = nil
        files[.dg1] = []
        #expect(files.ids == [.com, .dg1])
        #expect(files.count == 2)
        #expect(!files.isEmpty)
        #expect(LDSFiles().isEmpty)
    }

    @Test func `a description holds names and sizes only`() {
        let files: LDSFiles = [.dg1: [0x61, 0x55]]
        #expect("\(files)" == "EF.DG1 (2 bytes)")
        var dumped = ""
        dump(files, to: &dumped)
        #expect(!dumped.contains("85"))
    }

    @Test func `a file is parsed when it is there`() throws {
        let files: LDSFiles = [.com: EFCOM(dataGroups: [.dg1]).encoded()]
        #expect(try files.parsed(EFCOM.self)?.dataGroups == [.dg1])
        #expect(try files.parsed(EFDG14.self) == nil)
    }
}
