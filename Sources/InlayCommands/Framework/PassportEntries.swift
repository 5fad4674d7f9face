import InlaySeams
import LDS
import PassportSimulator

extension SimulatorEntry {
    /// All simulators.
    static let all = passports + transitCards + type2Tags

    /// Passports.
    static let passports: [SimulatorEntry] = PassportSimulator.entries.map { entry in
        SimulatorEntry(
            name: entry.name, summary: entry.sentence, seen: entry.seen,
            settings: PassportSettings.help.map { Setting(key: $0.key, values: $0.values, summary: $0.meaning) }
        ) { settings, random throws(Failure) in
            do throws(PassportSimulator.Failure) {
                let (chip, document) = try PassportSimulator.make(
                    name: entry.name, settingsText: settings, random: random)
                return Card(
                    chip: chip, limits: chip.readerLimits, failsAtExtendedLength: chip.readerFailsAtExtendedLength,
                    timing: chip.readerTiming,
                    printedMRZ: document.machineReadableZone, countryCertificate: document.countryCertificate)
            } catch {
                throw .usage(
                    "simulator-settings", "\(error)", remedy: "inlay sim list shows every setting with its values")
            }
        }
    }
}
