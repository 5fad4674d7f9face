/* The least that a program can do: connect, and call SCardTransmit as often as it is told. */
#include <stdio.h>
#include <stdlib.h>
#include <winscard.h>

int main(int count, char **words) {
    const unsigned char command[] = {0x00, 0xB0, 0x9C, 0x00, 0x00};
    int wanted = count > 1 ? atoi(words[1]) : 1000;
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
