#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that allocate blocks whose size the input says: each is proved, and with -D BUG shown to be wrong."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
import prove_pairs  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sizes")
failures = prove_pairs.check(FOLDER, least=6)

HEAD = """
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int main(void) {
  const int n = __VERIFIER_nondet_int();
"""


def expect(what, body, status, text):
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(f"{HEAD}{body}  return 0;\n}}\n")
    done = prove_pairs.prove("program.c")
    if done.returncode != status or text not in done.stdout + done.stderr:
        failures.append(f"{what}: exit status {done.returncode}:\n{done.stdout}{done.stderr}")


BOUNDED = "  if (n < 1 || n > 1000) return 0;\n"

# What is not supported is refused, with its line.
expect("a negative size", "  char* const p = malloc(n);\n  free(p);\n", 2, "program.c:10: main: a block that may have more than 2 GiB")
expect("realloc", BOUNDED + "  char* p = malloc(n);\n  p = realloc(p, 2000);\n  free(p);\n", 2, "realloc of a block of unknown size")
expect("locks", BOUNDED + "  pthread_mutex_t* const p = calloc(n, sizeof *p);\n  pthread_mutex_lock(&p[0]);\n", 2,
       "a lock or thread in a block of unknown size")

# Sizes are exact: of nothing, of products that wrap around, and for copies.
expect("no elements", "  if (n < 0 || n > 1000) return 0;\n  int* const p = malloc(n * sizeof *p);\n  p[0] = 1;\n  free(p);\n", 1,
       "writes out of bounds of a heap block")
expect("a product that wraps around",
       "  const unsigned m = (unsigned)n * 8;\n  if (m > 4000) return 0;\n  long* const p = malloc(m);\n"
       "  if (n != 0) p[(unsigned)n - 1] = 1;\n  free(p);\n", 1, "of a heap block")
expect("a copy that fits", BOUNDED + "  char* const p = malloc(n + 16);\n  memset(p, 1, 16);\n  free(p);\n", 0, "proved")
expect("a copy that may not fit", BOUNDED + "  char* const p = malloc(n + 16);\n  memset(p, 1, 18);\n  free(p);\n", 1,
       "writes out of bounds of a heap block")
expect("an atomic section", BOUNDED + "  int* const p = malloc(n * sizeof *p);\n  __VERIFIER_atomic_begin();\n  p[n] = 1;\n"
       "  __VERIFIER_atomic_end();\n  free(p);\n", 1, "writes out of bounds of a heap block")
expect("a block that is freed twice", BOUNDED + "  char* const p = malloc(n);\n  free(p);\n  if (n == 77) free(p);\n", 1, "free")

prove_pairs.end(failures)
