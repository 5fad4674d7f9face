import Foundation
import ReaderKnowledge
import Testing

@Suite struct ReaderCatalogTests {
    @Test func `no two models share an identifier or a name`() {
        let identifiers = ReaderCatalog.models.flatMap(\.identifiers)
        #expect(Set(identifiers).count == identifiers.count)
        #expect(Set(ReaderCatalog.models.map(\.name)).count == ReaderCatalog.models.count)
        #expect(identifiers.count >= 70)
    }

    @Test(
        arguments: [
            ("ACS ACR122U PICC Interface 00 00", "ACS ACR122U"),
            ("ACS ACR122U 01 00", "ACS ACR122U"),
            ("ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 00 00", "ACS ACR1252U"),
            ("ACS ACR1251 Dual Reader 00 00", "ACS ACR1251U"),
            ("ACS ACR1222 3S PICC Reader 00 00", "ACS ACR1222U"),
            ("SONY FeliCa RC-S300/P (1234567) 00 00", "Sony RC-S300"),
            ("Identiv uTrust 3700 F CL Reader [uTrust 3700 F CL Reader] 00 00", "Identiv uTrust 3700 F"),
            ("HID Global OMNIKEY 5422 Smartcard Reader [OMNIKEY 5422CL Smartcard Reader] 01 00", "HID OMNIKEY 5422"),
            ("SpringCard Prox'N'Roll 00 00", "SpringCard Prox'N'Roll"),
            ("Virtual PCD 00 00", nil), ("", nil),
        ] as [(String, String?)])
    func `a reader's name tells its model`(name: String, model: String?) {
        #expect(ReaderCatalog.model(pcscName: name)?.name == model)
    }

    @Test(
        arguments: [
            ("ACS ACR1252 Dual Reader [ACR1252 Dual Reader PICC] 00 00", .contactless),
            ("ACS ACR1252 Dual Reader [ACR1252 Dual Reader SAM] 01 00", .sam),
            ("Identiv uTrust 4701 F Dual Interface Reader [uTrust 4701 F CL Reader] 00 00", .contactless),
            ("Identiv uTrust 4701 F Dual Interface Reader [uTrust 4701 F Contact Reader] 01 00", .contact),
            ("Feitian VR504 VHBR Contactless & Contact Card Reader 00 00", .contactless),
            ("Virtual PCD 00 00", nil),
        ] as [(String, ReaderSlot?)])
    func `a reader's name tells which slot it is`(name: String, slot: ReaderSlot?) {
        #expect(ReaderSlot(pcscName: name) == slot)
    }

    @Test func `what a model speaks is tried first, and the rest after it`() {
        #expect(ReaderCatalog.dialects(pcscName: "ACS ACR122U PICC Interface 00 00").first == .pn532)
        #expect(ReaderCatalog.dialects(pcscName: "ACS ACR1252 1S CL Reader 00 00").first == .acsDirect)
        #expect(ReaderCatalog.dialects(pcscName: "SONY FeliCa RC-S300/S 00 00").first == .sonyTransparent)
        #expect(ReaderCatalog.dialects(pcscName: "Identiv uTrust 3701 F CL Reader 00 00").first == .identiv)
        let unknown = ReaderCatalog.dialects(pcscName: "Nobody's Reader 00 00")
        #expect(Set(unknown).count == unknown.count && unknown.count >= 5)
    }

    @Test func `unknown stays unknown`() throws {
        func model(_ text: String) throws -> ReaderModel {
            let identifier = try #require(USBIdentifier(text))
            return try #require(ReaderCatalog.model(identifier))
        }
        #expect(try model("076b:5022").reaches(.feliCa) == .unknown)
        let acr122 = try model("072f:2200")
        #expect(acr122.reaches(.feliCa) == .yes && acr122.reaches(.iso15693) == .no)
        #expect(acr122.carriesExtendedLength == .no)
        #expect(try model("072f:2100").carriesExtendedLength == .unknown)
    }

    @Test func `what has no driver says how else it can be used`() {
        let models = ReaderCatalog.models.filter { !$0.isPCSC }
        #expect(models.count >= 8)
        for model in models { #expect(!model.otherWays.isEmpty, "\(model.name)") }
    }

    @Test(
        arguments: [
            (0x0001_0230, .tpdu), (0x0002_0840, .shortAPDU), (0x0004_0840, .extendedAPDU), (0x0000_0000, nil),
        ] as [(UInt32, ReaderInterface.Level?)])
    func `the level of a descriptor`(features: UInt32, level: ReaderInterface.Level?) {
        #expect(ReaderInterface.Level(features: features) == level)
    }

    /// What Debian's bundle links to: beside a private pcscd the bundles are hidden.
    private static let list = "/etc/libccid_Info.plist"

    /// libccid's own list, as installed, against our table.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: list), "libccid is not installed"))
    func `the table and the installed libccid agree`() throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: Self.list))
        let list = try #require(
            PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        let text = try #require(list["CFBundleShortVersionString"] as? String)
        let version = try #require(DriverVersion(text))
        let numbers = try ["ifdVendorID", "ifdProductID"].map { key in
            try #require(list[key] as? [String]).map { UInt16($0.dropFirst(2), radix: 16) }
        }
        var installed = Set<USBIdentifier>()
        for (vendor, product) in zip(numbers[0], numbers[1]) {
            installed.insert(USBIdentifier(vendor: try #require(vendor), product: try #require(product)))
        }
        #expect(installed.count > 400)
        for model in ReaderCatalog.models {
            let driver = model.drivers.first { $0.name == .libccid }
            let known = model.identifiers.filter { installed.contains($0) }
            guard let since = driver?.since else {
                #expect(known.isEmpty, "\(model.name) is in libccid \(version)")
                continue
            }
            // Models of several identifiers: `since` is that of the first.
            if since <= version {
                #expect(!known.isEmpty, "\(model.name) is not in libccid \(version)")
            } else {
                #expect(known.isEmpty, "\(model.name) is in libccid \(version) already")
            }
        }
    }
}
