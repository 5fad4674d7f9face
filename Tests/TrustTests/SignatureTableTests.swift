import CardCrypto
import InlaySeams
import LDS
import Octets
import PassportSimulator
import TestSupport
import Testing

@testable import Trust

/// Documents signed with every algorithm, revocation lists and link certificates, judged here and by the openssl program.
struct SignatureTableTests {
    struct Row: CustomTestStringConvertible {
        enum Scheme: Hashable {
            case pkcs1
            case pss
            case ecdsa(NamedCurve)
        }

        let scheme: Scheme
        let digest: DigestAlgorithm

        var testDescription: String { "\(scheme) with \(digest.name)" }

        func state(seed: UInt64) throws -> IssuingState {
            switch scheme {
            case .pkcs1: return try Utopia.rsaState(seed: seed, .rsaPKCS1(digest))
            case .pss:
                return try Utopia.rsaState(
                    seed: seed, .rsaPSS(digest, mgfDigest: digest, saltLength: digest.byteCount))
            case .ecdsa(let curve):
                return try IssuingState(
                    Utopia.settings(seed: seed) {
                        $0.signerCurve = curve
                        $0.countryCurve = curve
                        $0.digest = digest
                        // The openssl program follows no chain whose keys spell their curves out.
                        $0.curveParameters = .named
                    })
            }
        }
    }

    private static let rows: [Row] = {
        let schemes: [Row.Scheme] = [.pkcs1, .pss] + NamedCurve.allCases.map(Row.Scheme.ecdsa)
        return schemes.flatMap { scheme in DigestAlgorithm.allCases.map { Row(scheme: scheme, digest: $0) } }
    }()

    @Test func `the table is complete`() { #expect(Self.rows.count == 65) }

    @Test(arguments: rows) func `a document passes here and there, and fails when its signer is revoked`(row: Row)
        throws
    {
        let state = try row.state(seed: 1)
        let signer = try state.documentSigner()
        var files = LDSFiles()
        files[.dg1] = try Utopia.document().files[.dg1]
        files[.sod] = try signer.securityObject(over: files, at: Utopia.issued)
        let lists = try [[[7]], [signer.serialNumber]].map { revoked in
            try state.revocationList(
                revoking: revoked, since: Utopia.issued, issued: Utopia.issued,
                next: Moment(secondsSince1970: Utopia.moment.secondsSince1970 + 1_000_000))
        }
        func report(_ list: [UInt8]) -> PassiveAuthenticationReport {
            var work = TrustImport(into: TrustStore(), at: Utopia.moment)
            work.add(state.countryCertificate, named: "csca")
            work.add(list, named: "crl")
            return PassiveAuthentication(anchors: work.result().store).examine(files, at: Utopia.moment)
        }
        let good = report(lists[0])
        #expect(good.conclusion(for: .authentic) == .holds)
        #expect(good[.chain] == .passed && good[.revocation] == .passed)
        #expect(good[.signature] == (row.digest == .sha1 ? .warning([.sha1]) : .passed))
        #expect(
            report(lists[1])[.revocation]
                == .failed(.revoked(certificate: "document signer", on: Utopia.issued, reason: nil)))
        if OpenSSLTool.isThere { try compare(state, signer, files, lists) }
    }

    private func compare(
        _ state: IssuingState, _ signer: DocumentSigner, _ files: LDSFiles, _ lists: [[UInt8]]
    ) throws {
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        for (name, der) in [("country", state.countryCertificate), ("signer", signer.certificate)] {
            try tool.write(der, to: name)
            try tool.expectSuccess("x509", "-inform", "DER", "-in", name, "-out", "\(name).pem")
        }
        try tool.write(try EFSOD(parsing: files[.sod] ?? []).contentInfo, to: "sod")
        let moment = "\(Utopia.moment.secondsSince1970)"
        // Level 0: SHA-1 is part of the table.
        try tool.expectSuccess(
            "cms", "-verify", "-inform", "DER", "-in", "sod", "-CAfile", "country.pem", "-purpose", "any", "-attime",
            moment, "-auth_level", "0", "-binary", "-out", "content")
        for (index, list) in lists.enumerated() {
            try tool.write(list, to: "list")
            let checked = try tool.run(
                "crl", "-inform", "DER", "-in", "list", "-CAfile", "country.pem", "-out", "list.pem")
            #expect(checked.code == 0 && checked.text.contains("verify OK"), "\(checked.text)")
            let result = try tool.run(
                "verify", "-attime", moment, "-auth_level", "0", "-crl_check", "-CRLfile", "list.pem", "-CAfile",
                "country.pem", "signer.pem")
            #expect((result.code == 0) == (index == 0), "\(result.text)")
            if index == 1 { #expect(result.text.contains("certificate revoked"), "\(result.text)") }
        }
    }

    @Test(arguments: rows) func `a link certificate leads from the old key to the new`(
        row: Row
    ) throws {
        let old = try row.state(seed: 1)
        // RSA keys do not follow from the seed, so the new key is another kind there.
        let new = try
            (row.scheme == .pkcs1 || row.scheme == .pss ? Row(scheme: .ecdsa(.secp256r1), digest: .sha256) : row).state(
                seed: 2)
        var signer = try new.documentSigner()
        let link = try old.linkCertificate(to: new)
        var files = LDSFiles()
        files[.dg1] = try Utopia.document().files[.dg1]

        func chain(_ anchors: [[UInt8]], companions: [[UInt8]]) throws -> Verdict? {
            signer.companions = companions
            files[.sod] = try signer.securityObject(over: files, at: Utopia.issued)
            let store = TrustStore(anchors: try anchors.map { try Certificate(parsing: $0) })
            return PassiveAuthentication(anchors: store).examine(files, at: Utopia.moment)[.chain]
        }
        #expect(try chain([old.countryCertificate], companions: []) == .notDone(.issuerUnknown(country: "UT")))
        #expect(try chain([old.countryCertificate], companions: [link]) == .warning([.linkFromDocument]))
        #expect(try chain([old.countryCertificate, link], companions: []) == .passed)
        #expect(try chain([new.countryCertificate], companions: []) == .passed)

        guard OpenSSLTool.isThere else { return }
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        for (name, der) in [("old", old.countryCertificate), ("link", link), ("signer", signer.certificate)] {
            try tool.write(der, to: name)
            try tool.expectSuccess("x509", "-inform", "DER", "-in", name, "-out", "\(name).pem")
        }
        let moment = "\(Utopia.moment.secondsSince1970)"
        try tool.expectSuccess("verify", "-attime", moment, "-auth_level", "0", "-CAfile", "old.pem", "link.pem")
        // In one go it would not be: with a path length of 0 in the old certificate openssl counts the link as too much.
        try tool.expectSuccess(
            "verify", "-attime", moment, "-auth_level", "0", "-partial_chain", "-CAfile", "link.pem", "signer.pem")
        let key = try tool.run("x509", "-in", "link.pem", "-noout", "-text")
        #expect(key.text.contains("CA:TRUE, pathlen:0"))
    }
}
