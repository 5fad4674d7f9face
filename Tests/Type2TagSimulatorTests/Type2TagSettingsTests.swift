import ChipSimulation
import Testing
import Type2TagSimulator

@Suite struct Type2TagSettingsTests {
    @Test(arguments: [
        "reader=nothing", "uid=04", "cc=E110", "data=", "data=zz", "lock=FF", "auth0=1", "prot=maybe", "pwd=12",
        "pack=1", "authlim=8", "counter=yes", "key=00", "tamper=x", "prot", "auth0=",
    ])
    func `a wrong value is refused with what would be right`(_ text: String) {
        var settings = Type2TagSettings()
        #expect(throws: Type2TagSettings.Failure.self) { try settings.apply(text) }
    }

    @Test func `an unknown setting is refused`() {
        var settings = Type2TagSettings()
        #expect(throws: Type2TagSettings.Failure.unknownKey("colour")) { try settings.apply("colour=red") }
    }

    @Test(arguments: [
        ("ultralight", "auth0=04"), ("ultralight", "pwd=00000000"), ("ntag203", "counter=on"),
        ("ntag213", "tamper=open"),
        ("ntag213", "key=000102030405060708090A0B0C0D0E0F"), ("ultralight-c", "authlim=3"),
        ("ultralight-c", "pack=0000"), ("em-echo", "prot=read"),
    ])
    func `what the chip does not have cannot be set`(_ name: String, _ text: String) throws {
        let entry = try #require(Type2TagSimulator.named(name))
        #expect(throws: Type2TagSettings.Failure.self) { try entry.make(text) }
    }

    @Test func `every setting has a help line, and every tag a name of its own`() {
        #expect(Set(Type2TagSettings.help.map(\.key)).count == Type2TagSettings.help.count)
        #expect(Set(Type2TagSimulator.entries.map(\.name)).count == Type2TagSimulator.entries.count)
    }

    @Test func `data go to the user memory and stop where it ends`() throws {
        let entry = try #require(Type2TagSimulator.named("ntag213"))
        var settings = entry.settings
        try settings.apply("data=\(String(repeating: "AA", count: 200))&cc=E1101200")
        let chip = try entry.chip(settings)
        #expect(chip.memory[4 * 0x27] == 0xAA)
        #expect(chip.memory[4 * 0x28] == 0x00)
    }
}
