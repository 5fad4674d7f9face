/// A program that is connected to the PC/SC service.
package struct ServiceClient: Hashable, Sendable {
    /// Nil for programs of other users, which the kernel does not name.
    package var process: Int32?
    /// As the kernel has it: at most 15 characters.
    package var name: String?
    /// Who runs it; nil where the kernel does not tell.
    package var user: UInt32?

    package init(process: Int32?, name: String?, user: UInt32?) {
        self.process = process
        self.name = name
        self.user = user
    }

    /// Programs of a desktop that use cards without being asked.
    private static let desktopHelpers: Set<String> = [
        "gsd-smartcard", "geoclue", "p11-kit-server", "p11-kit-remote", "ssh-pkcs11-help", "firefox", "firefox-esr",
        "thunderbird", "chrome", "chromium", "p11_child",
    ]

    /// True for GnuPG's, which asks for cards exclusively.
    var isGnuPG: Bool { name == "scdaemon" }
    /// True for programs of a desktop.
    var isDesktopHelper: Bool { name.map(Self.desktopHelpers.contains) ?? false }

    /// `scdaemon (process 1234)`, or as much as is known.
    var words: String {
        if let name { return process.map { "\(name) (process \($0))" } ?? name }
        return user.map { "a program of user number \($0)" } ?? "a program of another user"
    }
}
