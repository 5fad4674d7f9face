#include "CPassportPortrait.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char picture[] = {
#embed "portrait.jpg"
};

const unsigned char *inlay_passport_portrait(void) { return picture; }

size_t inlay_passport_portrait_length(void) { return sizeof picture; }
