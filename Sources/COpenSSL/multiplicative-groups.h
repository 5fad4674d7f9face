#ifndef INLAY_COPENSSL_MULTIPLICATIVE_GROUPS_H
#define INLAY_COPENSSL_MULTIPLICATIVE_GROUPS_H

#include <openssl/bn.h>
#include <openssl/dh.h>

// Writes p and g (prime_count bytes each) and q (order_count bytes) of one of the groups of RFC 5114.
static inline int inlay_dh_parameters(int id, int prime_count, int order_count, unsigned char *output) {
    DH *group = id == 0 ? DH_get_1024_160() : id == 1 ? DH_get_2048_224() : DH_get_2048_256();
    int done = group != NULL && BN_bn2binpad(DH_get0_p(group), output, prime_count) == prime_count &&
               BN_bn2binpad(DH_get0_g(group), output + prime_count, prime_count) == prime_count &&
               BN_bn2binpad(DH_get0_q(group), output + 2 * prime_count, order_count) == order_count;
    DH_free(group);
    return done;
}

// output = base^exponent * factor modulo prime, `count` bytes; `factor` may be NULL.
static inline int inlay_dh_combine(const unsigned char *prime, int count, const unsigned char *base, int base_count,
                                   const unsigned char *exponent, int exponent_count, const unsigned char *factor,
                                   unsigned char *output) {
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *e = BN_secure_new();
    int done = 0;
    if (context != NULL && e != NULL) {
        BN_CTX_start(context);
        BIGNUM *p = BN_CTX_get(context), *b = BN_CTX_get(context), *f = BN_CTX_get(context);
        BN_set_flags(e, BN_FLG_CONSTTIME);
        done = f != NULL && BN_bin2bn(prime, count, p) != NULL && BN_bin2bn(base, base_count, b) != NULL &&
               BN_nnmod(b, b, p, context) == 1 && BN_bin2bn(exponent, exponent_count, e) != NULL &&
               BN_mod_exp_mont_consttime(b, b, e, p, context, NULL) == 1 &&
               (factor == NULL ||
                (BN_bin2bn(factor, count, f) != NULL && BN_mod_mul(b, b, f, p, context) == 1)) &&
               BN_bn2binpad(b, output, count) == count;
        BN_CTX_end(context);
    }
    BN_clear_free(e);
    BN_CTX_free(context);
    return done;
}

// output = (prime - 1) / order, `count` bytes.
static inline int inlay_dh_cofactor(const unsigned char *prime, int count, const unsigned char *order,
                                    int order_count, unsigned char *output) {
    BN_CTX *context = BN_CTX_new();
    int done = 0;
    if (context != NULL) {
        BN_CTX_start(context);
        BIGNUM *p = BN_CTX_get(context), *q = BN_CTX_get(context), *j = BN_CTX_get(context);
        done = j != NULL && BN_bin2bn(prime, count, p) != NULL && BN_bin2bn(order, order_count, q) != NULL &&
               BN_sub_word(p, 1) == 1 && BN_div(j, NULL, p, q, context) == 1 &&
               BN_bn2binpad(j, output, count) == count;
        BN_CTX_end(context);
    }
    BN_CTX_free(context);
    return done;
}

#endif
