import ISO7816
import PCSC
import Testing

@testable import Diagnosis

/// Each cause as a small machine: it is found, and no other one stands above it.
@Suite struct CauseFixtureTests {
    @Test(arguments: Fixture.all)
    func `the cause is found, and no other one stands above it`(fixture: Fixture) throws {
        let report = try fixture.desk.examine()
        // What is only ever told beside another finding.
        let top = try #require(
            fixture.cause == "C69" ? report.notes.first { $0.identifier == "C69" } : report.top, "\(fixture)")
        #expect(top.identifier == fixture.cause, "\(fixture): \(top)")
        #expect(!top.evidence.isEmpty && !top.remedy.isEmpty)
        // Words in capitals that stand for something on this machine must be gone.
        for word in [
            "MODULES", "BLACKLIST", "VENDOR", "PRODUCT", "PROGRAM", "SETTING", "BUNDLES", "WAYS", "REACH", "MODELS",
        ] {
            #expect(!top.remedy.contains(word), "\(fixture): \(top.remedy)")
        }
    }

    @Test func `every cause has its fixture`() {
        let covered = Set(Fixture.all.map(\.cause))
        let missing = Cause.all.map(\.identifier).filter { !covered.contains($0) }
        #expect(missing.isEmpty)
        #expect(Cause.all.count >= 62)
    }

    @Test func `a healthy desk has no cause`() throws {
        let report = try Desk().examine()
        #expect(report.top == nil)
        #expect(report.outcome == .nothingFound)
        #expect(report.fine.contains { $0.hasPrefix("USB: ACS ACR1252U") })
        #expect(report.fine.contains { $0.contains("a card that answers") })
    }

    /// Whoever looks like another one is told apart from it: neither's machines end with the other's finding.
    @Test func `look-alikes are told apart`() throws {
        var found: [String: Set<String>] = [:]
        for fixture in Fixture.all {
            found[fixture.cause, default: []].insert(try fixture.desk.examine().top?.identifier ?? "")
        }
        var pairs = 0
        for cause in Cause.all {
            for other in cause.lookAlikes {
                #expect(Cause.numbered(other.identifier) != nil && other.identifier != cause.identifier)
                #expect(!other.difference.isEmpty)
                #expect(found[cause.identifier]?.contains(other.identifier) == false)
                #expect(found[other.identifier]?.contains(cause.identifier) == false)
                pairs += 1
            }
        }
        #expect(pairs >= 62)
    }

    /// The pairs that the facts tell apart, in both directions: no machine of the one ends with the other on top.
    @Test(
        arguments: [
            ("C01", "C02"), ("C01", "C05"), ("C01", "C06"), ("C01", "C07"), ("C01", "C09"), ("C01", "C19"),
            ("C02", "C03"), ("C04", "C12"), ("C04", "C20"), ("C05", "C06"), ("C05", "C07"), ("C06", "C07"),
            ("C06", "C12"), ("C09", "C10"), ("C09", "C19"), ("C12", "C13"), ("C12", "C14"), ("C12", "C16"),
            ("C13", "C16"), ("C14", "C16"), ("C15", "C16"), ("C15", "C19"), ("C16", "C17"), ("C16", "C18"),
            ("C17", "C18"), ("C22", "C23"), ("C22", "C39"), ("C22", "C56"), ("C22", "C57"), ("C24", "C25"),
            ("C24", "C26"), ("C24", "C27"), ("C24", "C28"), ("C25", "C26"), ("C25", "C27"), ("C26", "C27"),
            ("C27", "C38"), ("C36", "C37"), ("C37", "C38"), ("C42", "C43"), ("C42", "C44"), ("C42", "C45"),
            ("C46", "C47"), ("C46", "C49"), ("C46", "C50"), ("C46", "C51"), ("C47", "C49"), ("C47", "C52"),
            ("C49", "C52"), ("C50", "C51"), ("C53", "C54"), ("C58", "C59"), ("C07", "C58"), ("C07", "C59"),
        ])
    func `each pair of the facts is told apart`(one: String, other: String) throws {
        for (cause, wrong) in [(one, other), (other, one)] {
            let fixtures = Fixture.all.filter { $0.cause == cause }
            #expect(!fixtures.isEmpty, "\(cause)")
            for fixture in fixtures {
                let report = try fixture.desk.examine()
                #expect(report.top?.identifier != wrong, "\(fixture)")
                #expect(report.finding?.identifier != wrong)
            }
        }
    }

    /// C46, C50 and C51 look alike to every reader: what card the user means decides.
    @Test func `an empty reader is explained by the card that is meant`() throws {
        var desk = Desk()
        desk.addDevice("072f:2200", product: "ACR122U", release: "0214")
        desk.readers = [.init(name: "ACS ACR122U PICC Interface 00 00", state: 0x12)]
        for (kind, cause) in [
            (nil, "C46"), (.passport, "C46"), (.transit, "C46"), (.vicinity, "C50"), (.badge, "C50"),
            (.contact, "C51"), (.phone, "C52"), (.wallet, "C49"),
        ] as [(CardKind?, String)] {
            desk.cardKind = kind
            #expect(try desk.examine().finding?.identifier == cause, "\(String(describing: kind))")
        }
    }

    /// One code, five causes.
    @Test func `8010001D has five causes, each with evidence of its own`() throws {
        let names = ["path missing", "plain file", "nobody listens", "no permission", "wrong variable"]
        let fixtures = names.compactMap { name in Fixture.all.first { $0.name == name } }
        #expect(fixtures.allSatisfy { $0.desk.establish == 0x8010_001D })
        let findings = try fixtures.map { try #require(try $0.desk.examine().finding) }
        #expect(findings.map(\.identifier) == ["C02", "C05", "C05", "C06", "C07"])
        #expect(Set(findings.map(\.evidence)).count == 5)
    }
}
