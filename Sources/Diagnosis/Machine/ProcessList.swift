/// Running programs, as far as `/proc` shows them to this user.
struct ProcessList {
    let files: FileTree

    /// Numbers of all processes.
    var all: [Int32] { files.names(in: "/proc").compactMap { Int32($0) } }

    /// The name of a process, at most 15 characters.
    func name(_ process: Int32) -> String? { files.text("/proc/\(process)/comm") }

    /// Processes of this name.
    func named(_ name: String) -> [Int32] { all.filter { self.name($0) == name } }

    /// The programs that hold the sockets of these inodes; those of other users without a name.
    ///
    /// A socket whose program is not found may have been closed since it was listed, as our own are: it counts when `later`
    /// still lists it.
    func owners(
        of sockets: [(inode: UInt32, user: UInt32?)], except own: Int32, later: () -> [UInt32]?
    ) -> [ServiceClient] {
        guard !sockets.isEmpty else { return [] }
        var left = Dictionary(
            sockets.map { ("socket:[\($0.inode)]", $0.user) }, uniquingKeysWith: { first, _ in first })
        var found: [ServiceClient] = []
        for process in all {
            for descriptor in files.names(in: "/proc/\(process)/fd") {
                guard let target = files.linkTarget("/proc/\(process)/fd/\(descriptor)"), let user = left[target] else {
                    continue
                }
                left[target] = nil
                guard process != own, !found.contains(where: { $0.process == process }) else { continue }
                found.append(ServiceClient(process: process, name: name(process), user: user))
            }
            if left.isEmpty { return found }
        }
        let still = Set((later() ?? []).map { "socket:[\($0)]" })
        left = left.filter { still.contains($0.key) }
        return found + left.sorted { $0.key < $1.key }.map { ServiceClient(process: nil, name: nil, user: $0.value) }
    }
}
