#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs with pipes, sockets, eventfds, timers, poll and epoll: all explorers find the same outcomes and bugs as the
exhaustive one, and the optimal ones the same number of executions. With SKEIN_LONG: many more programs."""

import json
import os
import random
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
PROGRAMS = 300 if os.environ.get("SKEIN_LONG") else 7
MOST_RUNS = 30_000

PRELUDE = """#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
static int in[2], out[2], is_counter[2], set, seen[3][4], count[3];
static void note(int t, int v) { seen[t][count[t]++] = v; }
static void put(int c, int v) {
  if (is_counter[c] == 2) {
    const struct itimerspec soon = {{0, 0}, {0, 1000 * v}};
    timerfd_settime(out[c], 0, &soon, 0);
    return;
  }
  const uint64_t n = (uint64_t)v;  /* its first byte is v */
  if (write(out[c], &n, is_counter[c] ? 8 : 1) < 0) return;
}
static int get(int c, int waits) {
  struct pollfd p = {in[c], POLLIN, 0};
  if (!waits && poll(&p, 1, 0) == 0) return -5;
  uint64_t n = 0;
  const ssize_t k = read(in[c], &n, is_counter[c] ? 8 : 1);
  return k > 0 ? (int)n : -1 + (int)k;
}
static int look(int time) {
  struct pollfd p[2] = {{in[0], POLLIN, 0}, {in[1], POLLIN, 0}};
  const int n = poll(p, 2, time);
  return 100 + n * 10 + (p[0].revents != 0) + 2 * (p[1].revents != 0);
}
static int wait_for_set(int time) {
  struct epoll_event e[2];
  const int n = epoll_wait(set, e, 2, time);
  int r = 200 + 10 * n;
  for (int i = 0; i < n; ++i) r += 1 + e[i].data.fd;
  return r;
}
"""


def statement(draw, thread, kinds, has_set):
    """One use of a conduit."""
    c = draw.randrange(2)
    put = f"put({c}, {1 + thread});"
    what = draw.random()
    if what < 0.45:
        return put
    if what < 0.75:
        return f"note({thread}, get({c}, {int(what < 0.65)}));"
    if what < 0.85:
        return f"note({thread}, look({draw.choice((0, -1))}));"
    if what < 0.93 and has_set:
        return f"note({thread}, wait_for_set({draw.choice((0, -1))}));"
    return put if kinds[c] not in ("pipe", "socket") else f"close(out[{c}]);"


def program(seed):
    draw = random.Random(seed)
    threads = draw.choice((2, 2, 3))
    kinds = [draw.choice(("pipe", "socket", "counter", "semaphore", "timer")) for _ in range(2)]
    has_set = draw.random() < 0.4
    text = PRELUDE
    for t in range(threads):
        length = draw.choice((1, 2, 2, 3)) if threads == 2 else draw.choice((1, 2))
        body = " ".join(statement(draw, t, kinds, has_set) for _ in range(length))
        text += f"static void* thread{t}(void* p) {{ {body} return p; }}\n"
    text += "int main(void) {\n  signal(SIGPIPE, SIG_IGN);\n"
    for c, kind in enumerate(kinds):
        if kind in ("pipe", "socket"):
            make = f"pipe(e{c})" if kind == "pipe" else f"socketpair(AF_UNIX, SOCK_STREAM, 0, e{c})"
            text += f"  int e{c}[2];\n  if ({make} != 0) return 9;\n  in[{c}] = e{c}[0];\n  out[{c}] = e{c}[1];\n"
        elif kind == "timer":
            text += f"  in[{c}] = out[{c}] = timerfd_create(CLOCK_MONOTONIC, 0);\n  is_counter[{c}] = 2;\n"
        else:
            mode = "EFD_SEMAPHORE" if kind == "semaphore" else "0"
            text += f"  in[{c}] = out[{c}] = eventfd(0, {mode});\n  is_counter[{c}] = 1;\n"
    if has_set:
        mode = draw.choice(("EPOLLIN", "EPOLLIN | EPOLLET", "EPOLLIN | EPOLLONESHOT"))
        text += (f"  set = epoll_create1(0);\n  for (int c = 0; c < 2; ++c) {{\n    struct epoll_event e = {{.events = {mode}, .data.fd = c}};\n"
                 "    epoll_ctl(set, EPOLL_CTL_ADD, in[c], &e);\n  }\n")
    text += f"  pthread_t t[{threads}];\n"
    text += "".join(f"  pthread_create(&t[{t}], 0, thread{t}, 0);\n" for t in range(threads))
    text += "".join(f"  pthread_join(t[{t}], 0);\n" for t in range(threads))
    return text + """  printf("OUTCOME");
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 4; ++k) printf(" %d", seen[i][k]);
  }
  printf("\\n");
  return 0;
}
"""


def explored(explorer):
    """The report, and the outcomes of all runs."""
    done = subprocess.run([SKEIN, "check", "./program", "-e", explorer, "--races=off", "--json", "report.json", "--show-output",
                           "--max-runs", str(MOST_RUNS), "--witness-seconds", "0.001"], capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):
        return None, done.stdout + done.stderr
    with open("report.json", encoding="utf-8") as file:
        report = json.load(file)
    return report, {line for line in done.stdout.splitlines() if line.startswith("OUTCOME")}


def complaint(seed):
    """What is wrong; empty: nothing; None: too large."""
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(program(seed))
    subprocess.run([SKEIN, "cc", "program.c", "-o", "program"], check=True)
    answers = {explorer: explored(explorer) for explorer in ("exhaustive", "qpor", "optimal", "source")}
    for explorer, (report, outcomes) in answers.items():
        if report is None:
            return f"{explorer}: {outcomes[-400:]}"
    if any(report["stopped_by"] for report, _ in answers.values()):
        return None
    for explorer, (report, _) in answers.items():
        if report["verdict"] not in ("clean", "bug"):
            return f"{explorer}: {report['summary']}"
    kinds = {explorer: sorted({finding["kind"] for finding in report["findings"]}) for explorer, (report, _) in answers.items()}
    if any(those != kinds["exhaustive"] for those in kinds.values()):
        return f"kinds of bugs: {kinds}"
    for explorer, (_, outcomes) in answers.items():
        if outcomes != answers["exhaustive"][1]:
            return f"{explorer}: outcomes {sorted(outcomes ^ answers['exhaustive'][1])}"
    sizes = {explorer: answers[explorer][0]["executions"] for explorer in ("qpor", "optimal", "source")}
    return f"executions: {sizes}" if len(set(sizes.values())) > 1 else ""


def main():
    compared = failures = 0
    for seed in range(PROGRAMS):
        wrong = complaint(seed)
        compared += wrong is not None
        if wrong:
            failures += 1
            print(f"FAILED: seed {seed}: {wrong}\n{program(seed)[len(PRELUDE):]}")
    print(f"{compared} of {PROGRAMS} programs compared, {failures} failures")
    return 1 if failures or compared < PROGRAMS / 2 else 0


if __name__ == "__main__":
    sys.exit(main())
