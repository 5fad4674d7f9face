import CardCrypto
import Octets

/// Bytes written as spaced hexadecimal.
func hex(_ text: String) throws -> [UInt8] { try Hex.bytes(text) }

/// The same as key material.
func secret(_ text: String) throws -> SecretBytes { SecretBytes(try Hex.bytes(text)) }

/// Upper-case hexadecimal.
func text(_ bytes: [UInt8]) -> String { Hex.string(bytes) }
