#ifndef INLAY_CMACHINE_SHIM_H
#define INLAY_CMACHINE_SHIM_H

/* Access lists of files, which Glibc's module leaves out. */
#include <sys/xattr.h>

#endif
