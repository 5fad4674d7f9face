#ifndef INLAY_COPENSSL_SHIM_H
#define INLAY_COPENSSL_SHIM_H

// The plain digest functions are used because they cannot fail; OpenSSL 3.0 marks them as deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/dh.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

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

// What some of the functions below say besides 1 and 0.
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

// MARK: - Multiplicative groups

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

// MARK: - Signatures

static inline const EVP_MD *inlay_digest(int bits) {
    switch (bits) {
    case 160: return EVP_sha1();
    case 224: return EVP_sha224();
    case 256: return EVP_sha256();
    case 384: return EVP_sha384();
    default: return EVP_sha512();
    }
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

// `padding` is RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, or 0 for a key that has none.
// 1 valid, 0 not valid, -1 when the key does not go with the algorithm.
static inline int inlay_verify(EVP_PKEY *key, int digest_bits, int padding, int mgf_bits, int salt_count,
                               const unsigned char *signature, size_t signature_count,
                               const unsigned char *message, size_t count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_PKEY_CTX *settings = NULL;
    int result = -1;
    if (context != NULL &&
        EVP_DigestVerifyInit(context, &settings, inlay_digest(digest_bits), NULL, key) == 1 &&
        (padding == 0 || EVP_PKEY_CTX_set_rsa_padding(settings, padding) == 1) &&
        (padding != RSA_PKCS1_PSS_PADDING ||
         (EVP_PKEY_CTX_set_rsa_mgf1_md(settings, inlay_digest(mgf_bits)) == 1 &&
          EVP_PKEY_CTX_set_rsa_pss_saltlen(settings, salt_count) == 1)))
        result = EVP_DigestVerify(context, signature, signature_count, message, count) == 1;
    EVP_MD_CTX_free(context);
    return result;
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

// MARK: - Certificates and CMS

// Whether OpenSSL decodes `der` as one certificate.
static inline int inlay_is_certificate(const unsigned char *der, long count) {
    const unsigned char *end = der;
    X509 *certificate = d2i_X509(NULL, &end, count);
    int decoded = certificate != NULL && end == der + count;
    X509_free(certificate);
    return decoded;
}

// Verifies signer number `index` of a ContentInfo with the key of `certificate`, over its signed attributes as
// OpenSSL reads them, of which messageDigest must be `digest`.
// 1 valid, 0 not valid or beyond what OpenSSL's CMS can do.
static inline int inlay_cms_verify(const unsigned char *content_info, long count, int index,
                                   const unsigned char *certificate, long certificate_count,
                                   const unsigned char *digest, int digest_count) {
    CMS_ContentInfo *cms = d2i_CMS_ContentInfo(NULL, &content_info, count);
    X509 *signer = d2i_X509(NULL, &certificate, certificate_count);
    int result = 0;
    if (cms != NULL && signer != NULL && OBJ_obj2nid(CMS_get0_type(cms)) == NID_pkcs7_signed) {
        STACK_OF(CMS_SignerInfo) *infos = CMS_get0_SignerInfos(cms);
        if (index < sk_CMS_SignerInfo_num(infos)) {
            CMS_SignerInfo *info = sk_CMS_SignerInfo_value(infos, index);
            CMS_SignerInfo_set1_signer_cert(info, signer);
            const ASN1_OCTET_STRING *attribute = (const ASN1_OCTET_STRING *)CMS_signed_get0_data_by_OBJ(
                info, OBJ_nid2obj(NID_pkcs9_messageDigest), -3, V_ASN1_OCTET_STRING);
            result = attribute != NULL && ASN1_STRING_length(attribute) == digest_count &&
                     CRYPTO_memcmp(ASN1_STRING_get0_data(attribute), digest, (size_t)digest_count) == 0 &&
                     CMS_SignerInfo_verify(info) == 1;
        }
    }
    X509_free(signer);
    CMS_ContentInfo_free(cms);
    return result;
}

#endif
