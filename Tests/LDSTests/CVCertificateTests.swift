import LDS
import Octets
import TestSupport
import Testing

/// Certificates recomputed in Python from 9303-12 §7.2 (Tests/Foreign/make_vectors.py).
struct CVCertificateTests {
    private static let lines = vectorFile("terminal-authentication.txt")
    private static let good = lines.filter { $0.text("kind") == "cert" && !$0.text("name").contains("bad-") }
    /// The terminal's certificate of a chain with ECDSA and SHA-256.
    private static let sample = good.first { $0.text("name") == "ecdsa-sha256-is" }?.bytes("certificate") ?? []

    @Test func `every certificate is read and written byte for byte`() throws {
        #expect(Self.good.count > 50)
        for line in Self.good {
            let bytes = line.bytes("certificate")
            let certificate = try CVCertificate(parsing: bytes)
            #expect(certificate.encoded() == bytes, "\(line)")
            let body = certificate.body
            #expect(body.authorityReference.description == line.text("car"))
            #expect(body.holderReference.description == line.text("chr"))
            #expect(body.authorization.bits == line.bytes("bits"))
            #expect(Hex.string(body.authorization.bits) == line.text("bits"))
            #expect(Self.short(body.effectiveDate) == line.text("effective"))
            #expect(Self.short(body.expiryDate) == line.text("expiry"))
            #expect(certificate.isSelfSigned == (line.text("car") == line.text("chr")))
            let role: CertificateHolderAuthorization.Role =
                switch line.text("role") {
                case "cvca": .certificationAuthority
                case "dv": .domesticDocumentVerifier
                case "foreign": .foreignDocumentVerifier
                default: .terminal
                }
            #expect(body.authorization.role == role, "\(line)")
            #expect(certificate.isLink == (role == .certificationAuthority && !certificate.isSelfSigned))
            let made = CVCertificate(
                body: CVCertificateBody(
                    authorityReference: body.authorityReference,
                    publicKey: CVPublicKey(body.publicKey.algorithm, body.publicKey.numbers),
                    holderReference: body.holderReference, authorization: body.authorization,
                    effectiveDate: body.effectiveDate, expiryDate: body.expiryDate, extensions: body.extensions),
                signature: certificate.signature)
            #expect(made.encoded() == bytes, "\(line)")
            // PSO: VERIFY CERTIFICATE carries the two objects alone.
            #expect(Array(line.bytes("pso").suffix(certificate.contents.count)) == certificate.contents)
            #expect(try CVCertificate(parsing: certificate.contents) == certificate)
        }
    }

    private static func short(_ date: CalendarDate) -> String {
        String(date.description.filter(\.isNumber).dropFirst(2))
    }

    /// Flaws that the structure itself shows; the others show when the signature is checked.
    @Test func `what is broken by itself is refused`() throws {
        let structural: Set<String> = ["malformed", "profile", "reference", "date"]
        let chains = Self.lines.filter { $0.text("kind") == "chain" }
        var count = 0
        for line in Self.lines where line.text("kind") == "cert" && line.text("name").contains("bad-") {
            let chain = chains.first { $0.text("sent").split(separator: ",").last == Substring(line.text("name")) }
            let reason = chain?.text("expected").split(separator: ":").last.map(String.init) ?? ""
            let bytes = line.bytes("certificate")
            if structural.contains(reason) || line.text("name").hasSuffix("chat-two-octets")
                || line.text("name").hasSuffix("signature-empty")
            {
                count += 1
                #expect(throws: ParseError.self, "\(line)") { try CVCertificate(parsing: bytes) }
            } else if !line.text("name").contains("rsa-under-ecdsa"), !line.text("name").contains("other-algorithm") {
                _ = try CVCertificate(parsing: bytes)
            }
        }
        #expect(count > 40)
    }

    @Test func `a cut, longer or altered certificate is refused or read, and never traps`() throws {
        let bytes = Self.sample
        #expect(bytes.count > 200)
        for count in 0..<bytes.count {
            #expect(throws: ParseError.self, "\(count)") { try CVCertificate(parsing: Array(bytes.prefix(count))) }
            #expect(throws: ParseError.self, "\(count)") { try CVObject(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try CVCertificate(parsing: bytes + [0]) }
        #expect(throws: ParseError.self) { try CVCertificate(parsing: [0x7F, 0x22] + bytes.dropFirst(2)) }
        #expect(throws: ParseError.self) {
            try CVCertificate(parsing: [0x7F, 0x21, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + bytes.dropFirst(4))
        }
        for position in bytes.indices {
            for value in [0x00, 0x01, 0x7F, 0x80, 0x84, 0xFF] as [UInt8] {
                var changed = bytes
                changed[position] = value
                if let read = try? CVCertificate(parsing: changed) {
                    _ = read.description
                    _ = read.body.authorization.rights
                }
                _ = try? CVObject.all(in: changed)
            }
        }
    }

    @Test func `one file may hold several objects`() throws {
        let two = try CVObject.all(in: Self.sample + Self.sample)
        let certificate = try CVCertificate(parsing: Self.sample)
        #expect(two == [.certificate(certificate), .certificate(certificate)])
        #expect(throws: ParseError.self) { try CVObject.all(in: []) }
        #expect(throws: ParseError.self) { try CVObject.all(in: Self.sample + [0x7F]) }
        // A wall of empty objects is refused at the first.
        #expect(throws: ParseError.self) { try CVObject.all(in: [UInt8](repeating: 0, count: 100_000)) }
    }

    @Test func `a request is a certificate without role and dates`() throws {
        let body = try CVCertificate(parsing: Self.sample).body
        let inner = TLV.encode(
            0x7F21,
            TLV.encode(
                0x7F4E,
                TLV.encode(0x5F29, [0]) + TLV.encode(0x42, body.authorityReference.bytes) + body.publicKey.encoded
                    + TLV.encode(0x5F20, body.holderReference.bytes)) + TLV.encode(0x5F37, [1, 2, 3]))
        guard case .request(let plain) = try CVObject(parsing: inner) else {
            Issue.record("it is no request")
            return
        }
        #expect(plain.holderReference == body.holderReference)
        #expect(plain.authorityReference == body.authorityReference)
        #expect(plain.publicKey == body.publicKey)
        #expect(plain.outerSignature == nil && plain.extensions.isEmpty && plain.signature == [1, 2, 3])
        let reference = TLV.encode(0x42, Array("UTINLAYDVUT001".utf8))
        let outer = TLV.encode(0x67, inner + reference + TLV.encode(0x5F37, [4, 5]))
        let signed = try CVRequest(parsing: outer)
        #expect(signed.outerSignature?.authorityReference.description == "UTINLAYDVUT001")
        #expect(signed.outerSignature?.signature == [4, 5])
        #expect(signed.outerSignature?.signed == inner + reference)
        for count in 0..<outer.count {
            #expect(throws: ParseError.self) { try CVObject(parsing: Array(outer.prefix(count))) }
        }
        #expect(throws: ParseError.self) { try CVCertificate(parsing: inner) }
        #expect(throws: ParseError.self) { try CVRequest(parsing: Self.sample) }
    }

    @Test func `a description is read with its fields`() throws {
        let bytes = hex(
            """
            3035 060A04007F00070301030101 A1050C0349737375 A2061304687474 70 A3050C03537562
            A5060C045465726D A7080C0600000000 0000
            """)
        // The hashes must be octet strings in a set.
        #expect(throws: ParseError.self) { try CVCertificateDescription(parsing: bytes) }
        let fixed = hex(
            """
            3033 060A04007F00070301030101 A1060C0449737375 A206130468747470 A3050C03537562
            A5060C045465726D A706 3104 0402ABCD
            """)
        guard case .description(let description) = try CVObject(parsing: fixed) else {
            Issue.record("it is no description")
            return
        }
        #expect(description.issuerName == "Issu" && description.issuerURL == "http" && description.subjectName == "Sub")
        #expect(description.subjectURL == nil && description.redirectURL == nil)
        #expect(description.plainTerms == "Term")
        #expect(description.communicationCertificates == [[0xAB, 0xCD]])
        #expect(description.encoded == fixed)
        for count in 0..<fixed.count {
            #expect(throws: ParseError.self) { try CVObject(parsing: Array(fixed.prefix(count))) }
        }
        // Any other SEQUENCE, an X.509 certificate for one, is none.
        #expect(throws: ParseError.self) { try CVObject(parsing: hex("3005 0603 2A0304")) }
        #expect(throws: ParseError.self) { try CVObject(parsing: hex("3003 020101")) }
    }

    @Test(.enabled(if: Corpus.isThere, Corpus.notice))
    func `every file of the corpus is what it says`() throws {
        let expected: [String: String] = [
            "MY_cvreq.bin": "request", "req_18102010_csr.bin": "request", "csr_with_outer_sig.bin": "request 67",
            "cvc1_desc.bin": "description", "kba_cert_desc.bin": "description",
            "csca_germany_013_self_signed_cer.bin": "nothing",
        ]
        let files = try Corpus.files(in: "cvc")
        #expect(files.count >= 25)
        for path in files {
            let bytes = try Corpus.file(path)
            let kind: String
            switch try? CVObject(parsing: bytes) {
            case .certificate(let certificate):
                kind = "certificate"
                // One of them has a longer length field than it needs.
                #expect(bytes.suffix(certificate.contents.count) == certificate.contents[...], "\(path)")
            case .request(let request): kind = request.outerSignature == nil ? "request" : "request 67"
            case .description: kind = "description"
            case nil: kind = "nothing"
            }
            let name = String(path.split(separator: "/").last ?? "")
            #expect(kind == expected[name] ?? "certificate", "\(path)")
            for count in stride(from: 0, to: bytes.count, by: 7) {
                #expect(throws: ParseError.self) { try CVObject(parsing: Array(bytes.prefix(count))) }
            }
        }
    }
}
