import Octets
import TestKit

/// What the text of a test report says around its steps: which documents it follows, what its marks mean, and why steps
/// were skipped.
enum TestReport {
    /// Above the steps.
    static func showHead(_ plan: TestPlan, upTo safety: SafetyClass, on output: Output) {
        output.paragraph(StyledText(plan.name, .strong) + StyledText("  \(plan.title)"), indent: 2)
        let cases = plan.steps.compactMap(\.testCase)
        let sources = cases.map(\.source).reduce(into: [TestCase.Source]()) { if !$0.contains($1) { $0.append($1) } }
        if !sources.isEmpty {
            output.paragraph(
                StyledText(
                    "checked like \(sources.map(\.rawValue).joined(separator: " and ")), certified by nobody. Expected results "
                        + "are published there; those marked inferred follow from Doc 9303, ISO/IEC 7816-4 or the title.",
                    .faint), indent: 2)
        }
        let classes = SafetyClass.allCases.filter { one in one <= safety && plan.steps.contains { $0.safety == one } }
        output.paragraph(
            StyledText(classes.map { "\($0.name) \($0.meaning)" }.joined(separator: "; "), .faint), indent: 2)
        output.print()
    }

    /// The published case that a step follows, and where its expected result is from.
    static func mark(_ step: TestPlan.Step) -> String { step.testCase.map { "\($0.identifier) " } ?? "" }

    /// Why steps were skipped, each reason once.
    static func showSkipped(_ results: [TestPlan.StepResult], on output: Output) {
        let groups = groups(results)
        guard !groups.isEmpty else { return }
        output.print()
        output.print(StyledText("skipped", .strong))
        for group in groups.prefix(20) {
            output.paragraph(
                StyledText("\(group.count)", .faint).padded(6) + StyledText(group.reason), margin: 2, indent: 8)
        }
        if groups.count > 20 { output.paragraph("\(groups.count - 20) more reasons", margin: 2, indent: 8) }
        let most = results.map(\.step.safety).max() ?? .plain
        let further = results.contains { $0.isBeyondClass } ? "; --up-to goes further, to \(most.name) at most" : ""
        output.paragraph(StyledText("--verbose shows each of them\(further)", .faint), margin: 2, indent: 8)
    }

    /// Reasons with how many steps each kept from running, the most frequent first; files that are not there stand together.
    static func groups(_ results: [TestPlan.StepResult]) -> [(reason: String, count: Int)] {
        var groups: [(start: String, names: [String], count: Int)] = []
        for result in results {
            guard case .skipped(let reason) = result.outcome else { continue }
            let (start, name) = parts(reason)
            if let place = groups.firstIndex(where: { $0.start == start }) {
                groups[place].count += 1
                if let name, !groups[place].names.contains(name) { groups[place].names.append(name) }
            } else {
                groups.append((start, name.map { [$0] } ?? [], 1))
            }
        }
        return groups.map { ($0.start + $0.names.joined(separator: ", "), $0.count) }.sorted { $0.count > $1.count }
    }

    /// A reason that ends in the name of a file, taken apart.
    private static func parts(_ reason: String) -> (start: String, name: String?) {
        guard let last = reason.split(separator: " ").last, last.hasPrefix("EF.") else { return (reason, nil) }
        return (String(reason.dropLast(last.count)), String(last))
    }
}

extension TestPlan.StepResult {
    /// It did not run because nobody asked for its class.
    fileprivate var isBeyondClass: Bool {
        guard case .skipped(let reason) = outcome else { return false }
        return reason.hasPrefix(step.safety.name)
    }
}
