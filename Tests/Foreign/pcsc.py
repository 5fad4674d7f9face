"""A card behind a PC/SC reader, over the plain calls of pyscard."""

import time

from smartcard import scard


class CardLost(Exception):
    """The reader or the card does not answer any more."""


class PCSCCard:
    def __init__(self, reader, wait=5.0):
        self.name, self._card = reader, None
        code, self._context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
        self._check("SCardEstablishContext", code)
        until = time.monotonic() + wait
        while True:
            code, self._card, self._protocol = scard.SCardConnect(
                self._context, reader, scard.SCARD_SHARE_EXCLUSIVE,
                scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1)
            if code == scard.SCARD_S_SUCCESS:
                break
            if time.monotonic() > until:
                self._card = None
                self._check("SCardConnect to %r" % reader, code)
            time.sleep(0.1)
        code, _, _, _, atr = scard.SCardStatus(self._card)
        self._check("SCardStatus", code)
        self.atr = bytes(atr)

    @staticmethod
    def _check(what, code):
        if code != scard.SCARD_S_SUCCESS:
            raise CardLost("%s: %s" % (what, scard.SCardGetErrorMessage(code)))

    def transmit(self, apdu):
        pci = scard.SCARD_PCI_T0 if self._protocol == scard.SCARD_PROTOCOL_T0 else scard.SCARD_PCI_T1
        code, answer = scard.SCardTransmit(self._card, pci, list(apdu))
        self._check("SCardTransmit of %d bytes" % len(apdu), code)
        return bytes(byte & 0xFF for byte in answer)

    def reset(self):
        """Cold reset. All state of the chip is gone afterwards."""
        code, self._protocol = scard.SCardReconnect(
            self._card, scard.SCARD_SHARE_EXCLUSIVE,
            scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1, scard.SCARD_UNPOWER_CARD)
        self._check("SCardReconnect", code)

    def close(self):
        if self._card is not None:
            scard.SCardDisconnect(self._card, scard.SCARD_UNPOWER_CARD)
            self._card = None
        scard.SCardReleaseContext(self._context)
