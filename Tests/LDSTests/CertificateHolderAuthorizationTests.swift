import LDS
import TestSupport
import Testing

struct CertificateHolderAuthorizationTests {
    @Test(
        arguments: [
            (CertificateHolderAuthorization.Role.certificationAuthority, [0, 1], "C3"),
            (.domesticDocumentVerifier, [0], "81"),
            (.foreignDocumentVerifier, [1], "42"), (.terminal, [], "00"), (.terminal, [0, 1, 6, 7, 99, -1], "03"),
        ] as [(CertificateHolderAuthorization.Role, [Int], String)])
    func `an inspection system has its role and two rights`(
        role: CertificateHolderAuthorization.Role, rights: [Int], bits: String
    ) {
        let authorization = CertificateHolderAuthorization(.inspectionSystem, role, rights: rights)
        #expect(authorization.bits == hex(bits))
        #expect(authorization.role == role)
        #expect(authorization.encoded == hex("7F4C0E 0609 04007F000703010201 5301 \(bits)"))
        #expect(authorization.rightNumbers == rights.filter { (0...5).contains($0) })
        #expect(authorization.grants(.readFingerprints) == rights.contains(0))
        #expect(authorization.grants(.readIrisImages) == rights.contains(1))
    }

    /// 9303-11 §4.4.4.1 with the values of TR-03110-3 §C.4.1.
    @Test func `PACE asks for every right of an inspection system`() {
        #expect(
            CertificateHolderAuthorization.everyInspectionRight.encoded
                == hex("7F4C0E 0609 04007F000703010201 53013F"))
    }

    /// TR-03110-3 §C.4.2, with bits of certificates that are in use.
    @Test(arguments: [
        (37, "write DG17 of the eID application"), (33, "write DG21 of the eID application"),
        (28, "read DG21 of the eID application"), (8, "read DG1 of the eID application"),
        (7, "install qualified certificates"), (5, "manage the PIN"), (4, "use the CAN"), (3, "privileged terminal"),
        (0, "verify the age"),
    ])
    func `an authentication terminal has the rights of the table`(number: Int, title: String) {
        let authorization = CertificateHolderAuthorization(.authenticationTerminal, .terminal, rights: [number])
        #expect(authorization.bits.count == 5)
        #expect(authorization.rights.map(\.title) == [title])
    }

    @Test(arguments: [29, 32, 38, -1]) func `reserved bits are no rights`(number: Int) {
        #expect(TerminalRight(.authenticationTerminal, number) == nil)
    }

    @Test func `every right has its own words`() {
        for type in CertificateHolderAuthorization.TerminalType.allCases {
            let rights = (0..<64).compactMap { TerminalRight(type, $0) }
            #expect(Set(rights.map(\.title)).count == rights.count)
            #expect(rights.count == (type == .authenticationTerminal ? 34 : 2))
        }
    }

    @Test func `two authorizations leave what both grant`() throws {
        let verifier = CertificateHolderAuthorization(.inspectionSystem, .domesticDocumentVerifier, rights: [0])
        let terminal = CertificateHolderAuthorization(.inspectionSystem, .terminal, rights: [0, 1])
        let effective = try #require(verifier.restricting(terminal))
        #expect(effective.role == .terminal && effective.rights == [.readFingerprints])
        #expect(effective.description == "terminal, inspection system: read EF.DG3 (fingerprints)")
        let other = CertificateHolderAuthorization(.authenticationTerminal, .terminal, rights: [0])
        #expect(verifier.restricting(other) == nil)
    }
}
