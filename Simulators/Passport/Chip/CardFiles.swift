import LDS

/// All files of a card, by directory.
struct CardFiles: Hashable, Sendable {
    private var files: [Directory: [UInt16: ElementaryFile]] = [:]

    /// Adds a file, or puts it in the place of one with the same identifier.
    mutating func add(_ file: ElementaryFile, to directory: Directory) {
        files[directory, default: [:]][file.identifier] = file
    }

    /// Lets a file be open or shut otherwise, or takes it away.
    mutating func apply(_ rule: FileRule) {
        let directory = rule.file.isInMasterFile ? Directory.masterFile : .lds1Application
        let identifier = rule.file.fileIdentifier
        let old = files[directory]?[identifier]
        let access: ElementaryFile.AccessRule
        switch rule.change {
        case .before: access = .always
        case .after: access = .afterAccessControl
        case .never: access = .never
        case .contents: return
        case .absent:
            files[directory]?[identifier] = nil
            return
        }
        add(
            ElementaryFile(
                identifier: identifier, shortIdentifier: rule.file.shortFileIdentifier,
                contents: old?.contents ?? [], rule: access), to: directory)
    }

    /// The file with this identifier in `directory`.
    func file(_ identifier: UInt16, in directory: Directory) -> ElementaryFile? {
        files[directory]?[identifier]
    }

    /// The file with this short identifier in `directory`.
    func file(shortIdentifier: UInt8, in directory: Directory) -> ElementaryFile? {
        files[directory]?.values.first { $0.shortIdentifier == shortIdentifier }
    }
}
