import ISO7816
import Type2TagSimulator

extension SimulatorEntry {
    /// NTAG, MIFARE Ultralight and their like, each on a reader of its own.
    static let type2Tags: [SimulatorEntry] = Type2TagSimulator.entries.map { entry in
        SimulatorEntry(
            name: entry.name, summary: entry.sentence,
            settings: Type2TagSettings.help.map { Setting(key: $0.key, values: $0.values, summary: $0.meaning) }
        ) { settings, random throws(Failure) in
            do throws(Type2TagSettings.Failure) {
                return Card(
                    chip: try entry.make(settings, random: random), limits: .short, reading: "inlay info")
            } catch {
                throw .usage(
                    "simulator-settings", "\(error)", remedy: "inlay sim list shows every setting with its values")
            }
        }
    }
}
