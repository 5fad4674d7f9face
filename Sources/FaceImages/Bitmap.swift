/// Pixels of 8 bits a channel, rows from the top without gaps.
struct Bitmap: Hashable, Sendable {
    let size: ImageSize
    /// 1 grey; 3 red, green, blue.
    let channels: Int
    let bytes: [UInt8]

    /// Nil unless the bytes fill the size exactly.
    init?(_ size: ImageSize, channels: Int, bytes: [UInt8]) {
        guard channels == 1 || channels == 3, bytes.count == size.pixels * channels else { return nil }
        self.size = size
        self.channels = channels
        self.bytes = bytes
    }

    /// The whole picture, no larger than `limit`, each pixel the mean of those it stands for; red, green, blue.
    func scaled(toFit limit: ImageSize) -> Bitmap? {
        let width: Int
        let height: Int
        if size.width * limit.height >= size.height * limit.width {
            width = min(size.width, limit.width)
            height = max(1, (size.height * width + size.width / 2) / size.width)
        } else {
            height = min(size.height, limit.height)
            width = max(1, (size.width * height + size.height / 2) / size.height)
        }
        guard let target = ImageSize(width: width, height: height) else { return nil }
        var scaled: [UInt8] = []
        scaled.reserveCapacity(target.pixels * 3)
        for row in 0..<height {
            let rows =
                (row * size.height / height)..<max((row + 1) * size.height / height, row * size.height / height + 1)
            for column in 0..<width {
                let start = column * size.width / width
                let columns = start..<max((column + 1) * size.width / width, start + 1)
                for channel in 0..<3 { scaled.append(mean(rows, columns, min(channel, channels - 1))) }
            }
        }
        return Bitmap(target, channels: 3, bytes: scaled)
    }

    private func mean(_ rows: Range<Int>, _ columns: Range<Int>, _ channel: Int) -> UInt8 {
        var sum = 0
        for row in rows {
            for column in columns { sum += Int(bytes[(row * size.width + column) * channels + channel]) }
        }
        let count = rows.count * columns.count
        return UInt8(truncatingIfNeeded: (sum + count / 2) / count)
    }
}
