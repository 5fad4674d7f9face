import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct RevocationListTests {
    /// What goes into a list.
    private struct Parts {
        var version: [UInt8] = DER.encode(integer: 1)
        var issuer = Issuing.name([("2.5.4.6", "UT"), ("2.5.4.3", "CSCA Utopia")])
        var times = [Issuing.time("250102030405Z"), Issuing.time("20500203040506Z")]
        var entries: [[UInt8]] = []
        var extensions: [[UInt8]] = [
            Issuing.extensionField("2.5.29.35", DER.sequence([TLV.encode(0x80, [1, 2, 3])])),
            Issuing.extensionField("2.5.29.20", DER.encode(integer: 7)),
        ]
        var outer: AlgorithmIdentifier?

        func list(by key: PrivateKey, _ algorithm: SignatureAlgorithm = .ecdsa(.sha256)) throws -> [UInt8] {
            let content = DER.sequence(
                [version, algorithm.identifier.encoded(), issuer] + times
                    + (entries.isEmpty ? [] : [DER.sequence(entries)])
                    + (extensions.isEmpty ? [] : [TLV.encode(0xA0, DER.sequence(extensions))]))
            return DER.sequence([
                content, (outer ?? algorithm.identifier).encoded(),
                DER.bitString(try key.sign(content, algorithm: algorithm)),
            ])
        }
    }

    private static func entry(_ serial: [UInt8], _ time: String = "250102030405Z", _ more: [UInt8]...) -> [UInt8] {
        DER.sequence([TLV.encode(.integer, serial), Issuing.time(time)] + more)
    }

    private static func reason(_ code: UInt8) -> [UInt8] {
        DER.sequence([Issuing.extensionField("2.5.29.21", [0x0A, 0x01, code])])
    }

    private let key = try? PrivateKey(.secp256r1, random: .seeded(1))

    private func list(_ change: (inout Parts) -> Void = { _ in }) throws -> RevocationList {
        var parts = Parts()
        change(&parts)
        return try RevocationList(parsing: parts.list(by: try #require(key)))
    }

    @Test func `a list is read with its entries and times`() throws {
        let list = try list {
            $0.entries = [
                Self.entry([0x12, 0x34]), Self.entry([0x05], "240102030405Z", Self.reason(1)),
                Self.entry([0x80], "260102030405Z"),
            ]
        }
        #expect(list.version == 2)
        #expect(list.issuer.country == "UT")
        #expect(list.thisUpdate.isoDate == "2025-01-02" && list.nextUpdate?.isoDate == "2050-02-03")
        #expect(list.extensions.authorityKeyIdentifier == [1, 2, 3])
        #expect(list.extensions.unknownCritical.isEmpty)
        #expect(list.entries.count == 3)
        #expect(list.entry(of: [0x12, 0x34])?.reason == nil)
        #expect(list.entry(of: [0x05])?.reason == 1)
        #expect(list.entry(of: [0x05])?.date.isoDate == "2024-01-02")
        #expect(list.entry(of: [0x00, 0x80]) != nil)
        #expect(list.entry(of: [0x06]) == nil)
        #expect(list.isSigned(by: try #require(key).publicKey) == .valid)
        #expect(list.isSigned(by: try PrivateKey(.secp256r1, random: .seeded(2)).publicKey) == .invalid(.signature))
    }

    @Test func `an empty list, a list of version 1 and one without a next time are read`() throws {
        #expect(try list().entries.isEmpty)
        #expect(try list { $0.entries = [Self.entry([1])] }.entries.count == 1)
        #expect(try list { $0.times.removeLast() }.nextUpdate == nil)
        let first = try list {
            $0.version = []
            $0.extensions = []
            $0.entries = [Self.entry([1])]
        }
        #expect(first.version == 1 && first.entries.count == 1)
    }

    @Test func `of two entries the earlier date counts`() throws {
        let list = try list {
            $0.entries = [
                Self.entry([1], "260102030405Z"), Self.entry([1], "250102030405Z"), Self.entry([1], "270102030405Z"),
            ]
        }
        #expect(list.entry(of: [1])?.date.isoDate == "2025-01-02")
    }

    @Test func `critical extensions that are not known are told`() throws {
        let list = try list {
            $0.extensions.append(Issuing.extensionField("2.5.29.27", critical: true, DER.encode(integer: 1)))
        }
        #expect(list.extensions.unknownCritical == [Issuing.identifier("2.5.29.27")])
    }

    @Test func `different algorithms inside and outside are refused`() throws {
        let list = try list { $0.outer = SignatureAlgorithm.ecdsa(.sha384).identifier }
        #expect(list.isSigned(by: try #require(key).publicKey) == .invalid(.algorithmsDiffer))
    }

    @Test func `a list of version 3, without times or with broken entries is refused`() {
        #expect(throws: CryptoError.self) { try list { $0.version = DER.encode(integer: 2) } }
        #expect(throws: CryptoError.self) { try list { $0.times = [] } }
        #expect(throws: CryptoError.self) { try list { $0.entries = [DER.sequence([])] } }
        #expect(throws: CryptoError.self) { try list { $0.entries = [Self.entry([1], "hello")] } }
        #expect(throws: CryptoError.self) {
            try list { $0.entries = [Self.entry([1], "250102030405Z", [0x05, 0x00])] }
        }
    }

    @Test func `a list that is cut off, too long or changed anywhere is refused or at least not valid`() throws {
        let key = try #require(key)
        var parts = Parts()
        parts.entries = [Self.entry([1]), Self.entry([2], "250102030405Z", Self.reason(4))]
        let bytes = try parts.list(by: key)
        for count in 0..<bytes.count {
            #expect(throws: CryptoError.self) { try RevocationList(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: CryptoError.self) { try RevocationList(parsing: bytes + [0]) }
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            guard let list = try? RevocationList(parsing: changed) else { continue }
            #expect(list.isSigned(by: key.publicKey) != .valid, "bit \(bit)")
        }
    }

    @Test func `a certificate is no revocation list`() throws {
        let certificate = try Issuing.documentSigner().certificate
        #expect(throws: CryptoError.self) { try RevocationList(parsing: certificate) }
    }
}
