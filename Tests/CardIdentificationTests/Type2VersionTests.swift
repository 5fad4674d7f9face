import CardIdentification
import Foundation
import TestSupport
import Testing

@Suite struct Type2VersionTests {
    @Test(arguments: [
        ("0004030101000B03", "MF0UL11", CardFamily.ultralightEV1), ("0004030201000E03", "MF0UL21", .ultralightEV1),
        ("0004040101000B03", "NTAG210", .ntag21x), ("0004040101000E03", "NTAG212", .ntag21x),
        ("0004040201000F03", "NTAG213", .ntag21x), ("0004040201010F03", "NTAG213C", .ntag21x),
        ("0004040201001103", "NTAG215", .ntag21x), ("0004040201001303", "NTAG216", .ntag21x),
        ("0004040401000F03", "NTAG213F", .ntag21x), ("0004040203000F03", "NTAG213TT", .ntag21x),
        ("0004040502021503", "NTAG I2C plus 2k", .type2), ("0004040502001303", "NTAG I2C 1k", .type2),
        ("0004030104000F03", "MIFARE Ultralight AES", .type2), ("0004040204000F03", "NTAG223 DNA", .type2),
        ("0004040102000B03", "NTAG210u", .type2),
    ])
    func `the version names the chip`(bytes: String, name: String, family: CardFamily) throws {
        let chip = try #require(Type2Version(hex(bytes))?.chip)
        #expect(chip.name == name)
        #expect(chip.family == family)
    }

    @Test(arguments: [("0B", 32, 64), ("0E", 128, 128), ("0F", 128, 256), ("11", 256, 512), ("13", 512, 1024)])
    func `the size is a power of two, or between two of them`(byte: String, low: Int, high: Int) throws {
        let size = try #require(Type2Version(hex("000404020100" + byte + "03"))).size
        #expect(size.atLeast == low)
        #expect(size.atMost == high)
    }

    @Test(arguments: ["", "00", "0004040201000F", "0104040201000F03", "0004040201000F0300"])
    func `other bytes are no version`(bytes: String) {
        #expect(Type2Version(hex(bytes)) == nil)
    }

    @Test(.enabled(if: corpus != nil, "INLAY_CORPUS names no folder"))
    func `every reply of the corpus but two is a known chip of its family`() throws {
        let path = try #require(Self.corpus) + "/tags/getversion_type2.tsv"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
        var unknown: [String] = []
        for line in lines {
            let fields = line.split(separator: "\t")
            let chip = Type2Version(hex(String(fields[0])))?.chip
            if chip == nil { unknown.append(String(fields[1])) }
            if fields[1].hasPrefix("NTAG 21"), fields[1].hasSuffix("F") || fields[1].last?.isNumber == true,
                fields[2].hasPrefix("NT2")
            {
                #expect(chip?.name == fields[1].replacingOccurrences(of: " ", with: ""), "\(line)")
            }
        }
        print("corpus: \(lines.count) GET_VERSION replies, \(unknown.count) not named: \(unknown)")
        #expect(lines.count >= 40)
        #expect(unknown.count <= 1)
    }

    private static let corpus = ProcessInfo.processInfo.environment["INLAY_CORPUS"]
}
