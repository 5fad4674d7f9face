package import ReaderKnowledge

/// A USB device that is a reader, could be one, or was one.
package struct USBDevice: Hashable, Sendable {
    /// One interface of it.
    package struct Interface: Hashable, Sendable {
        package var number: String
        package var deviceClass: UInt8
        package var text: String?
        /// Who has it: a kernel driver, `usbfs` for a program, nil for nobody.
        package var driver: String?

        package init(number: String, deviceClass: UInt8, text: String?, driver: String?) {
            self.number = number
            self.deviceClass = deviceClass
            self.text = text
            self.driver = driver
        }
    }

    /// Its name in sysfs.
    package var path: String
    package var identifier: USBIdentifier
    /// `bcdDevice`.
    package var release: UInt16
    package var product: String?
    package var maker: String?
    package var serial: String?
    package var isAuthorized: Bool
    package var interfaces: [Interface]
    /// CCID interfaces of its descriptors.
    package var abilities: [ReaderInterface]
    package var suspendsItself: Bool
    package var persists: Bool
    /// The device node; nil when there is none.
    package var node: Node?
    /// udev was told to keep PC/SC away from it.
    package var isIgnored: Bool

    /// Who may open the device.
    package struct Node: Hashable, Sendable {
        package var path: String
        package var owner: String
        package var group: String
        package var mode: UInt32
        /// Users whom an access list lets in.
        package var users: [String]

        package init(path: String, owner: String, group: String, mode: UInt32, users: [String]) {
            self.path = path
            self.owner = owner
            self.group = group
            self.mode = mode
            self.users = users
        }

        /// Whether `user`, who is in a group of the same name, may open it.
        func letsIn(_ user: String) -> Bool {
            user == "root" || owner == user || (group == user && mode & 0o020 != 0) || mode & 0o002 != 0
                || users.contains(user)
        }
    }

    /// What is known about the model.
    package var model: ReaderModel? { ReaderCatalog.model(identifier) }
    /// It says that it is a reader.
    package var isCCID: Bool { interfaces.contains { $0.deviceClass == 0x0B } }
    /// Kernel drivers and programs that have it.
    var holders: [String] { interfaces.compactMap(\.driver) }
    var isClaimedByProgram: Bool { holders.contains("usbfs") }

    /// Maker and model, as well as they are known.
    package var name: String {
        if let model { return "\(model.name) (\(identifier))" }
        let own = [maker, product].compactMap { $0 }.joined(separator: " ")
        return own.isEmpty ? "USB device \(identifier)" : "\(own) (\(identifier))"
    }
}
