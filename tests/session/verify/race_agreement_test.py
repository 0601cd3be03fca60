#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs have races on the same variables by skein verify, which finds them in the events of a prefix, and by skein
check, which knows happens-before by the vector clocks of each run: computed from different machines.

Atomic operations have all memory orders, with fences, failing compare-and-exchange and failing attempts to lock, so that causality
orders more than happens-before does; and threads free a block that others use. Each variable has its own race or none; branches
depend on atomic variables only, so that neither command stops looking after the first race. SKEIN_RACE_PROGRAMS: how many;
SKEIN_SEED: the first seed.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import IS_LONG  # noqa: E402

SKEIN = os.environ["SKEIN"]
COUNT = int(os.environ.get("SKEIN_RACE_PROGRAMS", "12" if IS_LONG else "5"))
SEED = int(os.environ.get("SKEIN_SEED", "1"))


LOADS = ["relaxed", "consume", "acquire", "seq_cst"]
STORES = ["relaxed", "release", "seq_cst"]
BOTH = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]


# Of a compare-and-exchange: the order of success, and the orders of failure that are allowed with it.
PAIRS = {"relaxed": ["relaxed"], "release": ["relaxed"], "acquire": ["relaxed", "acquire"], "acq_rel": ["relaxed", "acquire"],
         "seq_cst": ["relaxed", "acquire", "seq_cst"]}


def order(draw, of):
    return "memory_order_" + draw.choice(of)


def two_orders(draw):
    success = draw.choice(sorted(PAIRS))
    return f"memory_order_{success}, {order(draw, PAIRS[success])}"


def plain(draw, has_heap):
    x = draw.choice(["x", "y", "z", "*p", "*p"] if has_heap else ["x", "y", "z"])
    return f"{x} = {draw.randrange(3)};" if draw.randrange(3) else f"sink = {x};"


def atomic(draw):
    flag = "fg"[draw.randrange(2)]
    return draw.choice([
        f"atomic_store_explicit(&{flag}, {draw.randrange(1, 3)}, {order(draw, STORES)});",
        f"atomic_store_explicit(&{flag}, 1, {order(draw, STORES)});",
        f"atomic_fetch_add_explicit(&{flag}, 1, {order(draw, BOTH)});",
        f"atomic_thread_fence({order(draw, BOTH)});",
        f"{flag} = 1;",
        "sem_post(&s);",
    ])


def condition(draw):
    flag = "fg"[draw.randrange(2)]
    return draw.choice([
        f"atomic_load_explicit(&{flag}, {order(draw, LOADS)})",
        f"atomic_load_explicit(&{flag}, {order(draw, LOADS)}) == 1",
        f"atomic_exchange_explicit(&{flag}, {draw.randrange(2)}, {order(draw, BOTH)})",
        f"atomic_fetch_add_explicit(&{flag}, 1, {order(draw, BOTH)}) == 1",
        f"(expected = 1, atomic_compare_exchange_strong_explicit(&{flag}, &expected, 2, {two_orders(draw)}))",
        f"{flag}",
        "sem_trywait(&s) == 0",
    ])


def statement(draw, has_heap, depth=0):
    kind = draw.randrange(12 if depth < 2 else 6)
    inner = lambda: " ".join(statement(draw, has_heap, depth + 1) for _ in range(draw.randrange(1, 3)))
    if kind < 3:
        return plain(draw, has_heap)
    if kind < 6:
        return atomic(draw)
    if kind == 6 and depth == 0:
        m = "mn"[draw.randrange(2)]
        return f"pthread_mutex_lock(&{m}); {inner()} pthread_mutex_unlock(&{m});"
    if kind == 7 and depth == 0:
        m = "mn"[draw.randrange(2)]
        taken = f"{inner()} pthread_mutex_unlock(&{m});"
        return f"if (pthread_mutex_trylock(&{m}) == 0) {{ {taken} }} else {{ {inner()} }}"
    if kind == 8:
        # What a wait ends with, and often publishes, is the usual use of an order that is too weak.
        return f"while (!({condition(draw)})) ; if (atomic_load_explicit(&f, {order(draw, LOADS)})) {{ {inner()} }}" \
            if draw.randrange(3) == 0 else f"if ({condition(draw)}) {{ atomic_thread_fence({order(draw, BOTH)}); {inner()} }}"
    if kind < 11:
        return f"if ({condition(draw)}) {{ {inner()} }}"
    return f"if (!({condition(draw)})) {{ {inner()} }}"


def body(draw, has_heap):
    text = " ".join(statement(draw, has_heap) for _ in range(draw.randrange(1, 4)))
    if not draw.randrange(2):
        return text
    # A value is published.
    x = "xyz"[draw.randrange(3)]
    return f"{x} = 1; {atomic(draw)} {text}" if draw.randrange(2) else f"{text} if ({condition(draw)}) {{ sink = {x}; }}"


def message(draw, has_heap):
    """One thread writes and sets a flag, another one uses what was written if it sees the flag; a third one may come between."""
    fence = lambda: draw.choice(["", f"atomic_thread_fence({order(draw, BOTH)});"])
    written = "*p" if has_heap else "x"
    used = draw.choice(["free(p);", "sink = *p;"]) if has_heap else draw.choice(["sink = x;", "x = 2;"])
    set_flag = draw.choice([f"atomic_store_explicit(&f, 1, {order(draw, STORES)});", f"atomic_fetch_add_explicit(&f, 1, {order(draw, BOTH)});",
                            order_pair(draw)])
    seen = draw.choice([f"atomic_load_explicit(&f, {order(draw, LOADS)}) == 1", f"atomic_exchange_explicit(&f, 0, {order(draw, BOTH)})",
                        f"(expected = 1, atomic_compare_exchange_strong_explicit(&f, &expected, 2, {two_orders(draw)}))"])
    bodies = [f"{written} = 1; {fence()} {set_flag}", f"if ({seen}) {{ {fence()} {used} }}"]
    if draw.randrange(2):
        bodies.append(draw.choice([atomic(draw), f"if ({condition(draw)}) {{ {atomic(draw)} }}"]))
    return bodies


def order_pair(draw):
    """A store that a second one of the same thread follows: one release sequence."""
    return f"atomic_store_explicit(&f, 3, {order(draw, STORES)}); atomic_store_explicit(&f, 1, {order(draw, STORES)});"


def program(seed):
    draw = random.Random(seed)
    has_heap = draw.randrange(3) == 0
    is_message = draw.randrange(2) == 0
    bodies = message(draw, has_heap) if is_message else [body(draw, has_heap) for _ in range(draw.randrange(2, 4))]
    threads = len(bodies)
    if has_heap and not is_message:
        freeing = f"if ({condition(draw)}) {{ free(p); }}" if draw.randrange(2) else "free(p);"
        bodies[0] = draw.choice([freeing + " " + atomic(draw), freeing])
    text = ["#include <pthread.h>", "#include <semaphore.h>", "#include <stdatomic.h>", "#include <stdlib.h>",
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;",
            "int x, y, z;", "int* p;", "atomic_int f, g;", "sem_t s;"]
    for i, lines in enumerate(bodies):
        text.append(f"static void* t{i}(void* q) {{ int sink = 0, expected = 0; (void)sink; (void)expected; {lines} return q; }}")
    text.append("int main(void) { pthread_t t[3]; sem_init(&s, 0, 0); p = malloc(sizeof *p); *p = 0;")
    joined = set()
    for i in range(threads):
        text.append(f"  pthread_create(&t[{i}], 0, t{i}, 0);")
        if draw.randrange(5) == 0 and not is_message and not any("while" in b for b in bodies):
            text.append(f"  pthread_join(t[{i}], 0);")
            joined.add(i)
    text.append(f"  {'' if is_message else draw.choice(['', 'x = 5;', 'y = 5;'])}")
    text.extend(f"  pthread_join(t[{i}], 0);" for i in range(threads) if i not in joined)
    text.append("}")
    return "\n".join(text) + "\n"


def racy_variables(command, source, folder):
    """None if the program is too large for the command."""
    report = folder / (command + ".json")
    words = [SKEIN, command, str(source), "-q", "--json", str(report), "--max-seconds", "10"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode == 4:
        return None
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{words}: {done.stdout} {done.stderr}\n{source.read_text()}")
    # check reports races with one cause as variants of one finding.
    messages = [m for f in json.load(open(report))["findings"] for m in [f["message"], *f.get("variants", [])]]
    races = [m for m in messages if m.startswith("data race on ")]
    return {"*p" if "heap block" in m or "malloc@" in m else re.match(r"data race on (\w+)", m).group(1) for m in races}


failures = 0
racy = 0
compared = 0
equal = 0
with tempfile.TemporaryDirectory() as name:
    for seed in range(SEED, SEED + COUNT):
        source = pathlib.Path(name) / "program.c"
        source.write_text(program(seed))
        by_verify = racy_variables("verify", source, pathlib.Path(name))
        by_check = racy_variables("check", source, pathlib.Path(name))
        if by_verify is None or by_check is None:
            continue
        compared += 1
        racy += bool(by_check)
        # If verify has found a race it does not look for others that lie beyond cut-offs only.
        if by_verify == by_check:
            equal += 1
        elif not by_verify or not by_verify < by_check:
            failures += 1
            print(f"seed {seed}: verify {sorted(by_verify)}, check {sorted(by_check)}\n{source.read_text()}")
print(f"{COUNT} programs, {compared} compared, {racy} with races, {equal} with the same ones by both")
if COUNT >= 12 and not 0 < racy < compared:
    print("FAILED: all or none of them race: nothing was compared")
    failures += 1
sys.exit(1 if failures else 0)
