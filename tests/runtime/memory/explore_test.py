#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--races=explore: random racy programs, natively with plain variables, against the model machine on
which every access to a plain variable is a visible operation. The numbers of executions must agree (an
access that cannot race adds no class), and so must the outcomes that an assertion at the end can see.

COUNT programs (default 12) from SEED (default 1), printed; all are one C program, chosen by its argument."""
import json
import os
import random
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
COUNT = int(os.environ.get("COUNT", "12"))
SEED = int(os.environ.get("SEED", "1"))
print(f"seed {SEED}, {COUNT} programs")
chance = random.Random(SEED)
failures = []
VARIABLES = 3


def make():
    """Threads, each a list of (kind, variable, value)."""
    threads = []
    for _ in range(chance.randint(2, 3)):
        body = []
        for _ in range(chance.randint(1, 3)):
            kind = chance.choice(["read", "write", "add", "locked"])
            body.append((kind, chance.randrange(VARIABLES), chance.randint(1, 3)))
        threads.append(body)
    return threads, chance.randrange(VARIABLES), chance.randint(0, 4)


def c_statement(number, statement):
    kind, v, value = statement
    x = f"x{number}[{v}]"
    return {"read": f"r += {x};", "write": f"{x} = {value};", "add": f"{x} += {value};",
            "locked": f"pthread_mutex_lock(&m{number}); {x} += {value}; pthread_mutex_unlock(&m{number});"}[kind]


def model_statement(statement):
    kind, v, value = statement
    return {"read": f"r = x[{v}]", "write": f"x[{v}] = {value}", "add": f"x[{v}] += {value}",
            "locked": f"lock m  x[{v}] += {value}  unlock m"}[kind]


def c_program(programs):
    text = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n"
    cases = ""
    for number, (threads, v, value) in enumerate(programs):
        text += f"static int x{number}[{VARIABLES}];\nstatic pthread_mutex_t m{number} = PTHREAD_MUTEX_INITIALIZER;\n"
        for i, body in enumerate(threads):
            text += f"static void* t{number}_{i}(void* p) {{ int r = 0; (void)r; "
            text += " ".join(c_statement(number, s) for s in body) + " return p; }\n"
        text += f"static void run{number}(void) {{ pthread_t t[3];\n"
        text += "".join(f"  pthread_create(&t[{i}], 0, t{number}_{i}, 0);\n" for i in range(len(threads)))
        text += "".join(f"  pthread_join(t[{i}], 0);\n" for i in range(len(threads)))
        text += f"  assert(x{number}[{v}] != {value});\n}}\n"
        cases += f"    case {number}: run{number}(); break;\n"
    return text + "int main(int argc, char** argv) {\n  (void)argc;\n  switch (atoi(argv[1])) {\n" + cases + "  }\n  return 0;\n}\n"


def model_program(threads, v, value):
    text = f"plain x[{VARIABLES}] = 0\nmutex m\ndata t[3] = 0\n"
    for i, body in enumerate(threads):
        text += f"thread t{i} {{\n" + "\n".join("  " + model_statement(s) for s in body) + "\n}\n"
    text += "thread main {\n" + "".join(f"  t[{i}] = create t{i}()\n" for i in range(len(threads)))
    text += "".join(f"  join t[{i}]\n" for i in range(len(threads)))
    return text + f"  assert x[{v}] != {value}\n}}\n"


def check(path, *options):
    command = [SKEIN, "check", path, "--json", "report.json", "-q", "--witness-seconds=0.001", "-e", "optimal", "--max-seconds=600", *options]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)


def figures(report):
    return {name: report[name] for name in ["executions", "completed", "violations", "deadlocks", "redundant"]} | {
        "error": report.get("error"),
        "asserts": any(f["kind"] == "assertion" for f in report["findings"])}


programs = [make() for _ in range(COUNT)]
with open("racy.c", "w", encoding="utf-8") as file:
    file.write(c_program(programs))
subprocess.run([SKEIN, "cc", "-O0", "-w", "racy.c", "-o", "racy"], check=True)
for number, (threads, v, value) in enumerate(programs):
    with open("racy.skein", "w", encoding="utf-8") as file:
        file.write(model_program(threads, v, value))
    native = figures(check("./racy", "--races=explore", "--paranoid", "--", str(number)))
    model = figures(check("racy.skein"))
    if native != model:
        failures.append(f"program {number}: {native}, model: {model}\n{model_program(threads, v, value)}")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
