import FaceImages
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
case ("confined", _):
    // What an image could try if it took over the process that decodes it.
    print("confined \(Confinement.enter())")
    print("open \(open("/etc/passwd", O_RDONLY))")
    print("socket \(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))")
    var child: pid_t = 0
    print("fork \(posix_spawn(&child, "/bin/true", nil, nil, [nil], [nil]) == 0 ? child : -1)")
    print("exec \(execv("/bin/true", [nil]))")
    let size = 4096
    print(
        "executable memory \(mmap(nil, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)")
    print("memory \(mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)")
case ("prompt", _):
    print("read \(SecretPrompt.answerLength("Secret: ")) characters")
default:
    var limit = rlimit(rlim_cur: 1, rlim_max: 1)
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    print("dumpable \(ProcessHardening.isDumpable) core \(limit.rlim_cur) \(limit.rlim_max)")
}
