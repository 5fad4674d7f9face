#ifndef INLAY_CPCSC_SHIM_H
#define INLAY_CPCSC_SHIM_H

#include <winscard.h>
#include <reader.h>

/* Macros that Swift does not import. */

/* What SCARD_PCI_T0 and SCARD_PCI_T1 point to, for any protocol. */
static inline SCARD_IO_REQUEST inlay_pci(DWORD protocol) {
    SCARD_IO_REQUEST pci = {protocol, sizeof(SCARD_IO_REQUEST)};
    return pci;
}

static inline DWORD inlay_control_code(DWORD function) { return SCARD_CTL_CODE(function); }

static inline DWORD inlay_feature_request(void) { return CM_IOCTL_GET_FEATURE_REQUEST; }

static inline DWORD inlay_largest_buffer(void) { return MAX_BUFFER_SIZE_EXTENDED; }

#endif
