"""A card on the virtual reader that takes as long for each command as it is told, in milliseconds: see throughput."""
import socket
import sys
import time

ANSWER_TO_RESET = bytes.fromhex("3B80800101")
ANSWER = bytes.fromhex("31143012060A04007F0007020204020202010202010D9000")


def receive(link, count):
    data = b""
    while len(data) < count:
        # The driver sends length and command apart, and the second waits for word of the first.
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        part = link.recv(count - len(data))
        if not part:
            raise SystemExit(0)
        data += part
    return data


link = socket.create_connection(("127.0.0.1", 35963))
link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
pause = float(sys.argv[1]) / 1000
while True:
    message = receive(link, int.from_bytes(receive(link, 2), "big"))
    if len(message) > 1:
        time.sleep(pause)
        answer = ANSWER
    elif message == b"\x04":
        answer = ANSWER_TO_RESET
    else:
        # Power and reset have no answer.
        continue
    link.sendall(len(answer).to_bytes(2, "big") + answer)
