import CProcess
import Glibc

/// Keeps the memory of the process, which holds keys, out of files and other processes (Docs/rules.md 12).
package enum ProcessHardening {
    /// Applied before anything else runs.
    package static func apply() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        inlay_make_undumpable()
        // Swift's runtime prints registers and the memory they point at when a process crashes; it does so from these
        // signals' handlers, which it installs before `main` and whatever SWIFT_BACKTRACE says.
        for crash in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(crash, SIG_DFL) }
        // A closed pipe is an error of `write`, which `Output` knows how to take.
        signal(SIGPIPE, SIG_IGN)
    }

    /// True when another process of the same user may look at the memory of this one.
    package static var isDumpable: Bool { inlay_is_dumpable() != 0 }
}
