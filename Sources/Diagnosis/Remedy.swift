/// What to do, in the words of each family of systems.
package struct Remedy: Hashable, Sendable {
    private struct Step: Hashable, Sendable {
        var usual: String
        var special: [Distribution: String]
    }

    private let steps: [Step]

    private init(steps: [Step]) { self.steps = steps }

    /// The same everywhere.
    init(_ text: String) { steps = [Step(usual: text, special: [:])] }

    /// `usual` where nothing else is said.
    init(
        _ usual: String, debian: String? = nil, fedora: String? = nil, arch: String? = nil, nixos: String? = nil
    ) {
        var special: [Distribution: String] = [:]
        special[.debian] = debian
        special[.fedora] = fedora
        special[.arch] = arch
        special[.nixos] = nixos
        steps = [Step(usual: usual, special: special)]
    }

    /// One after the other.
    static func + (first: Remedy, second: Remedy) -> Remedy { Remedy(steps: first.steps + second.steps) }

    /// For a family, with `values` in place of words in capitals.
    package func text(for distribution: Distribution, _ values: [String: String] = [:]) -> String {
        let text = steps.map { $0.special[distribution] ?? $0.usual }.joined(separator: "; ")
            // A step that introduces the next.
            .split(separator: ":; ", omittingEmptySubsequences: false).joined(separator: ": ")
        // Longer words first: a short one may be part of a long one.
        return values.sorted { $0.key.count > $1.key.count }.reduce(text) { text, pair in
            text.split(separator: pair.key, omittingEmptySubsequences: false).joined(separator: pair.value)
        }
    }

    /// True when every family is told the same.
    package var isUniform: Bool { Set(Distribution.allCases.map { text(for: $0) }).count == 1 }
}

extension Remedy {
    static let install = Remedy(
        "install pcsc-lite and its CCID driver with the package manager",
        debian: "sudo apt install pcscd libccid", fedora: "sudo dnf install pcsc-lite pcsc-lite-ccid",
        arch: "sudo pacman -S pcsclite ccid", nixos: "set services.pcscd.enable = true; and rebuild")
    static let start = Remedy(
        "sudo systemctl enable --now pcscd.socket", nixos: "nixos-rebuild switch starts the socket")
    static let restart = Remedy("sudo systemctl restart pcscd.service")
    static let resetSocket = Remedy(
        "sudo systemctl reset-failed pcscd.socket pcscd.service && sudo systemctl restart pcscd.socket")
    static let allow = Remedy(
        "sudo sh -c 'cat > /etc/polkit-1/rules.d/50-pcsc-local.rules' with the line: \(polkitRule)",
        nixos: "security.polkit.extraConfig = ''\(polkitRule)'';")
    /// One group, and never everybody.
    private static let polkitRule =
        #"polkit.addRule(function(a,s){ if ((a.id=="org.debian.pcsc-lite.access_pcsc" || "#
        + #"a.id=="org.debian.pcsc-lite.access_card") && s.isInGroup("GROUP")) return polkit.Result.YES; });"#
    static let acsDriver = Remedy(
        "install the driver acsccid of ACS", debian: "sudo apt install libacsccid1",
        fedora: "sudo dnf install pcsc-lite-acsccid", arch: "install acsccid from the AUR",
        nixos: "services.pcscd.plugins = [ pkgs.acsccid ];")
    static let newerDriver = Remedy(
        "install a newer release of the CCID driver (libccid)",
        debian: "take libccid from a newer release or backports; until then add the number to "
            + "/etc/libccid_Info.plist",
        fedora: "sudo dnf upgrade pcsc-lite-ccid", arch: "sudo pacman -Syu", nixos: "use a newer channel")
    static let freeFromKernel = Remedy(
        "sudo modprobe -r MODULES and plug the reader in again; for good put the lines BLACKLIST into "
            + "/etc/modprobe.d/pcsc-nfc.conf",
        nixos: "sudo modprobe -r MODULES and plug the reader in again; for good "
            + #"boot.blacklistedKernelModules = [ "pn533_usb" "pn533" "port100" "nfc" ];"#)
    static let nodeRights = Remedy(
        "install libccid 1.8.0 or newer (acsccid 1.1.13 or newer); until then write into \(nodeRules): \(nodeRule), "
            + "then sudo udevadm control --reload and plug the reader in again",
        nixos: "services.udev.extraRules = ''\(nodeRule)'';")
    private static let nodeRules = "/etc/udev/rules.d/93-pcscd-local.rules"
    private static let nodeRule =
        #"SUBSYSTEM=="usb", ATTR{idVendor}=="VENDOR", ATTR{idProduct}=="PRODUCT", GROUP="pcscd""#
    static let shareWithGnuPG = Remedy(
        "write disable-ccid and pcsc-shared into ~/.gnupg/scdaemon.conf, then gpgconf --kill scdaemon")
    static let power = Remedy(
        "echo on | sudo tee /sys/bus/usb/devices/DEVICE/power/control; for good a udev rule with "
            + #"ATTR{idVendor}=="VENDOR", ATTR{idProduct}=="PRODUCT", ATTR{power/control}="on" in "#
            + "/etc/udev/rules.d/99-reader-power.rules; with TLP, USB_DENYLIST",
        nixos: #"services.udev.extraRules = ''ATTR{idVendor}=="VENDOR", ATTR{idProduct}=="PRODUCT", "#
            + #"ATTR{power/control}="on"'';"#)
    static let usbguard = Remedy(
        "sudo usbguard list-devices -b shows its number; sudo usbguard allow-device -p NUMBER",
        nixos: "add it to services.usbguard.rules")
    static let sandbox = Remedy(
        "Flatpak: flatpak override --user --socket=pcsc APP; Snap: sudo snap connect APP:pcscd; container: pass the "
            + "folder /run/pcscd in, not the file")
    static let escapeBit = Remedy(
        "set ifdDriverOptions to 0x0001 in Contents/Info.plist of ifd-ccid.bundle (lost when it is upgraded), then "
            + "sudo systemctl restart pcscd.service",
        debian: "set ifdDriverOptions to 0x0001 in /etc/libccid_Info.plist, then "
            + "sudo systemctl restart pcscd.service", nixos: "override pkgs.ccid with ifdDriverOptions 0x0001")
    static let reinerDriver = Remedy(
        "install the cyberJack driver of ReinerSCT", debian: "sudo apt install libifd-cyberjack6",
        fedora: "sudo dnf install pcsc-cyberjack", arch: "install pcsc-cyberjack from the AUR",
        nixos: "services.pcscd.plugins = [ pkgs.pcsc-cyberjack ];")
    static let otherReader = Remedy(
        "WAYS can use it without PC/SC, which inlay cannot; with inlay use a PC/SC reader (ACR1252U, ACR1552U, "
            + "uTrust 3700 F, OMNIKEY 5022, RC-S300)")
}
