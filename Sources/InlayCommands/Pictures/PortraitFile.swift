import FaceImages
import LDS

/// Portraits saved as files.
enum PortraitFile {
    /// The first image under `path`, further ones beside it with a number.
    static func save(
        _ portraits: [FaceImage], as path: String, overwriting overwrites: Bool, _ pictures: Pictures?
    ) throws(Failure) -> String {
        guard !portraits.isEmpty else {
            throw Failure(
                .notEstablished, kind: "no-portrait", "there is no portrait to save",
                likely: "EF.DG2 was not read, or cannot be taken apart", remedy: "read it with --files all")
        }
        var saved: [String] = []
        for (index, portrait) in portraits.enumerated() {
            let (bytes, ending, remark) = try picture(portrait, for: path, pictures)
            let name = Self.path(numbered(path, index), ending: ending)
            try PrivateFile.write(bytes, to: name, overwriting: overwrites)
            saved.append("\(name) (\(remark))")
        }
        return "saved: \(saved.joined(separator: ", "))"
    }

    /// Throws when no portrait could be saved as `path`, as far as that can be told before one was seen.
    static func check(_ path: String, overwriting overwrites: Bool) throws(Failure) {
        try PrivateFile.checkPlace(path, overwriting: overwrites)
        guard !path.lowercased().hasSuffix(".png") else { return }
        // Where no ending was chosen, the image chooses.
        for ending in ImageFormat.allCases.map(\.fileSuffix)
        where Self.path(path, ending: ending) == "\(path).\(ending)" {
            try PrivateFile.checkPlace("\(path).\(ending)", overwriting: overwrites)
        }
    }

    /// PNG when `path` asks for it, otherwise the image as it is stored.
    private static func picture(
        _ portrait: FaceImage, for path: String, _ pictures: Pictures?
    ) throws(Failure) -> (bytes: [UInt8], ending: String, remark: String) {
        guard path.lowercased().hasSuffix(".png"), let pictures else {
            return (Array(portrait.image), portrait.format.fileSuffix, portrait.format.name)
        }
        guard let kind = portrait.format.kind else {
            throw undecodable("it is in an \(portrait.format.name)", .malformed)
        }
        do throws(ConversionFailure) {
            let png = try pictures.converter.png(of: portrait.image, kind: kind)
            let damage = png.isDamaged ? ", parts of which are missing or damaged" : ""
            return (png.bytes, "png", "PNG from \(portrait.format.name)\(damage)")
        } catch {
            throw undecodable("\(error)", error)
        }
    }

    private static func undecodable(_ reason: String, _ failure: ConversionFailure) -> Failure {
        let isOurs = if case .unusable = failure { true } else { false }
        return Failure(
            isOurs ? .inputOutput : .malformedData, kind: "undecodable-image",
            "the portrait could not be turned into PNG: \(reason)",
            likely: isOurs ? "the machine is out of processes or memory" : "the image is damaged, or made to do harm",
            remedy: "leave the ending .png out: then the image is saved as it is stored")
    }

    /// `face.png`, `face-2.png`, …
    static func numbered(_ path: String, _ index: Int) -> String {
        guard index > 0 else { return path }
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path)-\(index + 1)" }
        let ending = name[dot...]
        return "\(path.dropLast(ending.count))-\(index + 1)\(ending)"
    }

    /// `path` with the ending that fits its contents, so that no program is misled.
    static func path(_ path: String, ending: String) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        if name.lowercased().hasSuffix(".\(ending)") || ending == "jpg" && name.lowercased().hasSuffix(".jpeg") {
            return path
        }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path).\(ending)" }
        return String(path.dropLast(name[dot...].count)) + ".\(ending)"
    }
}
