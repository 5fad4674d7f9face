import CSandbox
import Glibc

/// Takes away from this process what decoding an image does not need (Docs/rules.md 17).
package enum Confinement {
    /// Bytes of memory: four times the largest picture in OpenJPEG's 32 bits a sample.
    static let memory = 1_500_000_000
    /// Seconds of computing.
    static let seconds = 10

    /// No more files, processes, sockets, dumps; memory and time bounded. There is no way back. Returns false when the
    /// limits could not be set.
    ///
    /// The filter of system calls comes on top of the limits: where the kernel does not have it, they hold alone.
    package static func enter() -> Bool {
        inlay_close_others()
        let limits: [(resource: __rlimit_resource, value: Int)] = [
            (RLIMIT_AS, memory), (RLIMIT_CPU, seconds), (RLIMIT_FSIZE, 0), (__RLIMIT_NPROC, 0), (RLIMIT_CORE, 0),
            // Those three that are open stay open.
            (RLIMIT_NOFILE, 0),
        ]
        for (resource, value) in limits {
            var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
            guard unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return false }
        }
        _ = inlay_confine()
        return true
    }
}
