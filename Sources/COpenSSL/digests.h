#ifndef INLAY_COPENSSL_DIGESTS_H
#define INLAY_COPENSSL_DIGESTS_H

#include <openssl/crypto.h>
#include <openssl/sha.h>

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

#endif
