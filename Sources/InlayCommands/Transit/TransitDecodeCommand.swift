import Archives
import FeliCa
import Octets
import Transit

/// `inlay transit decode`.
enum TransitDecodeCommand {
    private static let merge = CommandOption.flag(
        "merge", "take all files for one card, where nothing in them proves it; refused where it is disproved")

    static let command = Command(
        "transit", "decode", summary: "decode saved blocks of transit cards offline",
        discussion: [
            "Takes what inlay transit read --json has saved, dumps of FareBot, Metrodroid (JSON, XML) and the Flipper "
                + "Zero (.nfc), text files with blocks in hexadecimal, and folders and ZIP files of all of these. Blocks of a history "
                + "can be typed as well, newest first.",
            "Files of one card, told by its IDm (saves made with --show-idm hold it) or by several records of the "
                + "history that they share, are put together without doubles; gaps are marked.",
        ],
        positional: Positional(
            placeholder: "FILE|HEX…", count: 1...256, summary: "files, folders, - for standard input, or blocks"),
        groups: [
            TransitOptions.showing, OptionGroup(title: "Files", options: [merge, CommonOptions.force]),
        ],
        examples: [
            ("inlay transit decode suica.nfc", "shows a dump of the Flipper Zero"),
            ("inlay transit decode dumps/ --csv > rides.csv", "all cards of a folder, for a spreadsheet"),
            ("inlay transit decode 16010002346E8218821BD20400002AA0", "explains one record"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        let options = try TransitOptions(arguments, house)
        var dumps: [CardDump] = []
        var faults: [Failure] = []
        let typed = try typed(arguments.positionals)
        if let typed {
            dumps = [typed]
        } else {
            for path in arguments.positionals { try load(path, house, output, &dumps, &faults) }
        }
        // The one that the command ends with is said at its end.
        for fault in dumps.isEmpty ? faults.dropLast() : faults[...] { output.complaint(fault) }
        guard !dumps.isEmpty else {
            throw faults.last
                ?? Failure(
                    .malformedData, kind: "no-dump", "no file is a dump of a FeliCa card",
                    likely: "the folder holds other files", remedy: "inlay transit decode --help lists what is taken")
        }
        let cases = try TransitCase.cases(of: dumps, all: arguments.has(merge))
        var told: Set<String> = []
        for dump in dumps where told.insert(dump.file ?? "").inserted { dump.tellInterruption(on: output) }
        let broken = dumps.first { $0.interruption != nil }
        try TransitReport(cases: cases, options: options, source: .saved, interruption: broken?.interruptionFailure)
            .show(on: output)
        return faults.isEmpty ? .done : .malformedData
    }

    // MARK: - Files

    /// Adds what a file or the files of a folder hold. Files of a folder that are something else are passed over.
    private static func load(
        _ path: String, _ house: House, _ output: Output, _ dumps: inout [CardDump], _ faults: inout [Failure]
    ) throws(Failure) {
        if path == "-" {
            try add(
                try house.input.readAll(BoundedFile.usualLimit), "standard input", isOptional: false, output, &dumps,
                &faults)
        } else if Folder.isFolder(path) {
            var budget = Folder.limit
            try loadFolder(path.hasSuffix("/") ? String(path.dropLast()) : path, 0, &budget, output, &dumps, &faults)
        } else {
            try add(try BoundedFile.read(path), path, isOptional: false, output, &dumps, &faults)
        }
    }

    /// How many folders deep dumps are looked for.
    private static let depthLimit = 8

    /// Folders in it too, but none behind a link, which may lead round in a circle. `budget` counts names.
    private static func loadFolder(
        _ folder: String, _ depth: Int, _ budget: inout Int, _ output: Output, _ dumps: inout [CardDump],
        _ faults: inout [Failure]
    ) throws(Failure) {
        let names = try Folder.names(folder, limit: budget)
        budget -= names.count
        for name in names {
            let file = "\(folder)/\(name)"
            let isLink = Folder.isLink(file)
            do throws(Failure) {
                if isLink, !Folder.exists(file) {
                    output.note(StyledText("\(file): passed over, a link that leads nowhere"))
                } else if !Folder.isFolder(file) {
                    try add(try BoundedFile.read(file), file, isOptional: true, output, &dumps, &faults)
                } else if isLink {
                    output.note(StyledText("\(file): passed over, a link to a folder"))
                } else if depth >= depthLimit {
                    output.note(StyledText("\(file): passed over, more than \(depthLimit) folders deep"))
                } else {
                    try loadFolder(file, depth + 1, &budget, output, &dumps, &faults)
                }
            } catch {
                faults.append(error)
            }
        }
    }

    private static func add(
        _ contents: [UInt8], _ file: String, isOptional: Bool, _ output: Output, _ dumps: inout [CardDump],
        _ faults: inout [Failure]
    ) throws(Failure) {
        // Metrodroid exports its cards as a ZIP file.
        if ZIPArchive.isArchive(contents) {
            for entry in try DumpArchive(contents, named: file).files() {
                take(entry.bytes, "\(file)/\(entry.name)", isOptional: true, output, &dumps, &faults)
            }
        } else {
            take(contents, file, isOptional: isOptional, output, &dumps, &faults)
        }
    }

    private static func take(
        _ contents: [UInt8], _ file: String, isOptional: Bool, _ output: Output, _ dumps: inout [CardDump],
        _ faults: inout [Failure]
    ) {
        do throws(DumpFault) {
            for var dump in try DumpReader.read(contents) {
                dump.file = file
                dumps.append(dump)
            }
        } catch {
            if isOptional, error.isForeign {
                output.note(StyledText("\(file): passed over, \(error.message)"))
                return
            }
            faults.append(failure(error, file))
        }
    }

    /// What is wrong with a file, and where.
    static func failure(_ fault: DumpFault, _ file: String) -> Failure {
        Failure(
            .malformedData, kind: fault.isForeign ? "not-a-dump" : "malformed-dump",
            "\(file): \(fault.place): \(fault.message)",
            likely: fault.likely
                ?? (fault.isForeign ? "it is another file than the one meant" : "the file was cut or edited"),
            remedy: fault.remedy ?? "inlay transit decode --help lists what is taken")
    }

    // MARK: - Blocks on the command line

    /// The blocks, when all words are hexadecimal; nil when they are names of files.
    private static func typed(_ words: [String]) throws(Failure) -> CardDump? {
        let isHex = words.allSatisfy { word in
            word.utf8.count >= 8 && word.allSatisfy { $0.isHexDigit || $0 == " " || $0 == ":" }
        }
        guard isHex else { return nil }
        do {
            let blocks = try DumpReader.list(Array(words.joined(separator: "\n").utf8))
            return CardDump(format: .blocks, system: .transit, blocks: blocks)
        } catch {
            throw Failure(
                .malformedData, kind: "malformed-blocks", "\(error.place): \(error.message)",
                likely: "a digit is missing or too many", remedy: "a block has 32 digits; a file is written as ./NAME")
        }
    }

    /// Saves and dumps of one card, read for `transit read --with`.
    static func saves(_ paths: [String]) throws(Failure) -> [CardDump] {
        var dumps: [CardDump] = []
        for path in paths {
            let contents = try BoundedFile.read(path)
            do throws(DumpFault) {
                for var dump in try DumpReader.read(contents) {
                    dump.file = path
                    dumps.append(dump)
                }
            } catch {
                throw failure(error, path)
            }
        }
        return dumps
    }
}
