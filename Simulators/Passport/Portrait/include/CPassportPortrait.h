#ifndef INLAY_PASSPORT_PORTRAIT_H
#define INLAY_PASSPORT_PORTRAIT_H

#include <stddef.h>

/// The holder's picture, a JPEG file of 413 x 531 points. It is drawn by draw.py from portrait.svg.
const unsigned char *inlay_passport_portrait(void);

/// Its length in bytes.
size_t inlay_passport_portrait_length(void);

#endif
