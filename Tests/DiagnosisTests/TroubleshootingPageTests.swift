import Foundation
import Testing

@testable import Diagnosis

@Suite struct TroubleshootingPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Docs/troubleshooting.md")

    @Test func `page and program say the same`() throws {
        if ProcessInfo.processInfo.environment["INLAY_WRITE_DOCS"] == "1" {
            try TroubleshootingPage.text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == TroubleshootingPage.text)
    }

    @Test func `every cause is decided somewhere, and every decision is a cause`() {
        let decided = Set(DecisionTree.Stage.allCases.flatMap(\.causes))
        #expect(decided == Set(Cause.all.map(\.identifier)))
    }

    @Test func `numbers, names and titles are each its own`() {
        let all = Cause.all
        #expect(Set(all.map(\.identifier)).count == all.count)
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map(\.title)).count == all.count)
        // The facts know 62; what we met ourselves comes behind them.
        let numbers = (1...62).map { number in number < 10 ? "C0\(number)" : "C\(number)" }
        #expect(Array(all.map(\.identifier).prefix(62)) == numbers)
    }

    @Test func `no remedy lets everybody in, or switches polkit off first`() {
        for cause in Cause.all {
            for distribution in Distribution.allCases {
                let text = cause.remedy.text(for: distribution)
                #expect(!text.isEmpty)
                #expect(!text.contains("chmod 777") && !text.contains("return polkit.Result.YES; });\n"))
                #expect(!text.contains("polkit.Result.YES") || text.contains("isInGroup"))
                if text.contains("--disable-polkit") { #expect(text.contains("private container")) }
            }
        }
    }
}
