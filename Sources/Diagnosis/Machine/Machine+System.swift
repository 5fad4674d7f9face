import Glibc
package import InlaySeams
package import PCSC

extension Machine {
    /// This machine.
    package static func system(
        pcsc: PCSCFunctions = .system, interruption: Interruption = .never
    ) -> Machine {
        let process = getpid()
        return Machine(
            files: .system,
            environment: { name in
                guard let value = unsafe getenv(name) else { return nil }
                return unsafe String(cString: value)
            },
            run: { $0.run() },
            askService: { ServiceSocket(path: $0, interruption: interruption).ask() },
            clients: { path in
                SocketTable.system().map { table in
                    ProcessList(files: .system).owners(of: table.clients(of: path), except: process) {
                        SocketTable.system()?.clients(of: path).map(\.inode)
                    }
                }
            },
            loadsLibrary: {
                guard let handle = unsafe dlopen("libpcsclite.so.1", RTLD_LAZY | RTLD_LOCAL) else { return false }
                unsafe dlclose(handle)
                return true
            },
            pcsc: pcsc, user: MachineUser(identifier: geteuid(), process: process, hostName: hostName), time: .system,
            pause: { duration in
                var left = duration
                while left > .zero, !interruption.isRequested {
                    let slice = min(left, .milliseconds(50))
                    _ = poll(nil, 0, Int32(slice / .milliseconds(1)))
                    left -= slice
                }
            }, interruption: interruption)
    }

    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count) == 0 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
