#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs with atomic sections violate an assertion by skein verify if and only if they do so by skein check, and verify says
the same whether their sections are one step or, because something is allocated in them, a lock (src/machine/ir/steps/section_lock.cpp).

What is asserted is that some final values are not reached, so that the verdict is about the orders of sections and accesses.
Where a section locks a mutex, it waits as a whole; the same program is also verified with a mutex that is made of sections and
assumptions, which knows no waiting. check and verify find a deadlock in the same programs, too.
SKEIN_SECTION_PROGRAMS: how many; SKEIN_SEED: the first seed.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import IS_LONG  # noqa: E402

SKEIN = os.environ["SKEIN"]
COUNT = int(os.environ.get("SKEIN_SECTION_PROGRAMS", "20" if IS_LONG else "6"))
SEED = int(os.environ.get("SKEIN_SEED", "1"))

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int x, y, a[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""

# A mutex as a model: a lock that would wait is a run that does not count.
MODELLED = """extern void __VERIFIER_assume(int);
static atomic_int is_held;
static void __VERIFIER_atomic_lock(void) { __VERIFIER_assume(is_held == 0); is_held = 1; }
static void __VERIFIER_atomic_unlock(void) { is_held = 0; }
static int __VERIFIER_atomic_trylock(void) { if (is_held) return 1; is_held = 1; return 0; }
"""


def variable(draw):
    return draw.choice(["x", "y", "a[0]", "a[1]"])


def assignment(draw):
    to, source = variable(draw), variable(draw)
    return draw.choice([f"{to} = {source} + 1;", f"{to} = {draw.randrange(3)};", f"{to}++;"])


# In a section. Those from the fifth on cannot be foreseen, so verify takes several steps for them anyway.
def in_section(draw, depth=0):
    inner = lambda: in_section(draw, depth + 1)
    kind = draw.randrange(9) if depth < 2 else 0
    if kind < 3:
        return assignment(draw)
    if kind == 3:
        return f"if ({variable(draw)} == {draw.randrange(3)}) {{ {inner()} }} else {{ {inner()} }}"
    if kind == 4:
        return f"__VERIFIER_atomic_begin(); {inner()} __VERIFIER_atomic_end(); {inner()}"
    if kind == 5:
        return f"a[x & 1] = {draw.randrange(3)}; {inner()}"
    if kind == 6:
        return f"if (__VERIFIER_nondet_bool()) {{ {inner()} }}"
    if kind == 7:
        return f"{{ int* p = malloc(4); *p = y; {inner()} x = *p; free(p); }}"
    return f"for (int i = 0; i < (y & 1) + 1; i++) {{ {inner()} }}"


def locked(draw):
    if draw.randrange(4) == 0:
        return f"if (pthread_mutex_trylock(&m) == 0) {{ {assignment(draw)} pthread_mutex_unlock(&m); }}"
    return f"pthread_mutex_lock(&m); {assignment(draw)} pthread_mutex_unlock(&m);"


# A section in a critical section, and one that never waits for itself.
def locked_section(draw):
    return f"pthread_mutex_lock(&m); __VERIFIER_atomic_begin(); {assignment(draw)} __VERIFIER_atomic_end(); pthread_mutex_unlock(&m);"


def items(draw, functions, mark):
    for _ in range(draw.randrange(1, 3)):
        kind = draw.randrange(6)
        body = mark + " ".join(in_section(draw) for _ in range(draw.randrange(1, 3)))
        if draw.randrange(6) == 0:
            body += " " + locked(draw)
        if kind == 0:
            yield assignment(draw)
        elif kind == 1:
            yield locked(draw) if draw.randrange(3) > 0 else locked_section(draw)
        elif kind < 4:
            yield f"__VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end();"
        else:
            name = f"__VERIFIER_atomic_f{len(functions)}"
            functions.append(f"static void {name}(void) {{ {body} }}")
            yield f"{name}();" if kind == 4 else f"{{ void (*volatile f)(void) = {name}; f(); }}"


# mark: what each section begins with.
def program(seed, mark):
    draw = random.Random(seed)
    functions = []
    bodies = [" ".join(items(draw, functions, mark)) for _ in range(draw.randrange(2, 4))]
    values = [draw.randrange(3) for _ in range(2)]
    text = [HEAD] + functions
    text += [f"static void* t{i}(void* p) {{ {body} return p; }}" for i, body in enumerate(bodies)]
    text.append("int main(void) { pthread_t t[3];")
    text += [f"  pthread_create(&t[{i}], 0, t{i}, 0);" for i in range(len(bodies))]
    text += [f"  pthread_join(t[{i}], 0);" for i in range(len(bodies))]
    text.append(f"  assert(x != {values[0]} || y != {values[1]});\n}}")
    return "\n".join(text) + "\n"


def with_modelled_mutex(text):
    text = text.replace("pthread_mutex_lock(&m)", "__VERIFIER_atomic_lock()").replace("pthread_mutex_unlock(&m)", "__VERIFIER_atomic_unlock()")
    text = text.replace("pthread_mutex_trylock(&m)", "__VERIFIER_atomic_trylock()")
    return text.replace(HEAD, HEAD + MODELLED)


# Whether it violates an assertion, and whether it has a deadlock; None: too large for the time that there is.
def findings(command, text, folder):
    source, report = folder / "program.c", folder / "report.json"
    source.write_text(text)
    words = [SKEIN, command, str(source), "-q", "--max-seconds", "10", "--json", str(report)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):
        raise RuntimeError(f"{words}: {done.returncode} {done.stdout} {done.stderr}\n{text}")
    kinds = {finding["kind"] for finding in json.load(open(report))["findings"]}
    return None if done.returncode == 4 else ("assertion" in kinds, "deadlock" in kinds)


failures = compared = bugs = 0
with tempfile.TemporaryDirectory() as name:
    for seed in range(SEED, SEED + COUNT):
        said = {}
        folder = pathlib.Path(name)
        for kind, mark in (("as is", ""), ("as locks", "free(malloc(1)); ")):
            text = program(seed, mark)
            said["verify, sections " + kind] = findings("verify", text, folder)
            said["verify, modelled mutex, sections " + kind] = findings("verify", with_modelled_mutex(text), folder)
            said["check, sections " + kind] = findings("check", text, folder)
        assertions = {found[0] for found in said.values() if found is not None}
        deadlocks = {found[1] for what, found in said.items() if found is not None and "modelled" not in what}
        compared += None not in said.values()
        bugs += True in assertions
        if len(assertions) > 1 or len(deadlocks) > 1:
            failures += 1
            print(f"seed {seed}: (violates its assertion, has a deadlock): {said}\n{program(seed, '')}")
print(f"{COUNT} programs, {compared} compared, {bugs} with bugs")
if COUNT >= 20 and not (0 < bugs < COUNT and 2 * compared > COUNT):
    print("FAILED: all or none of them have a bug, or most are too large: nothing was compared")
    failures += 1
sys.exit(1 if failures else 0)
