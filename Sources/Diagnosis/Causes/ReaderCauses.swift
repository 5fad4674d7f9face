import PCSC
import ReaderKnowledge

extension Cause {
    /// PC/SC answers and lists no reader (8010002E), or not the one that is plugged in.
    static let readers: [Cause] = [
        Cause(
            "C26", "program-claimed", .reader, "a program has taken the reader over USB, past PC/SC",
            sees: "the log of pcscd says \"Can't claim interface\", LIBUSB_ERROR_BUSY",
            found: "usbfs has the device, and PC/SC does not list it",
            not: ["C25": "a kernel module has it there", "C27": "nobody has it there"],
            remedy: Remedy("end that program (scdaemon, libnfc, nfcpy, a virtual machine, a browser page with WebUSB)")
                + Remedy("for GnuPG:") + .shareWithGnuPG + .restart,
            sources: "blog.apdu.fr 2019/06, 2024/12, drduh/YubiKey-Guide#277"
        ) { facts in
            facts.unlisted.first(where: \.isClaimedByProgram).map {
                Evidence("a program has \($0.name), and PC/SC does not list it")
            }
        },
        Cause(
            "C34", "driver-conflict", .reader, "two PC/SC drivers list the same reader, and the wrong one took it",
            sees: "an odd name, T=0 where T=1 is needed, or no reader",
            found: "more than one bundle has its number", not: ["C24": "no bundle has it there"],
            remedy: Remedy("remove all but one of: BUNDLES") + .restart,
            sources: "acshk/acsccid#16, LudovicRousseau/PCSC#82, #204, LudovicRousseau/pcsc-tools#40"
        ) { facts in
            for device in facts.devices {
                let bundles = facts.drivers.bundles(for: device)
                guard bundles.count > 1 else { continue }
                let names = bundles.map(\.name).joined(separator: ", ")
                let text = "\(device.name) is in the lists of \(names)"
                let isTrouble = facts.unlisted.contains(device) || facts.symptom == .code(.protocolMismatch)
                return isTrouble ? Evidence(text, ["BUNDLES": names]) : .note(text, ["BUNDLES": names])
            }
            return nil
        },
        Cause(
            "C35", "openct", .reader, "OpenCT runs and takes readers before PC/SC does",
            sees: "pcscd finds no reader", found: "/run/openct/status is there",
            not: ["C26": "another program has it there"],
            remedy: Remedy(
                "remove the package openct", debian: "sudo apt remove openct", fedora: "sudo dnf remove openct",
                arch: "sudo pacman -R openct") + .restart,
            sources: "utils.c of pcsc-lite"
        ) { facts in
            guard facts.drivers.hasOpenCT else { return nil }
            let text = "/run/openct/status is there: OpenCT runs"
            return facts.hasNoReader ? Evidence(text) : .note(text)
        },
        Cause(
            "C40", "too-many", .reader, "there are more readers than pcscd has room for",
            sees: "the seventeenth slot is missing", found: "16 slots are listed, and pcsc-lite is older than 2.5.0",
            not: ["C24": "fewer slots are listed there"],
            remedy: Remedy("install pcsc-lite 2.5.0 and libccid 1.8.0 or newer, or unplug a reader"),
            sources: "LudovicRousseau/PCSC#8, #13"
        ) { facts in
            guard let readers = facts.pcsc?.readers, readers.count >= facts.service.mostReaders ?? 16,
                facts.isDaemon(before: (2, 5, 0)) || facts.service.version == nil
            else { return nil }
            return Evidence(
                "\(readers.count) readers are listed, and there is room for \(facts.service.mostReaders ?? 16)")
        },
        Cause(
            "C41", "name-changed", .reader, "the reader has another name now",
            sees: "80100009 after it was plugged in again, or a saved name is not found",
            found: "no reader has the name that is meant, and one differs only in its numbers",
            not: ["C22": "no reader is listed there"],
            remedy: Remedy("name a part that stays: --reader \"NAME\"; inlay readers lists the names of now"),
            sources: "fidesmo/fdsm#109, acshk/acsccid#28"
        ) { facts in
            guard let wanted = facts.wantedReader, let readers = facts.pcsc?.readers, !readers.isEmpty,
                facts.meantReaders.isEmpty
            else { return nil }
            let part = ReaderName.stablePart(wanted)
            guard let similar = readers.first(where: { ReaderName.stablePart($0.reader) == part }) else {
                return Evidence(
                    "no reader is called so; there are: \(readers.map(\.reader).joined(separator: "; "))",
                    ["NAME": ReaderName.stablePart(readers.first?.reader ?? "")])
            }
            return Evidence("it is called \(similar.reader) now", ["NAME": part])
        },
        Cause(
            "C38", "usb-timeout", .reader, "the reader does not answer pcscd in time",
            sees:
                "the log of pcscd says LIBUSB_ERROR_TIMEOUT; it is seen only with a tag on it, or after plugging in again",
            found: "the reader is plugged in, has a driver, is not listed, and its kind is slow with this driver",
            not: ["C27": "pcscd may not open it there", "C36": "it was listed before it was idle there"],
            remedy: Remedy("plug it in again, into another port or a powered hub") + .newerDriver,
            sources: "LudovicRousseau/PCSC#29, #66, #77, #93, #94, LudovicRousseau/pcsc-tools#81"
        ) { facts in
            for device in facts.unlisted where !device.suspendsItself || isSlow(device, facts) {
                let version = facts.drivers.classDriver?.version.map { " by libccid \($0)" } ?? ""
                let slow = isSlow(device, facts) ? ", and this model is slow to start with it" : ""
                return Evidence("\(device.name) is listed\(version) and PC/SC does not have it\(slow)")
            }
            return nil
        },
        Cause(
            "C36", "autosuspend", .reader, "the reader was put to sleep to save power, and pcscd lost it",
            sees: "it is gone when it was idle; LIBUSB_ERROR_IO",
            found: "power/control is auto, and PC/SC does not list it", not: ["C37": "the computer itself slept there"],
            remedy: .power, sources: "LudovicRousseau/CCID#36, #37"
        ) { facts in
            guard let device = facts.unlisted.first(where: \.suspendsItself) else { return nil }
            return Evidence(
                "power/control of \(device.name) is auto, and PC/SC does not list it",
                [
                    "VENDOR": hex(device.identifier.vendor), "PRODUCT": hex(device.identifier.product),
                    "DEVICE": device.path,
                ])
        },
        Cause(
            "C39", "built-in-nfc", .reader, "the computer's built-in NFC cannot be used through PC/SC",
            sees: "the laptop has NFC, and no contactless reader is listed",
            found: "a ControlVault of Broadcom without a contactless reader, or an NFC chip on I2C",
            not: ["C28": "the device is a stick or a reader there"],
            remedy: Remedy(
                "use an external reader; for some ControlVault models a community tool switches the radio on"),
            sources: "LudovicRousseau/pcsc-tools#49, jacekkow/controlvault2-nfc-enable#4, NixOS/nixpkgs#379118"
        ) { facts in
            let hasContactless = (facts.pcsc?.readers ?? []).contains {
                ReaderSlot(pcscName: $0.reader) == .contactless
            }
            guard !hasContactless else { return nil }
            let hasOther = !(facts.pcsc?.readers ?? []).isEmpty
            let text: String
            if let device = facts.devices.first(where: { SpecialDevices.isControlVault($0.identifier) }) {
                text = "ControlVault of Broadcom (\(device.identifier)), whose radio is off on Linux"
            } else if facts.kernel.hasNFCOnI2C {
                text = "an NFC chip on I2C (NXP1001), which needs another stack than PC/SC"
            } else {
                return nil
            }
            return hasOther ? .note(text) : Evidence(text)
        },
        Cause(
            "C57", "wsl", .reader, "Windows has the reader, and it is not attached to this Linux",
            sees: "in WSL no reader is there", found: "WSL, and no USB device that is a reader",
            not: ["C22": "it is no WSL there"],
            remedy: Remedy("in Windows: usbipd list, then usbipd attach --wsl --busid NUMBER (each time)") + .restart,
            sources: "dorssel/usbipd-win#97, #139, Yubico/yubikey-manager#548"
        ) { facts in
            guard facts.surroundings.isWSL else { return nil }
            return facts.devices.isEmpty && facts.pcsc?.readers.isEmpty != false
                ? Evidence("this is WSL, and no reader is attached to it")
                : .note("this is WSL: a reader has to be attached after each start")
        },
        Cause(
            "C56", "vm", .reader, "the reader is not passed into this virtual machine",
            sees: "in the guest no reader is there, or only a virtual one",
            found: "a virtual machine, and no USB device that is a reader",
            not: ["C22": "it is no virtual machine there"],
            remedy: Remedy(
                "pass the whole USB device to the guest, and keep the host off it: ENV{PCSCLITE_IGNORE}=\"1\" in a udev "
                    + "rule of the host, or stop its pcscd"),
            sources: "LudovicRousseau/CCID#23, LudovicRousseau/PCSC#225, OpenSC/OpenSC#1987, blog.apdu.fr 2025/04"
        ) { facts in
            if let name = facts.devices.lazy.compactMap({ SpecialDevices.virtualReaders[$0.identifier] }).first {
                let text = "\(name) is the only reader of this virtual machine"
                return facts.hasAnsweringCard ? .note(text) : Evidence(text)
            }
            guard let maker = facts.surroundings.virtualMachine, facts.devices.isEmpty, facts.hasNoReader,
                !facts.surroundings.isWSL
            else { return nil }
            return Evidence("this is a virtual machine (\(maker)), and it has no reader")
        },
        Cause(
            "C33", "no-udev", .reader, "nobody tells pcscd about new devices here",
            sees: "only readers that were plugged in before pcscd started are found",
            found: "no /run/udev, and pcscd runs here", not: ["C19": "pcscd runs on the host there"],
            remedy: Remedy("run pcscd on the host, and pass the folder /run/pcscd in") + .sandbox,
            sources: "LudovicRousseau/PCSC#244"
        ) { facts in
            guard !facts.kernel.hasUdev, facts.kernel.showsUSB, facts.service.process != nil else { return nil }
            let text = "there is no /run/udev here"
            return facts.hasNoReader && !facts.devices.isEmpty ? Evidence(text) : .note(text)
        },
        Cause(
            "C22", "no-usb-device", .reader, "no reader is plugged in",
            sees: "8010002E; lsusb does not show it either",
            found: "no USB device is a reader, or could be one",
            not: [
                "C23": "a device is there, and was not let in", "C56": "the host has it there",
                "C57": "Windows has it there", "C28": "a device is there that is no PC/SC reader",
            ],
            remedy: Remedy(
                "plug it in, try another port or cable, and look for it with lsusb, and with lsmod for a kernel module "
                    + "that takes readers (pn533, port100); without a reader try --reader sim:passport"),
            sources: "LudovicRousseau/PCSC#64"
        ) { facts in
            guard facts.hasNoReader || facts.symptom == .code(.noReadersAvailable), facts.devices.isEmpty else {
                return nil
            }
            return Evidence(
                facts.kernel.showsUSB ? "no USB device here is a reader" : "no USB devices are shown here at all")
        },
    ]

    /// Models that older drivers lose while they start.
    private static func isSlow(_ device: USBDevice, _ facts: Facts) -> Bool {
        guard let version = facts.drivers.classDriver?.version, let model = device.model else { return false }
        if model.quirks.contains(.startsSlowly) { return version < DriverVersion(1, 6, 2) }
        return model.dialects.contains(.identiv) && version < DriverVersion(1, 4, 32)
    }
}
