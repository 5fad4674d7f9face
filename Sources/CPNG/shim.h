#ifndef INLAY_CPNG_SHIM_H
#define INLAY_CPNG_SHIM_H

#include <png.h>

/* Encodes pixels of 1 (grey) or 3 (red, green, blue) bytes; with bytes NULL only tells the size. Returns 1 for success. */
static inline int inlay_png_encode(
    const unsigned char *pixels, unsigned width, unsigned height, int channels, unsigned char *bytes, size_t *count) {
    png_image image = {0};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    png_alloc_size_t size = *count;
    int success = png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL);
    *count = size;
    return success;
}

#endif
