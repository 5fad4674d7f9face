/// How the image of a face, a finger or an iris is coded, as the record around it says.
public enum BiometricImageCoding: Hashable, Sendable {
    /// Pixels one after another, each in whole bytes.
    case raw
    /// Pixels one after another, without unused bits.
    case rawPacked
    /// Wavelet scalar quantisation, for fingers.
    case wsq
    case jpeg
    case jpegLS
    case jpeg2000
    case jpeg2000Lossless
    case png
    /// Portable grey map.
    case pgm
    /// Portable pixel map.
    case ppm
    /// A code that the standard does not have.
    case other(Int)

    /// The coding in words.
    public var name: String {
        switch self {
        case .raw: "raw pixels"
        case .rawPacked: "raw pixels, packed"
        case .wsq: "WSQ"
        case .jpeg: "JPEG"
        case .jpegLS: "JPEG-LS"
        case .jpeg2000: "JPEG 2000"
        case .jpeg2000Lossless: "JPEG 2000, lossless"
        case .png: "PNG"
        case .pgm: "PGM"
        case .ppm: "PPM"
        case .other(let code): "unknown coding \(code)"
        }
    }

    /// Suffix of a file that holds such an image.
    public var fileSuffix: String {
        switch self {
        case .raw, .rawPacked: "raw"
        case .wsq: "wsq"
        case .jpeg: "jpg"
        case .jpegLS: "jls"
        case .jpeg2000, .jpeg2000Lossless: "jp2"
        case .png: "png"
        case .pgm: "pgm"
        case .ppm: "ppm"
        case .other: "bin"
        }
    }

    /// True when an image that looks like `format` can be what the record says. What cannot be recognised is believed.
    func agrees(with format: ImageFormat) -> Bool {
        switch format {
        case .unknown: true
        case .jpeg: self == .jpeg
        case .jp2, .jpeg2000Codestream: self == .jpeg2000 || self == .jpeg2000Lossless
        case .wsq: self == .wsq
        }
    }

    /// A warning when the bytes of an image are something else than the record says.
    func warnings(for image: ArraySlice<UInt8>) -> [LDSWarning] {
        let found = ImageFormat.detect(image)
        return agrees(with: found) ? [] : [.otherImageFormat(declared: name, found: found)]
    }
}

extension BiometricImageCoding {
    /// The coding with `code` in a list of codings by number.
    private init(_ code: Int, in list: [BiometricImageCoding]) {
        self = list.indices.contains(code) ? list[code] : .other(code)
    }

    /// ISO/IEC 19794-5:2005 §5.7.2.
    init(iso19794Face code: UInt8) { self.init(Int(code), in: [.jpeg, .jpeg2000]) }

    /// ISO/IEC 39794-5; 0 and 1 are for formats that 9303-10 does not allow.
    init(iso39794Face code: Int) {
        self.init(code, in: [.other(0), .other(1), .jpeg, .jpeg2000, .jpeg2000Lossless])
    }

    /// ISO/IEC 19794-4:2005 §7.1.10.
    init(iso19794Finger code: UInt8) {
        self.init(Int(code), in: [.raw, .rawPacked, .wsq, .jpeg, .jpeg2000, .png])
    }

    /// ISO/IEC 39794-4.
    init(iso39794Finger code: Int) { self.init(code, in: [.pgm, .wsq, .jpeg2000, .jpeg2000Lossless, .png]) }

    /// ISO/IEC 19794-6:2005 §6.5: even numbers, grey and coloured in turn.
    init(iso19794Iris code: Int) {
        let codings: [BiometricImageCoding] = [.raw, .jpeg, .jpegLS, .jpeg2000]
        guard code % 2 == 0, (2...16).contains(code) else {
            self = .other(code)
            return
        }
        self = codings[(code / 2 - 1) / 2]
    }

    /// ISO/IEC 39794-6.
    init(iso39794Iris code: Int) { self.init(code, in: [.pgm, .ppm, .png, .jpeg2000Lossless, .jpeg2000]) }
}
