package import ReaderKnowledge

/// The PC/SC service as files and its manager show it, without asking it.
package struct ServiceFacts: Hashable, Sendable {
    /// Its socket.
    package struct Socket: Hashable, Sendable {
        package var path = "/run/pcscd/pcscd.comm"
        var lookup = FileTree.Lookup.missing
        /// This user may connect.
        package var isWritable = false
        /// Somebody listens; nil where that cannot be seen.
        package var hasListener: Bool?

        package init() {}

        var isThere: Bool { lookup.status != nil }
        /// There is a socket, and somebody listens as far as one can see.
        var looksUsable: Bool { lookup.status?.kind == .socket && isWritable && hasListener != false }
    }

    /// A unit of systemd.
    package struct Unit: Hashable, Sendable {
        package var isInstalled = false
        package var isMasked = false
        package var isEnabled = false
        /// As systemd has it; nil where systemd was not asked.
        package var activeState: String?
        package var result: String?
        package var restarts = 0
        package var user: String?
        package var program: String?
        package var environment: [String: String] = [:]

        package init() {}

        /// Its last run ended in an error.
        var hasDied: Bool { ["exit-code", "signal", "core-dump"].contains(result ?? "") }

        var hasFailed: Bool {
            activeState == "failed" || result == "trigger-limit-hit" || result == "service-start-limit-hit"
        }
    }

    package var socket = Socket()
    package var hasSystemd = false
    package var socketUnit = Unit()
    package var serviceUnit = Unit()
    /// The service's program, where it is installed.
    package var program: String?
    /// The running service.
    package var process: Int32?
    /// The running service's label of SELinux or AppArmor.
    package var label: String?
    /// Its settings, from its unit and from the files that the unit names.
    package var settings: [String: String] = [:]
    package var version: DriverVersion?
    /// Built to ask polkit; nil when it did not say.
    package var usesPolkit: Bool?
    /// Where it looks for drivers.
    package var driverFolder: String?
    package var mostReaders: Int?
    /// The driver of virtual readers is configured, and listens on its port; nil where that was not looked at.
    package var hasVirtualReader: Bool?
    package var listensForVirtualCards: Bool?
    /// Readers of configuration files rather than USB.
    package var configuredReaders: [String] = []

    package init() {}

    /// A sign that it is installed at all.
    var isInstalled: Bool { program != nil || socketUnit.isInstalled || serviceUnit.isInstalled }
}
