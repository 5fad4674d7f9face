#ifndef INLAY_COPENSSL_RSA_KEYS_H
#define INLAY_COPENSSL_RSA_KEYS_H

#include <openssl/bn.h>

// Replaces `number` by the smallest prime that is not below it and leaves another remainder than 1 modulo the prime
// `exponent`. 0 when that takes a byte more.
static inline int inlay_next_prime(unsigned char *number, int count, unsigned long exponent) {
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *p = BN_secure_new();
    int done = 0;
    if (context != NULL && p != NULL && BN_bin2bn(number, count, p) != NULL && BN_set_bit(p, 0) == 1) {
        int found = 0;
        while (found == 0 && BN_num_bytes(p) == count) {
            found = BN_mod_word(p, exponent) == 1 ? 0 : BN_check_prime(p, context, NULL);
            if (found == 0 && BN_add_word(p, 2) != 1) found = -1;
        }
        done = found == 1 && BN_bn2binpad(p, number, count) == count;
    }
    BN_clear_free(p);
    BN_CTX_free(context);
    return done;
}

// The numbers of an RSA key from its primes p > q: n and d (2 * count bytes each), d mod (p - 1), d mod (q - 1), and
// the inverse of q modulo p (count bytes each), one after another.
static inline int inlay_rsa_numbers(const unsigned char *primes, int count, unsigned long exponent,
                                    unsigned char *output) {
    BN_CTX *context = BN_CTX_secure_new();
    int done = 0;
    if (context != NULL) {
        BN_CTX_start(context);
        BIGNUM *p = BN_CTX_get(context), *q = BN_CTX_get(context), *e = BN_CTX_get(context);
        BIGNUM *n = BN_CTX_get(context), *phi = BN_CTX_get(context), *p1 = BN_CTX_get(context);
        BIGNUM *q1 = BN_CTX_get(context), *d = BN_CTX_get(context), *value = BN_CTX_get(context);
        done = value != NULL && BN_bin2bn(primes, count, p) != NULL && BN_bin2bn(primes + count, count, q) != NULL &&
               BN_set_word(e, exponent) == 1 && BN_mul(n, p, q, context) == 1 && BN_copy(p1, p) != NULL &&
               BN_sub_word(p1, 1) == 1 && BN_copy(q1, q) != NULL && BN_sub_word(q1, 1) == 1 &&
               BN_mul(phi, p1, q1, context) == 1 && BN_mod_inverse(d, e, phi, context) != NULL &&
               BN_bn2binpad(n, output, 2 * count) == 2 * count &&
               BN_bn2binpad(d, output + 2 * count, 2 * count) == 2 * count && BN_nnmod(value, d, p1, context) == 1 &&
               BN_bn2binpad(value, output + 4 * count, count) == count && BN_nnmod(value, d, q1, context) == 1 &&
               BN_bn2binpad(value, output + 5 * count, count) == count &&
               BN_mod_inverse(value, q, p, context) != NULL &&
               BN_bn2binpad(value, output + 6 * count, count) == count;
        BN_CTX_end(context);
    }
    BN_CTX_free(context);
    return done;
}

#endif
