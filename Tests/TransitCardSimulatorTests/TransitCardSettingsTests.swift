import ChipSimulation
import ISO7816
import Testing
import TransitCardSimulator

@Suite struct TransitCardSettingsTests {
    @Test func `every setting is explained, and every value that its help names is taken`() throws {
        let examples = [
            "reader": SimulatedReaderModel.allCases.map(\.rawValue), "blocks": ["1", "15"], "services": ["1", "16"],
            "flags": ["number", "bit"], "structure": ["on", "off"], "wildcard": ["on", "off"],
            "request": ["on", "off"], "delay": ["0", "5000"], "ic": ["46"], "idm": ["0102030405060708"],
        ]
        #expect(Set(TransitCardSettings.help.map(\.key)) == Set(examples.keys))
        for (key, values) in examples {
            for value in values {
                var settings = TransitCardSettings()
                try settings.apply("\(key)=\(value)")
            }
        }
    }

    @Test(
        arguments: [
            "reader=acr", "blocks=0", "blocks=16", "services=17", "flags=both", "structure=yes", "delay=-1", "ic=1",
            "idm=01", "blocks", "blocks=",
        ])
    func `a value that a setting does not have is refused with those it has`(text: String) {
        var settings = TransitCardSettings()
        #expect(throws: TransitCardSettings.Failure.self) { try settings.apply(text) }
    }

    @Test func `an unknown setting is refused by name`() {
        var settings = TransitCardSettings()
        #expect(throws: TransitCardSettings.Failure.unknownKey("colour")) { try settings.apply("colour=red") }
    }

    @Test func `a card is what readers take it for`() throws {
        let entry = try #require(TransitCardSimulator.entries.first)
        for model in SimulatedReaderModel.allCases {
            let card = try entry.make("reader=\(model.rawValue)")
            card.powerUp()
            #expect(RadioTechnology(AnswerToReset(card.answerToReset)) == .feliCa)
            #expect(AnswerToReset(card.answerToReset).deviations.isEmpty)
        }
    }

    @Test func `every card has a number of its own, of a manufacturer, and each of its systems says which it is`()
        throws
    {
        let numbers = TransitCardSimulator.entries.map { $0.settings.idm }
        #expect(Set(numbers).count == numbers.count)
        for entry in TransitCardSimulator.entries {
            let chip = entry.chip(entry.settings)
            #expect(chip.idm.count == 8 && chip.idm.prefix(2) == [0x01, 0x01])
            for number in entry.systems().indices {
                let idm = chip.idm(ofSystem: number)
                #expect(Int(idm[0] >> 4) == number && idm[0] & 0x0F == 0x01)
                #expect(idm.dropFirst() == chip.idm.dropFirst())
            }
        }
        // Brands were made with different chips too.
        #expect(Set(TransitCardSimulator.entries.map { $0.settings.traits.icType }).count > 4)
    }

    @Test func `names are unique, and every card has blocks of sixteen octets`() {
        let names = TransitCardSimulator.entries.map(\.name)
        #expect(Set(names).count == names.count)
        for entry in TransitCardSimulator.entries {
            for system in entry.systems() {
                for service in system.services {
                    #expect(service.blocks.allSatisfy { $0.count == 16 }, "\(entry.name) \(service.code)")
                }
            }
        }
    }
}
