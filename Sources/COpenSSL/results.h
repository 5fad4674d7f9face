#ifndef INLAY_COPENSSL_RESULTS_H
#define INLAY_COPENSSL_RESULTS_H

// What some functions on curves say besides 1 and 0.
enum { INLAY_NOT_A_POINT = -1, INLAY_IDENTITY = -2 };

#endif
