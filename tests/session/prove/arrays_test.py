#!/usr/bin/env python3
"""Programs with arrays too large to keep their elements apart: each is proved, and with -D BUG shown to be wrong."""
import glob
import os
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "arrays")
failures = []

programs = sorted(glob.glob(os.path.join(FOLDER, "*.c")))
for program in programs:
    for is_wrong in (False, True):
        command = [SKEIN, "prove", program, "--refine-seconds", "60", *(["-D", "BUG"] if is_wrong else [])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        expected = 1 if is_wrong else 0
        if done.returncode != expected:
            failures.append(f"{os.path.basename(program)}{' -D BUG' if is_wrong else ''}: exit status {done.returncode}, not {expected}:\n{done.stdout}{done.stderr}")

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
done = subprocess.run([SKEIN, "prove", "program.c", "--refine-seconds", "60"], capture_output=True, text=True, check=False)
if done.returncode != 1 or "== 3' failed" not in done.stdout or "2 bugs" not in done.stdout:
    failures.append(f"a copy that fails: exit status {done.returncode}:\n{done.stdout}{done.stderr}")

if len(programs) < 8:
    failures.append(f"only {len(programs)} programs")
print("\n".join(failures) or f"{len(programs)} programs, each right and wrong")
sys.exit(1 if failures else 0)
