#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Some programs and libraries of Debian, where their packages are installed: the verdicts of bench/packages_table."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(os.environ["SKEIN_SOURCE"])
SKIPPED = 77
# title of the row: the verdict, and a kind of finding that must be there
EXPECTED = {
    "pbzip2": ("clean", ""), "plzip": ("clean", ""), "zstd": ("clean", ""), "sqlite3": ("clean", ""), "curl": ("clean", ""),
    "par2": ("clean", ""), "leveldb_put": ("clean", ""), "sqlite_memory": ("clean", ""), "sqlite_memory WRONG": ("bug", "assertion"),
    "libevent_wake": ("clean", ""), "libevent_wake WRONG": ("bug", "deadlock"), "apr_queue": ("clean", ""),
    "apr_queue WRONG": ("bug", "deadlock"), "lzma_threads": ("clean", ""), "nanomsg_inproc": ("clean", ""),
    "glib_once": ("clean", ""), "malloc_jemalloc WRONG": ("bug", "memory"),
}

titles = "|".join(EXPECTED)
command = [str(ROOT / "bench" / "packages_table"), "--only", f"^({titles})$", "--seconds", "60", "--json", "rows.json"]
done = subprocess.run(command, capture_output=True, text=True, check=False)
print(done.stdout, done.stderr)
if done.returncode != 0:
    sys.exit("FAILED: bench/packages_table")
rows = json.loads(pathlib.Path("rows.json").read_text(encoding="utf-8"))
if not rows:
    print("no package of the table is installed")
    sys.exit(SKIPPED)
failures = 0
for row in rows:
    verdict, kind = EXPECTED[row["title"]]
    if row["outcome"].split(":")[0] != verdict or kind not in row["outcome"]:
        failures += 1
        print(f"FAILED: {row['title']}: {row['outcome']}, expected {verdict} {kind}")
sys.exit(1 if failures else 0)
