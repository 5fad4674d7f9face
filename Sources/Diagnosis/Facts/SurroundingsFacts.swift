/// Where this process runs: variables, box, session.
package struct SurroundingsFacts: Hashable, Sendable {
    /// A place that hides the machine from its programs.
    package enum Box: String, Hashable, Sendable {
        case none
        case flatpak = "Flatpak"
        case snap = "Snap"
        case container = "a container"
    }

    /// A login session as systemd-logind keeps it.
    package struct Session: Hashable, Sendable {
        package var isActive: Bool
        package var isRemote: Bool
        package var seat: String?

        package init(isActive: Bool, isRemote: Bool, seat: String?) {
            self.isActive = isActive
            self.isRemote = isRemote
            self.seat = seat
        }
    }

    /// Somebody looked.
    package var isKnown = false
    package var distribution = Distribution.other
    /// Variables that PC/SC reads, where they are set.
    package var variables: [String: String] = [:]
    package var box = Box.none
    package var isWSL = false
    /// The release of the kernel.
    package var kernel: String?
    /// The maker of a virtual machine.
    package var virtualMachine: String?
    package var isOverSSH = false
    package var isXRDP = false
    package var session: Session?
    package var isRoot = false
    /// `/proc` hides the processes of other users.
    package var hidesProcesses = false
    /// SELinux refuses what is not allowed.
    package var selinuxEnforces = false
    /// Files of a second PC/SC installation beside the distribution's.
    package var secondInstallation: [String] = []
    /// The pipe of the spy library exists, and waits for somebody who reads it.
    package var spyPipe: String?
    package var loadsLibrary = true
    /// What must not be told to others: names of user, host and home.
    package var personalNames: [String] = []

    package init() {}

    static let socketVariable = "PCSCLITE_CSOCK_NAME"
    static let spyVariables = ["LIBPCSCLITE_DELEGATE", "LIBPCSCLITE_SPY_DELEGATE", "LD_PRELOAD"]

    /// Where the variable points, when it is set; an empty value counts, since PC/SC takes it as it is.
    var socketVariable: String? { variables[Self.socketVariable] }
    /// The variables that put another library in the place of PC/SC's.
    var spies: [String] {
        Self.spyVariables.filter { name in
            guard let value = variables[name] else { return false }
            return name != "LD_PRELOAD" || value.contains("pcscspy")
        }
    }
    /// It is a virtual machine, a container or the like, where USB devices have to be passed in.
    var hidesUSB: Bool { virtualMachine != nil || box != .none || isWSL }
}
