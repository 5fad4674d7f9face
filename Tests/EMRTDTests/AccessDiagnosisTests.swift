import EMRTD
import ISO7816
import Testing

struct AccessDiagnosisTests {
    private static let steps: [AccessStep] = [
        .selectPassword, .generalAuthenticate(1), .generalAuthenticate(2), .generalAuthenticate(3),
        .generalAuthenticate(4), .basicAccessChallenge, .basicAccessAuthenticate, .selectApplication, .selectFile,
        .readFile, .chipAuthentication, .selectAuthority, .verifyCertificate, .selectTerminal, .terminalChallenge,
        .terminalAuthenticate, .resetRetryCounter,
    ]
    private static let statuses: [UInt16] =
        [
            0x6200, 0x6283, 0x6300, 0x6400, 0x6700, 0x6881, 0x6883, 0x6884, 0x6982, 0x6983, 0x6984, 0x6985, 0x6986,
            0x6987,
            0x6988, 0x6A80, 0x6A81, 0x6A82, 0x6A86, 0x6A87, 0x6A88, 0x6B00, 0x6D00, 0x6E00, 0x6F00, 0x6FFF,
        ] + Array(0x63C0...0x63CF)
    private static let passwords: [PACEPassword?] = [.machineReadableZone, .cardAccessNumber, .pin, .puk, nil]

    @Test func `every status at every step has its sentences`() {
        for step in Self.steps {
            for password in Self.passwords {
                for status in Self.statuses {
                    let diagnosis = AccessRefusal(StatusWord(status), at: step, password: password).diagnosis
                    #expect(diagnosis.happened.contains(StatusWord(status).description))
                    #expect(!diagnosis.likely.isEmpty && !diagnosis.remedy.isEmpty)
                }
            }
        }
    }

    /// TR-03110-3 §B.9 to §B.11, 9303-11 §4.3.4, §4.4.4, §6.2.4, §7.1.4, and what chips answer beyond them.
    @Test(
        arguments: [
            // MSE:Set AT of PACE.
            (.selectPassword, .pin, 0x63C0, .blocked, 0), (.selectPassword, .pin, 0x63C1, .suspended, 1),
            (.selectPassword, .pin, 0x6983, .blocked, 0), (.selectPassword, .pin, 0x6984, .deactivated, nil),
            (.selectPassword, .pin, 0x6985, .suspended, 1), (.selectPassword, .pin, 0x6283, .deactivated, nil),
            (.selectPassword, .pin, 0x6A80, .notPermitted, nil), (.selectPassword, .pin, 0x6A88, .notOffered, nil),
            (.selectPassword, .pin, 0x6300, .unknownCounter, nil), (.selectPassword, .pin, 0x6982, .notPermitted, nil),
            (.selectPassword, .pin, 0x6F00, .unknownCounter, nil), (.selectPassword, .puk, 0x6983, .blocked, 0),
            (.selectPassword, .machineReadableZone, 0x6A80, .notOffered, nil),
            (.selectPassword, .cardAccessNumber, 0x6A88, .notOffered, nil),
            (.selectPassword, .cardAccessNumber, 0x6A86, .notOffered, nil),
            (.selectPassword, .machineReadableZone, 0x6D00, .notOffered, nil),
            (.selectPassword, .machineReadableZone, 0x6F00, .broken, nil),
            // GENERAL AUTHENTICATE.
            (.generalAuthenticate(4), .machineReadableZone, 0x6300, .wrongSecret, nil),
            (.generalAuthenticate(4), .pin, 0x6300, .wrongSecret, nil),
            (.generalAuthenticate(4), .pin, 0x63C2, .wrongSecret, 2),
            (.generalAuthenticate(4), .pin, 0x63C1, .suspended, 1),
            (.generalAuthenticate(4), .pin, 0x63C0, .blocked, 0), (.generalAuthenticate(4), .pin, 0x6983, .blocked, 0),
            (.generalAuthenticate(4), .pin, 0x6984, .deactivated, nil),
            (.generalAuthenticate(4), .pin, 0x6985, .suspended, 1),
            (.generalAuthenticate(2), .machineReadableZone, 0x6985, .notPermitted, nil),
            (.generalAuthenticate(4), .pin, 0x6982, .notPermitted, nil),
            (.generalAuthenticate(1), .machineReadableZone, 0x6300, .broken, nil),
            (.generalAuthenticate(2), .machineReadableZone, 0x6A80, .broken, nil),
            (.generalAuthenticate(3), .machineReadableZone, 0x6883, .broken, nil),
            (.generalAuthenticate(1), .cardAccessNumber, 0x6A88, .notOffered, nil),
            (.generalAuthenticate(2), .cardAccessNumber, 0x6982, .notPermitted, nil),
            // BAC.
            (.basicAccessAuthenticate, .machineReadableZone, 0x6300, .wrongSecret, nil),
            (.basicAccessAuthenticate, .machineReadableZone, 0x63C3, .wrongSecret, 3),
            (.basicAccessAuthenticate, .machineReadableZone, 0x6982, .notOffered, nil),
            (.basicAccessAuthenticate, .machineReadableZone, 0x6985, .notOffered, nil),
            (.basicAccessAuthenticate, .machineReadableZone, 0x6A88, .notOffered, nil),
            (.basicAccessAuthenticate, .machineReadableZone, 0x6988, .broken, nil),
            (.basicAccessChallenge, .machineReadableZone, 0x6D00, .notOffered, nil),
            // Files.
            (.selectApplication, nil, 0x6A82, .otherCard, nil), (.selectApplication, nil, 0x6A86, .otherCard, nil),
            (.selectApplication, nil, 0x6D00, .otherCard, nil), (.selectApplication, nil, 0x6283, .otherCard, nil),
            (.selectApplication, nil, 0x6982, .notPermitted, nil), (.selectFile, nil, 0x6A82, .notOffered, nil),
            (.readFile, nil, 0x6982, .notPermitted, nil), (.readFile, nil, 0x6988, .broken, nil),
            // Chip Authentication.
            (.chipAuthentication, nil, 0x6300, .broken, nil), (.chipAuthentication, nil, 0x6A80, .broken, nil),
            (.chipAuthentication, nil, 0x6A88, .broken, nil), (.chipAuthentication, nil, 0x6D00, .notOffered, nil),
            (.chipAuthentication, nil, 0x6982, .notPermitted, nil),
            // Terminal Authentication.
            (.selectAuthority, nil, 0x6A88, .notTrusted, nil), (.verifyCertificate, nil, 0x6300, .notTrusted, nil),
            (.verifyCertificate, nil, 0x6A80, .notTrusted, nil), (.verifyCertificate, nil, 0x6A88, .notTrusted, nil),
            (.verifyCertificate, nil, 0x6700, .broken, nil), (.selectTerminal, nil, 0x6A88, .notTrusted, nil),
            (.terminalChallenge, nil, 0x6982, .notPermitted, nil),
            (.terminalAuthenticate, nil, 0x6300, .notTrusted, nil),
            (.terminalAuthenticate, nil, 0x6982, .notPermitted, nil), (.selectAuthority, nil, 0x6D00, .notOffered, nil),
            // RESET RETRY COUNTER.
            (.resetRetryCounter, .puk, 0x6982, .notPermitted, nil), (.resetRetryCounter, .puk, 0x6983, .blocked, 0),
        ] as [(AccessStep, PACEPassword?, UInt16, AccessDiagnosis.Kind, Int?)])
    func `a status means what the table says`(
        step: AccessStep, password: PACEPassword?, status: UInt16, kind: AccessDiagnosis.Kind, left: Int?
    ) {
        let diagnosis = AccessRefusal(StatusWord(status), at: step, password: password).diagnosis
        #expect(diagnosis.kind == kind)
        #expect(diagnosis.triesLeft == left)
        if let password, ![.otherCard, .broken, .notOffered].contains(kind) {
            #expect(diagnosis.happened.contains(password.name))
        }
    }

    @Test(
        arguments: [
            (0x63C1, AccessDiagnosis.Kind.lastTryKept, 1), (0x6300, .unknownCounter, nil),
            (0x6200, .unknownCounter, nil),
        ] as [(UInt16, AccessDiagnosis.Kind, Int?)])
    func `a secret that was kept is told as such`(status: UInt16, kind: AccessDiagnosis.Kind, left: Int?) {
        let refusal = AccessRefusal(StatusWord(status), at: .selectPassword, password: .pin, isWithheld: true)
        #expect(refusal.diagnosis.kind == kind && refusal.diagnosis.triesLeft == left)
    }

    @Test func `a PACE that the chip ends is not told as Terminal Authentication`() {
        let refusal = AccessRefusal(0x6985, at: .generalAuthenticate(2), password: .machineReadableZone)
        #expect(refusal.diagnosis.likely.contains("field") && refusal.diagnosis.remedy.contains("BAC"))
    }

    @Test func `every kind can occur`() {
        var kinds: Set<AccessDiagnosis.Kind> = []
        for step in Self.steps {
            for password in Self.passwords {
                for status in Self.statuses {
                    for isWithheld in [false, true] {
                        let refusal = AccessRefusal(
                            StatusWord(status), at: step, password: password, isWithheld: isWithheld)
                        kinds.insert(refusal.diagnosis.kind)
                    }
                }
            }
        }
        #expect(kinds == Set(AccessDiagnosis.Kind.allCases))
    }
}
