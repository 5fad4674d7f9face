import ISO7816

/// A reader that can stand in front of a simulated chip, with the commands, limits and oddities of its kind.
public enum SimulatedReaderModel: String, Hashable, Sendable, CaseIterable {
    /// ACS ACR122U: a PN532 behind a wrapper.
    case acr122u
    /// A clone whose InDataExchange fails with FeliCa.
    case acr122uClone = "acr122u-clone"
    /// A clone that passes bare frames only.
    case acr122uBare = "acr122u-bare"
    /// A PN532 whose firmware has room for 64 octets.
    case pn53264 = "pn532-64"
    /// ACS ACR1252U: bare frames, and transparent sessions.
    case acr1252u
    /// ACS ACR1552U: transparent sessions, commands without Le.
    case acr1552u
    /// Sony RC-S300: transparent sessions with two instructions.
    case rcs300
    /// The same behind a driver that lets only reading pass.
    case rcs300Locked = "rcs300-locked"
    /// Identiv uTrust 3700F: an instruction for each FeliCa command.
    case utrust3700f
    /// The same with the parameters of the polling in the other order.
    case utrust3700fOther = "utrust3700f-other"
    /// Sony RC-S380 behind the driver for Windows: select a service, read blocks.
    case rcs380
    /// A reader behind the driver of Windows: READ BINARY with lists.
    case windows
    /// Feitian R502: no frames, and memory cards up to page 0F only.
    case r502
    /// A reader that passes no frames at all.
    case plain

    /// What it is.
    public var summary: String {
        switch self {
        case .acr122u: "ACS ACR122U"
        case .acr122uClone: "an ACR122U clone without InDataExchange"
        case .acr122uBare: "an ACR122U clone that passes bare frames only"
        case .pn53264: "a PN532 with room for 64 octets"
        case .acr1252u: "ACS ACR1252U"
        case .acr1552u: "ACS ACR1552U"
        case .rcs300: "Sony RC-S300"
        case .rcs300Locked: "Sony RC-S300, pollings refused by the driver"
        case .utrust3700f: "Identiv uTrust 3700F"
        case .utrust3700fOther: "Identiv uTrust 3700F, time slot first"
        case .rcs380: "Sony RC-S380 on Windows"
        case .windows: "a reader on Windows, READ BINARY with lists"
        case .r502: "Feitian R502, no frames, pages 00 to 0F"
        case .plain: "a reader that passes no frames"
        }
    }

    /// Sets of commands besides GET DATA, which all have.
    func firmware() -> [any ReaderFirmware] {
        switch self {
        case .acr122u: [PN532Firmware(.all)]
        case .acr122uClone: [PN532Firmware(.withoutDataExchange)]
        case .acr122uBare: [PN532Firmware(.bareOnly)]
        case .pn53264: [PN532Firmware(.all)]
        case .acr1252u: [TransparentFirmware(instructions: [0xC2]), PassThroughFirmware()]
        case .acr1552u: [TransparentFirmware(instructions: [0xC2], takesExpected: false)]
        case .rcs300: [TransparentFirmware(instructions: [0xC2, 0x50], needsTimer: true, needsFreshField: true)]
        case .rcs300Locked:
            [TransparentFirmware(instructions: [0xC2, 0x50], refusedCommands: [0x00, 0x02, 0x0A, 0x0C])]
        case .utrust3700f: [IdentivFirmware(slotComesFirst: false)]
        case .utrust3700fOther: [IdentivFirmware(slotComesFirst: true)]
        case .rcs380: [SelectServiceFirmware()]
        case .windows: [ReadBinaryFirmware()]
        case .r502, .plain: []
        }
    }

    /// Longest frame in either direction.
    var bufferSize: Int { self == .pn53264 ? 64 : self == .acr122u ? 253 : 255 }

    /// False for readers that only do themselves what they can.
    public var passesFrames: Bool { self != .plain && self != .r502 }

    /// Pages of memory cards from here on are refused by the reader; nil without limit (R502 SDK, issue 3).
    var pageLimit: Int? { self == .r502 ? 0x10 : nil }

    /// A chip that said no stays lost until a program lists cards again (PN532 behind ACS firmware).
    var leavesChipsLost: Bool { unknownCommand == 0x6300 }

    /// True when GET DATA with P1 = 01 gives PMm.
    var tellsParameters: Bool {
        [.rcs300, .rcs300Locked, .acr1252u].contains(self)
    }

    /// What is said of a command that the reader does not have.
    var unknownCommand: StatusWord {
        switch self {
        case .acr122u, .acr122uClone, .acr122uBare, .pn53264: 0x6300
        case .utrust3700f, .utrust3700fOther: 0x6D00
        default: 0x6A81
        }
    }

    /// What the reader calls a chip of `technology` (PC/SC part 3 §3.1.3.2.3.2), with its name in the registry.
    func answerToReset(_ technology: RadioTechnology) -> [UInt8] {
        let isACR122 = unknownCommand == 0x6300
        let (standard, name): (UInt8, UInt16) =
            switch technology {
            case .feliCa: isACR122 ? (0x03, 0xF011) : (0x11, 0x003B)
            case .iso14443A: (0x03, 0x0003)
            case .iso14443B: (0x07, 0x0000)
            case .iso15693: (0x0B, 0x0014)
            }
        let bytes: [UInt8] =
            [0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]
            + [standard, UInt8(name >> 8), UInt8(name & 0xFF), 0, 0, 0, 0]
        return bytes + [bytes.dropFirst().reduce(0, ^)]
    }
}
