import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import LDS
import PassportSimulator
import Testing

/// Docs/rules.md 2 and 3: no command more than card and reader make necessary.
struct ExchangeFloorTests {
    @Test(arguments: [
        ("access=bac&extended=off", 231), ("access=pace&extended=off&pace=gm,3des,bp256", 231),
        ("access=pace&extended=off&pace=gm,aes128,bp256", 223), ("access=pace&extended=off&pace=gm,aes256,p521", 223),
    ])
    func `each file takes its bytes over the block size, rounded up`(settings: String, block: Int) throws {
        let desk = try Desk(settings + "&portrait=20000")
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        var reads = 0
        #expect(reading.skipped.isEmpty)
        for (file, count) in reading.reads {
            let bytes = try #require(reading.files[file]?.count)
            #expect(count == (bytes + block - 1) / block, "\(file)")
            reads += count
        }
        #expect((reading.files[.dg2]?.count ?? 0) > 20_000)
        // EF.CardAccess is one READ BINARY; a chip without it is asked once more by SELECT, which answers 6A82.
        // Then PACE takes 5 commands and BAC 2, and the application is selected once.
        let access = settings.hasPrefix("access=pace") ? 1 + 5 : 2 + 2
        #expect(desk.exchanges.count == access + 1 + reads)
    }

    @Test func `a card and a reader that allow 64 KiB give the portrait in one read`() throws {
        let desk = try Desk("access=pace&extended=on&maxResponse=65536&maxCommand=65535&portrait=20000")
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        #expect(reading.reads[.dg2] == 1)
        #expect(reading.reads.values.allSatisfy { $0 == 1 })
    }

    @Test func `extended length is not used over a reader that cannot do it`() throws {
        let desk = try Desk("access=pace&extended=on", limits: .short)
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        #expect(desk.exchanges.allSatisfy { $0.command.count <= 261 })
        #expect(reading.deviations.isEmpty)
    }

    @Test func `a portrait beyond 32767 bytes is read with the odd instruction`() throws {
        for settings in ["extended=off", "extended=on"] {
            let desk = try Desk(settings, name: "passport-large")
            let reading = try desk.read()
            #expect(reading.interruption == nil)
            #expect(reading.files[.dg2] == desk.document.files[.dg2])
            #expect((reading.files[.dg2]?.count ?? 0) > 32_768)
        }
    }

    @Test(arguments: [200, 192, 150, 128])
    func `a chip that refuses large blocks teaches the reader once`(limit: Int) throws {
        let desk = try Desk("access=pace&extended=off&maxLe=\(limit)")
        let reading = try desk.read()
        #expect(reading.interruption == nil)
        #expect(reading.agrees(with: desk.document))
        #expect(reading.deviations.allSatisfy { if case .blockSizeReduced = $0 { true } else { false } })
        #expect((1...3).contains(reading.deviations.count))
    }
}
