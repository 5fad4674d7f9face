#ifndef INLAY_COPENSSL_ELLIPTIC_CURVES_H
#define INLAY_COPENSSL_ELLIPTIC_CURVES_H

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/objects.h>

#include "results.h"

// Writes p, a, b, x, y (field_count bytes each) and n (order_count bytes) one after another.
static inline int inlay_ec_parameters(const EC_GROUP *group, int field_count, int order_count,
                                      unsigned char *output) {
    BN_CTX *context = BN_CTX_new();
    int done = 0;
    if (context == NULL) return 0;
    BN_CTX_start(context);
    BIGNUM *values[5];
    for (int index = 0; index < 5; index++) values[index] = BN_CTX_get(context);
    if (values[4] != NULL && EC_GROUP_get_curve(group, values[0], values[1], values[2], context) == 1 &&
        EC_POINT_get_affine_coordinates(group, EC_GROUP_get0_generator(group), values[3], values[4], context) == 1) {
        done = 1;
        for (int index = 0; index < 5; index++)
            done = done && BN_bn2binpad(values[index], output + index * field_count, field_count) == field_count;
        done = done && BN_bn2binpad(EC_GROUP_get0_order(group), output + 5 * field_count, order_count) == order_count;
    }
    BN_CTX_end(context);
    BN_CTX_free(context);
    return done;
}

static inline int inlay_ec_write(const EC_GROUP *group, const EC_POINT *point, unsigned char *output, size_t count,
                                 BN_CTX *context) {
    if (EC_POINT_is_at_infinity(group, point)) return INLAY_IDENTITY;
    return EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, output, count, context) == count;
}

// Checks an uncompressed point: coordinates below p, on the curve, in the subgroup of order n, not the identity.
static inline int inlay_ec_check(const EC_GROUP *group, const unsigned char *point, size_t count) {
    BN_CTX *context = BN_CTX_new();
    EC_POINT *value = EC_POINT_new(group), *product = EC_POINT_new(group);
    int result = 0;
    if (context != NULL && value != NULL && product != NULL) {
        if (EC_POINT_oct2point(group, value, point, count, context) != 1) result = INLAY_NOT_A_POINT;
        else if (EC_POINT_is_at_infinity(group, value)) result = INLAY_IDENTITY;
        else if (BN_is_one(EC_GROUP_get0_cofactor(group))) result = 1;
        else if (EC_POINT_mul(group, product, NULL, value, EC_GROUP_get0_order(group), context) == 1)
            result = EC_POINT_is_at_infinity(group, product) ? 1 : INLAY_NOT_A_POINT;
    }
    EC_POINT_free(product);
    EC_POINT_free(value);
    BN_CTX_free(context);
    return result;
}

// A point read from its uncompressed form, or the generator for NULL, times the number; 1, 0 or INLAY_NOT_A_POINT.
// No point is read twice and none is checked twice: on the fast curves that costs as much as the arithmetic.
static inline int inlay_ec_product(const EC_GROUP *group, EC_POINT *output, const unsigned char *point, size_t count,
                                   const unsigned char *scalar, int scalar_count, BN_CTX *context) {
    BIGNUM *factor = BN_secure_new();
    int result = factor != NULL && BN_bin2bn(scalar, scalar_count, factor) != NULL;
    if (result == 1) {
        BN_set_flags(factor, BN_FLG_CONSTTIME);
        // Multiples of the generator have faster ways on some curves.
        if (point == NULL) result = EC_POINT_mul(group, output, factor, NULL, NULL, context) == 1;
        else if (EC_POINT_oct2point(group, output, point, count, context) != 1) result = INLAY_NOT_A_POINT;
        else result = EC_POINT_mul(group, output, NULL, output, factor, context) == 1;
    }
    BN_clear_free(factor);
    return result;
}

// output = scalar * point; NULL is the generator.
static inline int inlay_ec_multiply(const EC_GROUP *group, const unsigned char *point, const unsigned char *scalar,
                                    int scalar_count, unsigned char *output, size_t count) {
    BN_CTX *context = BN_CTX_secure_new();
    EC_POINT *value = EC_POINT_new(group);
    int result = 0;
    if (context != NULL && value != NULL) {
        result = inlay_ec_product(group, value, point, count, scalar, scalar_count, context);
        if (result == 1) result = inlay_ec_write(group, value, output, count, context);
    }
    EC_POINT_clear_free(value);
    BN_CTX_free(context);
    return result;
}

// output = nonce * base + scalar * point; a `base` of NULL is the generator. Without `nonce` and `scalar`: the sum of `base` and `point`.
// INLAY_IDENTITY also when one of the products is the identity.
static inline int inlay_ec_sum(const EC_GROUP *group, const unsigned char *base, const unsigned char *nonce,
                               int nonce_count, const unsigned char *point, const unsigned char *scalar,
                               int scalar_count, unsigned char *output, size_t count) {
    BN_CTX *context = BN_CTX_secure_new();
    EC_POINT *left = EC_POINT_new(group), *right = EC_POINT_new(group);
    int result = 0;
    if (context != NULL && left != NULL && right != NULL) {
        if (nonce != NULL) result = inlay_ec_product(group, left, base, count, nonce, nonce_count, context);
        else result = EC_POINT_oct2point(group, left, base, count, context) == 1 ? 1 : INLAY_NOT_A_POINT;
        if (result == 1 && scalar != NULL)
            result = inlay_ec_product(group, right, point, count, scalar, scalar_count, context);
        else if (result == 1)
            result = EC_POINT_oct2point(group, right, point, count, context) == 1 ? 1 : INLAY_NOT_A_POINT;
        if (result == 1 && (EC_POINT_is_at_infinity(group, left) || EC_POINT_is_at_infinity(group, right)))
            result = INLAY_IDENTITY;
        if (result == 1) result = EC_POINT_add(group, left, left, right, context) == 1;
        if (result == 1) result = inlay_ec_write(group, left, output, count, context);
    }
    EC_POINT_clear_free(right);
    EC_POINT_clear_free(left);
    BN_CTX_free(context);
    return result;
}

// The point encoding of 9303-11 App. B for the field element that is `input` modulo p; wants p = 3 modulo 4.
static inline int inlay_ec_encode(const EC_GROUP *group, const unsigned char *input, int input_count,
                                  unsigned char *output, size_t count) {
    BN_CTX *c = BN_CTX_secure_new();
    EC_POINT *point = EC_POINT_new(group);
    int result = 0;
    if (c == NULL || point == NULL) goto end;
    int square;
    BN_CTX_start(c);
    BIGNUM *p = BN_CTX_get(c), *a = BN_CTX_get(c), *b = BN_CTX_get(c), *u = BN_CTX_get(c), *alpha = BN_CTX_get(c);
    BIGNUM *x2 = BN_CTX_get(c), *x3 = BN_CTX_get(c), *h2 = BN_CTX_get(c), *U = BN_CTX_get(c), *A = BN_CTX_get(c);
    BIGNUM *t = BN_CTX_get(c);
    if (t == NULL || EC_GROUP_get_curve(group, p, a, b, c) != 1 || BN_bin2bn(input, input_count, u) == NULL ||
        BN_nnmod(u, u, p, c) != 1)
        goto leave;
    // alpha = -u^2
    if (BN_mod_sqr(alpha, u, p, c) != 1 || (!BN_is_zero(alpha) && BN_sub(alpha, p, alpha) != 1)) goto leave;
    // x2 = -b/a * (1 + 1/(alpha + alpha^2))
    if (BN_mod_sqr(t, alpha, p, c) != 1 || BN_mod_add(t, t, alpha, p, c) != 1) goto leave;
    if (BN_is_zero(t)) {
        result = INLAY_IDENTITY;
        goto leave;
    }
    if (BN_mod_inverse(t, t, p, c) == NULL || BN_add_word(t, 1) != 1 || BN_mod_inverse(x2, a, p, c) == NULL ||
        BN_mod_mul(x2, x2, b, p, c) != 1 || BN_mod_mul(x2, x2, t, p, c) != 1 || BN_sub(x2, p, x2) != 1 ||
        BN_nnmod(x2, x2, p, c) != 1)
        goto leave;
    // x3 = alpha * x2; h2 = x2^3 + a * x2 + b; U = u^3 * h2
    if (BN_mod_mul(x3, alpha, x2, p, c) != 1 || BN_mod_sqr(h2, x2, p, c) != 1 || BN_mod_add(h2, h2, a, p, c) != 1 ||
        BN_mod_mul(h2, h2, x2, p, c) != 1 || BN_mod_add(h2, h2, b, p, c) != 1 || BN_mod_sqr(U, u, p, c) != 1 ||
        BN_mod_mul(U, U, u, p, c) != 1 || BN_mod_mul(U, U, h2, p, c) != 1)
        goto leave;
    // A = h2^(p - 1 - (p + 1)/4)
    if (BN_copy(t, p) == NULL || BN_add_word(t, 1) != 1 || BN_rshift(t, t, 2) != 1 || BN_sub(t, p, t) != 1 ||
        BN_sub_word(t, 1) != 1)
        goto leave;
    BN_set_flags(h2, BN_FLG_CONSTTIME);
    if (BN_mod_exp_mont_consttime(A, h2, t, p, c, NULL) != 1 || BN_mod_sqr(t, A, p, c) != 1 ||
        BN_mod_mul(t, t, h2, p, c) != 1)
        goto leave;
    square = BN_is_one(t);
    if (BN_mod_mul(t, A, square ? h2 : U, p, c) == 1 &&
        EC_POINT_set_affine_coordinates(group, point, square ? x2 : x3, t, c) == 1)
        result = inlay_ec_write(group, point, output, count, c);
leave:
    BN_CTX_end(c);
end:
    EC_POINT_clear_free(point);
    BN_CTX_free(c);
    return result;
}

// output = numerator / denominator modulo the group's order, `count` bytes each; INLAY_IDENTITY for 0 / x or x / 0.
static inline int inlay_ec_quotient(const EC_GROUP *group, const unsigned char *numerator, int numerator_count,
                                    const unsigned char *denominator, int denominator_count, unsigned char *output,
                                    int count) {
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *n = BN_secure_new(), *d = BN_secure_new();
    int result = 0;
    if (context != NULL && n != NULL && d != NULL) {
        BN_CTX_start(context);
        BIGNUM *exponent = BN_CTX_get(context);
        const BIGNUM *order = EC_GROUP_get0_order(group);
        // The inverse modulo a prime is the power to order - 2, which does not branch on the number.
        BN_set_flags(d, BN_FLG_CONSTTIME);
        if (exponent != NULL && BN_bin2bn(numerator, numerator_count, n) != NULL &&
            BN_bin2bn(denominator, denominator_count, d) != NULL && BN_nnmod(n, n, order, context) == 1 &&
            BN_nnmod(d, d, order, context) == 1) {
            if (BN_is_zero(n) || BN_is_zero(d)) result = INLAY_IDENTITY;
            else
                result = BN_copy(exponent, order) != NULL && BN_sub_word(exponent, 2) == 1 &&
                         BN_mod_exp_mont_consttime(d, d, exponent, order, context, NULL) == 1 &&
                         BN_mod_mul(n, n, d, order, context) == 1 && BN_bn2binpad(n, output, count) == count;
        }
        BN_CTX_end(context);
    }
    BN_clear_free(d);
    BN_clear_free(n);
    BN_CTX_free(context);
    return result;
}

#endif
