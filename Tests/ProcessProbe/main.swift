import Glibc
import InlayCommands

// What only a process of its own can show: what it leaves behind when it crashes with a secret in memory, and how it
// asks for one on a terminal. Begins with the same hardening as `inlay`.

ProcessHardening.apply()

/// Out of the optimizer's sight, so that the secret is on the stack when the process ends.
@inline(never) func element(_ bytes: [UInt8], _ index: Int) -> UInt8 { bytes[index] }

switch (CommandLine.arguments.dropFirst().first, CommandLine.arguments.dropFirst(2).first) {
case ("crash", let secret?):
    print(element(Array(secret.utf8), secret.utf8.count + 1))
case ("prompt", _):
    print("read \(SecretPrompt.answerLength("Secret: ")) characters")
default:
    var limit = rlimit(rlim_cur: 1, rlim_max: 1)
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    print("dumpable \(ProcessHardening.isDumpable) core \(limit.rlim_cur) \(limit.rlim_max)")
}
