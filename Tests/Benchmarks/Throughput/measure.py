"""Alternating runs of the same commands by several programs: see throughput."""
import shutil
import statistics
import subprocess
import sys
import time

inlay, folder, count, rounds, more = sys.argv[1], sys.argv[2], *(int(word) for word in sys.argv[3:6])
COMMAND = "00B09C0000"
# More commands are measured too, but for a card that is slow.
counts = (1, count) if more == 1 else (1, count, more * count)
for number in counts:
    with open(f"{folder}/apdu{number}", "w") as file:
        file.write(f"{COMMAND}\n" * number)
    with open(f"{folder}/script{number}", "w") as file:
        file.write("repeat %d { 00 B0 9C 00 00 }\n" % number)
    with open(f"{folder}/scriptor{number}", "w") as file:
        file.write("reset\n" + "00 B0 9C 00 00\n" * number)

programs = {
    "bare": lambda number: [f"{folder}/transmit", str(number)],
    "bounded": lambda number: [f"{folder}/transmit", str(number), "bounded"],
    "apdu": lambda number: [inlay, "apdu", f"@{folder}/apdu{number}"],
    "run": lambda number: [inlay, "run", f"{folder}/script{number}"],
}
if shutil.which("scriptor"):
    programs["scriptor"] = lambda number: [shutil.which("scriptor"), "-p", "T=1", f"{folder}/scriptor{number}"]
if shutil.which("opensc-tool"):
    # All its commands are arguments, of which there cannot be ten thousand.
    programs["opensc-tool"] = lambda number: ["opensc-tool"] + ["-s", COMMAND] * number


def seconds(words):
    start = time.perf_counter()
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    end = time.perf_counter()
    if done.returncode != 0:
        raise SystemExit(f"throughput: {words[0]} failed: {done.stderr.decode()[-300:]}")
    return end - start


times = {}
for _ in range(rounds):
    for number in counts:
        for name, words in programs.items():
            if number > count and name == "opensc-tool":
                continue
            times.setdefault((name, number), []).append(seconds(words(number)))


def median(values):
    return statistics.median(values)


for number in counts[1:]:
    print(f"{number} commands: whole processes, and per command without the start (ratios: bare loop / program)")
    base = times["bare", number]
    loops = [whole - one for whole, one in zip(base, times["bare", 1])]
    for name in programs:
        if (name, number) not in times:
            continue
        runs = times[name, number]
        ratio = median([whole / own for whole, own in zip(base, runs)])
        own = [whole - one for whole, one in zip(runs, times[name, 1])]
        each = median(own) / (number - 1)
        rate = median([loop / time for loop, time in zip(loops, own)])
        print(
            f"  {name:12} {median(runs) * 1e3:8.1f} ms  {ratio:5.2f}    "
            f"{each * 1e6:7.1f} us  {rate:5.2f}    one command {median(times[name, 1]) * 1e3:5.1f} ms")
