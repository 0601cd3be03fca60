#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with arrays too large to keep their elements apart: each is proved, and with -D BUG shown to be wrong."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
import prove_pairs  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "arrays")
failures = prove_pairs.check(FOLDER, least=12)

# A copy that fails says nothing about the writes of other paths.
FAILED_COPY = """
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int* const table = calloc(50000, sizeof *table);
  if (table == NULL) return 0;
  table[__VERIFIER_nondet_uint() % 50000] = 0;
  if (__VERIFIER_nondet_uint()) {
    free(table);
    memset(table, 1, 50000 * sizeof *table);
  } else {
    table[__VERIFIER_nondet_uint() % 50000] = 3;
    assert(table[__VERIFIER_nondet_uint() % 50000] == 3);
    free(table);
  }
  return 0;
}
"""
with open("program.c", "w", encoding="utf-8") as file:
    file.write(FAILED_COPY)
done = prove_pairs.prove("program.c")
if done.returncode != 1 or "== 3' failed" not in done.stdout or "2 bugs" not in done.stdout:
    failures.append(f"a copy that fails: exit status {done.returncode}:\n{done.stdout}{done.stderr}")

prove_pairs.end(failures)
