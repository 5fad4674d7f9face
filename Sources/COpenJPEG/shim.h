#ifndef INLAY_COPENJPEG_SHIM_H
#define INLAY_COPENJPEG_SHIM_H

#include <openjpeg.h>

/* A macro that Swift does not import. */
static inline OPJ_SIZE_T inlay_opj_end(void) { return (OPJ_SIZE_T)-1; }

#endif
