import ISO7816
import TransitCardSimulator

extension SimulatorEntry {
    /// Transit cards and electronic money, each on a reader of its own.
    static let transitCards: [SimulatorEntry] = TransitCardSimulator.entries.map { entry in
        SimulatorEntry(
            name: entry.name, summary: entry.sentence,
            settings: TransitCardSettings.help.map { Setting(key: $0.key, values: $0.values, summary: $0.meaning) }
        ) { settings, _ throws(Failure) in
            do throws(TransitCardSettings.Failure) {
                return Card(chip: try entry.make(settings), limits: .short, reading: "inlay transit read")
            } catch {
                throw .usage(
                    "simulator-settings", "\(error)", remedy: "inlay sim list shows every setting with its values")
            }
        }
    }
}
