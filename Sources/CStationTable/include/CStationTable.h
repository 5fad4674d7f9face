#ifndef INLAY_STATION_TABLE_H
#define INLAY_STATION_TABLE_H

#include <stddef.h>

/// Stations by their codes, sorted, as build.py lays them out. It is made of stations.tsv and operators.tsv.
const unsigned char *inlay_station_table(void);

/// Its length in bytes.
size_t inlay_station_table_length(void);

#endif
