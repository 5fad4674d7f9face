import CardCrypto
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// What the simulator writes from the standard is what the product reads from it.
struct AgreementTests {
    private static func document(_ text: String) throws -> PassportDocument {
        var settings = PassportSettings()
        try settings.apply(text)
        return try PassportDocument(settings)
    }

    private func expectClean<File: LDSFile>(_ type: File.Type, in files: LDSFiles) throws {
        let file = try #require(try files.parsed(type), "\(File.fileID)")
        #expect(file.warnings.isEmpty, "\(File.fileID)")
        #expect(file.encoded() == files[File.fileID], "\(File.fileID)")
    }

    @Test func `every file is read without a warning and written again the same`() throws {
        var files = try Self.document("pace=aes128;3des,p521").files
        files[.atrInfo] = CapabilityFiles.attributes(PassportSettings())
        files[.directory] = CapabilityFiles.directory(PassportSettings())
        try expectClean(EFCOM.self, in: files)
        try expectClean(EFDG1.self, in: files)
        try expectClean(EFDG2.self, in: files)
        try expectClean(EFDG11.self, in: files)
        try expectClean(EFDG12.self, in: files)
        try expectClean(EFDG14.self, in: files)
        try expectClean(EFSOD.self, in: files)
        try expectClean(EFCardAccess.self, in: files)
        try expectClean(EFATRInfo.self, in: files)
        try expectClean(EFDirectory.self, in: files)
    }

    @Test func `the machine readable zone is valid and opens the chip`() throws {
        let document = try Self.document("")
        let zone = try MRZ(parsing: document.mrz)
        #expect(zone.checkDigitProblems.isEmpty)
        #expect(LDS.MRZInformation(zone).bytes == Array(document.mrzInformation.utf8))
    }

    @Test(arguments: ["", "lds=1.8&signer=p384&hash=sha384", "signer=p521&csca=bp512&hash=sha512&curves=named"])
    func `signature and certificates are valid`(text: String) throws {
        let document = try Self.document(text)
        let object = try #require(try document.files.parsed(EFSOD.self))
        let signed = try SignedData(parsing: object.contentInfo)
        #expect(signed.version == 3)
        #expect(signed.contentType == .ldsSecurityObject)
        let verdict = signed.verify(try #require(signed.signers.first))
        #expect(verdict.outcome == .valid)
        #expect(verdict.deviations.isEmpty)
        #expect(verdict.certificate?.der == document.signerCertificate)
        let country = try Certificate(parsing: document.countryCertificate)
        let signer = try Certificate(parsing: document.signerCertificate)
        #expect(country.isSigned(by: country.publicKey) == .valid)
        #expect(signer.isSigned(by: country.publicKey) == .valid)
    }
}
