#ifndef INLAY_COPENSSL_SIGNATURES_H
#define INLAY_COPENSSL_SIGNATURES_H

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include "results.h"

static inline const EVP_MD *inlay_digest(int bits) {
    switch (bits) {
    case 160: return EVP_sha1();
    case 224: return EVP_sha224();
    case 256: return EVP_sha256();
    case 384: return EVP_sha384();
    default: return EVP_sha512();
    }
}

// The same, looked up once: OpenSSL looks up again and again, under locks, what EVP_sha256 and its like stand for.
static inline const EVP_MD *inlay_fetched_digest(int bits) {
    static EVP_MD *fetched[5];
    static const char *const names[] = {"SHA1", "SHA224", "SHA256", "SHA384", "SHA512"};
    int place = bits == 160 ? 0 : bits == 224 ? 1 : bits == 256 ? 2 : bits == 384 ? 3 : 4;
    EVP_MD *digest = __atomic_load_n(&fetched[place], __ATOMIC_ACQUIRE);
    if (digest != NULL) return digest;
    digest = EVP_MD_fetch(NULL, names[place], NULL);
    EVP_MD *other = NULL;
    if (digest != NULL &&
        !__atomic_compare_exchange_n(&fetched[place], &other, digest, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        EVP_MD_free(digest);
        digest = other;
    }
    return digest != NULL ? digest : inlay_digest(bits);
}

static inline int inlay_hmac(int bits, const unsigned char *key, int key_count, const unsigned char *message,
                             size_t count, unsigned char *code) {
    return HMAC(inlay_digest(bits), key, key_count, message, count, code, NULL) != NULL;
}

// The public key `point` on the curve that OpenSSL calls `curve`; NULL when it is not a point of it.
static inline EVP_PKEY *inlay_ec_public_key(const char *curve, const unsigned char *point, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, count),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (context != NULL && EVP_PKEY_fromdata_init(context) == 1)
        (void)EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    EVP_PKEY_CTX_free(context);
    return key;
}

// The RSA key of this modulus and exponent, big endian. Quicker than decoding a SubjectPublicKeyInfo, for which OpenSSL
// tries every decoder that it has.
static inline EVP_PKEY *inlay_rsa_public_key(const unsigned char *modulus, int modulus_count,
                                             const unsigned char *exponent, int exponent_count) {
    EVP_PKEY *key = NULL;
    BIGNUM *n = BN_bin2bn(modulus, modulus_count, NULL), *e = BN_bin2bn(exponent, exponent_count, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY_CTX *context = NULL;
    if (n != NULL && e != NULL && builder != NULL &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1)
        parameters = OSSL_PARAM_BLD_to_param(builder);
    if (parameters != NULL) context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    if (context != NULL && EVP_PKEY_fromdata_init(context) == 1)
        (void)EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, parameters);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_free(e);
    BN_free(n);
    return key;
}

// What verifies signatures of `key`, again and again: making one costs OpenSSL as much as a third of an RSA verification.
// `padding` is RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, or 0 for a key that has none. NULL when the key does not go with
// the algorithm.
static inline EVP_PKEY_CTX *inlay_verifier(EVP_PKEY *key, int digest_bits, int padding, int mgf_bits, int salt_count) {
    EVP_PKEY_CTX *verifier = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    if (verifier != NULL && EVP_PKEY_verify_init(verifier) == 1 &&
        (padding == 0 || EVP_PKEY_CTX_set_rsa_padding(verifier, padding) == 1) &&
        EVP_PKEY_CTX_set_signature_md(verifier, inlay_fetched_digest(digest_bits)) == 1 &&
        (padding != RSA_PKCS1_PSS_PADDING ||
         (EVP_PKEY_CTX_set_rsa_mgf1_md(verifier, inlay_fetched_digest(mgf_bits)) == 1 &&
          EVP_PKEY_CTX_set_rsa_pss_saltlen(verifier, salt_count) == 1)))
        return verifier;
    EVP_PKEY_CTX_free(verifier);
    return NULL;
}

// input^e modulo n, as long as n. Writes *written bytes; `capacity` is the room.
static inline int inlay_rsa_public(EVP_PKEY *key, const unsigned char *input, size_t count,
                                   unsigned char *output, size_t capacity, size_t *written) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    *written = capacity;
    int done = context != NULL && EVP_PKEY_encrypt_init(context) == 1 &&
               EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1 &&
               EVP_PKEY_encrypt(context, output, written, input, count) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

// input^d modulo n, as long as n.
static inline int inlay_rsa_private(EVP_PKEY *key, const unsigned char *input, size_t count,
                                    unsigned char *output, size_t capacity, size_t *written) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    *written = capacity;
    int done = context != NULL && EVP_PKEY_decrypt_init(context) == 1 &&
               EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1 &&
               EVP_PKEY_decrypt(context, output, written, input, count) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

static inline int inlay_rsa_sign_pkcs1(EVP_PKEY *key, int digest_bits, const unsigned char *message, size_t count,
                                       unsigned char *signature, size_t capacity, size_t *written) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    *written = capacity;
    int done = context != NULL && EVP_DigestSignInit(context, NULL, inlay_digest(digest_bits), NULL, key) == 1 &&
               EVP_DigestSign(context, signature, written, message, count) == 1;
    EVP_MD_CTX_free(context);
    return done;
}

// The RSA private key in a PKCS#8 PrivateKeyInfo; NULL when there is none.
static inline EVP_PKEY *inlay_rsa_private_key(const unsigned char *der, long count) {
    const unsigned char *end = der;
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &end, count);
    EVP_PKEY *key = info != NULL && end == der + count ? EVP_PKCS82PKEY(info) : NULL;
    PKCS8_PRIV_KEY_INFO_free(info);
    if (key != NULL && !EVP_PKEY_is_a(key, "RSA") && !EVP_PKEY_is_a(key, "RSA-PSS")) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    return key;
}

// ECDSA with the given nonce: r and s, order_count bytes each. INLAY_IDENTITY asks for another nonce.
static inline int inlay_ecdsa_sign(int curve, const unsigned char *key, const unsigned char *nonce, int order_count,
                                   const unsigned char *digest, int digest_count, unsigned char *output) {
    BN_CTX *context = BN_CTX_secure_new();
    EC_KEY *pair = EC_KEY_new_by_curve_name(curve);
    BIGNUM *d = BN_secure_new(), *k = BN_secure_new(), *r = BN_new(), *exponent = BN_new();
    ECDSA_SIG *signature = NULL;
    EC_POINT *point = NULL;
    int result = 0;
    if (context != NULL && pair != NULL && d != NULL && k != NULL && r != NULL && exponent != NULL) {
        const EC_GROUP *group = EC_KEY_get0_group(pair);
        const BIGNUM *order = EC_GROUP_get0_order(group);
        point = EC_POINT_new(group);
        BN_set_flags(d, BN_FLG_CONSTTIME);
        BN_set_flags(k, BN_FLG_CONSTTIME);
        // The inverse of k is k^(n-2), which does not branch on k.
        if (point != NULL && BN_bin2bn(key, order_count, d) != NULL && EC_KEY_set_private_key(pair, d) == 1 &&
            BN_bin2bn(nonce, order_count, k) != NULL && EC_POINT_mul(group, point, k, NULL, NULL, context) == 1 &&
            EC_POINT_get_affine_coordinates(group, point, r, NULL, context) == 1 &&
            BN_nnmod(r, r, order, context) == 1 && BN_copy(exponent, order) != NULL &&
            BN_sub_word(exponent, 2) == 1 && BN_mod_exp_mont_consttime(k, k, exponent, order, context, NULL) == 1) {
            if (BN_is_zero(r)) result = INLAY_IDENTITY;
            else signature = ECDSA_do_sign_ex(digest, digest_count, k, r, pair);
        }
        if (signature != NULL)
            result = BN_bn2binpad(ECDSA_SIG_get0_r(signature), output, order_count) == order_count &&
                     BN_bn2binpad(ECDSA_SIG_get0_s(signature), output + order_count, order_count) == order_count;
    }
    ECDSA_SIG_free(signature);
    EC_POINT_clear_free(point);
    BN_free(exponent);
    BN_free(r);
    BN_clear_free(k);
    BN_clear_free(d);
    EC_KEY_free(pair);
    BN_CTX_free(context);
    return result;
}

#endif
