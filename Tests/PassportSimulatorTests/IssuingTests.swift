import CardCrypto
import InlaySeams
import LDS
import Octets
import TestSupport
import Testing

@testable import PassportSimulator

/// The signed side of a document, judged by the openssl program.
@Suite(.enabled(if: OpenSSLTool.isThere, "the openssl program is not there"))
struct IssuingTests {
    static let signers: [(curve: NamedCurve, digest: DigestAlgorithm, version: PassportSettings.LDSVersion)] = [
        (.brainpoolP256r1, .sha256, .v1_7), (.secp256r1, .sha256, .v1_8), (.secp384r1, .sha384, .v1_7),
        (.brainpoolP384r1, .sha384, .v1_8), (.brainpoolP512r1, .sha512, .v1_7), (.secp521r1, .sha512, .v1_8),
        (.secp224r1, .sha224, .v1_7), (.brainpoolP320r1, .sha256, .v1_7),
    ]

    private func issue(
        _ signer: (curve: NamedCurve, digest: DigestAlgorithm, version: PassportSettings.LDSVersion) = signers[0],
        seed: UInt64 = 1, parameters: PassportSettings.CurveParameters = .explicit
    ) throws -> PassportDocument {
        var settings = PassportSettings()
        settings.signerCurve = signer.curve
        settings.countryCurve = signer.curve
        settings.digest = signer.digest
        settings.ldsVersion = signer.version
        settings.seed = seed
        settings.curveParameters = parameters
        return try PassportDocument(settings)
    }

    /// The CMS object in EF.SOD.
    private func signedObject(_ document: PassportDocument) throws -> [UInt8] {
        var reader = TLVReader(try #require(document.files[.sod]), in: "EF.SOD", rules: .der)
        let object = try reader.next(0x77)
        try reader.expectEnd()
        return Array(object.value)
    }

    // 2024-06-15, inside all validities of a document of the default date.
    private static let moment = "1718409600"

    @Test(arguments: signers)
    func `signature and chain verify with named curves`(
        curve: NamedCurve, digest: DigestAlgorithm, version: PassportSettings.LDSVersion
    ) throws {
        // The program follows no chain whose keys spell their curves out.
        let document = try issue((curve, digest, version), parameters: .named)
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        try tool.write(try signedObject(document), to: "sod")
        try tool.write(document.countryCertificate, to: "country.der")
        try tool.write(document.signerCertificate, to: "signer.der")
        for name in ["country", "signer"] {
            try tool.expectSuccess("x509", "-inform", "DER", "-in", "\(name).der", "-out", "\(name).pem")
        }
        try tool.expectSuccess("verify", "-attime", Self.moment, "-CAfile", "country.pem", "signer.pem")
        try tool.expectSuccess(
            "cms", "-verify", "-inform", "DER", "-in", "sod", "-CAfile", "country.pem", "-purpose", "any", "-attime",
            Self.moment, "-binary", "-out", "content")

        var object = try TLVReader(tool.read("content"), in: "LDSSecurityObject", rules: .der)
        var content = try object.next(.sequence).contents("LDSSecurityObject")
        try object.expectEnd()
        #expect(try content.next().integer("version") == (version == .v1_7 ? 0 : 1))
        _ = try content.next(.sequence)
        var digests = try content.next(.sequence).contents("digests")
        var numbers: [Int] = []
        while !digests.isAtEnd {
            var entry = try digests.next(.sequence).contents("digest")
            let number = try entry.next().integer("number")
            let id = try #require(FileID(dataGroupNumber: number))
            let file = try #require(document.files[id])
            #expect(try entry.next().octetString("digest") == digest.hash(file))
            numbers.append(number)
        }
        #expect(numbers == [1, 2, 11, 12, 14])
        #expect(content.isAtEnd == (version == .v1_7))
    }

    @Test(arguments: signers)
    func `every signature verifies with explicit parameters`(
        curve: NamedCurve, digest: DigestAlgorithm, version: PassportSettings.LDSVersion
    ) throws {
        let document = try issue((curve, digest, version))
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        try tool.write(try signedObject(document), to: "sod")
        try tool.expectSuccess(
            "cms", "-verify", "-noverify", "-inform", "DER", "-in", "sod", "-binary", "-out", "content")
        try tool.write(document.countryCertificate, to: "country")
        try tool.expectSuccess("x509", "-inform", "DER", "-in", "country", "-noout", "-pubkey", "-out", "key")
        for certificate in [document.countryCertificate, document.signerCertificate] {
            var reader = TLVReader(certificate, in: "Certificate", rules: .der)
            var parts = try reader.next(.sequence).contents("Certificate")
            try tool.write(Array(try parts.next(.sequence).encoded), to: "signed")
            _ = try parts.next(.sequence)
            try tool.write(try parts.next(.bitString).bitString("signature"), to: "signature")
            let name = "-" + digest.name.replacing("-", with: "").lowercased()
            try tool.expectSuccess("dgst", name, "-verify", "key", "-signature", "signature", "signed")
        }
    }

    @Test func `another state's certificate does not vouch for a document`() throws {
        let document = try issue(parameters: .named)
        let other = try issue(seed: 2, parameters: .named)
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        try tool.write(try signedObject(document), to: "sod")
        try tool.write(other.countryCertificate, to: "country.der")
        _ = try tool.run("x509", "-inform", "DER", "-in", "country.der", "-out", "country.pem")
        let result = try tool.run(
            "cms", "-verify", "-inform", "DER", "-in", "sod", "-CAfile", "country.pem", "-purpose", "any", "-attime",
            Self.moment, "-binary", "-out", "content")
        #expect(result.code != 0)
    }

    @Test func `certificates hold what the profile asks for`() throws {
        // 9303-12 tables 5 and 6.
        let document = try issue()
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        try tool.write(document.countryCertificate, to: "country")
        try tool.write(document.signerCertificate, to: "signer")
        let country = try tool.run(
            "x509", "-inform", "DER", "-in", "country", "-noout", "-text", "-certopt", "ext_parse")
        let signer = try tool.run("x509", "-inform", "DER", "-in", "signer", "-noout", "-text", "-certopt", "ext_parse")
        let both = [
            "Version: 3", "Issuer: C = UT, O = Utopia, CN = CSCA Utopia", "X509v3 Authority Key Identifier",
            "X509v3 Subject Key Identifier", "X509v3 Private Key Usage Period", "X509v3 Subject Alternative Name",
            "X509v3 Issuer Alternative Name", "email:csca@utopia.example, DirName:/L=UTO",
            "URI:https://csca.utopia.example/UTO.crl", "Field Type: prime-field",
        ]
        for text in both {
            #expect(country.text.contains(text), "\(text)")
            #expect(signer.text.contains(text), "\(text)")
        }
        for text in [
            "Subject: C = UT, O = Utopia, CN = CSCA Utopia", "Certificate Sign, CRL Sign", "CA:TRUE, pathlen:0",
            "Not Before: Jan  1 00:00:00 2024 GMT", "Not After : Jan  1 00:00:00 2038 GMT",
            "Not Before: Jan  1 00:00:00 2024 GMT, Not After: Jan  1 00:00:00 2027 GMT",
        ] {
            #expect(country.text.contains(text), "\(text)")
        }
        for text in [
            "Subject: C = UT, O = Utopia, CN = Document Signer 1", "X509v3 Key Usage: critical", "Digital Signature",
            "Not Before: Mar  1 00:00:00 2024 GMT", "Not After : May 31 00:00:00 2034 GMT", "2.23.136.1.1.6.2",
        ] {
            #expect(signer.text.contains(text), "\(text)")
        }
        #expect(!signer.text.contains("Basic Constraints"))
        #expect(!country.text.contains("2.23.136.1.1.6.2"))
    }

    @Test func `the same seed makes the same document, another seed another`() throws {
        #expect(try issue() == issue())
        let other = try issue(seed: 2)
        #expect(try issue().files[.sod] != other.files[.sod])
        #expect(try issue().countryCertificate != other.countryCertificate)
        #expect(try issue().files[.dg1] == other.files[.dg1])
    }
}
