#ifndef INLAY_CJPEG_SHIM_H
#define INLAY_CJPEG_SHIM_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

/* libjpeg reports errors by leaving the function that called it, which Swift cannot: one whole decoding is one function. */

struct inlay_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf back;
};

static inline void inlay_jpeg_leave(j_common_ptr common) {
    longjmp(((struct inlay_jpeg_errors *)common->err)->back, 1);
}

static inline void inlay_jpeg_silence(j_common_ptr common) { (void)common; }

struct inlay_jpeg_picture {
    unsigned char *pixels;   /* to be freed; rows without gaps */
    unsigned width, height;
    int channels;            /* 1 grey, 3 red green blue, 4 cyan magenta yellow black */
    int is_inverted;         /* of four channels, as Adobe writes them */
    long warnings;           /* damages that were covered up */
};

/* Decodes count bytes; returns 0, 1 for what is no JPEG, 2 for more than pixel_limit pixels. */
static inline int inlay_jpeg_decode(
    const unsigned char *bytes, size_t count, size_t pixel_limit, struct inlay_jpeg_picture *picture) {
    struct jpeg_decompress_struct decoder;
    struct inlay_jpeg_errors errors;
    unsigned char *volatile pixels = NULL;

    decoder.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = inlay_jpeg_leave;
    errors.manager.output_message = inlay_jpeg_silence;
    if (setjmp(errors.back)) {
        jpeg_destroy_decompress(&decoder);
        free(pixels);
        return 1;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    if (decoder.image_width == 0 || decoder.image_height == 0
        || (size_t)decoder.image_width * decoder.image_height > pixel_limit) {
        jpeg_destroy_decompress(&decoder);
        return 2;
    }
    switch (decoder.jpeg_color_space) {
    case JCS_GRAYSCALE: decoder.out_color_space = JCS_GRAYSCALE; break;
    case JCS_CMYK:
    case JCS_YCCK: decoder.out_color_space = JCS_CMYK; break;
    default: decoder.out_color_space = JCS_RGB; break;
    }
    jpeg_start_decompress(&decoder);
    size_t row = (size_t)decoder.output_width * (size_t)decoder.output_components;
    pixels = calloc(decoder.output_height, row);
    if (pixels == NULL) {
        jpeg_destroy_decompress(&decoder);
        return 2;
    }
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW line = pixels + (size_t)decoder.output_scanline * row;
        jpeg_read_scanlines(&decoder, &line, 1);
    }
    picture->pixels = pixels;
    picture->width = decoder.output_width;
    picture->height = decoder.output_height;
    picture->channels = decoder.output_components;
    picture->is_inverted = decoder.saw_Adobe_marker;
    picture->warnings = errors.manager.num_warnings;
    jpeg_destroy_decompress(&decoder);
    return 0;
}

#endif
