import ChipSimulation
import EMRTD
import ISO7816
import LDS
import PassportSimulator
import Testing

/// A fault at every single exchange of a full read.
struct FaultTests {
    private static let faults: [Fault] = [
        .removeCard, .fail(.noAnswer), .fail(.timedOut), .fail(.transportFailed), .truncate(to: 0), .truncate(to: 1),
        .truncate(to: 2), .truncate(to: 9), .flipBit(0), .flipBit(77), .flipBit(-1), .status(0x6A82), .status(0x6982),
        .status(0x6988), .status(0x6987), .status(0x6700), .status(0x6C10), .status(0x6110), .status(0x9000),
        .status(0x6282), .status(0x6300), .status(0x6F00), .repeatAnswer, .append([0x00]),
        .append([UInt8](repeating: 0x55, count: 300)),
    ]

    /// The portrait repeats the same exchange a hundred times; it takes part with a few kinds of fault.
    private static let plan: [(settings: String, wanted: Wanted, faults: [Fault])] = [
        ("access=bac&extended=off", .only([.com, .sod, .dg1, .dg11, .dg14]), faults),
        ("access=pace&extended=off", .only([.com, .sod, .dg1, .dg11, .dg14]), faults),
        ("access=pace&extended=on", .everything, faults),
        (
            "access=pace&extended=off", .everything,
            [.removeCard, .truncate(to: 2), .flipBit(77), .status(0x6700), .status(0x6C10), .repeatAnswer]
        ),
    ]

    @Test(arguments: 0..<4)
    func `no fault makes a wrong file, and what was read before is kept`(row: Int) throws {
        for fault in Self.plan[row].faults { try check(fault, Self.plan[row].settings, Self.plan[row].wanted) }
    }

    private func check(_ fault: Fault, _ settings: String, _ wanted: Wanted) throws {
        let desk = try Desk(settings)
        let clean = try desk.read(wanting: wanted)
        #expect(clean.interruption == nil)
        let order = clean.files.ids
        let total = desk.exchanges.count
        #expect(total > 10)
        for position in 1...total {
            let reading = try desk.read(wanting: wanted, restarting: position.isMultiple(of: 2)) {
                FaultyLink($0, faults: [position: fault])
            }
            // Outside secure messaging a flipped bit can change EF.CardAccess or EF.ATR/INFO; nothing else may differ.
            for file in reading.files.ids where !file.isInMasterFile {
                #expect(reading.files[file] == desk.document.files[file], "\(file), fault at \(position)")
            }
            if reading.interruption == nil {
                let missing = order.filter { reading.files[$0] == nil && !$0.isInMasterFile }
                #expect(missing.allSatisfy { reading.skipped[$0] != nil }, "fault at \(position): \(missing)")
            }
            // A lost session may be set up again, and a refused length makes the rest of the read short; more would be a
            // loop.
            #expect(desk.exchanges.count < total + 140)
        }
    }

    @Test func `a card that is removed keeps the files that were read before`() throws {
        let desk = try Desk("access=pace&extended=off")
        let clean = try desk.read()
        let total = desk.exchanges.count
        var kept = 0
        for position in 1...total {
            let reading = try desk.read { FaultyLink($0, faults: [position: .removeCard]) }
            #expect(reading.interruption?.code == .cardRemoved)
            #expect(reading.files.count >= kept)
            kept = reading.files.count
            for file in clean.files.ids where reading.files[file] == nil && reading.application == .selected {
                if reading.skipped[file] != nil { #expect(reading.skipped[file] == .interrupted) }
            }
        }
        #expect(kept == clean.files.count - 1)
    }

    @Test(arguments: 1...100)
    func `two random faults are survived`(seed: Int) throws {
        let desk = try Desk(seed.isMultiple(of: 2) ? "access=pace&extended=off" : "access=bac&extended=off")
        _ = try desk.read()
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let total = desk.exchanges.count
        var faults: [Int: Fault] = [:]
        for _ in 0..<2 { faults[1 + next(total)] = Self.faults[next(Self.faults.count)] }
        let reading = try desk.read { FaultyLink($0, faults: faults) }
        for file in reading.files.ids where !file.isInMasterFile {
            #expect(reading.files[file] == desk.document.files[file], "\(file), faults \(faults)")
        }
    }
}
