import LDS
import Testing

@Suite struct MRZMisreadingTests {
    private static func changes(_ text: String) throws -> [[String]] {
        try MRZ(parsing: text).proposals.map { proposal in
            proposal.changes.map { "\($0.line):\($0.column) \($0.found)>\($0.likely) \($0.reason)" }
        }
    }

    @Test func `a zone in which all agrees needs no other reading`() throws {
        for text in [Sample.td1, Sample.td2, Sample.td3, Sample.visaA, Sample.visaB, Sample.belgian, Sample.swedish] {
            #expect(try MRZ(parsing: text).proposals.isEmpty)
        }
    }

    @Test(arguments: [
        ("L898902C3", "LB98902C3", "2:2 B>8 checkDigit"), ("L898902C3", "L8989O2C3", "2:6 O>0 checkDigit"),
        ("L898902C3", "L898902C36", ""), ("ERIKSSON", "ER1KSSON", "1:8 1>I letterExpected"),
        ("<UTO", "<UT0", "1:5 0>O letterExpected"), ("740812", "74O812", "2:16 O>0 digitExpected"),
        ("120415", "1Z0415", "2:23 Z>2 digitExpected"), ("F1204159", "F120415B", ""),
    ])
    func `one wrong character is found where something tells it`(
        right: String, wrong: String, expected: String
    ) throws {
        guard right.count == wrong.count else { return }
        let proposals = try Self.changes(Sample.edited(Sample.td3, right, wrong))
        #expect(proposals.contains(expected.isEmpty ? [] : [expected]) == !expected.isEmpty, "\(proposals)")
        for proposal in try MRZ(parsing: Sample.edited(Sample.td3, right, wrong)).proposals {
            #expect(proposal.mrz.checkDigitProblems.isEmpty)
            #expect(proposal.mrz.impossibleCharacters.isEmpty)
        }
    }

    @Test func `two wrong characters under different check digits are found together`() throws {
        var text = Sample.edited(Sample.td3, "L898902C3", "L8989O2C3")
        text = Sample.edited(text, "ZE184226B", "ZE1842268")
        let proposals = try MRZ(parsing: text).proposals
        #expect(proposals.contains { $0.mrz.lines().joined(separator: "\n") == Sample.td3 })
        #expect(proposals.allSatisfy { $0.changes.count == 2 })
    }

    @Test func `impossible characters and a wrong one are put right together`() throws {
        let text = Sample.edited(Sample.edited(Sample.td3, "ERIKSSON", "ERIK5SON"), "L898902C3", "LB98902C3")
        let proposal = try #require(try MRZ(parsing: text).proposals.first)
        #expect(proposal.mrz.lines().joined(separator: "\n") == Sample.td3)
        #expect(proposal.changes.map(\.line) == [1, 2])
    }

    @Test func `a zone of nonsense does not have countless readings`() throws {
        let all = "P<UTO" + String(repeating: "<", count: 39) + "\n" + String(repeating: "O", count: 44)
        #expect(try MRZ(parsing: all).proposals.count <= 256)
    }

    // 6 has the value 6 and G the value 16: no weight makes a difference between them.
    @Test func `characters that no check digit tells apart are named`() throws {
        let text = Sample.edited(Sample.td3, "L898902C3", "L8G8902C3")
        #expect(try MRZ(parsing: text).undecidablePlaces.contains(MRZPlace(line: 2, columns: 3...3)))
        let places = try MRZ(parsing: Sample.td3).undecidablePlaces
        #expect(places == [MRZPlace(line: 2, columns: 36...36)])
    }
}
