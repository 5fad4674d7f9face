#ifndef INLAY_COPENSSL_SHIM_H
#define INLAY_COPENSSL_SHIM_H

// The plain digest functions are used because they cannot fail; OpenSSL 3.0 marks them as deprecated.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
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

#endif
