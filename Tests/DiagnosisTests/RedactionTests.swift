import ReaderKnowledge
import Testing

@testable import Diagnosis

@Suite struct RedactionTests {
    private static func redaction(
        names: [String] = [], serials: [String] = [], readers: [Desk.Reader] = []
    ) throws -> Redaction {
        var facts = Facts()
        facts.surroundings.personalNames = names
        facts.devices = serials.map { serial in
            USBDevice(
                path: "1-1", identifier: .init(vendor: 1, product: 1), release: 0, product: nil, maker: nil,
                serial: serial, isAuthorized: true, interfaces: [], abilities: [], suspendsItself: false,
                persists: false, node: nil, isIgnored: false)
        }
        return Redaction(facts)
    }

    @Test(
        arguments: [
            // Whole words only: a name inside of another word is no name.
            ("eve", "every reader, eve's desk", "every reader, NAME's desk"),
            ("otto", "lotto ottoman Otto OTTO otto_2", "lotto ottoman NAME NAME otto_2"),
            ("anna", "anna-laptop: /home/anna/x", "NAME-laptop: /home/USER/x"),
            ("/home/anna", "/home/anna/pcsc-spy, /home/annabel", "HOME/pcsc-spy, /home/USER"),
            ("/srv/people/eve", "/srv/people/eve/x /srv/people/everest", "HOME/x /srv/people/everest"),
            // A name that the report itself is made of tells nobody's name.
            ("reader", "reader: no card; /home/reader/a", "reader: no card; /home/USER/a"),
            ("debian", "Debian, libccid", "Debian, libccid"),
            // In a path that somebody chose it does.
            ("vm", "vm: /tmp/xrdp-eve-vm/s, /usr/lib/vm", "vm: /tmp/xrdp-eve-NAME/s, /usr/lib/vm"),
            ("al", "al: all of /srv/al/s", "NAME: all of /srv/NAME/s"),
            ("1.9.9", "pcscd 1.9.9", "pcscd 1.9.9"),
            ("", "nothing", "nothing"),
        ])
    func `names go where they are names`(name: String, text: String, shown: String) throws {
        #expect(try Self.redaction(names: [name]).applied(to: text) == shown)
    }

    @Test(
        arguments: [
            ("RR123-456789", "Reader (RR123-456789) 00 00, xRR123-456789x", "Reader (SERIAL) 00 00, xSERIALx"),
            ("1.5", "libccid 1.5.2 and 1.5", "libccid SERIAL.2 and SERIAL"), ("12", "12 readers", "12 readers"),
            ("0001", "10001 and 0001", "10001 and SERIAL"),
        ])
    func `serial numbers go`(serial: String, text: String, shown: String) throws {
        #expect(try Self.redaction(serials: [serial]).applied(to: text) == shown)
    }

    @Test(
        arguments: [
            ("Key of Eve [OTP] (0012345678) SN:AB12CD34", "Key of Eve [OTP] (SERIAL) SN:SERIAL"),
            ("Token S/N K7A 00 00", "Token S/N SERIAL 00 00"), ("Reader CAFE1234 00 00", "Reader SERIAL 00 00"),
            ("Reader SN12345678 00 00", "Reader SERIAL 00 00"), ("Reader a1b2c3d4e5", "Reader SERIAL"),
            // Models are told.
            ("ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 00 00", nil), ("SONY FeliCa RC-S300/P 00 00", nil),
            ("HID Global OMNIKEY 5427CK 00 00", nil), ("Identiv uTrust 3700 F CL Reader 00 00", nil),
            ("SCM Microsystems SCL3711 01 00", nil), ("Alcor Micro AU9540 00 00", nil), ("Virtual PCD 00 01", nil),
        ] as [(String, String?)])
    func `serial numbers in the name of a reader go, and its model stays`(name: String, shown: String?) throws {
        var desk = Desk()
        desk.readers = [.init(name: name, state: 0x12)]
        let redaction = Redaction(try desk.examine().facts)
        #expect(redaction.applied(to: name) == shown ?? name)
    }

    @Test func `a version is kept whatever a serial number looks like`() throws {
        let redaction = try Self.redaction(names: ["anna"], serials: ["6.1.0"])
        #expect(redaction.withoutNames("6.1.0-13-anna") == "6.1.0-13-NAME")
    }

    @Test(
        arguments: [
            ("/home/otto/reader.comm and /home/eve", "/home/USER/reader.comm and /home/USER"),
            ("/run/user/1000/pcscd.comm", "/run/user/USER/pcscd.comm"),
            (
                "a program of user number 1000, process 7 of user number 0",
                "a program of user number USER, process 7 of user number 0"
            ),
        ])
    func `homes and numbers of people nobody named go too`(text: String, shown: String) throws {
        #expect(try Self.redaction().applied(to: text) == shown)
    }

    @Test func `a shared report keeps what a maintainer needs`() throws {
        var desk = Desk()
        desk.environment = ["HOME": "/home/pcscd", "USER": "pcscd", "LOGNAME": "acs"]
        desk.files["/proc/sys/kernel/osrelease"] = .text("6.1.0-18-amd64")
        let report = try desk.examine()
        let text = report.fine.map(Redaction(report.facts).applied).joined(separator: "\n")
        for word in ["pcscd 1.9.9", "ACS ACR1252U", "072f:223b", "ifd-ccid 1.5.2"] { #expect(text.contains(word)) }
        #expect(report.facts.surroundings.kernel == "6.1.0-18-amd64")
    }
}
