#ifndef INLAY_CPROCESS_SHIM_H
#define INLAY_CPROCESS_SHIM_H

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* prctl is variadic, which Swift does not call. */
static inline int inlay_make_undumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
static inline int inlay_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }

/* Processors that this process may run on, at least one. sched_getaffinity is shown to programs with GNU extensions only,
   and syscall is variadic. */
static inline int inlay_processor_count(void) {
    unsigned long set[128] = {0};
    long size = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
    int count = 0;
    for (long word = 0; word * (long)sizeof *set < size; word++) count += __builtin_popcountl(set[word]);
    return count > 0 ? count : 1;
}

#endif
