#ifndef INLAY_CPCSC_SHIM_H
#define INLAY_CPCSC_SHIM_H

#include <winscard.h>
#include <reader.h>

#endif
