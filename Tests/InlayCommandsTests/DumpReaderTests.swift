import FeliCa
import Testing
import Transit

@testable import InlayCommands

@Suite struct DumpReaderTests {
    private func read(_ text: String) throws -> [CardDump] { try DumpReader.read(Array(text.utf8)) }

    private func fault(_ text: String) -> DumpFault? {
        do throws(DumpFault) {
            _ = try DumpReader.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (TransitDumps.flipper(), CardDump.Format.flipper), (TransitDumps.fareBot(), .fareBot),
        (TransitDumps.metrodroid(), .metrodroid), ("[" + TransitDumps.metrodroid() + "]", .metrodroid),
        (#"{"versionName":"4","cards":["# + TransitDumps.fareBot() + "]}", .fareBot),
    ])
    func `the same card comes out of every format`(text: String, format: CardDump.Format) throws {
        let dump = try #require(try read(text).first)
        #expect(dump.format == format && dump.system == .transit && dump.idm?.description == TransitDumps.idm)
        #expect(dump.blocks[0x090F].map(\.description) == TransitDumps.history)
    }

    @Test func `blocks in XML are Base64 or hexadecimal`() throws {
        let dump = try #require(try read(TransitDumps.xml).first)
        #expect(dump.format == .fareBot && dump.idm?.description == TransitDumps.idm)
        #expect(dump.blocks[0x090F].map(\.description) == Array(TransitDumps.history.prefix(3)))
    }

    @Test func `a list of blocks is a history without numbers`() throws {
        let dump = try #require(try read("\u{FEFF}" + TransitDumps.history.joined(separator: "\r\n")).first)
        #expect(dump.format == .blocks && !dump.blocks.isNumberedByCard)
        #expect(dump.blocks[0x090F].count == TransitDumps.history.count)
    }

    @Test func `the services of a Flipper file tell the brand`() throws {
        let dump = try #require(try read(TransitDumps.flipper()).first)
        #expect(CardBrand(services: dump.services) == .pasmo)
        let suica = try #require(try read(TransitDumps.flipper(services: ["1808", "180A", "18C8", "18CA"])).first)
        #expect(CardBrand(services: suica.services) == .suica)
        #expect(CardBrand(services: dump.services.union(suica.services)) == nil)
    }

    @Test(arguments: [
        ("", "the file", true), ("hello, I am no dump", "character 1", true), ("16010", "character 5", false),
        ("1601000216CD", "octet 6", false), ("Filetype: Flipper RFID key\n", "line 1", true),
        ("Filetype: Flipper NFC device\nDevice type: NTAG215\n", "line 2", true),
        ("Filetype: Flipper NFC device\nVersion: 4\n", "the file", true),
        ("Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0: 00 00 01\n", "the file", false),
        (
            "Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0000: | Service code 090F | Block index 00 | Data: 16 01 |",
            "line 3", false
        ),
        (
            "Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0000: | Service code 09 | Block index 00 | Data: 16 |",
            "line 3", false
        ),
        (
            "Filetype: Flipper NFC device\nDevice type: FeliCa\nBlock 0000: | Service code 090F | Data: 16 |", "line 3",
            false
        ),
        ("{\"a\": 1}", "the top", true), ("{", "octet 1", false),
        ("{\"schema\": \"inlay.passport/1\"}", "schema", true),
        ("{\"felica\": {}}", "felica.systems", false), ("{\"felica\": {\"systems\": []}}", "felica.systems", false),
        ("{\"felica\": {\"systems\": {\"x\": {}}}}", "felica.systems", false),
        ("{\"felica\": {\"systems\": {\"3\": {}}}}", "felica.systems.3.services", false),
        (
            "{\"felica\": {\"systems\": {\"3\": {\"services\": {\"2319\": {\"blocks\": [{}]}}}}}}",
            "felica.systems.3.services.2319.blocks[0].data", false
        ),
        ("{\"systems\": [{}]}", "systems[0].code", false),
        ("{\"systems\": [{\"code\": 70000}]}", "systems[0].code", false),
        ("{\"systems\": [{\"code\": 3}]}", "systems[0].services", false),
        ("{\"systems\": [{\"code\": 3, \"services\": [{}]}]}", "systems[0].services[0].serviceCode", false),
        (
            "{\"systems\": [{\"code\": 3, \"services\": [{\"serviceCode\": 2319, \"blocks\": [{\"data\": \"16\"}]}]}]}",
            "systems[0].services[0].blocks[0].data", false
        ),
        ("{\"schema\": \"inlay.transit/1\"}", "cards", false),
        ("{\"schema\": \"inlay.transit/1\", \"cards\": [{}]}", "cards[0].system", false),
        ("{\"schema\": \"inlay.transit/1\", \"cards\": [{\"system\": \"0003\"}]}", "cards[0].blocks", false),
        ("<html></html>", "element html", true), ("<card><systems></card>", "octet 17", false),
        ("<card><systems><system/></systems></card>", "element system at octet 15", false),
        (
            "<card><systems><system code=\"3\"><services><service code=\"2319\"><blocks><block>16</block></blocks>"
                + "</service></services></system></systems></card>", "element block at octet 71", false
        ),
    ])
    func `what is no dump, or a broken one, is told with its place`(text: String, place: String, isForeign: Bool) {
        let fault = fault(text)
        #expect(fault?.place == place && fault?.isForeign == isForeign, "\(String(describing: fault))")
    }

    @Test func `a cut file of the Flipper is not taken for a whole one`() {
        let whole = TransitDumps.flipper()
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        let cut = lines.dropLast(4).joined(separator: "\n")
        #expect(fault(cut)?.place == "Public blocks read")
    }

    @Test(arguments: [TransitDumps.fareBot(), TransitDumps.metrodroid(), TransitDumps.xml])
    func `a dump that is cut anywhere is refused`(text: String) {
        let bytes = Array(text.utf8)
        for length in stride(from: 1, to: bytes.count, by: 7) {
            #expect(throws: DumpFault.self) { try DumpReader.read(Array(bytes.prefix(length))) }
        }
    }

    @Test(arguments: [
        TransitDumps.flipper(), TransitDumps.fareBot(), TransitDumps.metrodroid(), TransitDumps.xml,
    ])
    func `a dump with a changed octet is read or refused, never a trap`(text: String) {
        let bytes = Array(text.utf8)
        var state: UInt64 = 42
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            if let dumps = try? DumpReader.read(changed) {
                for dump in dumps { #expect(!TransitCase([dump]).title(.english).isEmpty) }
            }
        }
    }

    @Test func `depth, entities and size are bounded`() {
        #expect(fault(String(repeating: "[", count: 5000))?.place.hasPrefix("octet") == true)
        #expect(fault(String(repeating: "<a>", count: 5000))?.message == "nested deeper than 32 levels")
        let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><a>&b;</a>"
        #expect(fault(bomb)?.message == "a document type is not taken")
        let long = "<a>" + String(repeating: "x", count: 5000) + "</a>"
        #expect(fault(long)?.message == "more than 4096 elements")
        #expect(fault(String(repeating: "00", count: 16 * 20_001))?.message == "more than 20000 blocks")
    }
}
