import ReaderKnowledge

/// Reads which PC/SC drivers are installed and which devices they list.
enum DriverProbe {
    private static let usualFolders = [
        "/usr/lib/pcsc/drivers", "/usr/lib64/pcsc/drivers", "/usr/lib/x86_64-linux-gnu/pcsc/drivers",
        "/usr/local/lib/pcsc/drivers", "/usr/libexec/SmartCardServices/drivers",
    ]

    static func look(at machine: Machine, for service: ServiceFacts) -> DriverFacts {
        let files = machine.files
        var facts = DriverFacts()
        let told = [service.driverFolder, service.settings["PCSCLITE_HP_DROPDIR"]].compactMap { $0 }
        for folder in told + usualFolders.filter({ !told.contains($0) }) {
            let bundles = files.names(in: folder).filter { $0.hasSuffix(".bundle") }
            guard !bundles.isEmpty else { continue }
            facts.folders.append(folder)
            for name in bundles {
                if let bundle = bundle("\(folder)/\(name)", files) { facts.bundles.append(bundle) }
            }
        }
        facts.hasOpenCT = files.exists("/run/openct/status") || files.exists("/var/run/openct/status")
        return facts
    }

    private static func bundle(_ path: String, _ files: FileTree) -> DriverFacts.Bundle? {
        guard let bytes = files.bytes("\(path)/Contents/Info.plist") else { return nil }
        let list = PropertyListScanner.strings(in: bytes)
        let vendors = list["ifdVendorID"] ?? []
        let products = list["ifdProductID"] ?? []
        let identifiers = zip(vendors, products).compactMap { vendor, product -> USBIdentifier? in
            guard let vendor = number(vendor), let product = number(product), vendor <= 0xFFFF, product <= 0xFFFF else {
                return nil
            }
            return USBIdentifier(vendor: UInt16(vendor), product: UInt16(product))
        }
        let name = path.split(separator: "/").last.map { String($0.dropLast(7)) } ?? path
        return DriverFacts.Bundle(
            path: path, name: name, version: list["CFBundleShortVersionString"]?.first.flatMap { DriverVersion($0) },
            isClassDriver: list["CFBundleName"]?.first == "CCIDCLASSDRIVER", identifiers: Set(identifiers),
            options: list["ifdDriverOptions"]?.first.flatMap(number) ?? 0)
    }

    private static func number(_ text: String) -> UInt32? {
        text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }
}
