/// What the kernel does with readers.
package struct KernelFacts: Hashable, Sendable {
    /// Modules that are loaded and take NFC devices.
    package var nfcModules: [String] = []
    /// Modules that are kept from being loaded.
    package var blacklisted: [String] = []
    /// Nobody keeps a list of devices here, so new ones are not noticed.
    package var hasUdev = true
    /// USBGuard decides about new devices.
    package var hasUSBGuard = false
    /// An NFC chip on I2C, for which PC/SC has no driver.
    package var hasNFCOnI2C = false
    /// The kernel shows USB devices at all.
    package var showsUSB = true

    package init() {}

    static let nfcModuleNames: Set<String> = [
        "pn533_usb", "pn533", "port100", "nfc_digital", "nfc", "nxp_nci", "nxp_nci_i2c",
    ]
}
