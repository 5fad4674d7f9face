#ifndef INLAY_BARE_OPENSSL_H
#define INLAY_BARE_OPENSSL_H

#include <stddef.h>
#include <stdint.h>

// What OpenSSL alone needs for the work of the product: the yardstick of the benchmarks.

typedef struct bare_key bare_key;

// The key in a SubjectPublicKeyInfo; NULL when there is none.
bare_key *bare_key_make(const uint8_t *info, size_t count);
void bare_key_free(bare_key *key);

// `padding` is 0 for ECDSA, 1 for PKCS #1 v1.5, 6 for PSS with the digest in the mask and a salt as long as it.
int bare_verify(bare_key *key, int digest_bits, int padding, const uint8_t *signature, size_t signature_count,
                const uint8_t *message, size_t count);

int bare_digest(int bits, const uint8_t *message, size_t count, uint8_t *digest);

// What Active Authentication by RSA needs, `rounds` times: a key read, the public operation, a digest.
int bare_recover(const uint8_t *info, size_t count, int digest_bits, const uint8_t *signature, size_t signature_count,
                 int rounds);

// A new RSA key as PKCS #8; the number of bytes, 0 when it does not fit.
size_t bare_rsa_key(int bits, uint8_t *output, size_t capacity);

// The point arithmetic that a terminal cannot do without in PACE with generic mapping, `rounds` times, on the curve with
// this name: two multiples of the generator, three of other points, one addition, two points read and checked, two keys and the
// secret written out.
int bare_pace(const char *curve, int rounds);

// That of Chip Authentication: a multiple of the generator and one of the chip's point, written out.
int bare_chip_authentication(const char *curve, int rounds);

// Processor time of this process in nanoseconds.
uint64_t bare_processor_time(void);

// Bytes that the process holds on the heap, those that it may take again included.
long bare_heap_bytes(void);

#endif
