import Octets

extension HistoryRecord {
    /// What sources read differently in this record.
    public var disagreements: [Disagreement] {
        var found: [Disagreement] = []
        if block.octet(12) != 0 {
            found.append(
                Disagreement(
                    .serialWidth, reading: "24 bits: \(serial)", otherReading: "16 bits: \(serial & 0xFFFF)"))
        }
        if terminal.isDisputed {
            found.append(
                Disagreement(
                    .terminalName,
                    reading: "terminal \(Hex.string([terminal.rawValue])): \(terminal.name?.english ?? "")",
                    otherReading: Self.otherTerminalNames[terminal.rawValue] ?? ""))
        }
        if isPartlyCash {
            found.append(
                Disagreement(
                    .cashBit, reading: "process \(Hex.string([process.rawValue])), partly paid in cash",
                    otherReading: "process \(Hex.string([block.octet(1)])), a process of its own"))
        }
        if process.rawValue == 0x0D {
            found.append(Disagreement(.flatFareBus, reading: "bus or tram", otherReading: "points redeemed"))
        }
        if entryRegion != exitRegion, case .rail = details {
            found.append(
                Disagreement(
                    .regionPerEnd, reading: "entry in region \(entryRegion.rawValue), exit in \(exitRegion.rawValue)",
                    otherReading: "both ends in region \(entryRegion.rawValue)"))
        }
        if let time, let second = time.second, second != 0 {
            found.append(
                Disagreement(
                    .saleSeconds, reading: "stored halved: \(second) s", otherReading: "stored plain: \(second / 2) s"))
        }
        if terminal.rawValue == 0xC8 {
            found.append(
                Disagreement(
                    .vendingTerminal, reading: "point of sale or vending machine", otherReading: "vending machine"))
        }
        return found
    }

    private static let otherTerminalNames: [UInt8: String] = [
        0x14: "ticket machine, or PASMO issuing machine", 0x15: "ticket machine etc.", 0x18: "re-issuing machine",
        0x19: "staffed gate", 0x1C: "platform ticket machine, or fare adjustment machine",
        0x1D: "transfer adjustment machine", 0x48: "VIEW ALTTE",
    ]
}
