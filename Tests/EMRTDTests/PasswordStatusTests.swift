import EMRTD
import ISO7816
import Testing

struct PasswordStatusTests {
    /// TR-03110-3 §B.11.1.
    @Test(
        arguments: [
            (0x9000, .ready, nil, true), (0x63C9, .triesLeft(9), 9, true), (0x63C2, .triesLeft(2), 2, true),
            (0x63C1, .suspended, 1, false), (0x63C0, .blocked, 0, false), (0x6983, .blocked, 0, false),
            (0x6985, .suspended, 1, false), (0x6283, .deactivated, nil, false), (0x6984, .deactivated, nil, false),
            (0x6A88, .notOffered, nil, false), (0x6A80, .notOffered, nil, false), (0x6300, .unknown, nil, false),
            (0x6F00, .unknown, nil, false),
        ] as [(UInt16, PasswordStatus.State, Int?, Bool)])
    func `a status word tells the state`(status: UInt16, state: PasswordStatus.State, left: Int?, isUsable: Bool) {
        for password in [PACEPassword.pin, .puk] {
            let found = PasswordStatus(password, StatusWord(status))
            #expect(found.state == state && found.triesLeft == left)
            #expect((found.diagnosis == nil) == isUsable)
            #expect(found.description.contains(password.name))
        }
    }
}
