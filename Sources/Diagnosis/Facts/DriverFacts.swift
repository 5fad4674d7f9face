package import ReaderKnowledge

/// PC/SC drivers that are installed.
package struct DriverFacts: Hashable, Sendable {
    /// One of them.
    package struct Bundle: Hashable, Sendable {
        package var path: String
        package var name: String
        package var version: DriverVersion?
        /// Takes a whole class of devices, and so comes after specific ones.
        package var isClassDriver: Bool
        package var identifiers: Set<USBIdentifier>
        /// Bits of `ifdDriverOptions`.
        package var options: UInt32

        package init(
            path: String, name: String, version: DriverVersion?, isClassDriver: Bool,
            identifiers: Set<USBIdentifier>, options: UInt32
        ) {
            self.path = path
            self.name = name
            self.version = version
            self.isClassDriver = isClassDriver
            self.identifiers = identifiers
            self.options = options
        }
    }

    package var bundles: [Bundle] = []
    /// Folders that hold bundles.
    package var folders: [String] = []
    /// OpenCT runs, which takes readers before PC/SC does.
    package var hasOpenCT = false

    package init() {}

    /// The bundles that list a device.
    func bundles(for device: USBDevice) -> [Bundle] {
        bundles.filter { $0.identifiers.contains(device.identifier) }
    }

    /// libccid.
    var classDriver: Bundle? { bundles.first(where: \.isClassDriver) }
}
