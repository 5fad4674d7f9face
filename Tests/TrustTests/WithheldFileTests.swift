import CardCrypto
import LDS
import PassportSimulator
import Testing
import Trust

/// Files that are missing although they are signed for, or there although they are not.
struct WithheldFileTests {
    private func report(_ change: (inout LDSFiles) -> Void, isFresh: Bool = true) throws -> PassiveAuthenticationReport
    {
        let document = try Utopia.document()
        var files = document.files
        change(&files)
        let anchor = try Certificate(parsing: document.countryCertificate)
        return PassiveAuthentication(anchors: TrustStore(anchors: [anchor])).examine(
            files, at: Utopia.moment, isFresh: isFresh)
    }

    @Test func `a whole document holds`() throws {
        #expect(try report({ _ in }).conclusion(for: .authentic) == .holds)
    }

    @Test(arguments: [FileID.dg2, .dg11, .dg14])
    func `a data group that is signed for and not there is not overlooked`(file: FileID) throws {
        let report = try report { $0[file] = nil }
        #expect(report.conclusion(for: .signature) == .holds)
        #expect(report.conclusion(for: .authentic) == .notEstablished([.digest(file)]))
    }

    @Test func `a data group that nobody signed for is not overlooked`() throws {
        let report = try report { $0[.dg13] = [0x6D, 0x01, 0x00] }
        #expect(report[.digest(.dg13)] == .notDone(.notCovered))
        #expect(report.conclusion(for: .authentic) == .notEstablished([.digest(.dg13)]))
    }

    @Test func `a chip that hides EF_CardAccess and EF_DG14 is not taken for one that offers nothing`() throws {
        let report = try report {
            $0[.cardAccess] = nil
            $0[.dg14] = nil
        }
        #expect(report[.accessInformation] == .notDone(.fileMissing(.dg14)))
    }

    @Test func `an offer that was struck out of EF_CardAccess is noticed`() throws {
        let report = try report { files in
            guard let bytes = files[.cardAccess], let access = try? EFCardAccess(parsing: bytes) else { return }
            let other = PACEInfo(mapping: .generic, keyAgreement: .ecdh, cipher: .tripleDES, parameterID: 12)
            files[.cardAccess] = EFCardAccess(
                SecurityInfos([other?.securityInfo].compactMap(\.self) + access.securityInfos.entries.dropFirst())
            ).encoded()
        }
        #expect(report[.accessInformation]?.isFailure == true)
    }
}
