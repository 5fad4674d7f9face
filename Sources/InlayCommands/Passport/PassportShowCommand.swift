import Archives
import InlaySeams
import LDS

/// `inlay passport show`.
enum PassportShowCommand {
    private static let files = CommandOption.value("files", "LIST", "only these files, such as dg1,dg2,sod")

    static let command = Command(
        "passport", "show", summary: "show what a saved document holds",
        discussion: [
            "PATH is a folder with the raw files of one document, as --out of passport read and other tools write them, the "
                + "report.json inside of it, a ZIP file of them, or one or several files, whatever their names.",
            "Each file is shown as a tree of its objects: offset, tag, name, value. Of what is signed, a few lines are shown "
                + "instead, and the whole with --verbose. Nothing is verified here: inlay passport verify does that.",
            "Exit code 0: every file could be taken apart. 9: one could not; what of it can be read is shown.",
        ],
        positional: Positional(
            placeholder: "PATH…", count: 1...64, summary: "a folder, a ZIP file, or files of one document"),
        groups: [
            OptionGroup(title: "Showing", options: [files, PortraitDisplay.option]),
            OptionGroup(title: "Saving", options: [PassportOptions.portrait, CommonOptions.force]),
        ],
        examples: [
            ("inlay passport show saved/", "everything in a saved document"),
            ("inlay passport show EF_DG2.bin --portrait face.png", "one file, and its image as PNG"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let display = try PortraitDisplay(arguments, house)
        let overwrites = arguments.has(CommonOptions.force)
        if let path = arguments.value(PassportOptions.portrait) {
            try PortraitFile.check(path, overwriting: overwrites)
        }
        let paths = arguments.positionals
        var folder: DumpFolder
        if let path = paths.first, paths.count == 1, try isDocument(path) {
            folder = try DumpFolder(path)
        } else {
            for path in paths where paths.count > 1 { try Self.mustBeFile(path) }
            folder = try DumpFolder(files: paths)
        }
        folder.keep(try wanted(arguments, in: folder))
        let view = DocumentView(folder, at: house.time.now, isBrief: output.isText && !output.isVerbose)
        if output.isText {
            if let face = view.portraits.first { display.show(face.image, face.format, on: output) }
            view.show(on: output)
        } else {
            output.json(view.document)
        }
        if let path = arguments.value(PassportOptions.portrait) {
            output.note(
                StyledText(
                    try PortraitFile.save(
                        view.portraits, as: path, overwriting: overwrites, house.pictures)))
        }
        guard !view.broken.isEmpty else { return .done }
        output.complaint(
            Failure(
                .malformedData, kind: "malformed-data",
                "\(view.broken.map(\.name).joined(separator: ", ")) cannot be taken apart as a whole",
                likely: "the read was cut off, or the file was changed",
                remedy: "read the document again; what could be read is shown"))
        return .malformedData
    }

    /// True for a folder, its report, and a ZIP file: each holds a document, not one file of it.
    private static func isDocument(_ path: String) throws(Failure) -> Bool {
        if Folder.isFolder(path) || path.lowercased().hasSuffix(".json") { return true }
        return ZIPArchive.isArchive(try BoundedFile.beginning(of: path, count: 4))
    }

    private static func mustBeFile(_ path: String) throws(Failure) {
        guard try isDocument(path) else { return }
        throw .usage(
            "several-documents", "\(path) is a document of its own: a folder, its report, or a ZIP file",
            likely: "several paths are taken for the files of one document",
            remedy: "name it alone; inlay passport verify takes several documents")
    }

    /// The files that `--files` names, all of which must be there.
    private static func wanted(_ arguments: Arguments, in folder: DumpFolder) throws(Failure) -> Set<FileID>? {
        guard let list = arguments.value(files), list.lowercased() != "all" else { return nil }
        var wanted: Set<FileID> = []
        for name in list.split(separator: ",") {
            guard let file = DumpFolder.meaning(String(name)) else {
                throw .usage(
                    "wrong-value", "--files takes names of files", likely: "one is misspelled",
                    remedy: "write --files dg1,dg2,sod")
            }
            guard folder.files[file] != nil else {
                throw Failure(
                    .notEstablished, kind: "no-such-file", "\(file.name) is not in \(folder.path)",
                    likely: "it was not read, or the document does not have it",
                    remedy: "leave --files out to see what there is")
            }
            wanted.insert(file)
        }
        return wanted
    }
}
