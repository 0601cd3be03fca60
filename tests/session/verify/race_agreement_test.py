#!/usr/bin/env python3
"""Random programs have races on the same variables by skein verify, which sees two accesses that are possible at once, and by
skein check, which knows happens-before by vector clocks: two definitions, computed from different machines.

Each variable has its own race or none; branches depend on atomic variables only, so that neither command stops looking after the
first race. SKEIN_RACE_PROGRAMS: how many; SKEIN_SEED: the first seed.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SKEIN = os.environ["SKEIN"]
COUNT = int(os.environ.get("SKEIN_RACE_PROGRAMS", "12"))
SEED = int(os.environ.get("SKEIN_SEED", "1"))


def statement(draw, depth=0):
    kind = draw.randrange(9 if depth < 2 else 4)
    x = "xyz"[draw.randrange(3)]
    flag = "fg"[draw.randrange(2)]
    inner = lambda: " ".join(statement(draw, depth + 1) for _ in range(draw.randrange(1, 3)))
    if kind < 2:
        return f"{x} = {draw.randrange(3)};"
    if kind == 2:
        return f"sink = {x};"
    if kind == 3:
        return draw.choice([f"{flag} = 1;", f"{flag}++;"])
    if kind < 6 and depth == 0:
        m = "mn"[draw.randrange(2)]
        return f"pthread_mutex_lock(&{m}); {inner()} pthread_mutex_unlock(&{m});"
    if kind < 8:
        return f"if ({flag}) {{ {inner()} }}"
    return f"if (!{flag}) {{ {inner()} }}"


def program(seed):
    draw = random.Random(seed)
    threads = draw.randrange(2, 4)
    bodies = [" ".join(statement(draw) for _ in range(draw.randrange(1, 4))) for _ in range(threads)]
    text = ["#include <pthread.h>", "#include <stdatomic.h>", "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;",
            "int x, y, z;", "atomic_int f, g;"]
    for i, body in enumerate(bodies):
        text.append(f"static void* t{i}(void* p) {{ int sink = 0; (void)sink; {body} return p; }}")
    text.append("int main(void) { pthread_t t[3];")
    joined = set()
    for i in range(threads):
        text.append(f"  pthread_create(&t[{i}], 0, t{i}, 0);")
        if draw.randrange(4) == 0:
            text.append(f"  pthread_join(t[{i}], 0);")
            joined.add(i)
    text.append(f"  {draw.choice(['', 'x = 5;', 'y = 5;'])}")
    text.extend(f"  pthread_join(t[{i}], 0);" for i in range(threads) if i not in joined)
    text.append("}")
    return "\n".join(text) + "\n"


def racy_variables(command, source, folder):
    report = folder / (command + ".json")
    words = [SKEIN, command, str(source), "-q", "--json", str(report)]
    done = subprocess.run(words, capture_output=True, text=True)
    data = json.load(open(report))
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{words}: {done.stdout} {done.stderr}")
    return {re.match(r"data race on (\w+)", f["message"]).group(1) for f in data["findings"]}


failures = 0
racy = 0
with tempfile.TemporaryDirectory() as name:
    for seed in range(SEED, SEED + COUNT):
        source = pathlib.Path(name) / "program.c"
        source.write_text(program(seed))
        by_verify = racy_variables("verify", source, pathlib.Path(name))
        by_check = racy_variables("check", source, pathlib.Path(name))
        racy += bool(by_check)
        if by_verify != by_check:
            failures += 1
            print(f"seed {seed}: verify {sorted(by_verify)}, check {sorted(by_check)}\n{source.read_text()}")
print(f"{COUNT} programs, {racy} with races")
if COUNT >= 12 and not 0 < racy < COUNT:
    print("FAILED: all or none of them race: nothing was compared")
    failures += 1
sys.exit(1 if failures else 0)
