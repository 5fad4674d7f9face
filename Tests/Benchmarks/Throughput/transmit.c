/* The least that a program can do: connect, and call SCardTransmit as often as it is told.
 * With a second argument it does so on a thread of its own, while the first one looks after it every ten milliseconds:
 * the least that a program can do which must not hang with its reader, for SCardTransmit knows no time limit. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <winscard.h>

static int wanted = 1000;

static int work(void) {
    const unsigned char command[] = {0x00, 0xB0, 0x9C, 0x00, 0x00};
    SCARDCONTEXT context;
    SCARDHANDLE card;
    DWORD protocol, length = SCARD_AUTOALLOCATE;
    char *readers = NULL;
    if (SCardEstablishContext(SCARD_SCOPE_SYSTEM, NULL, NULL, &context) != SCARD_S_SUCCESS) return 3;
    if (SCardListReaders(context, NULL, (LPSTR)&readers, &length) != SCARD_S_SUCCESS) return 4;
    if (SCardConnect(
            context, readers, SCARD_SHARE_SHARED, SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1, &card, &protocol)
        != SCARD_S_SUCCESS) return 5;
    SCardBeginTransaction(card);
    for (int index = 0; index < wanted; index++) {
        unsigned char answer[258];
        DWORD got = sizeof answer;
        const SCARD_IO_REQUEST *form = protocol == SCARD_PROTOCOL_T0 ? SCARD_PCI_T0 : SCARD_PCI_T1;
        if (SCardTransmit(card, form, command, sizeof command, NULL, answer, &got) != SCARD_S_SUCCESS) return 8;
        for (DWORD byte = 0; byte < got; byte++) printf("%02X", answer[byte]);
        putchar('\n');
    }
    SCardEndTransaction(card, SCARD_LEAVE_CARD);
    SCardDisconnect(card, SCARD_LEAVE_CARD);
    SCardReleaseContext(context);
    return 0;
}

static void *worker(void *unused) {
    (void)unused;
    return (void *)(long)work();
}

int main(int count, char **words) {
    if (count > 1) wanted = atoi(words[1]);
    if (count <= 2) return work();
    pthread_t thread;
    if (pthread_create(&thread, NULL, worker, NULL) != 0) return 9;
    for (;;) {
        struct timespec until;
        void *result;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 10000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec += 1;
        }
        if (pthread_timedjoin_np(thread, &result, &until) == 0) return (int)(long)result;
    }
}
