#include <malloc.h>
#include "CBareOpenSSL.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <time.h>

static const EVP_MD *digest_of(int bits) {
    switch (bits) {
    case 160: return EVP_sha1();
    case 224: return EVP_sha224();
    case 256: return EVP_sha256();
    case 384: return EVP_sha384();
    default: return EVP_sha512();
    }
}

bare_key *bare_key_make(const uint8_t *info, size_t count) {
    return (bare_key *)d2i_PUBKEY(NULL, &info, (long)count);
}

void bare_key_free(bare_key *key) { EVP_PKEY_free((EVP_PKEY *)key); }

int bare_verify(bare_key *key, int digest_bits, int padding, const uint8_t *signature, size_t signature_count,
                const uint8_t *message, size_t count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_PKEY_CTX *settings = NULL;
    int valid = context != NULL &&
                EVP_DigestVerifyInit(context, &settings, digest_of(digest_bits), NULL, (EVP_PKEY *)key) == 1 &&
                (padding == 0 || EVP_PKEY_CTX_set_rsa_padding(settings, padding) == 1) &&
                (padding != RSA_PKCS1_PSS_PADDING ||
                 EVP_PKEY_CTX_set_rsa_pss_saltlen(settings, RSA_PSS_SALTLEN_DIGEST) == 1) &&
                EVP_DigestVerify(context, signature, signature_count, message, count) == 1;
    EVP_MD_CTX_free(context);
    return valid;
}

int bare_digest(int bits, const uint8_t *message, size_t count, uint8_t *digest) {
    return EVP_Digest(message, count, digest, NULL, digest_of(bits), NULL);
}

size_t bare_rsa_key(int bits, uint8_t *output, size_t capacity) {
    EVP_PKEY *key = EVP_RSA_gen((unsigned)bits);
    PKCS8_PRIV_KEY_INFO *info = key == NULL ? NULL : EVP_PKEY2PKCS8(key);
    int count = info == NULL ? 0 : i2d_PKCS8_PRIV_KEY_INFO(info, NULL);
    if (count > 0 && (size_t)count <= capacity) i2d_PKCS8_PRIV_KEY_INFO(info, &output);
    else count = 0;
    PKCS8_PRIV_KEY_INFO_free(info);
    EVP_PKEY_free(key);
    return (size_t)count;
}

int bare_recover(const uint8_t *info, size_t count, int digest_bits, const uint8_t *signature, size_t signature_count,
                 int rounds) {
    uint8_t message[1024], digest[64];
    int good = 1;
    for (int round = 0; good && round < rounds; round++) {
        EVP_PKEY *key = (EVP_PKEY *)bare_key_make(info, count);
        EVP_PKEY_CTX *context = key == NULL ? NULL : EVP_PKEY_CTX_new(key, NULL);
        size_t written = sizeof message;
        good = context != NULL && EVP_PKEY_verify_recover_init(context) == 1 &&
               EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1 &&
               EVP_PKEY_verify_recover(context, message, &written, signature, signature_count) == 1 &&
               bare_digest(digest_bits, message, written, digest);
        EVP_PKEY_CTX_free(context);
        EVP_PKEY_free(key);
    }
    return good;
}

static int multiply(const EC_GROUP *group, EC_POINT *result, const EC_POINT *point, const BIGNUM *scalar, BN_CTX *context) {
    return point == NULL ? EC_POINT_mul(group, result, scalar, NULL, NULL, context)
                         : EC_POINT_mul(group, result, NULL, point, scalar, context);
}

// A key leaves as octets, and a secret is hashed as octets: neither way can do without affine coordinates.
static int write_out(const EC_GROUP *group, const EC_POINT *point, BN_CTX *context) {
    unsigned char bytes[160];
    return EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, bytes, sizeof bytes, context) > 0;
}

static int run(const char *curve, int rounds, int is_pace) {
    BN_CTX *context = BN_CTX_new();
    EC_GROUP *group = EC_GROUP_new_by_curve_name(OBJ_sn2nid(curve));
    int good = context != NULL && group != NULL;
    EC_POINT *first = good ? EC_POINT_new(group) : NULL, *second = good ? EC_POINT_new(group) : NULL;
    EC_POINT *received = good ? EC_POINT_new(group) : NULL;
    BIGNUM *scalar = BN_new();
    unsigned char bytes[160];
    size_t count = 0;
    if (good) {
        good = BN_rand_range(scalar, EC_GROUP_get0_order(group)) && multiply(group, received, NULL, scalar, context);
        count = EC_POINT_point2oct(group, received, POINT_CONVERSION_UNCOMPRESSED, bytes, sizeof bytes, context);
    }
    for (int round = 0; good && round < rounds; round++) {
        good = BN_rand_range(scalar, EC_GROUP_get0_order(group)) && multiply(group, first, NULL, scalar, context) &&
               write_out(group, first, context) && EC_POINT_oct2point(group, received, bytes, count, context) &&
               multiply(group, second, received, scalar, context);
        if (!is_pace) {
            good = good && write_out(group, second, context);
            continue;
        }
        good = good && multiply(group, first, NULL, scalar, context) &&
               EC_POINT_add(group, first, first, second, context) && multiply(group, second, first, scalar, context) &&
               write_out(group, second, context) && EC_POINT_oct2point(group, received, bytes, count, context) &&
               multiply(group, second, received, scalar, context) && write_out(group, second, context);
    }
    BN_free(scalar);
    EC_POINT_free(first);
    EC_POINT_free(second);
    EC_POINT_free(received);
    EC_GROUP_free(group);
    BN_CTX_free(context);
    return good;
}

int bare_pace(const char *curve, int rounds) { return run(curve, rounds, 1); }

int bare_chip_authentication(const char *curve, int rounds) { return run(curve, rounds, 0); }

uint64_t bare_processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

long bare_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}
