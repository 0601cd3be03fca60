# SPDX-License-Identifier: Apache-2.0
"""The programs of [QPOR Table 3] and what is true of them; used by bench/svcomp_table and by tests/session/svcomp_test.py.

Each row: name, file, macros, whether it has a bug, seconds of DPU and of Nidhugg (None: no end in 8 minutes), the command that decides
it, and its number of executions where there is a closed form."""

import math

FOLDER = __file__.rsplit("/", 1)[0]


def row(name, file, macros, has_bug, dpu, nidhugg, command="check", executions=None):
    return dict(name=name, file=file, macros=macros, has_bug=has_bug, dpu=dpu, nidhugg=nidhugg, command=command, executions=executions)


def fib(name, rounds, has_bug, dpu, nidhugg):
    # The sections of two threads, in every order.
    return row(name, "fib_bench.c", [f"ROUNDS={rounds}"] + ["BUG=1"] * has_bug, has_bug, dpu, nidhugg,
               executions=None if has_bug else math.comb(2 * rounds, rounds))


PROGRAMS = [
    row("bigshot-p-false", "bigshot.c", ["ORDER=0"], True, 0.46, 0.20),
    row("bigshot-s2-true", "bigshot.c", ["ORDER=2"], False, 0.45, 0.20, executions=1),
    row("bigshot-s-true", "bigshot.c", ["ORDER=1"], False, 0.45, 0.18, executions=1),
    fib("fib-bench-false", 5, True, 0.87, 0.69),
    fib("fib-bench-longer-false", 6, True, 2.57, 1.57),
    fib("fib-bench-longer-true", 6, False, 2.23, 2.75),
    fib("fib-bench-longest-false", 11, True, None, None),
    fib("fib-bench-longest-true", 11, False, None, None),
    fib("fib-bench-true", 5, False, 0.89, 0.76),
    row("indexer-true", "indexer.c", [], False, None, None),
    row("lazy01-false", "lazy01.c", [], True, 0.42, 0.82),
    row("queue-false", "queue.c", ["SIZE=20"], True, 0.70, 0.21),
    row("queue-longer-false", "queue.c", ["SIZE=400"], True, 0.96, 0.53),
    row("queue-longest-false", "queue.c", ["SIZE=800"], True, 1.80, 0.53),
    row("queue-ok-longer-true", "queue.c", ["SIZE=400", "OK=1"], False, 0.44, 0.29, executions=2),
    row("queue-ok-longest-true", "queue.c", ["SIZE=800", "OK=1"], False, 0.46, 0.37, executions=2),
    row("queue-ok-true", "queue.c", ["SIZE=20", "OK=1"], False, 0.49, 0.19, executions=2),
    row("sigma-false", "sigma.c", [], True, 0.30, 0.24),
    row("singleton-false", "singleton.c", [], True, 0.48, 0.21),
    row("singleton-with-uninit-problems-true", "singleton.c", ["UNINIT=1"], False, 0.47, 0.20, executions=120),
    row("stack-false", "stack.c", ["SIZE=5", "BUG=1"], True, 0.66, 0.21),
    row("stack-longer-false", "stack.c", ["SIZE=400", "BUG=1"], True, 0.94, 1.50),
    row("stack-longer-true", "stack.c", ["SIZE=400"], False, None, None, "prove"),
    row("stack-longest-false", "stack.c", ["SIZE=800", "BUG=1"], True, 1.85, 4.48),
    row("stack-longest-true", "stack.c", ["SIZE=800"], False, None, None, "prove"),
    row("stack-true", "stack.c", ["SIZE=5"], False, 0.52, 0.35, executions=252),
    row("stateful01-false", "stateful01.c", ["BUG=1"], True, 0.44, 0.20),
    # The sections of each number in either order; those of one number and the other have none.
    row("stateful01-true", "stateful01.c", [], False, 0.44, 0.19, executions=4),
    row("twostage-3-false", "twostage_3.c", [], True, 0.48, 0.40),
]


def command(skein, program, *options):
    arguments = [skein, program["command"], f"{FOLDER}/{program['file']}", *options]
    if program["has_bug"]:
        arguments.append("--stop-at-first")
    for macro in program["macros"]:
        arguments += ["-D", macro]
    return arguments


def is_right(program, report):
    """Whether skein's answer is the truth, and has as many executions as there are."""
    if program["has_bug"]:
        return report["verdict"] == "bug"
    wanted = "proved" if program["command"] == "prove" else "clean"
    return report["verdict"] == wanted and program["executions"] in (None, report.get("executions"))
