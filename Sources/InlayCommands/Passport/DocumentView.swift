import InlaySeams
import LDS
import Octets

/// Everything in the files of a document, put together once for the terminal and for JSON. Nothing is verified.
struct DocumentView: Sendable {
    private let folder: DumpFolder
    private let moment: Moment
    private let explanations: [(file: FileID, explanation: Explanation)]

    /// Takes the files of `folder` apart. `isBrief` leaves trees out of the lines where a few lines tell the same.
    init(_ folder: DumpFolder, at moment: Moment, isBrief: Bool) {
        self.folder = folder
        self.moment = moment
        explanations = folder.files.ids.map { id in
            (id, FileDecoder.explain(folder.files[id] ?? [], as: id, isBrief: isBrief))
        }
    }

    /// Files that cannot be taken apart as a whole, or of which there are several that differ.
    var broken: [FileID] {
        (explanations.filter { $0.explanation.fault != nil }.map(\.file) + folder.ambiguous.keys).sorted()
    }

    /// The images of EF.DG2.
    var portraits: [FaceImage] { (try? folder.files.parsed(EFDG2.self))?.faces ?? [] }

    private var zone: MRZ? { (try? folder.files.parsed(EFDG1.self))?.mrz }

    // MARK: - For people

    func show(on output: Output) {
        if let zone {
            let name = [zone.names.primary, zone.names.secondary].filter { !$0.isEmpty }.joined(separator: ", ")
            output.paragraph(StyledText(name, .strong))
            var fields = Explanation()
            for field in MRZReport(zone, asOf: moment).fields where !["surname", "given names"].contains(field.name) {
                fields.field(field.name, StyledText(field.value))
            }
            fields.show(on: output)
            output.print()
        }
        output.paragraph(StyledText("Nothing is verified here: inlay passport verify judges a document.", .faint))
        for note in folder.notes { output.paragraph(StyledText("note: ", .doubtful) + StyledText(note), indent: 6) }
        for (file, explanation) in explanations {
            let size = Count.bytes(folder.files[file]?.count ?? 0)
            output.print()
            output.paragraph(
                StyledText(file.name, .strong) + StyledText("  \(size), from \(folder.origins[file] ?? "")", .faint))
            explanation.show(on: output)
            if let fault = explanation.fault {
                output.paragraph(StyledText("fault: ", .bad) + StyledText(fault.description), indent: 7)
            }
        }
        if explanations.contains(where: { Self.isLeftOut($0.file) }), !output.isVerbose {
            output.print()
            output.paragraph(StyledText("--verbose shows every object of what is signed.", .faint))
        }
    }

    private static func isLeftOut(_ file: FileID) -> Bool { file == .sod || file == .cardSecurity }

    // MARK: - For scripts

    /// `inlay.document/1`.
    var document: JSONValue {
        [
            "schema": "inlay.document/1",
            "version": .string(Inlay.version),
            "source": "saved",
            "path": .string(folder.path),
            "verified": false,
            "complete": .bool(broken.isEmpty),
            "document": zone.map { .object(MRZReport.members($0, moment.calendarDate)) } ?? .null,
            "portraits": .array(portraits.map(Self.document)),
            "files": .array(explanations.map { fileDocument($0.file, $0.explanation) }),
            "remarks": .array(folder.notes.map { .string($0) }),
        ]
    }

    private static func document(_ face: FaceImage) -> JSONValue {
        [
            "format": .string(face.format.name), "bytes": .int(face.image.count), "width": JSONValue(face.width),
            "height": JSONValue(face.height),
        ]
    }

    private func fileDocument(_ file: FileID, _ explanation: Explanation) -> JSONValue {
        let bytes = folder.files[file] ?? []
        let head: JSONValue = [
            "name": JSONValue(folder.origins[file]), "title": .string(file.title), "size": .int(bytes.count),
        ]
        // `file` and `objects` are members of the explanation.
        return head.appending(explanation.members).appending([
            .init(key: "deviations", value: .array(explanation.deviations.map { .string($0) })),
            .init(key: "fault", value: JSONValue(explanation.fault?.description)),
        ])
    }
}
