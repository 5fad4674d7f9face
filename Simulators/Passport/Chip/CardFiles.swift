/// All files of a card, by directory.
struct CardFiles: Hashable, Sendable {
    private var files: [Directory: [UInt16: ElementaryFile]] = [:]

    /// Adds a file, or puts it in the place of one with the same identifier.
    mutating func add(_ file: ElementaryFile, to directory: Directory) {
        files[directory, default: [:]][file.identifier] = file
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
