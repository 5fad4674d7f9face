import ChipSimulation
import ISO7816
import InlaySeams
import LDS
import PassportSimulator

@testable import InlayCommands

/// The document of `sim:passport`, and houses in which it can be read.
enum SimulatedPassport {
    static let document: PassportDocument? = try? PassportSimulator.make(name: "passport").document
    /// Lines of its machine readable zone.
    static var zone: [String] { document?.machineReadableZone ?? [] }
    static var files: LDSFiles { document?.files ?? [:] }

    /// A house with every simulator that there is.
    static func house(input: String? = nil, environment: [String: String] = [:]) -> House {
        .test(simulators: SimulatorEntry.all, input: input, environment: environment)
    }

    /// A house with one reader, on which a chip with `files` lies, seen through `wire`.
    static func house(
        files: LDSFiles = files, settings: String = "",
        wire: @escaping @Sendable (any CardLink) -> any CardLink = { $0 }
    ) -> House {
        let readers = FakeReaders(
            readers: [.loaded("Test Reader 00 00")],
            card: { _ in
                let chip = try? PassportSimulator.make(files: files, settingsText: settings, random: .seeded(3))
                return wire(SimulatedLink(chip ?? ConstantChip(0x6F00)))
            })
        return .test(readers: readers, simulators: SimulatorEntry.all)
    }

    /// The usual way to open it.
    static var key: String { "--mrz=\(zone.joined(separator: "/"))" }
}
