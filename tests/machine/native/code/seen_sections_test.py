#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--reduce=sections is only for programs all of whose accesses skein sees (machine/native/code/seen_sections). Three threads
update a word each under one lock: one execution if so, else 3!, and the log says why."""
import json
import os
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
failures = []

MAIN = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
extern void add(int* word);
%(declaration)s
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int words[3];
static void* work(void* word) {
  pthread_mutex_lock(&m);
  add(word);
  pthread_mutex_unlock(&m);
  return word;
}
int main(int argc, char** argv) {
  (void)argv;
  pthread_t t[3];
  if (argc > 5) { %(statement)s }
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], NULL, work, &words[i]);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], NULL);
  return 0;
}
"""
ADD = "void add(int* word) { ++*word; }\n"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True)


def check(name, executions, reason, flags=(), options=("--reduce=sections",), declaration="", statement=""):
    """Links main.c with add.o, and checks how many executions there are, and what the log says."""
    with open("main.c", "w", encoding="utf-8") as file:
        file.write(MAIN % {"declaration": declaration, "statement": statement})
    run(SKEIN, "cc", "main.c", "add.o", "-o", "program", *flags)
    done = subprocess.run([SKEIN, "check", "./program", *options, "--json", "report.json", "-q"], capture_output=True,
                          text=True, check=False, env={**os.environ, "SKEIN_LOG": "executor"})
    with open("report.json", encoding="utf-8") as file:
        report = json.load(file)
    if report["executions"] != executions or report["verdict"] != "clean":
        failures.append(f"{name}: {report['verdict']}, {report['executions']} executions, expected {executions}")
    said = [line for line in done.stderr.splitlines() if "several steps each" in line]
    if bool(said) != bool(reason) or (reason and reason not in said[0]):
        failures.append(f"{name}: the log says {said}, expected {reason!r}")


with open("add.c", "w", encoding="utf-8") as source:
    source.write(ADD)
for compiler in ("gcc", "clang"):
    run(SKEIN, "cc", f"--compiler={compiler}", "-c", "add.c", "-o", "add.o")
    check(f"all by skein cc, {compiler}", 1, "")
check("outcome", 6, "", options=("--reduce=outcome",))
check("races are not explored", 6, "", options=("--reduce=sections", "--races=report"))
check("optimised", 1, "", flags=("-O2",))
check("a known function", 1, "", statement='printf("%d", atoi("7"));')
check("an unknown function", 6, "it calls catopen", declaration="#include <nl_types.h>", statement='catopen("a", 0);')
check("a library loaded late", 6, "it calls dlsym", declaration="extern void* dlsym(void*, const char*);", statement='dlsym(0, "a");')
check("another library", 6, "it uses libz", flags=("-Wl,--no-as-needed", "-l:libz.so.1"))
check("inline assembly", 6, "instructions that skein does not see", declaration="static int word;",
      statement='__asm__ volatile("lock; incl %0" : "+m"(word));')
check("no symbols", 6, "no symbols", flags=("-s",))
run("gcc", "-c", "add.c", "-o", "add.o")
check("a file by plain gcc", 6, "not all of it was compiled by skein cc: add.c")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
