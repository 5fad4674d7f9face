#include "CBareOpenSSL.h"

#include <openssl/evp.h>
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

uint64_t bare_processor_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
