import CPassportPortrait

/// The holder's portrait: a drawing, nobody's likeness.
enum Portrait {
    /// Points in a row.
    static let width = 413
    /// Rows.
    static let height = 531

    /// A JPEG file of at least `size` bytes. What is missing is put into comment segments, which decoders pass over.
    static func jpeg(atLeast size: Int? = nil) -> [UInt8] {
        let picture = unsafe [UInt8](
            UnsafeBufferPointer(start: inlay_passport_portrait(), count: inlay_passport_portrait_length()))
        var missing = (size ?? 0) - picture.count
        guard missing > 0 else { return picture }
        var comments: [UInt8] = []
        while missing > 0 {
            // FFFE, then a length that counts itself (ITU-T T.81 §B.2.4.5).
            let length = min(max(missing - 2, 2), 0xFFFF)
            comments += [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
            comments += [UInt8](repeating: 0x20, count: length - 2)
            missing -= length + 2
        }
        return picture.prefix(2) + comments + picture.dropFirst(2)
    }
}
