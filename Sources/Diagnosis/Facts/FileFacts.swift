/// Why a file may not be read or written: what stands at its path, and who may use it.
package struct FileFacts: Hashable, Sendable {
    /// What this user may not do.
    package enum Refusal: Hashable, Sendable {
        /// Go through a folder on the way.
        case entering
        case reading
        case writing
        /// Make a file in the folder.
        case making
        /// What is mounted there takes no changes.
        case readOnly
    }

    /// The file that is meant.
    package var path: String
    /// The file or folder that stands in the way; nil when nothing does.
    package var obstacle: String?
    package var refusal: Refusal?
    /// The first folder on the way that is not there, or else the file itself; nil when all of it is.
    package var missing: String?
    /// Owner and mode of the obstacle, where they can be seen.
    package var owner: String?
    package var mode: String?

    package init(path: String) { self.path = path }
}
