import Glibc
import InlayCommands

exit(Inlay.main())
