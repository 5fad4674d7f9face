import CardCrypto
import Foundation
import LDS
import Octets
import TestSupport
import Testing

/// Identifiers and structures as the Python package `asn1crypto` reads and writes them.
@Suite struct ASN1PeerTests {
    /// What is asked of the package, and the answer that is ours.
    private struct Question {
        var request: String
        var answer: String
        var comment: String
    }

    /// Asks all questions at once; an answer is text as Python's `json` writes it.
    private static func ask(_ questions: [Question]) throws {
        let answers = try PeerPython.lines(
            "asn1_peer.py", input: questions.map(\.request).joined(separator: "\n") + "\n")
        #expect(answers.count == questions.count)
        for (question, answer) in zip(questions, answers) {
            let text = String(decoding: answer, as: UTF8.self)
            #expect(text == question.answer, "\(question.comment)")
        }
    }

    private static func list(_ parts: [String]) -> String { "[\(parts.joined(separator: ", "))]" }

    private static func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }

    @Test(.enabled(if: PeerPython.isThere, PeerPython.notice))
    func `thousands of identifiers are written as the package writes them`() throws {
        var state: UInt64 = 11
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % limit
        }
        var dotted = [
            "2.23.136.1.1.1", "0.4.0.127.0.7.2.2.4.2.2", "1.3.36.3.3.2.8.1.1.7", "2.999.1", "1.2.840.113549.1.1.10",
        ]
        for _ in 0..<3000 {
            let first = random(3)
            var arcs = [first, random(first == 2 ? 1000 : 40)]
            for _ in 0...random(8) { arcs.append(random([2, 128, 16384, 2_000_000_000][random(4)])) }
            dotted.append(arcs.map(String.init).joined(separator: "."))
        }
        try Self.ask(
            dotted.map { text in
                let identifier = try #require(ObjectIdentifier(text))
                #expect(identifier.dotted == text)
                return Question(
                    request: "oid \(text)", answer: Self.quoted(Hex.string(DER.encode(identifier))), comment: text)
            })
    }

    /// The objects of `bytes`, those inside of others behind them.
    private static func tree(_ reader: inout TLVReader) throws -> [String] {
        var objects: [String] = []
        while !reader.isAtEnd {
            let object = try reader.next()
            let header = object.valueOffset - object.offset
            var value = "null"
            if object.tag == .objectIdentifier { value = quoted(try object.objectIdentifier("test").dotted) }
            if object.tag == .integer, object.value.count <= 7 {
                let number = object.value.reduce(0) { $0 << 8 | Int($1) }
                let isNegative = (object.value.first ?? 0) & 0x80 != 0
                value = "\(isNegative ? number - (1 << (8 * object.value.count)) : number)"
            }
            #expect(object.tag.rawValue < 0x100)
            objects.append(
                list([
                    "\(object.offset)", "\(object.tag.tagClass.rawValue)", "\(object.tag.rawValue & 0x1F)",
                    object.tag.isConstructed ? "1" : "0", "\(header)", "\(object.value.count)", value,
                ]))
            if object.tag.isConstructed {
                var contents = try object.contents("test")
                objects += try tree(&contents)
            }
        }
        return objects
    }

    private static func infos(_ infos: SecurityInfos) throws -> String {
        list(
            try infos.entries.map { entry in
                var reader = TLVReader(entry.encoded, in: "test")
                var parts = try reader.next(.sequence).contents("test")
                _ = try parts.next()
                let required = try parts.next()
                let version = required.tag == .integer ? "\(try required.integer("test"))" : "null"
                return list([quoted(entry.protocolOID?.dotted), version])
            })
    }

    private static func securityObject(_ signed: SignedData) throws -> String {
        let object = try LDSSecurityObject(parsing: #require(signed.content))
        let hashes = object.dataGroupHashes.map { list(["\($0.number)", quoted(Hex.string($0.digest))]) }
        let info = object.ldsVersionInfo.map { list([quoted($0.ldsVersion), quoted($0.unicodeVersion)]) }
        return list([
            quoted(signed.contentType.dotted), "\(object.version)", quoted(object.hashAlgorithm.algorithm.dotted),
            list(hashes), info ?? "null",
        ])
    }

    @Test(.enabled(if: PeerPython.isThere, PeerPython.notice))
    func `structures made here are read by the package`() throws {
        let infos = SecurityInfos(
            [
                PACEInfo(mapping: .generic, keyAgreement: .ecdh, cipher: .aes128, parameterID: 13)?.securityInfo,
                ChipAuthenticationInfo(keyAgreement: .ecdh, cipher: .aes256, keyID: 1).securityInfo,
                TerminalAuthenticationInfo(fileIdentifier: 0x011C, shortFileIdentifier: 0x1C).securityInfo,
            ].compactMap { $0 })
        let curve = try #require(ObjectIdentifier("1.2.840.10045.3.1.7"))
        let key = SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(
                try #require(ObjectIdentifier("1.2.840.10045.2.1")), parameters: DER.encode(curve)),
            publicKey: [UInt8](repeating: 4, count: 65))
        var reader = TLVReader(infos.encoded(), in: "test")
        try Self.ask([
            Question(
                request: "tree \(Hex.string(infos.encoded()))", answer: Self.list(try Self.tree(&reader)),
                comment: "tree"),
            Question(
                request: "infos \(Hex.string(infos.encoded()))", answer: try Self.infos(infos), comment: "SecurityInfos"
            ),
            Question(
                request: "key \(Hex.string(key.encoded))",
                answer: "[\"1.2.840.10045.2.1\", \"1.2.840.10045.3.1.7\", 65]",
                comment: "key"),
        ])
    }

    @Test(
        .enabled(if: PeerPython.isThere, PeerPython.notice), .enabled(if: Corpus.isThere, Corpus.notice))
    func `every signed file and every list of protocols of the corpus is what the package makes of it`() throws {
        var questions: [Question] = []
        let folders = ["sod", "sod_negative", "cardsecurity", "cardaccess", "dg/dg14", "dg/dg15"]
        for path in try folders.flatMap({ try Corpus.files(in: $0) }) {
            let bytes = try Corpus.file(path)
            var inner = bytes
            if let first = bytes.first, [0x77, 0x6E, 0x6F].contains(first) {
                var outer = TLVReader(bytes, in: "test", rules: .ber)
                inner = Array(try outer.next().value)
            }
            if path.hasPrefix("sod") {
                inner = try EFSOD(parsing: bytes).contentInfo
            } else if path.hasPrefix("cardaccess") {
                // One of them has a status word behind its end.
                var outer = TLVReader(bytes, in: path)
                inner = Array(try outer.next().encoded)
            } else if path.hasPrefix("cardsecurity") {
                inner = try EFCardSecurity(parsing: bytes).contentInfo
            }
            let text = Hex.string(inner)
            var reader = TLVReader(inner[...], in: path, rules: .ber)
            questions.append(
                Question(request: "tree \(text)", answer: Self.list(try Self.tree(&reader)), comment: "tree of \(path)")
            )
            if path.hasPrefix("cardaccess") || path.hasPrefix("dg/dg14") {
                let infos = try SecurityInfos(parsing: inner)
                questions.append(
                    Question(request: "infos \(text)", answer: try Self.infos(infos), comment: "infos of \(path)"))
            }
            // The package reads the contents of version 1, made to fail, as PKCS #7 had them: without OCTET STRING.
            if path.hasPrefix("sod"), path != "sod_negative/BSI_cms_v1.bin",
                let signed = try? SignedData(parsing: inner),
                let answer = try? Self.securityObject(signed)
            {
                questions.append(Question(request: "sod \(text)", answer: answer, comment: "hashes of \(path)"))
            }
        }
        print("ASN.1: \(questions.count) comparisons with the package asn1crypto")
        #expect(questions.count > 80)
        try Self.ask(questions)
    }
}
