/// Padding method 2 of ISO/IEC 9797-1: one octet `80`, then zeros up to the end of the block.
public enum PaddingMethod2 {
    /// `bytes` with padding; a whole block more when they already fill their last one.
    public static func add(_ bytes: [UInt8], blockSize: Int) -> [UInt8] {
        guard blockSize > 0 else { return bytes + [0x80] }
        let zeros = blockSize - 1 - bytes.count % blockSize
        return bytes + [0x80] + [UInt8](repeating: 0, count: zeros)
    }

    /// `bytes` without their padding. Throws `invalidPadding` when the last octet that is not zero is not `80`.
    public static func remove(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let mark = bytes.lastIndex(where: { $0 != 0 }), bytes[mark] == 0x80 else { throw .invalidPadding }
        return Array(bytes[..<mark])
    }
}
