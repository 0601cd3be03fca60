# SPDX-License-Identifier: Apache-2.0
"""The programs of [THESIS Table 5.1] and what is true of them; used by bench/prove_table and by tests/session/prove.

Each row: name, file, macros, truth ("proved" or how many bugs), the published tool's seconds, events, warnings and false
warnings, and the warnings of a thread-modular analyser (None: not published)."""

FOLDER = __file__.rsplit("/", 1)[0]


def row(name, file, macros, truth, seconds=None, events=None, warnings=None, false=None, modular=None):
    return dict(name=name, file=file, macros=macros, truth=truth, seconds=seconds, events=events, warnings=warnings, false=false,
                modular=modular)


def fmax(q, i, seconds, events, modular):
    return row(f"FMAX({q},{i})", "fmax.c", [f"Q={q}", f"I={i}"], "proved", seconds, events, 0, 0, modular)


PROGRAMS = [
    row("Example 37", "example37.c", [], "proved"),
    row("ATGC(2)", "atgc.c", ["T=2"], "proved", 0.36, 47, 1, 1, 2),
    row("ATGC(3)", "atgc.c", ["T=3"], "proved", 5.89, 432, 1, 1, 2),
    row("ATGC(4)", "atgc.c", ["T=4"], "proved", 135.61, 7195, 1, 1, 2),
    fmax(2, 3, 0.66, 100, 0),
    fmax(3, 3, 0.56, 85, 2),
    fmax(4, 3, 0.58, 85, 2),
    fmax(5, 3, 0.60, 85, 2),
    fmax(2, 4, 3.38, 277, 2),
    fmax(2, 6, 47.80, 1663, 2),
    fmax(3, 6, 62.53, 2224, 2),
    fmax(4, 6, 63.56, 2230, 2),
    fmax(2, 7, 149.37, 3709, 2),
    fmax(3, 7, 256.85, 6172, 2),
    fmax(4, 7, 295.79, 6966, 2),
    row("LAZY", "lazy.c", [], "proved", 0.01, 72, 0, 0, 2),
    row("LAZY*", "lazy.c", ["BUG"], 1, 0.01, 72, 1, 0, 2),
    row("SIGMA", "sigma.c", [], "proved", 2.57, 7126, 0, 0, 0),
    row("SIGMA*", "sigma.c", ["BUG"], 1, 2.55, 7126, 1, 0, 1),
    row("STF", "stf.c", [], "proved", 0.01, 69, 0, 0, 2),
    row("TPOLL(2)*", "tpoll.c", ["T=2"], 2, 1.26, 141, 1, 0, 2),
    row("TPOLL(3)*", "tpoll.c", ["T=3"], 2, 108.16, 1712, 2, 0, 3),
    row("TPOLL(4)*", "tpoll.c", ["T=4"], 2, 1027.13, 33018, 2, 0, 3),
    row("THPOOL", "thpool.c", [], "proved", 34.71, 353, 0, 0, 5),
    row("COND", "cond.c", [], "proved", None, 982, 2, 2),
    row("MONAB1", "monab1.c", [], "proved", None, 982, 0, 0),
    row("MONAB2", "monab2.c", [], "proved", None, 982, 0, 0),
    row("RAND", "rand.c", [], "proved", None, 657, 0, 0),
]

# Beyond the published table.
LARGER = [
    row("ATGC(5)", "atgc.c", ["T=5"], "proved"),
    row("ATGC(6)", "atgc.c", ["T=6"], "proved"),
    fmax(4, 12, None, None, None),
    row("TPOLL(5)*", "tpoll.c", ["T=5"], 2),
]


def command(skein, program, *options):
    arguments = [skein, "prove", f"{FOLDER}/{program['file']}", f"--cflags=-I{FOLDER}/../../include", *options]
    return arguments + [f"-D{macro}" for macro in program["macros"]]
