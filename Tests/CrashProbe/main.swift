import Glibc
import InlayCommands

// Crashes with a secret in memory and in registers, after the hardening that `inlay` begins with. A test looks at what
// it leaves behind. Without an argument it tells what the hardening did.

ProcessHardening.apply()

/// Out of the optimizer's sight, so that the secret is on the stack when the process ends.
@inline(never) func element(_ bytes: [UInt8], _ index: Int) -> UInt8 { bytes[index] }

guard let secret = CommandLine.arguments.dropFirst().first else {
    var limit = rlimit(rlim_cur: 1, rlim_max: 1)
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    print("dumpable \(ProcessHardening.isDumpable) core \(limit.rlim_cur) \(limit.rlim_max)")
    exit(0)
}
print(element(Array(secret.utf8), secret.utf8.count + 1))
