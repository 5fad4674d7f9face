/// Vendor and product number of a USB device.
public struct USBIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Who made it.
    public let vendor: UInt16
    /// What it is.
    public let product: UInt16

    /// From its two numbers.
    public init(vendor: UInt16, product: UInt16) {
        self.vendor = vendor
        self.product = product
    }

    /// Written as `072f:2200`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 4], parts.allSatisfy({ $0.allSatisfy(\.isHexDigit) }),
            let vendor = UInt16(parts[0], radix: 16),
            let product = UInt16(parts[1], radix: 16)
        else { return nil }
        self.init(vendor: vendor, product: product)
    }

    /// `072f:2200`.
    public var description: String { "\(Self.hex(vendor)):\(Self.hex(product))" }

    /// By vendor, then product.
    public static func < (left: USBIdentifier, right: USBIdentifier) -> Bool {
        (left.vendor, left.product) < (right.vendor, right.product)
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
