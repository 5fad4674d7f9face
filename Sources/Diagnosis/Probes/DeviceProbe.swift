import Octets
import ReaderKnowledge

/// Reads USB devices that are readers, could be, or were.
enum DeviceProbe {
    private static let folder = "/sys/bus/usb/devices"

    static func look(at machine: Machine) -> [USBDevice] {
        let files = machine.files
        let names = files.names(in: folder)
        let interfaces = Dictionary(grouping: names.filter { $0.contains(":") }) { $0.prefix { $0 != ":" } }
        // Each is a few files; more than this is nobody's desk.
        let devices = names.lazy.filter { !$0.contains(":") }.compactMap { name in
            device(name, interfaces[name[...]] ?? [], files)
        }
        return Array(devices.prefix(most))
    }

    private static let most = 100
    /// The kernel never shows more of an attribute.
    private static let longest = 4096

    private static func device(_ name: String, _ interfaces: [String], _ files: FileTree) -> USBDevice? {
        let path = "\(folder)/\(name)"
        func text(_ attribute: String) -> String? { files.text("\(path)/\(attribute)", limit: longest) }
        guard let vendor = number(text("idVendor")), let product = number(text("idProduct"))
        else { return nil }
        let identifier = USBIdentifier(vendor: vendor, product: product)
        var device = USBDevice(
            path: name, identifier: identifier, release: number(text("bcdDevice")) ?? 0,
            product: text("product"), maker: text("manufacturer"),
            serial: text("serial"), isAuthorized: text("authorized") != "0",
            interfaces: interfaces.map { interface($0, files) }, abilities: [], suspendsItself: false, persists: false,
            node: nil, isIgnored: false)
        guard isOfInterest(device) else { return nil }
        device.abilities = CCIDDescriptor.interfaces(in: files.bytes("\(path)/descriptors", limit: 4096) ?? [])
        device.suspendsItself = text("power/control") == "auto"
        device.persists = text("power/persist") == "1"
        if let bus = text("busnum").flatMap({ Int($0) }),
            let number = text("devnum").flatMap({ Int($0) }), (1...999).contains(bus),
            (1...999).contains(number)
        {
            device.node = node("/dev/bus/usb/\(padded(bus))/\(padded(number))", files)
            device.isIgnored = files.lines("/run/udev/data/c189:\((bus - 1) * 128 + number - 1)")
                .contains("E:PCSCLITE_IGNORE=1")
        }
        return device
    }

    private static func interface(_ name: String, _ files: FileTree) -> USBDevice.Interface {
        let path = "\(folder)/\(name)"
        func text(_ attribute: String) -> String? { files.text("\(path)/\(attribute)", limit: longest) }
        return USBDevice.Interface(
            number: String(name.split(separator: ".").last ?? ""),
            deviceClass: UInt8(truncatingIfNeeded: number(text("bInterfaceClass")) ?? 0),
            text: text("interface"),
            driver: files.linkTarget("\(path)/driver").flatMap { $0.split(separator: "/").last.map(String.init) })
    }

    private static func isOfInterest(_ device: USBDevice) -> Bool {
        let identifier = device.identifier
        return device.isCCID || device.model != nil || SpecialDevices.updateMode[identifier] != nil
            || SpecialDevices.keyboardMode[identifier] != nil || SpecialDevices.virtualReaders[identifier] != nil
            || SpecialDevices.isControlVault(identifier)
            // Nobody but a reader maker's device is worth a word before it was let in.
            || (!device.isAuthorized
                && ["Smart", "smart", "NFC", "CCID", "Card", "card"].contains { word in
                    device.product?.contains(word) ?? false
                })
    }

    private static func node(_ path: String, _ files: FileTree) -> USBDevice.Node? {
        guard let status = files.lookup(path).status else { return nil }
        let accounts = Accounts(files: files)
        return USBDevice.Node(
            path: path, owner: accounts.user(status.owner), group: accounts.group(status.group), mode: status.mode,
            users: AccessList.users(in: files.attribute("system.posix_acl_access", of: path) ?? []).map(accounts.user))
    }

    private static func number(_ text: String?) -> UInt16? { text.flatMap { UInt16($0, radix: 16) } }

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
