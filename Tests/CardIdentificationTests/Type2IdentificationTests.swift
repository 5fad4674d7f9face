import CardIdentification
import ChipSimulation
import ISO7816
import InlaySeams
import TestSupport
import Testing
import Type2TagSimulator

/// Every simulated tag on every reader that passes frames: the simulators are written from data sheets.
@Suite struct Type2IdentificationTests {
    private func identify(_ name: String, _ settings: String) throws -> (CardIdentity, Type2Tag, SimulatedReader) {
        let entry = try #require(Type2TagSimulator.named(name))
        var prepared = entry.settings
        try prepared.apply(settings)
        let tag = try entry.chip(prepared)
        let reader = SimulatedReader(prepared.reader, chip: tag)
        let link = SimulatedLink(reader)
        let identifier = CardIdentifier(reader: prepared.reader.rawValue, time: .fixed(Moment(secondsSince1970: 0)))
        return (try identifier.identify(link), tag, reader)
    }

    private static let chips: [(String, String, Set<CardFamily>)] = [
        ("ntag210", "NTAG210", [.type2, .ntag21x]), ("ntag212", "NTAG212", [.type2, .ntag21x]),
        ("ntag213", "NTAG213", [.type2, .ntag21x]), ("ntag213-url", "NTAG213", [.type2, .ntag21x]),
        ("ntag213-locked", "NTAG213", [.type2, .ntag21x]), ("ntag213-password", "NTAG213", [.type2, .ntag21x]),
        ("ntag213f", "NTAG213F", [.type2, .ntag21x]), ("ntag213tt", "NTAG213TT", [.type2, .ntag21x]),
        ("ntag215", "NTAG215", [.type2, .ntag21x]), ("ntag216", "NTAG216", [.type2, .ntag21x]),
        ("ntag216f", "NTAG216F", [.type2, .ntag21x]), ("ntag203", "NTAG203 or MIFARE Ultralight C", [.type2]),
        ("ntag-i2c-plus-1k", "NTAG I2C plus 1k", [.type2]), ("ntag-i2c-plus-2k", "NTAG I2C plus 2k", [.type2]),
        ("ultralight", "MIFARE Ultralight", [.type2]), ("ultralight-c", "MIFARE Ultralight C", [.type2, .ultralightC]),
        ("ultralight-c-protected", "MIFARE Ultralight C", [.type2, .ultralightC]),
        ("ultralight-ev1", "MF0UL11", [.type2, .ultralightEV1]),
        ("ultralight-ev1-128", "MF0UL21", [.type2, .ultralightEV1]), ("em-echo", "EM Type 2", [.type2, .em]),
        ("ntag213-feiju", "NTAG213 compatible", [.type2]), ("ntag213-fudan", "FM11NT021", [.type2]),
    ]

    @Test(arguments: chips)
    func `every chip is named, through a PN532 and in a transparent session`(
        _ name: String, _ chip: String, _ families: Set<CardFamily>
    ) throws {
        for model in ["acr122u", "acr1252u", "acr1552u"] {
            let (found, tag, reader) = try identify(name, "reader=\(model)")
            #expect(found.chip == chip, "\(model)")
            #expect(found.families == families.union([.reader]), "\(model)")
            #expect(found.identifier == tag.identifier, "\(model)")
            #expect(!found.evidence.contains { $0.finding.contains("genuine") }, "\(model)")
            #expect(reader.isAsFound, "\(model)")
        }
    }

    @Test func `all simulated tags are in the table`() {
        #expect(Set(Self.chips.map(\.0)) == Set(Type2TagSimulator.entries.map(\.name)))
    }

    /// The data sheet recommends to protect from 2A on; then nothing but an authentication tells it from NTAG203.
    @Test(arguments: [
        ("auth0=2A&prot=read", "NTAG203 or MIFARE Ultralight C"), ("auth0=2A&prot=write", "MIFARE Ultralight C"),
        ("auth0=2B&prot=read", "MIFARE Ultralight C"), ("auth0=20&prot=read", "MIFARE Ultralight C"),
        ("auth0=0F&prot=read", "MIFARE Ultralight C"), ("auth0=03&prot=read", "MIFARE Ultralight C"),
        ("auth0=10&prot=read", "MIFARE Ultralight"),
    ])
    func `an Ultralight C is known by what it hides`(_ settings: String, _ chip: String) throws {
        let (found, _, _) = try identify("ultralight-c", settings)
        #expect(found.chip == chip)
    }

    @Test(arguments: ["plain", "r502", "utrust3700f", "windows", "rcs380"])
    func `a reader without frames leaves the model open`(_ model: String) throws {
        let (found, _, _) = try identify("ntag213", "reader=\(model)")
        #expect(found.chip == nil)
        #expect(found.families == [.type2, .reader])
        #expect(found.evidence.contains { $0.finding.contains("the model stays unknown") })
    }

    /// Nothing on the chip is different afterwards, and what the reader sent is READ and GET_VERSION.
    @Test func `identification reads and does nothing else`() throws {
        for entry in Type2TagSimulator.entries {
            let before = try entry.chip(entry.settings)
            let (_, tag, reader) = try identify(entry.name, "")
            #expect(tag.memory == before.memory, "\(entry.name)")
            #expect(tag.counters == [0, 0, 0], "\(entry.name)")
            #expect(tag.failedTries == 0, "\(entry.name)")
            let codes = Set(reader.frames.compactMap(\.first))
            #expect(codes.isSubset(of: [0x30, 0x60]), "\(entry.name)")
        }
    }
}
