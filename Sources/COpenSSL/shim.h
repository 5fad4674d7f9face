#ifndef INLAY_COPENSSL_SHIM_H
#define INLAY_COPENSSL_SHIM_H

// The plain digest functions are used because they cannot fail; OpenSSL 3.0 marks them as deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/sha.h>

// Lists of OSSL_PARAM keep pointers to their values, so each is built and used inside one function here.
// Functions return 1 for success and 0 for failure unless a comment says otherwise.

// Without the machine's openssl.cnf: a policy in it must not change what a passport's signature is worth.
static inline int inlay_prepare(void) { return OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL); }

// MARK: - Digests

// `bits` is 160, 224, 256, 384 or 512; `second` may be empty. Writes bits / 8 bytes. No allocation, cannot fail.
static inline void inlay_sha(int bits, const unsigned char *first, size_t first_count, const unsigned char *second,
                             size_t second_count, unsigned char *digest) {
    union {
        SHA_CTX sha1;
        SHA256_CTX sha256;
        SHA512_CTX sha512;
    } context;
    switch (bits) {
    case 160:
        SHA1_Init(&context.sha1);
        SHA1_Update(&context.sha1, first, first_count);
        SHA1_Update(&context.sha1, second, second_count);
        SHA1_Final(digest, &context.sha1);
        break;
    case 224:
    case 256:
        if (bits == 224) SHA224_Init(&context.sha256);
        else SHA256_Init(&context.sha256);
        SHA256_Update(&context.sha256, first, first_count);
        SHA256_Update(&context.sha256, second, second_count);
        SHA256_Final(digest, &context.sha256);
        break;
    default:
        if (bits == 384) SHA384_Init(&context.sha512);
        else SHA512_Init(&context.sha512);
        SHA512_Update(&context.sha512, first, first_count);
        SHA512_Update(&context.sha512, second, second_count);
        SHA512_Final(digest, &context.sha512);
        break;
    }
    OPENSSL_cleanse(&context, sizeof(context));
}

// MARK: - Ciphers

// Whole blocks, no padding; `key` has the length that `cipher` wants, `output` has room for one block more.
static inline int inlay_cbc(const EVP_CIPHER *cipher, int encrypt, const unsigned char *key,
                               const unsigned char *iv, const unsigned char *input, int count,
                               unsigned char *output) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written = 0, last = 0;
    int done = context != NULL && EVP_CipherInit_ex2(context, cipher, key, iv, encrypt, NULL) == 1 &&
               EVP_CIPHER_CTX_set_padding(context, 0) == 1 &&
               EVP_CipherUpdate(context, output, &written, input, count) == 1 &&
               EVP_CipherFinal_ex(context, output + written, &last) == 1 && written + last == count;
    EVP_CIPHER_CTX_free(context);
    return done;
}

// CMAC with the block cipher called `cipher`; writes 16 bytes.
static inline int inlay_cmac(const char *cipher, const unsigned char *key, size_t key_count,
                             const unsigned char *message, size_t count, unsigned char *code) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)cipher, 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "CMAC", NULL);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
    size_t written = 0;
    int done = context != NULL && EVP_MAC_init(context, key, key_count, parameters) == 1 &&
               EVP_MAC_update(context, message, count) == 1 &&
               EVP_MAC_final(context, code, &written, 16) == 1 && written == 16;
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
    return done;
}

// MARK: - Elliptic curves

// What the functions below say besides 1 and 0.
enum { INLAY_NOT_A_POINT = -1, INLAY_IDENTITY = -2 };

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

// output = scalar * point + other; `other` may be NULL, `scalar` too, which then is 1. Points are uncompressed.
static inline int inlay_ec_combine(const EC_GROUP *group, const unsigned char *point, const unsigned char *scalar,
                                   int scalar_count, const unsigned char *other, unsigned char *output,
                                   size_t count) {
    BN_CTX *context = BN_CTX_secure_new();
    EC_POINT *value = EC_POINT_new(group), *addend = EC_POINT_new(group);
    BIGNUM *factor = BN_secure_new();
    int result = 0;
    if (context != NULL && value != NULL && addend != NULL && factor != NULL) {
        result = 1;
        if (EC_POINT_oct2point(group, value, point, count, context) != 1) result = INLAY_NOT_A_POINT;
        if (result == 1 && scalar != NULL) {
            BN_set_flags(factor, BN_FLG_CONSTTIME);
            result = BN_bin2bn(scalar, scalar_count, factor) != NULL &&
                     EC_POINT_mul(group, value, NULL, value, factor, context) == 1;
        }
        if (result == 1 && other != NULL) {
            if (EC_POINT_oct2point(group, addend, other, count, context) != 1) result = INLAY_NOT_A_POINT;
            else result = EC_POINT_add(group, value, value, addend, context) == 1;
        }
        if (result == 1) result = inlay_ec_write(group, value, output, count, context);
    }
    BN_clear_free(factor);
    EC_POINT_clear_free(addend);
    EC_POINT_clear_free(value);
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

#endif
