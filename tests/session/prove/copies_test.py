#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Races with copies, with elements that a loop reaches, and with members of heap blocks are shown; their twins are proved."""
import os
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
failures = []

PROGRAM = """#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct { int a[40]; } big, other;
static char text[32];
static int* heap;
static int sink;
static void* writer(void* p) { LOCK %s; UNLOCK return p; }
static void* reader(void* p) { LOCK sink = %s; UNLOCK return p; }
int main(void) {
  heap = calloc(1, 64);
  pthread_t x, y;
  pthread_create(&x, 0, writer, 0);
  pthread_create(&y, 0, reader, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
"""
LOCKED = {"UNLOCK": "pthread_mutex_unlock(&m);", "LOCK": "pthread_mutex_lock(&m);"}
FREE = {"UNLOCK": "", "LOCK": ""}


def expect(name, writes, reads, status, words):
    text = PROGRAM % (writes, reads)
    for word, meaning in words.items():
        text = text.replace(word + " ", meaning + " ")
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([SKEIN, "prove", "program.c", "--refine-seconds=60"], capture_output=True, text=True, check=False)
    if done.returncode != status or (status == 1 and "data race" not in done.stdout):
        failures.append(f"{name} {words}: exit status {done.returncode}, not {status}:\n{done.stdout}{done.stderr}")


for case in [("the end of a structure", "big = other", "big.a[39]"),
             ("the middle of what is set", "memset(text + 8, 1, 8)", "text[12]"),
             ("the end of what is copied", "memcpy(text, big.a, 8)", "text[7]"),
             ("what is copied from", "memmove(text, big.a, 16)", "big.a[3] = 1"),
             ("an element that a loop reaches", "for (int i = 0; i < 8; i++) text[8 + i] = 1", "text[12]"),
             ("a member of a heap block", "heap[1] = 5", "heap[1]"),
             ("the end of a heap block", "memset(heap, 0, 64)", "heap[15]")]:
    expect(*case, 1, FREE)
    expect(*case, 0, LOCKED)
# Neighbours.
for writes, reads in [("memset(text + 8, 1, 8)", "text[7]"), ("memset(text + 8, 1, 8)", "text[16]"), ("memcpy(text, big.a, 8)", "big.a[2] = 1")]:
    expect("neighbours", writes, reads, 0, FREE)

print("\n".join(failures))
sys.exit(1 if failures else 0)
