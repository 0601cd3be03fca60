#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Heap errors: each is found, with the lines of the access, the allocation and the free, and each
correct twin is clean. All cases are one program, chosen by its argument; the lines are those of the
marks in its text."""
import json
import os
import re
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
COMPILERS = os.environ.get("COMPILERS", "gcc clang-19").split()
failures = []

# name, code, pattern of the message (None: clean), options
CASES = [
    ("read_after_free", "int* p = malloc(4); free(p); use(*p);", "use after free: read of 4 bytes, 0 bytes into a block of 4"),
    ("write_after_free", "char* p = malloc(40); free(p); p[39] = 1;", "use after free: write of 1 byte, 39 bytes into a block of 40"),
    ("use_before_free", "int* p = malloc(4); use(*p); free(p);", None),
    ("behind", "int* p = malloc(40); p[n(10)] = 1;", "out of bounds: write of 4 bytes, 0 bytes behind a block of 40"),
    ("last", "int* p = malloc(40); p[n(9)] = 1; free(p);", None),
    ("odd_size", "char* p = malloc(13); p[n(13)] = 1;", "out of bounds: write of 1 byte, 0 bytes behind a block of 13"),
    ("odd_size_last", "char* p = malloc(13); p[n(12)] = 1; free(p);", None),
    ("half_behind", "char* p = malloc(6); use(*(int*)(p + n(4)));", "out of bounds: read of 4 bytes"),
    ("before", "char* p = malloc(8); p[n(-1)] = 1;", "out of bounds: write of 1 byte"),
    ("zero_size", "char* p = malloc(n(0)); use(*p);", "out of bounds: read of 1 byte, 0 bytes behind a block of 0"),
    ("double_free", "char* p = malloc(8); free(p); free(p);", "double free"),
    ("invalid_free", "char* p = malloc(32); free(p + n(16));", "free of memory that was not allocated"),
    ("stack_free", "long x[4]; free((char*)x + n(0));", "free of memory that was not allocated"),
    ("free_null", "free(0);", None),
    ("realloc_old", "char* p = malloc(8); char* q = realloc(p, 100); use(p[n(0)]); free(q);", "use after free: read of 1 byte"),
    ("realloc_new", "char* p = malloc(8); p = realloc(p, 100); p[n(99)] = 1; free(p);", None),
    ("realloc_smaller", "char* p = malloc(100); p = realloc(p, 8); use(p[n(8)]); free(p);", "out of bounds: read of 1 byte"),
    ("calloc_behind", "int* p = calloc((size_t)n(3), 4); use(p[n(3)]);", "out of bounds: read of 4 bytes, 0 bytes behind a block of 12"),
    ("aligned", "char* p = aligned_alloc(64, 64); p[n(63)] = 1; free(p);", None),
    ("aligned_behind", "char* p = aligned_alloc(64, 64); p[n(64)] = 1;", "out of bounds: write of 1 byte, 0 bytes behind a block of 64"),
    ("memcpy_behind", "char* p = malloc(8); char q[16] = {0}; memcpy(p, q, (size_t)n(9));", "out of bounds: write of 9 bytes"),
    ("memset_behind", "char* p = malloc(8); memset(p, 1, (size_t)n(9));", "out of bounds: write of 9 bytes"),
    ("strcpy_behind", 'char* p = malloc(8); strcpy(p, text("12345678"));', "out of bounds: write of 9 bytes"),
    ("strcpy_fits", 'char* p = malloc(8); strcpy(p, text("1234567")); free(p);', None),
    ("strlen_freed", 'char* p = malloc(8); strcpy(p, text("abc")); free(p); use((int)strlen(p));', "use after free: read of 4 bytes"),
    ("atomic_freed", "_Atomic int* p = malloc(4); free((void*)p); atomic_store(p, 1);", "use after free: write of 4 bytes"),
]
# Another thread frees: in one order it is a use after free, in the other all is well; a mutex keeps it free of races.
THREADS = """
static int* shared;
static int is_gone;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* killer(void* p) { pthread_mutex_lock(&m); free(shared); is_gone = 1; pthread_mutex_unlock(&m); return p; }
static void other_thread(int looks) {
  pthread_t t;
  shared = malloc(4);
  pthread_create(&t, 0, killer, 0);
  pthread_mutex_lock(&m);
  if (!looks || !is_gone) *shared = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
"""
CASES += [("freed_by_another", "other_thread(0);", "use after free: write of 4 bytes"),
          ("freed_by_another_looks", "other_thread(1);", None)]
LEAKS = [("leak", "char* p = malloc(24); p[0] = 1;", "leak: nobody freed a block of 24 bytes"),
         ("no_leak", "free(malloc(24));", None)]


def program():
    text = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n"
    text += "static volatile int sink, offset;\nstatic void use(int v) { sink = v; }\n"
    text += "static long n(long v) { return v + offset; }\nstatic const char* text(const char* t) { return t + offset; }\n" + THREADS
    body = ""
    for number, (name, code, *_) in enumerate(CASES + LEAKS):
        text += f"static void {name}(void) {{\n  " + code.replace("; ", ";\n  ") + "\n}\n"
        body += f"    case {number}: {name}(); break;\n"
    return text + "int main(int argc, char** argv) {\n  (void)argc;\n  switch (atoi(argv[1])) {\n" + body + "  }\n  return 0;\n}\n"


def check(number, *options):
    command = [SKEIN, "check", "./heap", "--json", "report.json", "-q", "--witness-seconds=0.001", *options, "--", str(number)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)


text = program()
with open("heap.c", "w", encoding="utf-8") as file:
    file.write(text)
for compiler in COMPILERS:
    subprocess.run([SKEIN, "cc", f"--compiler={compiler}", "-O0", "-w", "heap.c", "-o", "heap"], check=True)
    for number, (name, _, wanted) in enumerate(CASES + LEAKS):
        report = check(number, *(["--leaks"] if "leak" in name else []))
        found = [(f["kind"], f["message"]) for f in report["findings"]]
        if report.get("error") or (not found) != (wanted is None):
            failures.append(f"{compiler} {name}: {found} {report.get('error')}")
        elif wanted and not any(kind == "memory" and wanted in message for kind, message in found):
            failures.append(f"{compiler} {name}: {found}")
        elif wanted and ("use after" in wanted or "behind a" in wanted):
            # The lines that are named belong to this case's function.
            start = text[: text.index(f"static void {name}(")].count("\n") + 1
            for line in re.findall(r"heap\.c:(\d+)", found[0][1]):
                if "other" not in name and "another" not in name and not start < int(line) < start + 8:
                    failures.append(f"{compiler} {name}: line {line} is not of it: {found}")

print(f"{len(CASES) + len(LEAKS)} cases")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
