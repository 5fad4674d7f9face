/// Who runs this process.
package struct MachineUser: Hashable, Sendable {
    package var identifier: UInt32
    package var process: Int32
    package var hostName: String

    package init(identifier: UInt32, process: Int32, hostName: String) {
        self.identifier = identifier
        self.process = process
        self.hostName = hostName
    }

    /// True for the administrator.
    var isRoot: Bool { identifier == 0 }
}
