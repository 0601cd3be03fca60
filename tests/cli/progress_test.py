#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The estimate of how much is done: on the line on the terminal, and in the reports of what a budget stopped.

MPAT(K) has K! 2^K executions [QPOR Table 1], DISP(5,5) 151,032. No time is tested, but that the exploration takes long enough to
show a line: where it does not, the programs are enlarged.

The descents' seed is fixed, so an estimate depends on nothing but how many bunches there was time for. bench/estimates shows them all: of
MPAT every one is exact, of the others here every one is within 15 % of the truth. What a busy machine can change is that there are fewer
than five bunches, and so no estimate: then it is tried again.
"""

import json
import math
import os
import pty
import re
import subprocess
import sys
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
    """A report with an estimate. At the end descents have half a second at most, by the clock: on a busy machine there may be none."""
    for _ in range(10):
        report, text = stopped(*arguments)
        if report["estimate"] is not None:
            return report, text
    if "SKEIN_IS_SLOW" in os.environ:
        print("skipped: under a sanitizer half a second is too short for an estimate")
        sys.exit(77)
    raise AssertionError(f"no estimate: {arguments}")


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
report, text = estimated(MPAT, "-D", "K=7", "--max-runs", "70")
truth = math.factorial(7) * 2**7
estimate = report["estimate"]
assert estimate["low"] <= truth <= estimate["high"], (estimate, truth)
assert estimate["low"] <= estimate["executions"] <= estimate["high"], estimate
assert estimate["high"] / estimate["low"] < 3
assert abs(estimate["share_done"] - 70 / estimate["executions"]) < 1e-9
assert estimate["seconds_left"] > 0
assert "executions in all" in text and "est. 0.01% done" in text, text

# With other explorers, which execute the same classes; every interleaving of two threads with three
# steps besides main's last one: 224 (derived in tests/explore/exhaustive_test.cpp).
for explorer in ("source", "optimal", "event"):
    report, _ = estimated(MPAT, "-D", "K=6", "--max-runs", "100", "-e", explorer)
    assert 0.5 < report["estimate"]["executions"] / (math.factorial(6) * 2**6) < 2, (explorer, report["estimate"])
with tempfile.TemporaryDirectory() as models:
    model = models + "/two.skein"
    with open(model, "w", encoding="utf-8") as file:
        file.write("atomic x = 0 thread t { x = 1 } thread main { create t() create t() }")
    report, _ = estimated(model, "-e", "exhaustive", "--max-runs", "10")
    assert 0.5 < report["estimate"]["executions"] / 224 < 2, report["estimate"]
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
static void* adder(void* p) { atomic_exchange(&x, 1); return p; }
int main(void) {
  pthread_t t[6];
  for (int i = 0; i < 6; i++) pthread_create(&t[i], 0, adder, 0);
  for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
}
""")
    report, _ = estimated(program, "--max-runs", "100")
    assert 0.5 < report["estimate"]["executions"] / math.factorial(6) < 2, report["estimate"]

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
assert all(b > 0.5 * a for a, b in zip(lows, lows[1:])), lows
total = {5: 151032, 6: 1437552}[rounds]
last = [line for line in shown if line.startswith("est. ") and "%" in line][-1]
done = int(re.search(r"([0-9,]+) executions", last).group(1).replace(",", ""))
assert 0.5 < shares[-1][0] / (100 * done / total) < 2, (last, done / total)
print("progress: ok")
