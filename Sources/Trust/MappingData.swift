package import CardCrypto

/// The check of PACE-CAM (9303-11 §4.4.3.5.2).
package enum MappingData {
    /// True when `data`, CA_IC, times the static key is the chip's public key of the mapping.
    package static func fits(_ data: [UInt8], mappingKey: [UInt8], staticKey: PublicKey) -> Bool {
        guard let curve = staticKey.curve, let group = try? ECGroup(curve), data.count == group.orderByteCount,
            let base = try? group.point(decoding: staticKey.subjectPublicKey),
            let product = try? group.multiply(base, by: SecretBytes(data))
        else { return false }
        return group.encoded(product) == mappingKey
    }
}
