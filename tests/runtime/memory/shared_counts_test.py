#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reference counts that are not steps, and futures that are waited for in one step, on random real programs.

Threads copy, use and release shared objects whose destructors do all kinds of things, look at the counts, hold weak and
plain pointers, hand over values by futures, and meet at latches and barriers. With --reduce=trace everything in the C++ library is executed as it is
written; verdict, kinds of findings and final states must be the same without, with no more executions.

COUNT programs (default 60; 20 without SKEIN_LONG) from SEED (default 1), printed; all are one C++ program, chosen by its
argument."""
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from random_explorations import explore, kinds_of, states_of  # noqa: E402
from shares import IS_LONG  # noqa: E402

SKEIN = os.environ["SKEIN"]
COUNT = int(os.environ.get("COUNT", "60" if IS_LONG else "20"))
SEED = int(os.environ.get("SEED", "1"))
print(f"seed {SEED}, {COUNT} programs")
chance = random.Random(SEED)
MOST = 30000 if IS_LONG else 3000  # executions as written
STATES = 251  # final states are told apart by an exit status from 1 on
WAYS = [["-e", "qpor"], ["-e", "optimal"], ["-e", "source"], ["-e", "qpor", "--paranoid"],
        ["-e", "optimal", "--snapshots=memory:2"], ["-e", "qpor", "--reset=fork"]]

BEGINNING = """
#include <atomic>
#include <barrier>
#include <cstdlib>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
int guarded, settings, plain;
std::atomic<int> counter, order;
thread_local int own;

struct Object {
  int value = 3;
  virtual ~Object() { value = 0; }
};
struct Nested : Object {  // releases another
  std::shared_ptr<Object> next;
  explicit Nested(std::shared_ptr<Object> n) : next(std::move(n)) {}
};
struct Owner : Object {
  std::unique_ptr<int> block = std::make_unique<int>(4);
  ~Owner() override { *block += 1; }
};
struct Locked : Object {
  ~Locked() override { std::lock_guard<std::mutex> guard(mutex); guarded = guarded * 3 + 1; }
};
struct Counted : Object {
  ~Counted() override { counter += 5; }
};
struct Ordered : Object {
  ~Ordered() override { value = order++; guarded_by_order = value; }
  static inline std::atomic<int> guarded_by_order;
};
struct Reader : Object {
  ~Reader() override { value = settings; }
};
struct Writer : Object {
  ~Writer() override { plain += 1; }
};
struct Own : Object {
  ~Own() override { own = 7; }
};
struct Allocating : Object {
  ~Allocating() override { delete new int(value); }
};
struct Held : Object {  // reads what it does not hold
  Object* other;
  explicit Held(Object* o) : other(o) {}
  ~Held() override { value = other->value; }
};
"""

TYPES = {"Object": 5, "Owner": 2, "Nested": 4, "Locked": 1, "Counted": 1, "Ordered": 1, "Reader": 1, "Writer": 1, "Own": 1,
         "Allocating": 1, "Held": 1}
STATEMENTS = {"copy": 4, "drop": 5, "use": 3, "count": 0.7, "weak": 1, "raw": 0.6, "section": 3, "add": 1, "set": 0.5,
              "own": 0.6, "pass": 1, "copy_in_section": 1, "drop_in_section": 1}


def pick(weights):
    return chance.choices(list(weights), list(weights.values()))[0]


def make_statement(objects):
    return pick(STATEMENTS), chance.randrange(objects), chance.randint(1, 9)


def make_program():
    objects = [(pick(TYPES), chance.randrange(max(1, i)) if i else 0) for i in range(chance.randint(1, 3))]
    objects[0] = (objects[0][0] if objects[0][0] not in ("Nested", "Held") else "Object", 0)
    threads = [[make_statement(len(objects)) for _ in range(chance.randint(1, 4))] for _ in range(2)]
    return {"objects": objects, "threads": threads, "future": chance.choice(["none", "none", "value", "task", "async"]),
            "meeting": chance.choice(["none", "none", "latch", "barrier", "atomic"]), "is_after": chance.random() < 0.5,
            "main": [make_statement(len(objects)) for _ in range(chance.randint(0, 2))], "is_early": chance.random() < 0.6,
            "splits": chance.random() < 0.3}


def c_statement(statement):
    kind, i, n = statement
    p = f"p{i}"
    return {
        "copy": f"{{ auto q = {p}; if (q) r = r * 5 + q->value; }}",
        "drop": f"{p}.reset();",
        "use": f"if ({p}) r = r * 3 + {p}->value;",
        "count": f"r = r * 3 + ({p}.use_count() == 1);",
        "weak": f"{{ std::weak_ptr<Object> w = {p}; {p}.reset(); if (auto q = w.lock()) r += {n} + q->value; }}",
        "raw": f"if ({p}) {{ Object* o = {p}.get(); {p}.reset(); r += o->value; }}",
        "section": f"{{ std::lock_guard<std::mutex> guard(mutex); guarded = guarded * 3 + {n}; }}",
        "add": f"counter += {n};",
        "set": f"settings = {n};",
        "own": "r = r * 3 + own;",
        "pass": f"std::thread([q = {p}] {{ if (q && q->value == 99) counter += 1; }}).join();",
        "copy_in_section": f"{{ std::lock_guard<std::mutex> guard(mutex); auto q = {p}; if (q) guarded += q->value; }}",
        "drop_in_section": f"{{ std::lock_guard<std::mutex> guard(mutex); {p}.reset(); guarded += {n}; }}",
    }[kind]


def c_program(number, program):
    made = []
    for i, (kind, other) in enumerate(program["objects"]):
        argument = f"p{other}" if kind == "Nested" else f"p{other}.get()" if kind == "Held" else ""
        make = f"std::shared_ptr<Object>(new {kind}({argument}))" if program["splits"] else f"std::make_shared<{kind}>({argument})"
        made.append(f"  std::shared_ptr<Object> p{i} = {make};")
    names = [f"p{i}" for i in range(len(made))]
    text = f"int run{number}() {{\n  int result[2] = {{}};\n  int r = 0;\n" + "\n".join(made) + "\n"
    future = program["future"]
    if future == "value":
        text += "  std::promise<std::shared_ptr<Object>> promise;\n  auto f = promise.get_future();\n"
    elif future == "task":
        text += "  auto task = std::make_shared<std::packaged_task<int()>>([] { return 4; });\n  auto f = task->get_future();\n"
    elif future == "async":
        text += "  auto f = std::async(std::launch::async, [q = p0] { std::lock_guard<std::mutex> guard(mutex);" \
                " guarded = guarded * 5 + 2; return q; });\n"
    meeting = program["meeting"]
    text += {"none": "", "latch": "  std::latch latch(2);\n", "barrier": "  std::barrier barrier(2);\n",
             "atomic": "  std::atomic<int> state{0};\n"}[meeting]
    meets = {"none": ("", ""), "latch": ("    latch.count_down();\n", "    latch.arrive_and_wait();\n"),
             "barrier": ("    barrier.arrive_and_wait();\n",) * 2,
             "atomic": ("    state = 1;\n    state.notify_one();\n", "    state.wait(0);\n")}[meeting]
    for t, body in enumerate(program["threads"]):
        captures = [*names, "&r = result[%d]" % t]
        sets = ""
        if t == 0 and future == "value":
            captures.append("&promise")
            sets = "    promise.set_value(p0);\n"
        elif t == 0 and future == "task":
            captures.append("task")
            sets = "    (*task)();\n"
        statements = [f"    {c_statement(s)}\n" for s in body]
        if meeting != "none":
            captures.append({"latch": "&latch", "barrier": "&barrier", "atomic": "&state"}[meeting])
            statements.insert(len(statements) if program["is_after"] else len(statements) // 2, meets[t])
        statements = "".join(statements)
        text += f"  std::thread t{t}([{', '.join(captures)}]() mutable {{\n{sets}{statements}  }});\n"
    if future == "task":
        text += "  task.reset();\n"
    if program["is_early"]:
        text += "".join(f"  {p}.reset();\n" for p in names)
    text += "".join(f"  {c_statement(s)}\n" for s in program["main"])
    if future in ("value", "async"):
        text += "  if (auto q = f.get()) r = r * 7 + q->value;\n"
    elif future == "task":
        text += "  r = r * 7 + f.get();\n"
    text += "  t0.join();\n  t1.join();\n" + "".join(f"  {p}.reset();\n" for p in names)
    text += "  long h = 17;\n  for (long v : {r, result[0], result[1], guarded, plain, counter.load(), order.load()})"
    text += f" h = (h * 31 + v) % 1000003;\n  return static_cast<int>(h % {STATES}) + 1;\n}}\n"
    return text


programs = [make_program() for _ in range(COUNT)]
with open("random.cpp", "w", encoding="utf-8") as file:
    file.write(BEGINNING + "".join(c_program(number, p) for number, p in enumerate(programs)))
    cases = "".join(f"    case {number}: return run{number}();\n" for number in range(COUNT))
    file.write("int main(int, char** argv) {\n  switch (std::atoi(argv[1])) {\n" + cases + "  }\n  return 0;\n}\n")
compiler = [] if SEED % 2 else ["--compiler=clang"]
subprocess.run([SKEIN, "c++", *compiler, "-std=c++20", "random.cpp", "-o", "random", "-O1" if SEED % 3 == 0 else "-O0"],
               check=True)

failures = []
saved = compared = 0
for number, program in enumerate(programs):
    way = WAYS[number % len(WAYS)]
    other = explore("./random", number, ["-e", "optimal", "--reduce=trace", f"--max-runs={MOST}"])
    if other["stopped_by"]:
        continue
    found = explore("./random", number, way)
    compared += 1
    same = found["verdict"] == other["verdict"] and kinds_of(found) == kinds_of(other) and states_of(found) == states_of(other)
    if not same or (way[1] != "source" and found["executions"] > other["executions"]):
        failures.append(f"program {number} {way}: {found['verdict']} {kinds_of(found)} {found['executions']} "
                        f"{sorted(states_of(found))}, as written {other['verdict']} {kinds_of(other)} "
                        f"{other['executions']} {sorted(states_of(other))}: {program}")
    saved += 2 * found["executions"] < other["executions"]

print(f"{compared} compared, {saved} had fewer than half of the executions")
if COUNT >= 20 and (4 * compared < COUNT or 4 * saved < compared):
    failures.append("too few were compared, or too few had fewer executions")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
