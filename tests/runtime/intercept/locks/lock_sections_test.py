#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--reduce=sections on random real programs.

First, threads whose sections of two locks update fixed words. All interleavings of the sections are enumerated here, and
divided by the order of the sections in each region: words of a lock that sections of two threads update, those that one
section updates being one region. skein must explore exactly as many executions, and end in exactly the same final states.

Second, programs with everything that makes a lock ordinary (nested locks, attempts, atomics, races, conditions on what was
read): verdict, kinds of findings and final states must be those of --reduce=outcome, with no more executions.

Third, programs in which a thread sees a section that is half done: that is a race, and nothing else is found.

COUNT programs of each kind (default 40; 8 without SKEIN_LONG) from SEED (default 1), printed; all are one C program, chosen by its argument."""
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from random_explorations import explore, kinds_of, states_of  # noqa: E402
from shares import IS_LONG  # noqa: E402

SKEIN = os.environ["SKEIN"]
COUNT = int(os.environ.get("COUNT", "40" if IS_LONG else "8"))
SEED = int(os.environ.get("SEED", "1"))
print(f"seed {SEED}, {COUNT} programs of each kind")
chance = random.Random(SEED)
failures = []
LOCKS, SHARED, OWN, MOST_THREADS = 2, 3, 2, 4
STATES = 251  # final states are told apart by an exit status from 1 on
WAYS = [["-e", "qpor"], ["-e", "optimal"], ["-e", "source"], ["-e", "qpor", "--paranoid"], ["-e", "event"],
        ["-e", "optimal", "--snapshots=1"], ["-e", "qpor", "--reset=fork"], ["-e", "optimal", "--paranoid"]]

# --- Programs with a known number of classes. A section is (lock, words it updates, words it only reads). Word (l, i) is
# shared by the sections of lock l; ("own", t, i) belongs to thread t; ("const", i) is never written.


def make_exact():
    threads = []
    for t in range(chance.randint(2, MOST_THREADS)):
        sections = []
        for _ in range(chance.randint(1, 3 if t < 2 else 2)):
            lock = chance.randrange(LOCKS)
            words = [(lock, i) for i in chance.sample(range(SHARED), chance.choice([0, 1, 1, 1, 2]))]
            words += [("own", t, i) for i in chance.sample(range(OWN), chance.choice([0, 0, 1]))]
            chance.shuffle(words)
            reads = [("const", 0)] if chance.random() < 0.3 else []
            sections.append((lock, words, reads))
        threads.append(sections)
    return threads


def c_word(number, word):
    if word[0] == "const":
        return f"constant{number}"
    if word[0] == "own":
        return f"own{number}[{word[1]}][{word[2]}]"
    return f"shared{number}[{word[0]}][{word[1]}]"


def update(value, t, s):
    return (value * 3 + 7 * t + s + 1) % 100003


def c_exact(number, threads):
    text = ""
    for t, sections in enumerate(threads):
        text += f"static void* t{number}_{t}(void* p) {{\n"
        for s, (lock, words, reads) in enumerate(sections):
            text += f"  pthread_mutex_lock(&m{number}[{lock}]);\n"
            text += "".join(f"  sink += {c_word(number, w)};\n" for w in reads)
            text += "".join(f"  {c_word(number, w)} = ({c_word(number, w)} * 3 + {7 * t + s + 1}) % 100003;\n" for w in words)
            text += f"  pthread_mutex_unlock(&m{number}[{lock}]);\n"
        text += "  return p;\n}\n"
    return text


def interleavings(lengths):
    """All orders of (thread, index)."""
    done = [0] * len(lengths)
    order = []

    def go():
        if all(d == n for d, n in zip(done, lengths)):
            yield tuple(order)
            return
        for t, n in enumerate(lengths):
            if done[t] == n:
                continue
            order.append((t, done[t]))
            done[t] += 1
            yield from go()
            done[t] -= 1
            order.pop()
    yield from go()


def regions_of(threads):
    """For each section (thread, index) its region, or None."""
    users = {}
    for t, sections in enumerate(threads):
        for _, words, _ in sections:
            for w in words:
                users.setdefault(w, set()).add(t)
    parent = {w: w for w, by in users.items() if len(by) > 1}

    def root(w):
        while parent[w] != w:
            w = parent[w]
        return w
    for sections in threads:
        for _, words, _ in sections:
            conflicts = [w for w in words if w in parent]
            for a, b in zip(conflicts, conflicts[1:]):
                parent[root(a)] = root(b)
    result = {}
    for t, sections in enumerate(threads):
        for s, (_, words, _) in enumerate(sections):
            conflicts = [w for w in words if w in parent]
            result[(t, s)] = root(conflicts[0]) if conflicts else None
    return result


def digest(values):
    h = 17
    for v in values:
        h = (h * 31 + v) % 1000003
    return h % STATES + 1


def expected_exact(threads):
    regions = regions_of(threads)
    classes, states = set(), set()
    for order in interleavings([len(s) for s in threads]):
        sequences = {}
        memory = {}
        for t, s in order:
            if regions[(t, s)] is not None:
                sequences.setdefault(regions[(t, s)], []).append((t, s))
            for w in threads[t][s][1]:
                memory[w] = update(memory.get(w, 0), t, s)
        classes.add(tuple(sorted((r, tuple(q)) for r, q in sequences.items())))
        states.add(digest(memory.get((lock, i), 0) for lock in range(LOCKS) for i in range(SHARED)))
    return len(classes), states


# --- Programs with anything.


def make_mixed():
    threads = []
    for _ in range(chance.randint(2, 3)):
        body = []
        for _ in range(chance.randint(1, 3)):
            kind = chance.choices(["section", "nested", "try", "atomic", "plain", "conditional", "heap", "published"],
                                  [8, 1, 1, 1, 0.7, 3, 1, 2])[0]
            lock = chance.randrange(LOCKS)
            count = chance.choice([1, 1, 2, 3])
            accesses = [(chance.choice(["add", "read", "write"]), lock if chance.random() < 0.95 else 1 - lock,
                         chance.randrange(SHARED)) for _ in range(count)]
            body.append((kind, lock, accesses, chance.randint(1, 5)))
        threads.append(body)
    return threads


def c_access(number, access, value):
    kind, lock, i = access
    x = f"shared{number}[{lock}][{i}]"
    return {"add": f"{x} = ({x} * 3 + {value}) % 1009;", "read": f"r = r * 5 + {x};", "write": f"{x} = {value} + r % 3;"}[kind]


def c_statement(number, statement):
    kind, lock, accesses, value = statement
    m, other = f"&m{number}[{lock}]", f"&m{number}[{1 - lock}]"
    inside = " ".join(c_access(number, a, value) for a in accesses)
    locked = f"pthread_mutex_lock({m}); {inside} pthread_mutex_unlock({m});"
    first = f"shared{number}[{lock}][0]"
    return {
        "section": locked,
        "nested": f"pthread_mutex_lock({m}); {inside} pthread_mutex_lock({other}); shared{number}[{1 - lock}][1] += {value};"
                  f" pthread_mutex_unlock({other}); pthread_mutex_unlock({m});",
        "try": f"if (pthread_mutex_trylock({m}) == 0) {{ {inside} pthread_mutex_unlock({m}); }} else r += {value};",
        "atomic": f"pthread_mutex_lock({m}); {inside} atomic_fetch_add(&counter{number}, {value}); pthread_mutex_unlock({m});",
        "plain": f"racy{number} += {value}; {locked}",
        "conditional": f"pthread_mutex_lock({m}); int c = {first} % 2; if (c) {{ {inside} }} else {{ {first} += {value}; }}"
                       f" pthread_mutex_unlock({m}); if (c) {{ {locked} }}",
        "heap": f"pthread_mutex_lock({m}); int* h = malloc(8); *h = {value}; {inside} r += *h; free(h);"
                f" pthread_mutex_unlock({m});",
        # What is written before the section is read by those who see it there.
        "published": f"pthread_mutex_lock({m}); if (box{number}[{lock}] == 0) {{ int* b = malloc(4); *b = {value};"
                     f" box{number}[{lock}] = b; }} else {{ r += *box{number}[{lock}]; }} pthread_mutex_unlock({m});",
    }[kind]


def c_mixed(number, threads):
    text = ""
    for t, body in enumerate(threads):
        statements = "\n".join(f"  {{ {c_statement(number, s)} }}" for s in body)
        text += f"static void* t{number}_{t}(void* p) {{\n  int r = 0;\n{statements}\n  results{number}[{t}] = r;\n  return p;\n}}\n"
    return text


def c_program(programs):
    text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nstatic _Thread_local long sink;\n"
    cases = ""
    for number, (kind, threads) in enumerate(programs):
        text += f"static long shared{number}[{LOCKS}][{SHARED}];\nstatic long own{number}[{MOST_THREADS}][{OWN}];\n"
        text += f"static int constant{number} = 3;\nstatic atomic_int counter{number};\nstatic int racy{number};\n"
        text += f"static int* box{number}[{LOCKS}];\nstatic int results{number}[{MOST_THREADS}];\n"
        text += f"static pthread_mutex_t m{number}[{LOCKS}] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};\n"
        text += c_exact(number, threads) if kind == "exact" else c_mixed(number, threads)
        text += f"static int run{number}(void) {{ pthread_t t[{MOST_THREADS}];\n"
        text += f"  (void)own{number}; (void)constant{number}; (void)racy{number}; (void)box{number}; (void)results{number};\n"
        text += "".join(f"  pthread_create(&t[{i}], 0, t{number}_{i}, 0);\n" for i in range(len(threads)))
        text += "".join(f"  pthread_join(t[{i}], 0);\n" for i in range(len(threads)))
        text += f"  long h = 17;\n  for (int l = 0; l < {LOCKS}; ++l)\n    for (int i = 0; i < {SHARED}; ++i)"
        text += f" h = (h * 31 + shared{number}[l][i]) % 1000003;\n"
        if kind == "mixed":
            text += f"  for (int i = 0; i < {MOST_THREADS}; ++i) h = (h * 31 + results{number}[i]) % 1000003;\n"
            text += f"  h = (h + counter{number} + racy{number}) % 1000003;\n"
        text += f"  return (int)(h % {STATES}) + 1;\n}}\n"
        cases += f"    case {number}: return run{number}();\n"
    return text + "int main(int argc, char** argv) {\n  (void)argc;\n  switch (atoi(argv[1])) {\n" + cases + "  }\n  return 0;\n}\n"


programs = [("exact", make_exact()) for _ in range(COUNT)] + [("mixed", make_mixed()) for _ in range(COUNT)]
with open("random.c", "w", encoding="utf-8") as file:
    file.write(c_program(programs))
compiler = [] if SEED % 2 else ["--compiler=clang"]
subprocess.run([SKEIN, "cc", *compiler, "random.c", "-o", "random", "-O1" if SEED % 3 == 0 else "-O0"], check=True)

saved = 0
for number, (kind, threads) in enumerate(programs):
    way = WAYS[number % len(WAYS)]
    found = explore("./random", number, [*way, "--reduce=sections"])
    if kind == "exact":
        classes, states = expected_exact(threads)
        if way[1] == "source":  # which may explore a class twice
            good = found["executions"] >= classes
        else:
            good = found["executions"] == classes
        if found["verdict"] != "clean" or not good or states_of(found) != states:
            failures.append(f"program {number} {way}: {found['verdict']}, {found['executions']} executions for {classes}, "
                            f"states {sorted(states_of(found))} for {sorted(states)}: {threads}")
        continue
    other = explore("./random", number, ["-e", "optimal", "--reduce=outcome", "--max-runs=20000"])
    if other["verdict"] == "incomplete":
        continue
    same = found["verdict"] == other["verdict"] and kinds_of(found) == kinds_of(other) and states_of(found) == states_of(other)
    if not same or (way[1] != "source" and found["executions"] > other["executions"]):
        failures.append(f"program {number} {way}: {found['verdict']} {kinds_of(found)} {found['executions']} "
                        f"{sorted(states_of(found))}, with outcome {other['verdict']} {kinds_of(other)} "
                        f"{other['executions']} {sorted(states_of(other))}: {threads}")
    saved += found["executions"] < other["executions"]

print(f"{saved} of {COUNT} programs with anything had fewer executions")
if COUNT >= 20 and saved == 0:
    failures.append("no program had fewer executions")
for name in ("sections_half_done_bug", "sections_middle_bug"):
    source = f"{os.environ['SKEIN_SOURCE']}/tests/native-programs/conformance/{name}.c"
    subprocess.run([SKEIN, "cc", source, "-o", name], check=True)
    for way in WAYS:
        found = explore(f"./{name}", 0, [*way, "--reduce=sections"])
        if kinds_of(found) != {"race"}:
            failures.append(f"{name} {way}: {found['verdict']} {kinds_of(found)}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
