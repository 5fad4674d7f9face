import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import LDS
import PassportSimulator
import SecureMessaging
import Testing

struct EPassportReaderTests {
    @Test(arguments: [
        ("access=bac", "BAC"), ("access=pace", "PACE"), ("access=both", "PACE"), ("access=bac&extended=off", "BAC"),
        ("access=both&extended=off", "PACE"), ("access=plain", "none"),
    ])
    func `the whole document is read with the access it offers`(settings: String, access: String) throws {
        let desk = try Desk(settings)
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        #expect(reading.access.established?.name == access)
        #expect(reading.agrees(with: desk.document))
        for file in desk.document.files.ids where file != .atrInfo {
            #expect(reading.files[file] == desk.document.files[file], "\(file)")
        }
        #expect(reading.deviations == (access == "none" ? [.noAccessControl] : []))
    }

    @Test(arguments: NamedCurve.allCases)
    func `PACE runs on every curve with every cipher`(curve: NamedCurve) throws {
        for cipher in ["3des", "aes128", "aes192", "aes256"] {
            let desk = try Desk("access=pace&pace=gm,\(cipher),\(curve.setting)")
            let reading = try desk.read(wanting: .only([.dg1]))
            #expect(reading.interruption == nil, "\(curve) \(cipher)")
            guard case .pace(let description) = reading.access.established else {
                Issue.record("no PACE with \(curve) \(cipher)")
                continue
            }
            #expect(description.parameterID == curve.standardizedDomainParameterID)
            #expect(reading.files[.dg1] == desk.document.files[.dg1])
        }
    }

    @Test func `the CAN opens a chip with PACE`() throws {
        let desk = try Desk("access=pace")
        let can = try #require(desk.document.cardAccessNumber)
        let reading = try desk.read(key: AccessKey(cardAccessNumber: SecretBytes(can.utf8)))
        #expect(reading.interruption == nil)
        #expect(reading.files[.dg1] == desk.document.files[.dg1])
    }

    @Test(arguments: ["access=bac", "access=pace"])
    func `a wrong MRZ is told as a refused secret`(settings: String) throws {
        let desk = try Desk(settings)
        let reading = try desk.read(key: AccessKey(mrzInformation: SecretBytes("L898902C<369080619406236".utf8)))
        #expect(reading.interruption?.code == .authenticationFailed)
        #expect(reading.access.attempts.map(\.outcome) == [.refusedSecret(nil)])
        #expect(reading.access.established == nil)
        #expect(reading.files.ids.allSatisfy { $0 == .cardAccess || $0 == .atrInfo })
    }

    @Test func `a failed PACE is not answered with BAC unless the caller allows it`() throws {
        let desk = try Desk("access=both")
        func spoilPACE(_ link: any CardLink) -> any CardLink { SpoiledCommand(link, ins: 0x86, status: 0x6A80) }
        let strict = try desk.read(through: spoilPACE)
        #expect(strict.interruption?.code == .unexpectedStatus(0x6A80))
        #expect(strict.access.attempts.count == 1)

        let lenient = try desk.read(policy: AccessPolicy(mayFallBackToBAC: true), through: spoilPACE)
        #expect(lenient.interruption == nil)
        #expect(lenient.access.established == .bac && lenient.access.fellBackToBAC)
        #expect(lenient.access.attempts.count == 2)
    }

    @Test func `BAC is used on request although PACE is offered`() throws {
        let reading = try Desk("access=both").read(policy: AccessPolicy(preference: .bac))
        #expect(reading.access.established == .bac && !reading.access.fellBackToBAC)
    }

    @Test func `PACE on request is not replaced where the chip has none`() throws {
        let reading = try Desk("access=bac").read(policy: AccessPolicy(preference: .pace))
        #expect(reading.interruption?.code == .unsupported)
        #expect(reading.application == .selected)
    }

    @Test func `a CAN alone cannot open a chip that has only BAC`() throws {
        let reading = try Desk("access=bac").read(key: AccessKey(cardAccessNumber: SecretBytes("271828".utf8)))
        #expect(reading.interruption?.code == .unsupported)
        #expect(reading.interruption?.detail?.contains("BAC needs the MRZ") == true)
    }

    @Test func `only the wanted files are read`() throws {
        let reading = try Desk("access=pace").read(wanting: .only([.dg1, .dg14]))
        #expect(reading.files.ids.filter { !$0.isInMasterFile } == [.dg1, .dg14])
    }

    @Test func `files that need Terminal Authentication are not asked for`() throws {
        let desk = try Desk("", name: "passport-biometric")
        let reading = try desk.read()
        #expect(reading.skipped[.dg3] == .needsTerminalAuthentication)
        #expect(reading.interruption == nil)
        let asked = try desk.read(wanting: .only([.dg1, .dg3]))
        #expect(asked.skipped[.dg3] == .notPermitted(0x6982))
        #expect(asked.files[.dg1] == desk.document.files[.dg1])
    }

    @Test func `a file that is not there is skipped and the others are read`() throws {
        let desk = try Desk("access=pace")
        let reading = try desk.read(wanting: .only([.dg1, .dg7]))
        #expect(reading.skipped == [.dg7: .absent(0x6A82)])
        #expect(reading.files[.dg1] == desk.document.files[.dg1])
    }

    @Test func `progress rises to the length of each file and the portrait comes last`() throws {
        let desk = try Desk("extended=off")
        var finished: [FileID] = []
        var last: [FileID: Int] = [:]
        let reading = try desk.read(onEvent: { event in
            switch event {
            case .progress(let file, let read, let total):
                #expect(read > last[file] ?? 0)
                if let total { #expect(read <= total) }
                last[file] = read
            case .finished(let file, let count):
                finished.append(file)
                #expect(last[file] == count)
            case .step: break
            }
        })
        #expect(finished.last == .dg2)
        #expect(Set(finished) == Set(reading.files.ids.filter { !$0.isInMasterFile }))
    }

    @Test func `a read can be cancelled between any two commands`() throws {
        let desk = try Desk("extended=off")
        func read(cancellingAt limit: Int) throws -> (reading: EPassportReading, checks: Int) {
            var checks = 0
            _ = try desk.simulated.reset(.cold)
            let reading = EPassportReader().read(
                from: LinkChannel(desk.simulated), key: try desk.key,
                isCancelled: {
                    checks += 1
                    return checks > limit
                })
            return (reading, checks)
        }
        let total = try read(cancellingAt: .max).checks
        #expect(total > 80)
        for limit in stride(from: 0, to: total, by: 3) {
            #expect(try read(cancellingAt: limit).reading.interruption?.code == .cancelled)
        }
    }

    @Test func `a card that is no passport is told, with what it is instead`() throws {
        let link = AnsweringLink { command in
            command.starts(with: [0x00, 0xA4, 0x04, 0x0C, 0x09, 0xE8]) ? [0x90, 0x00] : [0x6A, 0x82]
        }
        let reading = EPassportReader().read(
            from: LinkChannel(link), key: AccessKey(mrzInformation: SecretBytes("L898902C<369080619406236".utf8)))
        #expect(reading.application == .absent(0x6A82))
        #expect(reading.otherApplications == ["eID"])
        #expect(reading.interruption?.step == "SELECT eMRTD application")
    }
}
