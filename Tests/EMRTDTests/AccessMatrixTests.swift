import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import PassportSimulator
import SecureMessaging
import Testing
import Trust

/// Reader against simulator in every combination that the standards allow (Docs/rules.md 5).
struct AccessMatrixTests {
    private static let ciphers = ["3des", "aes128", "aes192", "aes256"]
    private static let combinations: [String] = {
        var all: [String] = []
        for id in [0, 1, 2] + Array(8...18) {
            for mapping in ["gm", "im", "cam"] {
                for cipher in ciphers where isPossible(mapping, id, cipher) { all.append("\(mapping),\(cipher),\(id)") }
            }
        }
        return all
    }()

    private static func isPossible(_ mapping: String, _ id: Int, _ cipher: String) -> Bool {
        switch mapping {
        case "im": id != 10
        case "cam": id >= 8 && cipher != "3des"
        default: true
        }
    }

    @Test func `there are 141 combinations of PACE`() {
        #expect(Self.combinations.count == 141)
    }

    @Test(arguments: combinations)
    func `PACE opens the chip with the MRZ and with the CAN, and with no other secret`(combination: String) throws {
        let desk = try Desk("access=pace&pace=\(combination)")
        let can = try #require(desk.document.cardAccessNumber)
        for key in [try desk.key, AccessKey(cardAccessNumber: SecretBytes(can.utf8))] {
            let reading = try desk.read(key: key, wanting: .only([.dg1]))
            #expect(reading.interruption == nil)
            #expect(reading.access.established?.name == "PACE")
            #expect(reading.files[.dg1] == desk.document.files[.dg1])
        }
        let wrong = try desk.read(key: AccessKey(cardAccessNumber: SecretBytes("000000".utf8)))
        #expect(wrong.interruption?.code == .authenticationFailed)
        #expect(wrong.files.ids.allSatisfy { $0.isInMasterFile })
    }

    @Test(arguments: ["cam,aes128,12", "cam,aes256,18", "cam,aes192,8"])
    func `chip authentication mapping is judged against EF_CardSecurity`(combination: String) throws {
        let desk = try Desk("access=pace&pace=\(combination)")
        let reading = try desk.read(wanting: .only([.dg1, .sod, .com, .dg14]))
        let report = judge(reading, desk)
        #expect(report[.cardSecurity] == .passed)
        #expect(report[.chipMapping] == .passed)

        // Another chip's answer does not fit the key.
        var forged = reading
        forged.evidence.mapping?.chipAuthenticationData?[5] ^= 1
        #expect(judge(forged, desk)[.chipMapping] == .failed(.wrongMappingData))
    }

    private static let chipKeys: [String] = {
        var all: [String] = []
        for id in [0, 1, 2] + Array(8...18) {
            for cipher in ciphers { all.append("\(cipher),\(id)") }
        }
        return all + [
            "aes128,12,keyid=195", "3des,12,kat", "3des,13,at", "aes256,17,named", "3des,16,noinfo", "aes128,2,x942",
        ]
    }()

    @Test(arguments: chipKeys)
    func `Chip Authentication is run with every cipher on every set of parameters, and counts`(key: String) throws {
        let desk = try Desk("access=both&ca=\(key)")
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        #expect(reading.evidence.chipAuthentication?.outcome == .confirmed)
        #expect(reading.agrees(with: desk.document))
        let verdict = judge(reading, desk)[.chipAuthentication]
        #expect(verdict?.holds == true)
    }

    /// A key of 256 bytes needs extended length or chaining; this chip does neither, and says 6700.
    @Test func `a refused Chip Authentication is evidence, and the old session goes on`() throws {
        let desk = try Desk("access=both&extended=off&ca=aes128,2", limits: .short)
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        #expect(
            reading.evidence.chipAuthentication?.outcome
                == .refused(step: "Chip Authentication: GENERAL AUTHENTICATE", status: "6700"))
        #expect(reading.agrees(with: desk.document) && reading.files[.dg2] != nil)
        #expect(reading.access.renewals == 0)
        // Messages that are too long for the chip show nothing about it.
        #expect(judge(reading, desk)[.chipAuthentication]?.state == "notDone")
    }

    private func judge(_ reading: EPassportReading, _ desk: Desk) -> PassiveAuthenticationReport {
        let anchor = try? Certificate(parsing: desk.document.countryCertificate)
        return PassiveAuthentication(anchors: TrustStore(anchors: [anchor].compactMap(\.self))).examine(
            reading.files, at: Moment(secondsSince1970: 1_790_000_000), evidence: reading.evidence, isFresh: true)
    }

    /// Answers that do not fit, in each way that chips have: the files are read, and nothing is called forged.
    @Test(arguments: ["6700", "6C", "61", "cut"], ["extended=off", "extended=on"])
    func `a signature that does not fit takes no file away`(policy: String, length: String) throws {
        let desk = try Desk("access=both&aa=rsa2048&\(length)&longAnswer=\(policy)")
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        for file in desk.document.files.ids where !file.isInMasterFile {
            #expect(reading.files[file] == desk.document.files[file], "\(file)")
        }
        let verdict = judge(reading, desk)[.activeAuthentication]
        if length == "extended=on" { #expect(verdict?.holds == true) }
        if policy != "cut" { #expect(verdict?.isFailure == false) }
    }
}
