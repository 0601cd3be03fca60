#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A warning of skein prove, in every form of report: its place, what is known there, its abstract trace."""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree

SKEIN = os.environ["SKEIN"]
failures = []

# The assertion fails for inputs that are hard to find: no draw is likely to meet them, and the
# search for them gets no time.
PROGRAM = """#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* writer(void* p) {
  int v = __VERIFIER_nondet_int();
  if (v < 3 || v > 9000) v = 3;
  pthread_mutex_lock(&m);
  x = v;
  pthread_mutex_unlock(&m);
  return p;
}
static void look(int seen, unsigned char small) {
  assert(seen * 7919 + small * 31 != 15847093);
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  int y = __VERIFIER_nondet_int();
  pthread_mutex_lock(&m);
  look(x, (unsigned char)y);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
"""


def expect(condition, message):
    if not condition:
        failures.append(message)


with open("program.c", "w", encoding="utf-8") as file:
    file.write(PROGRAM)
done = subprocess.run([SKEIN, "prove", "program.c", "--refine-seconds", "0.001", "--json", "r.json", "--sarif", "r.sarif", "--junit", "r.xml", "--html", "r.html"],
                      capture_output=True, text=True, check=False)
text = done.stdout + done.stderr
expect(done.returncode == 4, f"exit status {done.returncode}: {text}")
for words in ["WARNING 1:", "program.c:15", "neither excluded nor shown", "seen is {3..9000}", "small is any value", "y of main is any value",
              "x is {3..9000}", "unknown: neither proved nor shown to be wrong: 1 warning."]:
    expect(words in text, f"'{words}' is not said:\n{text}")
expect(text.count("program.c:15") == 1, f"the place is said more than once:\n{text}")

with open("r.json", encoding="utf-8") as file:
    report = json.load(file)
expect(report["verdict"] == "incomplete", report["verdict"])
[warning] = report["unproved"]
expect(warning["kind"] == "assertion" and warning["place"]["line"] == 15, warning)
expect({"name": "seen", "values": "{3..9000}"} in warning["known"], warning["known"])
operations = [(step["agent"], step["operation"]) for step in warning["steps"]]
expect(warning["steps"][-1]["locks_held"] == ["m"], warning["steps"][-1])
expect(("main", "create") in operations and operations[-1] == ("main", "lock"), operations)

with open("r.sarif", encoding="utf-8") as file:
    [result] = json.load(file)["runs"][0]["results"]
expect(result["level"] == "warning" and "codeFlows" in result, result)
expect(result["locations"][0]["physicalLocation"]["region"]["startLine"] == 15, result["locations"])

problems = xml.etree.ElementTree.parse("r.xml").getroot().find(".//system-err")
expect(problems is not None and "program.c:15" in problems.text, "JUnit has no warning")
with open("r.html", encoding="utf-8") as file:
    expect('"unproved"' in file.read(), "the page has no warning")

# The abstract unfolding as a picture.
done = subprocess.run([SKEIN, "graph", "program.c", "--all-inputs", "-o", "-"], capture_output=True, text=True, check=False)
expect(done.returncode == 0, f"graph: {done.returncode}: {done.stderr}")
expect("all inputs" in done.stdout and "main: create" in done.stdout, done.stdout)
expect(done.stdout.count("penwidth=3") >= 1, f"no event of the picture has failed:\n{done.stdout}")
done = subprocess.run([SKEIN, "graph", "program.c", "--all-inputs", "-o", "-", "--max-events", "3"], capture_output=True, text=True, check=False)
expect(done.returncode == 2 and "more than 3 events" in done.stderr, done.stderr)

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
