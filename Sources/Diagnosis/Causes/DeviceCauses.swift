import ReaderKnowledge

extension Cause {
    /// A reader is plugged in and PC/SC cannot have it; seen without asking PC/SC.
    static let devices: [Cause] = [
        Cause(
            "C23", "usbguard", .reader, "the reader was not let in by the USB guard of this system",
            sees: "lsusb shows it, and nothing can use it",
            found: "the device is not authorized, or has no interfaces", not: ["C22": "no device is there at all"],
            remedy: .usbguard, sources: "USBGuard's documentation, secureblue/secureblue#1231"
        ) { facts in
            guard let device = facts.devices.first(where: { !$0.isAuthorized }) else { return nil }
            return Evidence(
                "\(device.name) is not authorized" + (facts.kernel.hasUSBGuard ? ", and USBGuard runs" : "")
            ).about(device)
        },
        Cause(
            "C25", "kernel-claimed", .reader, "a kernel module for NFC has taken the reader away from PC/SC",
            sees: "the log of pcscd says \"Can't claim interface\", LIBUSB_ERROR_BUSY; programs wait for ever",
            found: "the driver of the device's interface is pn533_usb or port100",
            not: [
                "C26": "usbfs has it there: a program", "C24": "nobody has it there",
                "C28": "no PC/SC driver would take it there",
            ],
            remedy: .freeFromKernel,
            sources: "LudovicRousseau/pcsc-tools#97, nfc-tools/libnfc#391, #402, #426, dividat/playos#5"
        ) { facts in
            for device in facts.devices where device.model?.isPCSC ?? device.isCCID {
                guard let module = device.holders.first(where: KernelFacts.nfcModuleNames.contains) else { continue }
                let modules = module == "port100" ? "port100 nfc_digital nfc" : "pn533_usb pn533 nfc"
                let lines = modules.split(separator: " ").map { "blacklist \($0)" }.joined(separator: ", ")
                return Evidence("\(module) has \(device.name)", ["MODULES": modules, "BLACKLIST": lines]).about(device)
            }
            return nil
        },
        Cause(
            "C28", "not-ccid", .reader, "this device is no PC/SC reader: no PC/SC driver for Linux takes it",
            sees: "RC-S380, SCL3711, PN53x sticks and boards are never listed",
            found: "its number is one of those without a PC/SC driver",
            not: ["C24": "the device speaks CCID there, and a newer driver takes it"], remedy: .otherReader,
            sources: "LudovicRousseau/PCSC#86, #143, OpenSC/OpenSC#672, frankmorgner/vsmartcard#140"
        ) { facts in
            for device in facts.devices {
                guard let model = device.model, !model.isPCSC, facts.drivers.bundles(for: device).isEmpty else {
                    continue
                }
                let module = device.holders.first(where: KernelFacts.nfcModuleNames.contains)
                let held = module.map { "; the kernel module \($0) has it" } ?? ""
                return Evidence(
                    "\(device.name) is plugged in" + held, ["WAYS": model.otherWays.joined(separator: " or ")]
                ).about(device)
            }
            return nil
        },
        Cause(
            "C29", "keyboard-mode", .reader, "the reader is set to type numbers like a keyboard",
            sees: "numbers appear in the editor when a card is laid on", found: "usbhid has the device",
            not: ["C24": "nobody has it there"],
            remedy: Remedy("switch it to CCID with its maker's tool (OMNIKEY 5427 CK: its own web page)"),
            sources: "coinkite/coinkite-tap-proto#36, LudovicRousseau/CCID#59"
        ) { facts in
            for device in facts.devices {
                guard let name = SpecialDevices.keyboardMode[device.identifier], !device.isCCID else { continue }
                return Evidence("\(name) (\(device.identifier)) shows itself as a keyboard").about(device)
            }
            return nil
        },
        Cause(
            "C30", "update-mode", .reader, "the reader waits for the end of a firmware update",
            sees: "a reader of ACS is dead after an update", found: "its number is that of a boot loader",
            not: ["C24": "the device speaks CCID there"],
            remedy: Remedy("finish the update with the tool of ACS, then plug it in again"),
            sources: "acsccid's documentation"
        ) { facts in
            for device in facts.devices {
                guard let name = SpecialDevices.updateMode[device.identifier] else { continue }
                return Evidence("ACS \(name) in update mode (\(device.identifier))").about(device)
            }
            return nil
        },
        Cause(
            "C24", "driver-unknown-id", .reader, "no installed PC/SC driver knows this reader",
            sees: "lsusb shows it, pcsc_scan does not",
            found: "the device speaks CCID, and no Info.plist lists its number",
            not: [
                "C27": "a driver lists it there", "C25": "a kernel module has it there",
                "C28": "no driver at all would take it there",
            ],
            remedy: .newerDriver + Remedy("for readers of ACS also:") + .acsDriver,
            sources: "LudovicRousseau/CCID#95, LudovicRousseau/pcsc-tools#93, #32"
        ) { facts in
            guard !facts.drivers.bundles.isEmpty || facts.service.program != nil else { return nil }
            for device in facts.devices where device.isAuthorized {
                guard device.isCCID || device.model?.isPCSC == true, facts.drivers.bundles(for: device).isEmpty,
                    SpecialDevices.updateMode[device.identifier] == nil
                else { continue }
                let version = facts.drivers.classDriver?.version.map { "libccid \($0)" } ?? "no installed driver"
                let known = device.model?.drivers.map(\.description).joined(separator: ", ")
                let advice = known.map { "; listed by \($0) and newer" } ?? ""
                return Evidence("\(device.name) is not in the list of \(version)\(advice)").about(device)
            }
            return nil
        },
        Cause(
            "C31", "bogus-firmware", .reader, "the driver refuses the reader because its firmware is too old",
            sees: "the log of pcscd says \"Firmware (x.yy) is bogus!\"",
            found: "bcdDevice is below what libccid takes", not: ["C38": "the firmware is taken there"],
            remedy: Remedy("update the firmware with its maker's tool; for an ACR122U also:") + .acsDriver,
            sources: "LudovicRousseau/CCID#46"
        ) { facts in
            for device in facts.devices where !facts.isListed(device) {
                guard let oldest = SpecialDevices.oldestFirmware[device.identifier], device.release < oldest,
                    // The driver of ACS has no such list.
                    !facts.drivers.bundles.contains(where: {
                        !$0.isClassDriver && $0.identifiers.contains(device.identifier)
                    })
                else { continue }
                return Evidence(
                    "\(device.name) has release \(bcd(device.release)), and libccid takes \(bcd(oldest)) and newer"
                ).about(device)
            }
            return nil
        },
        Cause(
            "C32", "filtered", .reader, "the reader is kept away from PC/SC by a setting",
            sees: "pcscd runs, and one reader, or every one, is missing",
            found: "PCSCLITE_FILTER_IGNORE_READER_NAMES, or PCSCLITE_IGNORE=1 in udev's data",
            not: ["C24": "no driver lists it there", "C22": "no device is there"],
            remedy: Remedy(
                "remove the setting (SETTING), then sudo systemctl restart pcscd.service and plug the reader in again",
                nixos: "remove it from services.pcscd.ignoreReaderNames"),
            sources: "blog.apdu.fr 2015/12, 2025/04"
        ) { facts in
            if let device = facts.devices.first(where: \.isIgnored),
                facts.service.version.map({ $0 >= DriverVersion(2, 3, 2) }) ?? true
            {
                return Evidence(
                    "udev says PCSCLITE_IGNORE=1 for \(device.name)", ["SETTING": "PCSCLITE_IGNORE in a udev rule"]
                ).about(device)
            }
            let name = "PCSCLITE_FILTER_IGNORE_READER_NAMES"
            guard let filter = facts.service.settings[name], !filter.isEmpty else { return nil }
            let parts = filter.split(separator: ":")
            let text = "\(name) is \(filter)"
            let device = facts.devices.first { device in
                parts.contains { part in
                    [device.product, device.model?.name].contains { $0?.contains(part) ?? false }
                }
            }
            guard let device, !facts.isListed(device) else { return .note(text, ["SETTING": name]) }
            return Evidence("\(text), which means \(device.name)", ["SETTING": name]).about(device)
        },
        Cause(
            "C27", "node-rights", .reader, "pcscd runs as a user of its own who may not open the reader",
            sees: "the log of pcscd says LIBUSB_ERROR_ACCESS after an upgrade",
            found: "User=pcscd, and the device's node does not belong to the group pcscd",
            not: ["C24": "no driver lists it there", "C38": "pcscd may open it there"], remedy: .nodeRights,
            sources: "LudovicRousseau/PCSC#239, acshk/acsccid#39, LudovicRousseau/CCID#185"
        ) { facts in
            guard let user = facts.service.serviceUnit.user, user != "root" else { return nil }
            for device in facts.devices where device.isCCID || device.model?.isPCSC == true {
                guard let node = device.node, !node.letsIn(user), device.holders.isEmpty, !facts.isListed(device) else {
                    continue
                }
                return Evidence(
                    "pcscd runs as \(user), and \(node.path) belongs to \(node.owner) and group \(node.group)",
                    ["VENDOR": hex(device.identifier.vendor), "PRODUCT": hex(device.identifier.product)]
                ).about(device)
            }
            return nil
        },
    ]

    /// `2.06` for 0x0206.
    private static func bcd(_ release: UInt16) -> String {
        let low = String(release & 0xFF, radix: 16)
        return String(release >> 8, radix: 16) + "." + (low.count < 2 ? "0" : "") + low
    }

    static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
