import ChipSimulation
import Foundation
import Glibc
import ISO7816
import Octets
import PCSC
import TestSupport
import Testing

// Cards and readers of other people: agreement with ourselves proves little. Part of the same suite, because there are
// two readers only.
extension StackTests {
    private static let vicc = "/usr/bin/vicc"

    @Test(.enabled(if: Stack.isInstalled(vicc), "vicc (package vsmartcard-vpicc) is not installed"))
    func `our reader talks to the file-system card of virtualsmartcard`() throws {
        let card = Process()
        card.executableURL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Stack/vicc")
        card.arguments = ["-t", "iso7816", "-P", String(VirtualReader.defaultPort)]
        card.standardInput = FileHandle.nullDevice
        card.standardOutput = FileHandle.nullDevice
        card.standardError = FileHandle.nullDevice
        try card.run()
        let context = try PCSCContext()
        defer {
            // Not SIGTERM: the threads of tests block it, and children inherit that.
            kill(card.processIdentifier, SIGKILL)
            card.waitUntilExit()
            _ = try? eventually { try context.states(of: Stack.readers).allSatisfy(\.isEmpty) }
        }
        let state = try context.waitForCard(on: Stack.readers[0], timeLimit: .seconds(20))
        #expect(state.answerToReset?.bytes == hex("3B 95 13 81 01 80 73 FF 01 00 0B"))
        let link = try context.connect(to: Stack.readers[0])
        let channel = LinkChannel(link)
        // P2 = 0C: vicc stumbles over the file control information that other values ask for.
        let select = CommandAPDU(ins: 0xA4, p2: 0x0C, data: [0x3F, 0x00])
        #expect(try channel.transmit(select).status == .success)
        let unknown = CommandAPDU(ins: 0xA4, p2: 0x0C, data: [0x12, 0x34])
        #expect(try channel.transmit(unknown).status == StatusWord(0x6A82))
        let challenge = try channel.transmit(CommandAPDU(ins: 0x84, expected: .upTo(8)))
        #expect(challenge.data.count == 8)
    }

    private static let opensc = "/usr/bin/opensc-tool"

    @Test(.enabled(if: Stack.isInstalled(opensc), "opensc-tool (package opensc) is not installed"))
    func `opensc-tool reads our chip`() throws {
        try Stack.withChip { _, _, _ in
            let atr = try Stack.output(of: Self.opensc, ["--reader", "0", "--atr"])
            #expect(atr?.contains(Hex.string(EchoChip.atr, separator: ":").lowercased()) == true)
            let answer = try Stack.output(of: Self.opensc, ["--reader", "0", "--send-apdu", "80EE000003414243"])
            #expect(answer?.contains("SW1=0x90, SW2=0x00") == true)
            #expect(answer?.contains("ABC") == true)
        }
    }

    private static let scan = "/usr/bin/pcsc_scan"

    @Test(.enabled(if: Stack.isInstalled(scan), "pcsc_scan (package pcsc-tools) is not installed"))
    func `pcsc_scan lists our reader and card`() throws {
        try Stack.withChip { _, reader, _ in
            #expect(try Stack.output(of: Self.scan, ["-r"])?.contains(reader) == true)
            let card = try Stack.output(of: Self.scan, ["-c"])
            #expect(card?.contains("ATR: " + Hex.string(EchoChip.atr, separator: " ")) == true)
        }
    }

    private static let scriptor = "/usr/bin/scriptor"

    @Test(.enabled(if: Stack.isInstalled(scriptor), "scriptor (package pcsc-tools) is not installed"))
    func `scriptor exchanges commands with our chip`() throws {
        try Stack.withChip { _, reader, _ in
            let answer = try Stack.output(of: Self.scriptor, ["-r", reader], input: "80 EE 00 00 03 41 42 43\n")
            #expect(answer?.contains("41 42 43 90 00") == true)
        }
    }
}
