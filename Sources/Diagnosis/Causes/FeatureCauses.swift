import PCSC
import ReaderKnowledge

extension Cause {
    /// What a reader does not carry.
    static let features: [Cause] = [
        Cause(
            "C53", "extended-apdu", .trouble, "the reader does not carry long commands",
            sees: "80100016 on long commands only",
            found: "the reader's descriptor allows short commands only, or its firmware fails on longer ones",
            not: ["C54": "every command to the reader itself is refused there"],
            remedy: Remedy("use short commands: inlay does so by itself; other programs need chaining and small reads"),
            sources: "LudovicRousseau/PCSC#54, acshk/acsccid#15, #42"
        ) { facts in
            guard facts.symptom == .longCommand else { return nil }
            for device in facts.devices {
                if let ability = device.abilities.first, ability.level == .shortAPDU {
                    return Evidence("\(device.name) takes up to \(ability.largestCommand) bytes")
                }
                if device.model?.quirks.contains(.refusesExtendedLength) == true {
                    return Evidence("\(device.name) fails on long commands with some firmware")
                }
            }
            return Evidence("a long command was not carried (80100016)")
        },
        Cause(
            "C54", "escape-refused", .trouble, "the driver does not pass commands to the reader itself",
            sees: "80100016 on buzzer, lamp and firmware queries", found: "bit 0x01 of ifdDriverOptions is not set",
            not: ["C53": "long commands to the card fail there"], remedy: .escapeBit,
            sources: "pokusew/nfc-pcsc#13, #23, santigimeno/node-pcsclite#65"
        ) { facts in
            guard facts.symptom == .escape else { return nil }
            guard facts.driverOptions & 1 == 0 else { return nil }
            let digits = String(facts.driverOptions, radix: 16)
            return Evidence("ifdDriverOptions is 0x\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)")
        },
        Cause(
            "C55", "acr122u", .trouble, "an ACR122U has habits of its own",
            sees: "it beeps, needs plugging in again after 80100016, or some copies see no card",
            found: "USB number 072f:2200", not: ["C25": "a kernel module has it there"],
            remedy: Remedy("when it stops answering, plug it in again; FF 00 52 00 00 keeps it quiet until then")
                + .newerDriver + Remedy("then, if need be:") + .acsDriver,
            sources: "acshk/acsccid#1, #17, #21, LudovicRousseau/PCSC#93, nfcpy/nfcpy#154, nfc-tools/mfoc#80"
        ) { facts in
            guard let device = facts.devices.first(where: { $0.identifier.description == "072f:2200" }) else {
                return nil
            }
            let release = String(device.release, radix: 16)
            return .note("\(device.name), release \(release)")
        },
    ]
}
