import Octets

/// Bytes from spaced hexadecimal in a test; empty when the literal is malformed, so that the test fails.
public func hex(_ text: String) -> [UInt8] { (try? Hex.bytes(text)) ?? [] }
