import Octets
import Testing

@testable import PassportSimulator
@testable import Trust

struct CertificateUseRuleTests {
    private func verdict(_ change: (inout Chain) -> Void) throws -> Verdict? {
        var chain = try Chain()
        change(&chain)
        return try chain.report()[.certificateUse]
    }

    @Test func `certificates of the profile pass`() throws { #expect(try verdict { _ in } == .passed) }

    @Test(arguments: [(UInt8(0x80), true), (0xC0, true), (0x40, false), (0x06, false)])
    func `the signer's key must be there to sign`(usage: UInt8, holds: Bool) throws {
        #expect(
            try verdict { $0.signer.setKeyUsage(usage) }
                == (holds ? .passed : .failed(.keyUsage(certificate: "document signer"))))
    }

    @Test(arguments: [(UInt8(0x06), true), (0x04, true), (0x86, true), (0x02, false), (0x80, false)])
    func `the CSCA's key must be there to sign certificates`(usage: UInt8, holds: Bool) throws {
        #expect(
            try verdict { $0.country.setKeyUsage(usage) }
                == (holds ? .passed : .failed(.keyUsage(certificate: "CSCA"))))
    }

    @Test func `a key usage that is not told is noted`() throws {
        #expect(try verdict { $0.signer.remove(15) } == .warning([.noKeyUsage(certificate: "document signer")]))
        #expect(try verdict { $0.country.remove(15) } == .warning([.noKeyUsage(certificate: "CSCA")]))
    }

    @Test func `basicConstraints may be odd where the key usage is clear`() throws {
        #expect(try verdict { $0.country.remove(19) } == .warning([.authorityNotDeclared]))
        let no = DER.sequence([])
        #expect(try verdict { $0.country.put(19, isCritical: true, no) } == .warning([.authorityNotDeclared]))
        // cA FALSE with a path length, as one real certificate has it.
        let withLength = DER.sequence([DER.encode(integer: 0)])
        #expect(try verdict { $0.country.put(19, isCritical: true, withLength) } == .warning([.authorityNotDeclared]))
        #expect(
            try verdict {
                $0.country.put(19, isCritical: true, no)
                $0.country.remove(15)
            } == .failed(.notACertificationAuthority))
    }

    @Test(arguments: [0, 1, 5]) func `no path length is too short for a path of one`(length: Int) throws {
        let value = DER.sequence([TLV.encode(.boolean, [0xFF]), DER.encode(integer: length)])
        #expect(try verdict { $0.country.put(19, isCritical: true, value) } == .passed)
    }

    @Test func `a signer that calls itself an authority is told`() throws {
        let value = DER.sequence([TLV.encode(.boolean, [0xFF])])
        #expect(try verdict { $0.signer.put(19, isCritical: true, value) } == .warning([.signerIsAuthority]))
    }

    @Test func `a key for another purpose signs no documents`() throws {
        // id-icao-cscaMasterListSigningKey.
        let purpose = DER.sequence([DER.encode(oid("2.23.136.1.1.3"))])
        #expect(
            try verdict { $0.signer.put(37, isCritical: true, purpose) }
                == .failed(.extendedKeyUsage(certificate: "document signer")))
    }

    @Test func `a critical extension that is not known, or cannot be read, fails`() throws {
        func add(_ part: inout Chain.Part, _ value: [UInt8], _ identifier: [UInt8], isCritical: Bool) {
            part.builder.extensions.append(Chain.extensionField(identifier, isCritical: isCritical, value))
        }
        let unknown: [UInt8] = [0x2A, 0x03, 0x04]
        #expect(
            try verdict { add(&$0.signer, [0x05, 0x00], unknown, isCritical: true) }
                == .failed(.unknownCriticalExtension(oid("1.2.3.4"))))
        #expect(
            try verdict { add(&$0.country, [0x05, 0x00], unknown, isCritical: true) }
                == .failed(.unknownCriticalExtension(oid("1.2.3.4"))))
        #expect(try verdict { add(&$0.signer, [0x05, 0x00], unknown, isCritical: false) } == .passed)
        #expect(
            try verdict { $0.signer.put(15, isCritical: true, [0x05, 0x00]) }
                == .failed(.malformedExtension(certificate: "document signer", oid("2.5.29.15"))))
        #expect(
            try verdict { $0.signer.put(16, [0x05, 0x00]) }
                == .warning([.malformedExtension(certificate: "document signer", oid("2.5.29.16"))]))
    }
}
