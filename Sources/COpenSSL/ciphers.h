#ifndef INLAY_COPENSSL_CIPHERS_H
#define INLAY_COPENSSL_CIPHERS_H

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

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

#endif
