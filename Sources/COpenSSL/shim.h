#ifndef INLAY_COPENSSL_SHIM_H
#define INLAY_COPENSSL_SHIM_H

#include <openssl/evp.h>

#endif
