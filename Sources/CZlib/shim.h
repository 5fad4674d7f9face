#ifndef INLAY_CZLIB_SHIM_H
#define INLAY_CZLIB_SHIM_H

#include <stddef.h>
#include <zlib.h>

/* Inflates a raw stream (RFC 1951) into exactly size bytes. Returns 1 for success, and 0 for anything else: damage, more
   bytes than size, fewer. inflateInit2 is a macro, which Swift cannot call. */
static inline int inlay_inflate(const unsigned char *bytes, size_t count, unsigned char *output, size_t size) {
    z_stream stream = {0};
    unsigned char extra;
    if (count > 0xFFFFFFFFu || size > 0xFFFFFFFEu) return 0;
    if (inflateInit2(&stream, -15) != Z_OK) return 0;
    stream.next_in = (unsigned char *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = size > 0 ? output : &extra;
    stream.avail_out = size > 0 ? (uInt)size : 1;
    int status = inflate(&stream, Z_FINISH);
    int is_whole = status == Z_STREAM_END && stream.total_out == size;
    inflateEnd(&stream);
    return is_whole;
}

/* CRC-32 of bytes. */
static inline unsigned inlay_crc32(const unsigned char *bytes, size_t count) {
    return (unsigned)crc32_z(0, bytes, count);
}

#endif
