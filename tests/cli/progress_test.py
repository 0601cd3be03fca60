#!/usr/bin/python3
"""The estimate of how much is done: on the line on the terminal, and in the reports of what a budget stopped.

MPAT(K) has K! 2^K executions [QPOR Table 1], DISP(5,5) 151,032. No time is tested, but that the exploration takes long enough to
show a line: where it does not, the programs are enlarged.
"""

import json
import math
import os
import pty
import re
import subprocess
import tempfile

SKEIN = os.environ["SKEIN"]
SOURCE = os.environ["SKEIN_SOURCE"]
MPAT = SOURCE + "/bench/programs/mpat.skein"


def stopped(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/r.json"
        done = subprocess.run([SKEIN, "check", *arguments, "--json", path], capture_output=True, text=True, check=False)
        with open(path, encoding="utf-8") as file:
            return json.load(file), done.stdout


def estimated(*arguments):
    """A report with an estimate. Probes take a share of the time, so on a busy machine there may be none at first."""
    for _ in range(10):
        report, text = stopped(*arguments)
        if report["estimate"] is not None:
            return report, text
    raise AssertionError(f"no estimate: {arguments}")


def is_near(estimate, truth):
    """A range may miss the truth, but not by much (bench/tables estimates has the figures)."""
    return truth / 3 < estimate["executions"] < 3 * truth


def on_terminal(*arguments):
    """What a terminal is shown."""
    leader, follower = pty.openpty()
    with subprocess.Popen([SKEIN, "check", *arguments], stdout=subprocess.DEVNULL, stderr=follower) as process:
        os.close(follower)
        text = b""
        while True:
            try:
                part = os.read(leader, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait()
    os.close(leader)
    return [line for line in re.split(r"\r|\x1b\[K", text.decode()) if line]


# Stopped by a budget: the estimate, its range, and what follows from it.
report, text = estimated(MPAT, "-D", "K=9", "--max-runs", "20000")
truth = math.factorial(9) * 2**9
estimate = report["estimate"]
assert is_near(estimate, truth), (estimate, truth)
assert estimate["low"] <= estimate["executions"] <= estimate["high"], estimate
assert abs(estimate["share_done"] - 20000 / estimate["executions"]) < 1e-9
assert estimate["seconds_left"] > 0
assert "executions in all" in text and re.search(r"est. 0.0[0-9.-]+% done", text), text

# With other explorers, which execute the same classes; every interleaving of two threads with three
# steps beside main's last one: 224 (derived in tests/explore/exhaustive_test.cpp).
for explorer in ("source", "optimal", "event"):
    report, _ = estimated(MPAT, "-D", "K=6", "--max-runs", "100", "-e", explorer)
    assert is_near(report["estimate"], math.factorial(6) * 2**6), (explorer, report["estimate"])
with tempfile.TemporaryDirectory() as models:
    model = models + "/two.skein"
    with open(model, "w", encoding="utf-8") as file:
        file.write("atomic x = 0 thread t { x = 1 } thread main { create t() create t() }")
    report, _ = estimated(model, "-e", "exhaustive", "--max-runs", "10")
    assert is_near(report["estimate"], 224), report["estimate"]
    # Nothing to estimate: all is done. Nothing that could be: bounds, samples, handlers.
    assert stopped(model)[0]["estimate"] is None
    assert stopped(model, "--max-preemptions", "1", "--max-runs", "1")[0]["estimate"] is None
    assert stopped(model, "-e", "random", "--runs", "5", "--max-runs", "1")[0]["estimate"] is None
    # A real program.
    program = models + "/four.c"
    with open(program, "w", encoding="utf-8") as file:
        file.write("""#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void* adder(void* p) { atomic_fetch_add(&x, 1); return p; }
int main(void) {
  pthread_t t[6];
  for (int i = 0; i < 6; i++) pthread_create(&t[i], 0, adder, 0);
  for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
}
""")
    report, _ = estimated(program, "--max-runs", "100")
    assert is_near(report["estimate"], math.factorial(6)), report["estimate"]

# On a terminal the share grows, and at the end it is all.
for rounds in (5, 6):
    shown = on_terminal(SOURCE + "/bench/programs/disp.skein", "-D", "S=5", "-D", f"R={rounds}", "--max-runs", "600000")
    shares = [tuple(map(float, m.groups(m.group(1)))) for m in
              (re.match(r"est\. ([0-9.]+)(?:-([0-9.]+))?% done", line) for line in shown) if m]
    if len(shares) >= 5:
        break
assert len(shares) >= 5, shown
assert all(len(line) < 80 for line in shown), shown
lows = [low for low, _ in shares]
assert all(b > a / 3 for a, b in zip(lows, lows[1:])), lows
total = {5: 151032, 6: 1437552}[rounds]
last = [line for line in shown if line.startswith("est. ") and "%" in line][-1]
done = int(re.search(r"([0-9,]+) executions", last).group(1).replace(",", ""))
assert 1 / 3 < shares[-1][0] / (100 * done / total) < 3, (last, done / total)
print("progress: ok")
