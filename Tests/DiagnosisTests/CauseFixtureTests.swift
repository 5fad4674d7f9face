import ISO7816
import PCSC
import Testing

@testable import Diagnosis

/// Each cause as a small machine: it is found, and no other one stands above it.
@Suite struct CauseFixtureTests {
    @Test(arguments: Fixture.all)
    func `the cause is found, and no other one stands above it`(fixture: Fixture) throws {
        let report = try fixture.desk.examine()
        #expect(report.top?.identifier == fixture.cause, "\(fixture): \(String(describing: report.top))")
        let top = try #require(report.top)
        #expect(!top.evidence.isEmpty && !top.remedy.isEmpty)
        // Words in capitals that stand for something on this machine must be gone.
        for word in ["MODULES", "BLACKLIST", "VENDOR", "PRODUCT", "PROGRAM", "SETTING", "BUNDLES", "WAYS", "REACH"] {
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
