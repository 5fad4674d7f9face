#ifndef INLAY_COPENSSL_SHIM_H
#define INLAY_COPENSSL_SHIM_H

// Used on purpose although OpenSSL 3.0 marks them as deprecated: the plain digest functions, which cannot fail, ECDSA
// with a nonce of our own, and the numbers of the groups of RFC 5114.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/crypto.h>
#include <openssl/err.h>

// Lists of OSSL_PARAM keep pointers to their values, so each is built and used inside one function here.
// Functions return 1 for success and 0 for failure unless a comment says otherwise.
#include "ciphers.h"
#include "digests.h"
#include "elliptic-curves.h"
#include "multiplicative-groups.h"
#include "rsa-keys.h"
#include "signatures.h"
#include "signed-objects.h"

// Without the machine's openssl.cnf: a policy in it must not change what a passport's signature is worth.
static inline int inlay_prepare(void) { return OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL); }

#endif
