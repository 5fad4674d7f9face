import Glibc
import InlayCommands

let code = Inlay.main()
fflush(nil)
// Not `exit`: a thread that still waits for the service must not meet libraries that were taken down.
_exit(code)
