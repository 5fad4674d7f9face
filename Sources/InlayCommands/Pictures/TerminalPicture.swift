import FaceImages
import Octets

/// A picture as the lines that make a terminal show it. Made of pixels only, so nothing of foreign origin is in it.
struct TerminalPicture: Hashable, Sendable {
    /// What is written, each line with its end.
    let lines: [String]

    /// Columns that a picture may take; half of the narrowest usual terminal.
    static let columns = 32
    /// Lines that it may take; with the title of a report it fits on a screen of 24.
    static let rows = 21

    init(_ picture: Picture, _ graphics: TerminalGraphics, isUTF8: Bool = true) {
        switch graphics {
        case .kitty: lines = Self.kitty(picture)
        case .sixel: lines = Self.sixel(picture)
        case .blocks(let isTrueColour): lines = Self.blocks(picture, isTrueColour: isTrueColour, isUTF8: isUTF8)
        }
    }

    /// Most pixels that `graphics` can use.
    static func limit(_ graphics: TerminalGraphics, isUTF8: Bool = true) -> ImageSize? {
        switch graphics {
        // Cells of 8 to 10 by 16 to 20 pixels are common; kitty stretches to the cells that it is told.
        case .kitty, .sixel: ImageSize(width: 240, height: 320)
        case .blocks: ImageSize(width: columns, height: rows * 2)
        }
    }

    // MARK: - Kitty

    /// Pixels in base 64, in parts of at most 4096 characters, stretched to whole cells.
    private static func kitty(_ picture: Picture) -> [String] {
        let rows = min(rows, max(1, picture.size.height * Self.columns / picture.size.width / 2))
        let columns = max(1, min(Self.columns, rows * 2 * picture.size.width / picture.size.height))
        let text = Array(Base64.encode(picture.bytes))
        let parts = stride(from: 0, to: text.count, by: 4096).map { text[$0..<min($0 + 4096, text.count)] }
        var escapes = ""
        for (index, part) in parts.enumerated() {
            let more = index < parts.count - 1 ? 1 : 0
            let head =
                "a=T,q=2,f=24,s=\(picture.size.width),v=\(picture.size.height),c=\(columns),r=\(rows),"
            escapes += "\u{1B}_G\(index == 0 ? head : "")m=\(more);\(String(part))\u{1B}\\"
        }
        return [escapes + "\n"]
    }

    // MARK: - Sixel

    /// Bands of six rows, one pass for each of at most 216 colours.
    private static func sixel(_ picture: Picture) -> [String] {
        let (width, height) = (picture.size.width, picture.size.height)
        let indexes = dithered(picture, cubeIndex)
        var text = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
        for index in Set(indexes).sorted() {
            let parts = [index / 36, index / 6 % 6, index % 6].map { String($0 * 20) }.joined(separator: ";")
            text += "#\(index);2;\(parts)"
        }
        for top in stride(from: 0, to: height, by: 6) {
            let band = indexes[(top * width)..<(min(top + 6, height) * width)]
            for colour in Set(band).sorted() {
                text += "#\(colour)"
                let columns = (0..<width).map { column -> UInt8 in
                    var bits: UInt8 = 0
                    for row in 0..<min(6, height - top) where band[band.startIndex + row * width + column] == colour {
                        bits |= 1 << UInt8(row)
                    }
                    return bits + 63
                }
                text += runs(columns) + "$"
            }
            text += "-"
        }
        return [text + "\u{1B}\\\n"]
    }

    /// Equal characters in a row as `!` and their number.
    private static func runs(_ characters: [UInt8]) -> String {
        var text = ""
        var rest = characters[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            let character = String(decoding: [first], as: UTF8.self)
            text += run.count > 3 ? "!\(run.count)\(character)" : String(repeating: character, count: run.count)
            rest = rest.dropFirst(run.count)
        }
        return text
    }

    /// A colour of the 6 x 6 x 6 that sixels are drawn in.
    private static func cubeIndex(_ pixel: [Int]) -> (index: Int, colour: [Int]) {
        let levels = pixel.map { ($0 * 5 + 127) / 255 }
        return (levels.reduce(0) { $0 * 6 + $1 }, levels.map { $0 * 51 })
    }

    /// The nearest colour for each pixel, what is left over spread to its neighbours (Floyd, Steinberg).
    private static func dithered(
        _ picture: Picture, _ nearest: ([Int]) -> (index: Int, colour: [Int])
    ) -> [Int] {
        let (width, height) = (picture.size.width, picture.size.height)
        var values = picture.bytes.map { Int($0) }
        var indexes: [Int] = []
        indexes.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width {
                let start = (row * width + column) * 3
                let wanted = values[start..<(start + 3)].map { min(max($0, 0), 255) }
                let (index, colour) = nearest(wanted)
                indexes.append(index)
                for channel in 0..<3 {
                    let place = start + channel
                    let rest = wanted[channel] - colour[channel]
                    if column + 1 < width { values[place + 3] += rest * 7 / 16 }
                    guard row + 1 < height else { continue }
                    let below = place + width * 3
                    if column > 0 { values[below - 3] += rest * 3 / 16 }
                    values[below] += rest * 5 / 16
                    if column + 1 < width { values[below + 3] += rest / 16 }
                }
            }
        }
        return indexes
    }

    // MARK: - Blocks

    /// The upper pixel of two as the colour of U+2580, the lower as that of its ground; without UTF-8, spaces on the
    /// colour of the upper one.
    private static func blocks(_ picture: Picture, isTrueColour: Bool, isUTF8: Bool) -> [String] {
        let (width, height) = (picture.size.width, picture.size.height)
        let colours = isTrueColour ? trueColours(picture) : dithered(picture, nearest).map { "5;\($0)" }
        return stride(from: 0, to: height, by: 2).map { row in
            var line = ""
            var last = ""
            for column in 0..<width {
                let upper = colours[row * width + column]
                let lower = colours[min(row + 1, height - 1) * width + column]
                let parameters = isUTF8 ? "38;\(upper);48;\(lower)" : "48;\(upper)"
                if parameters != last { line += "\u{1B}[\(parameters)m" }
                last = parameters
                line += isUTF8 ? "\u{2580}" : " "
            }
            return line + "\u{1B}[0m\n"
        }
    }

    /// Parameters of SGR behind 38 or 48, for each pixel.
    private static func trueColours(_ picture: Picture) -> [String] {
        stride(from: 0, to: picture.bytes.count, by: 3).map { start in
            "2;" + picture.bytes[start..<(start + 3)].map { String($0) }.joined(separator: ";")
        }
    }

    /// The nearest of xterm's 256 colours: a cube of six levels, and 24 greys.
    static func nearest(_ pixel: [Int]) -> (index: Int, colour: [Int]) {
        let levels = [0, 95, 135, 175, 215, 255]
        func distance(_ other: [Int]) -> Int { zip(pixel, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let places = pixel.map { value in
            levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
        }
        let colour = places.map { levels[$0] }
        let step = min(max((pixel.reduce(0, +) / 3 - 3) / 10, 0), 23)
        let grey = [Int](repeating: 8 + 10 * step, count: 3)
        return distance(grey) < distance(colour)
            ? (232 + step, grey) : (16 + places.reduce(0) { $0 * 6 + $1 }, colour)
    }
}
