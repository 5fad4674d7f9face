import FaceImages
import LDS
import Octets

/// Explains a file of a passport: what it says, and a tree of its objects.
enum FileDecoder {
    /// Explains `bytes`, which hold `file`. Broken files are shown as far as they can be read, with the fault.
    ///
    /// Where a few lines tell what a long tree of ASN.1 holds, `isBrief` leaves the tree out of the lines.
    static func explain(_ bytes: [UInt8], as file: FileID, isBrief: Bool = false) -> Explanation {
        var explanation = Explanation()
        if file == .sod || file == .cardSecurity { SignedObjectText.add(bytes, file, to: &explanation) }
        let tree = FileWalker.tree(of: bytes, file)
        if !isBrief || explanation.lines.isEmpty || tree.fault != nil {
            if !explanation.lines.isEmpty { explanation.line("") }
            for child in tree.children { child.show(in: &explanation) }
        }
        var (warnings, fault) = findings(bytes, file)
        fault = fault ?? otherFile(bytes, file)
        // Whoever shows this shows the fault of the file itself.
        if let inner = tree.fault, inner != fault { explanation.line(StyledText("\(inner)", .bad)) }
        explanation.deviations += warnings
        explanation.fault = fault
        explanation.member("file", .string(file.name))
        explanation.member("objects", .array(tree.children.map(\.document)))
        return explanation
    }

    /// EF.ATR/INFO and EF.DIR have no tag around them: what holds nothing that is theirs is another file.
    private static func otherFile(_ bytes: [UInt8], _ file: FileID) -> ParseError? {
        let own: [Tag]
        let words: String
        switch file {
        case .directory: (own, words) = ([0x61, 0x4F], "there is no application template (61 with 4F) in it")
        case .atrInfo:
            (own, words) = (
                [0x43, 0x46, 0x47, 0x7F66, 0xE0, 0x5F52, 0x45, 0x41, 0x42, 0x44, 0x48, 0x4F, 0x82, 0x81],
                "there is no object of EF.ATR/INFO in it, such as 43, 46, 47 or 7F66"
            )
        default: return nil
        }
        guard !bytes.isEmpty else { return nil }
        // A category byte can stand in front.
        for start in [0, 1] {
            var reader = TLVReader(bytes.dropFirst(start), in: file.name, rules: .ber)
            guard let objects = try? reader.all() else { continue }
            let isOwn = objects.contains { object in
                guard own.contains(object.tag) else { return false }
                guard file == .directory, object.tag == 0x61 else { return true }
                var inner = try? object.contents(file.name)
                return (try? inner?.next())??.tag == 0x4F
            }
            if isOwn { return nil }
        }
        return ParseError(.invalidValue(words), in: file.name, at: 0)
    }

    /// Explains a data group or another file with a tag of its own.
    static func explainDataGroup(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        var reader = ByteReader(bytes, in: "file of a passport")
        let tag = try reader.tag()
        guard let file = FileID(tag: tag) else {
            throw ParseError(.unexpectedTag(expected: 0x61, found: tag), in: reader.structure)
        }
        return explain(bytes, as: file)
    }

    /// What departs from the standard, and why the file cannot be used at all.
    static func findings(_ bytes: [UInt8], _ file: FileID) -> (warnings: [String], fault: ParseError?) {
        do throws(ParseError) {
            return (try warnings(bytes, file).map(\.description) + sizes(bytes, file), nil)
        } catch {
            return ([], error)
        }
    }

    /// Faces whose records tell another size than the images have.
    private static func sizes(_ bytes: [UInt8], _ file: FileID) -> [String] {
        guard file == .dg2, let faces = (try? EFDG2(parsing: bytes))?.faces else { return [] }
        return faces.compactMap { face in
            guard let width = face.width, let height = face.height, let kind = face.format.kind,
                let size = ImageSize(ofImageIn: face.image, kind: kind), (width, height) != (size.width, size.height)
            else { return nil }
            return "the record tells \(width) x \(height) pixels, the image has \(size.width) x \(size.height)"
        }
    }

    private static func warnings(_ bytes: [UInt8], _ file: FileID) throws(ParseError) -> [LDSWarning] {
        switch file {
        case .cardAccess: try EFCardAccess(parsing: bytes).warnings
        case .cardSecurity: try EFCardSecurity(parsing: bytes).warnings
        case .atrInfo: try EFATRInfo(parsing: bytes).warnings
        case .directory: try EFDirectory(parsing: bytes).warnings
        case .com: try EFCOM(parsing: bytes).warnings
        case .sod: try EFSOD(parsing: bytes).warnings
        case .cvca: try EFCVCA(parsing: bytes).warnings
        case .dg1: try EFDG1(parsing: bytes).warnings
        case .dg2: try EFDG2(parsing: bytes).warnings
        case .dg3: try EFDG3(parsing: bytes).warnings
        case .dg4: try EFDG4(parsing: bytes).warnings
        case .dg5, .dg7: try DisplayedImages(file, parsing: bytes).warnings
        case .dg11: try EFDG11(parsing: bytes).warnings
        case .dg12: try EFDG12(parsing: bytes).warnings
        case .dg14: try EFDG14(parsing: bytes).warnings
        case .dg15: try EFDG15(parsing: bytes).warnings
        case .dg16: try EFDG16(parsing: bytes).warnings
        case .dg6, .dg8, .dg9, .dg10, .dg13: try OpaqueDataGroup(file, parsing: bytes).warnings
        }
    }
}
