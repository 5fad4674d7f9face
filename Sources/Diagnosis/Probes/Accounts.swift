/// Names of users and groups, as far as the local files have them.
struct Accounts {
    let files: FileTree

    /// The name of a user, or the number.
    func user(_ number: UInt32) -> String { name(number, in: "/etc/passwd") }
    /// The name of a group, or the number.
    func group(_ number: UInt32) -> String { name(number, in: "/etc/group") }

    private func name(_ number: UInt32, in path: String) -> String {
        if number == 0 { return "root" }
        for line in files.lines(path) {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count > 2, UInt32(fields[2]) == number { return String(fields[0]) }
        }
        return String(number)
    }
}
