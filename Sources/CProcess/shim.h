#ifndef INLAY_CPROCESS_SHIM_H
#define INLAY_CPROCESS_SHIM_H

#include <sys/prctl.h>

/* prctl is variadic, which Swift does not call. */
static inline int inlay_make_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
static inline int inlay_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }

#endif
