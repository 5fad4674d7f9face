#include "CStationTable.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char table[] = {
#embed "stations.bin"
};

const unsigned char *inlay_station_table(void) { return table; }

size_t inlay_station_table_length(void) { return sizeof table; }
