import CardCrypto
import EMRTD
import LDS
import Octets
import TestSupport
import Testing

/// Chains of certificates against what Python says a chip does with them.
struct CVCertificateChainTests {
    private static let all = TerminalVectors.lines(of: "cert").compactMap {
        try? CVCertificate(parsing: $0.bytes("certificate"))
    }

    private static func references(_ line: VectorLine) throws -> [CertificateReference] {
        try TerminalVectors.names(line, "trust").map { try TerminalVectors.certificate($0).body.holderReference }
    }

    @Test func `a chain that chips accept is found in a bag, with its rights and the date it moves to`() throws {
        var count = 0
        for line in TerminalVectors.lines(of: "chain")
        where line.text("expected") == "accepted" && line.text("rights") != "-" {
            count += 1
            let sent = TerminalVectors.names(line, "sent")
            let holder = try TerminalVectors.line(try #require(sent.last), kind: "cert").text("holder")
            let certificates = try sent.map(TerminalVectors.certificate)
            let trust = try TerminalVectors.names(line, "trust").map(TerminalVectors.certificate)
            let chain = try CVCertificateChain(
                from: (certificates + trust).reversed() + certificates, references: Self.references(line),
                holder: TerminalVectors.publicKey(holder))
            #expect(chain.certificates == certificates, "\(line)")
            #expect(chain.trustPoint == certificates.first?.body.authorityReference)
            let rights = chain.authorization?.rights.reduce(UInt8(0)) { $0 | 1 << UInt8($1.number) }
            #expect(rights == line.bytes("rights").first, "\(line)")
            let moved = chain.movesDateTo.map { $0.description.filter(\.isNumber).dropFirst(2) } ?? ""
            #expect(max(String(moved), line.text("today")) == line.text("todayafter"), "\(line)")
            for note in chain.notes {
                switch note {
                case .addsTrustPoint, .algorithmOutsideDoc9303: break
                default: Issue.record("\(line): \(note)")
                }
            }
            // Without the trust point's own certificate its signature alone cannot be checked.
            let alone = try CVCertificateChain(
                from: certificates, references: Self.references(line), holder: TerminalVectors.publicKey(holder))
            #expect(alone.certificates == certificates, "\(line)")
            #expect(alone.notes.contains(.trustPointNotAtHand(chain.trustPoint)))
            let unchecked = alone.notes.filter { if case .signatureNotChecked = $0 { true } else { false } }
            #expect(unchecked.count >= 1 && unchecked.count < certificates.count, "\(line)")
        }
        #expect(count >= 30)
    }

    /// The last certificate of these chains is refused; most of that shows before anything is sent.
    @Test func `a chain that chips refuse is refused, or the flaw is noted`() throws {
        let visible: [String: (CVChainFailure.Problem) -> Bool] = [
            "signature": { if case .wrongSignature = $0 { true } else { false } },
            "unknown-authority": { if case .missing = $0 { true } else { false } },
            // One terminal under another is left out of the bag, so its certificate is what is missing.
            "role": {
                switch $0 {
                case .wrongRole, .missing: true
                default: false
                }
            },
        ]
        var count = 0
        for line in TerminalVectors.lines(of: "chain") {
            let reason = line.text("expected").split(separator: ":").last.map(String.init) ?? ""
            let sent = TerminalVectors.names(line, "sent")
            guard let isExpected = visible[reason], let name = sent.last,
                let last = try? TerminalVectors.certificate(name), last.body.authorization.role == .terminal
            else { continue }
            count += 1
            let bag =
                try sent.map(TerminalVectors.certificate)
                + TerminalVectors.names(line, "trust").map(
                    TerminalVectors.certificate)
            let holder = try TerminalVectors.line(name, kind: "cert").text("holder")
            let good = bag.filter { $0.body.authorization.role != .terminal || $0 == last }
            let failure = #expect(throws: CVChainFailure.self, "\(line)") {
                try CVCertificateChain(
                    from: good, references: Self.references(line), holder: TerminalVectors.publicKey(holder))
            }
            #expect(failure?.problems.contains(where: isExpected) == true, "\(line): \(failure.map { "\($0)" } ?? "")")
            #expect(failure?.description.isEmpty == false)
        }
        #expect(count >= 25)
    }

    /// The whole of the vectors' certificates as one bag: the right ones are found among hundreds.
    @Test func `of several chains one without links goes first, then the newer authority`() throws {
        let key = try TerminalVectors.publicKey("ecdsa-sha256-key-is")
        let bag = try [
            "cvca1", "cvca2", "link", "link-with-parameters", "dv", "is", "dv2", "is2", "dv-by-old-key", "foreign-dv",
        ].map { try TerminalVectors.certificate("ecdsa-sha256-\($0)") }
        let old = try #require(CertificateReference("UTINLAYCVUT001"))
        let new = try #require(CertificateReference("UTINLAYCVUT002"))
        func names(_ references: [CertificateReference], _ bag: [CVCertificate]) throws -> [Bool] {
            let chain = try CVCertificateChain(from: bag, references: references, holder: key)
            #expect(chain.certificates.count == 2 || chain.notes.contains(.addsTrustPoint(new)))
            return chain.certificates.map(\.isLink)
        }
        #expect(try names([old], bag) == [false, false])
        #expect(try names([new], bag) == [false, false])
        #expect(try CVCertificateChain(from: bag, references: [new, old], holder: key).trustPoint == new)
        let onlyNew = bag.filter { certificate in
            certificate.body.authorityReference != old || certificate.isLink || certificate.isSelfSigned
        }
        #expect(try names([old], onlyNew) == [true, false, false])
    }

    @Test func `what has expired is told and kept, and a chain that has not goes before it`() throws {
        let key = try TerminalVectors.publicKey("ecdsa-sha256-key-is")
        let bag = try ["cvca1", "dv", "is", "is-later"].map { try TerminalVectors.certificate("ecdsa-sha256-\($0)") }
        let trust = [try #require(CertificateReference("UTINLAYCVUT001"))]
        func chain(_ year: Int, _ month: Int, _ day: Int) throws -> CVCertificateChain {
            try CVCertificateChain(
                from: bag, references: trust, holder: key, on: CalendarDate(year: year, month: month, day: day))
        }
        let april = try chain(2025, 4, 15)
        #expect(april.terminal?.body.effectiveDate == CalendarDate(year: 2025, month: 4, day: 1))
        #expect(april.notes.isEmpty)
        let march = try chain(2025, 3, 15)
        #expect(march.terminal?.body.effectiveDate.month == 4)
        let later = try chain(2026, 1, 1)
        #expect(later.notes.count == 2)
        #expect(later.notes.allSatisfy { if case .expired = $0 { true } else { false } })
        #expect(later.movesDateTo == CalendarDate(year: 2025, month: 4, day: 1))
    }

    @Test func `what is missing is named`() throws {
        let key = try TerminalVectors.publicKey("ecdsa-sha256-key-is")
        func certificates(_ names: [String]) throws -> [CVCertificate] {
            try names.map { try TerminalVectors.certificate("ecdsa-sha256-\($0)") }
        }
        let one = try #require(CertificateReference("UTINLAYCVUT001"))
        let two = try #require(CertificateReference("UTINLAYCVUT002"))
        let verifier = try #require(CertificateReference("UTINLAYDVUT001"))
        let gate = try #require(CertificateReference("UTGATEUT001"))
        func problems(
            _ names: [String], _ references: [CertificateReference], _ holder: PublicKey? = nil
        ) throws -> [CVChainFailure.Problem] {
            let bag = try certificates(names)
            let failure = #expect(throws: CVChainFailure.self) {
                try CVCertificateChain(from: bag, references: references, holder: holder ?? key)
            }
            for problem in failure?.problems ?? [] { #expect(!problem.description.isEmpty) }
            return failure?.problems ?? []
        }
        #expect(try problems([], [one]) == [.noCertificates])
        #expect(try problems(["dv", "is"], []) == [.noReferences])
        #expect(try problems(["cvca1", "dv"], [one]) == [.noTerminalCertificate])
        #expect(try problems(["is"], [one]) == [.missing(verifier, above: gate)])
        #expect(try problems(["is", "dv"], [two]) == [.missing(one, above: verifier)])
        #expect(try problems(["is", "dv", "cvca1"], [two]) == [.otherTrustPoint(one, trusted: [two])])
        #expect(try problems(["is2", "dv2", "cvca2", "cvca1"], [one]) == [.otherTrustPoint(two, trusted: [one])])
        let other = try TerminalVectors.publicKey("ecdsa-sha384-key-is")
        #expect(try problems(["cvca1", "dv", "is"], [one], other) == [.privateKeyOfNobody([gate])])
        let verifierKey = try TerminalVectors.publicKey("ecdsa-sha256-key-dv")
        #expect(
            try problems(["cvca1", "dv", "is"], [one], verifierKey)
                == [.privateKeyOf(verifier, .domesticDocumentVerifier)])
    }

    @Test func `certificates that sign each other in a circle, and any number of copies, come to an end`() throws {
        let key = try TerminalVectors.privateKey("ecdsa-sha256-key-is")
        let model = try TerminalVectors.certificate("ecdsa-sha256-is").body
        let link = try TerminalVectors.certificate("ecdsa-sha256-link").body
        func certificate(_ authority: String, _ holder: String, _ day: Int, leaf: Bool = false) throws -> CVCertificate
        {
            let body = CVCertificateBody(
                authorityReference: try #require(CertificateReference(authority)), publicKey: model.publicKey,
                holderReference: try #require(CertificateReference(holder)),
                authorization: leaf ? model.authorization : link.authorization,
                effectiveDate: try #require(CalendarDate(year: 2025, month: 1, day: day)),
                expiryDate: try #require(CalendarDate(year: 2099, month: 1, day: 1)))
            return CVCertificate(body: body, signature: [1])
        }
        var bag = [try certificate("UTCVCAA00001", "UTGATEX00001", 1, leaf: true)]
        let dv = CVCertificateBody(
            authorityReference: try #require(CertificateReference("UTCVCAB00001")), publicKey: model.publicKey,
            holderReference: try #require(CertificateReference("UTCVCAA00001")),
            authorization: CertificateHolderAuthorization(.inspectionSystem, .domesticDocumentVerifier),
            effectiveDate: model.effectiveDate, expiryDate: model.expiryDate)
        bag.append(CVCertificate(body: dv, signature: [1]))
        for day in 1...28 {
            bag.append(try certificate("UTCVCAC00001", "UTCVCAB00001", day))
            bag.append(try certificate("UTCVCAB00001", "UTCVCAC00001", day))
        }
        for trust in ["UTOTHER00001", "UTCVCAC00001"] {
            let references = [try #require(CertificateReference(trust))]
            #expect(throws: CVChainFailure.self) {
                try CVCertificateChain(from: bag + bag, references: references, holder: key.publicKey)
            }
        }
    }
}
