package import InlaySeams
package import PCSC

/// The machine that is looked at: files, programs, sockets and PC/SC, each behind a seam, so that tests make every state
/// without hardware. Nothing in it changes anything.
public struct Machine: Sendable {
    /// Files.
    public var files: FileTree
    /// Environment variables of this process.
    package var environment: @Sendable (String) -> String?
    /// Runs a program with arguments, as `ProgramCall` bounds it; nil when it could not be started or did not end.
    package var run: @Sendable (ProgramCall) -> ProgramCall.Result?
    /// Connects to the socket of a PC/SC service and asks for its version. Wakes a service that systemd starts on demand.
    package var askService: @Sendable (_ path: String) -> ServiceAnswer
    /// Programs connected to the socket at a path; nil when the kernel does not tell.
    package var clients: @Sendable (_ path: String) -> [ServiceClient]?
    /// False when the library of PC/SC cannot be loaded.
    package var loadsLibrary: @Sendable () -> Bool
    /// PC/SC.
    package var pcsc: PCSCFunctions
    /// Who asks.
    package var user: MachineUser
    /// Clock and waiting.
    package var time: TimeSource
    /// Waits; tests let their clock run instead.
    package var pause: @Sendable (Duration) -> Void
    /// Says when the user gave up.
    package var interruption: Interruption

    /// The longest that one call into PC/SC may take.
    package var patience = Duration.seconds(3)

    package init(
        files: FileTree, environment: @escaping @Sendable (String) -> String?,
        run: @escaping @Sendable (ProgramCall) -> ProgramCall.Result?,
        askService: @escaping @Sendable (_ path: String) -> ServiceAnswer,
        clients: @escaping @Sendable (_ path: String) -> [ServiceClient]?,
        loadsLibrary: @escaping @Sendable () -> Bool, pcsc: PCSCFunctions, user: MachineUser, time: TimeSource,
        pause: @escaping @Sendable (Duration) -> Void, interruption: Interruption
    ) {
        self.files = files
        self.environment = environment
        self.run = run
        self.askService = askService
        self.clients = clients
        self.loadsLibrary = loadsLibrary
        self.pcsc = pcsc
        self.user = user
        self.time = time
        self.pause = pause
        self.interruption = interruption
    }
}
