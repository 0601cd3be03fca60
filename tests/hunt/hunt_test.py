#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/hunt: the hunter finds nothing on a fixed set of programs, and finds what is planted.

1. PROGRAMS programs (default 6; 1 without SKEIN_LONG) of SEED (default 1), the features that are right today: all comparisons agree.
2. Wrong answers, by a command in skein's place that changes what it says: an outcome dropped by one explorer, a finding dropped by
   all, executions miscounted, an outcome invented, an internal error. Each must be noticed (a fourth of them is tried without SKEIN_LONG), filed under its own name, and shrunk.
3. Same seed, same programs."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import IS_LONG, is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
PROGRAMS = os.environ.get("PROGRAMS", "6" if IS_LONG else "1")
SEED = os.environ.get("SEED", "1")
failures = []


def hunt(*words, skein=SKEIN):
    done = subprocess.run([SOURCE / "tools/hunt", "--skein", skein, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


# A command that runs skein and then lies: PLANT is a statement on `lines` (of its output), `report` (its JSON, a dictionary) and `words`.
LIAR = '''#!/usr/bin/env python3
import json, subprocess, sys
words = sys.argv[1:]
done = subprocess.run([{skein!r}, *words], capture_output=True, text=True)
status, lines = done.returncode, done.stdout.splitlines()
if words[0] == "check":
    path = words[words.index("--json") + 1]
    report = json.load(open(path))
    explorer = words[words.index("-e") + 1]
{plant}
    json.dump(report, open(path, "w"))
print("\\n".join(lines))
sys.stderr.write(done.stderr)
sys.exit(status)
'''
OUTCOMES = "o = sorted({l for l in lines if l.startswith('OUTCOME')})"
PLANTS = [
    # what is planted; what must be said; on which features; and the first program to try
    ("an explorer misses an outcome", f"{OUTCOMES}\nif explorer == 'qpor' and len(o) > 1: lines = [l for l in lines if l != o[-1]]",
     "outcomes (optimal|source|exhaustive|random)", "atomics", 4),
    ("the reference misses an outcome", f"{OUTCOMES}\nif explorer == 'optimal' and len(o) > 1: lines = [l for l in lines if l != o[0]]",
     "missing outcomes optimal", "atomics", 4),
    ("all explorers miss an outcome", f"{OUTCOMES}\nif len(o) > 1: lines = [l for l in lines if l != o[0]]",
     "native outcome|verify outcomes 0", "atomics", 4),
    ("an outcome that cannot be", "lines += [l.rsplit(' ', 1)[0] + ' 77' for l in lines if l.startswith('OUTCOME')]", "verify outcomes 1", "atomics", 0),
    ("findings are dropped", "if report['findings']: report['findings'], status, report['verdict'] = [], 0, 'clean'",
     "verify kinds|native assertion|native hang", "deadlocks,asserts,atomics", 11),
    ("races are not seen", "report['findings'] = [f for f in report['findings'] if f['kind'] != 'race']; status = 1 if report['findings'] else 0",
     "sanitizer", "racy", 0),
    ("one execution too many", "if explorer == 'source': report['executions'] += 1", "executions source", "mutex", 0),
    ("an internal error", "if explorer == 'exhaustive' and len(lines) > 3: status = 3", "own bug", "mutex", 0),
    ("a false livelock", "if '4' not in path[-9:] and report['blocked']: report['findings'].append({'kind': 'livelock'}); status = 1",
     "waits for ever|verify kinds", "spin", 0),
    ("a false bug", "report['findings'].append({'kind': 'lock-misuse'}); status = 1", "prove proved", "mutex", 0),
]


def plant(number, what, statement, said, features, first):
    liar = pathlib.Path(f"liar{number}")
    body = "\n".join("    " + line for line in statement.split("\n"))
    liar.write_text(LIAR.format(skein=SKEIN, plant=body), encoding="utf-8")
    liar.chmod(0o755)
    folder = pathlib.Path(f"found{number}")
    def hunt_one(program, shrink_seconds):
        status, text = hunt("--only", str(program), "--features", features, "--language", "c", "--found", str(folder),
                            "--shrink-seconds", shrink_seconds, "--budget", "3", "--native", "10", skein=str(liar.resolve()))
        hit = re.search(rf"^hunt-\S+: (?P<said>{said}): .*\((?P<left>\d+) of (?P<all>\d+) statements\)", text, re.M)
        return status, text, hit

    for program in range(first, first + 12):
        status, text, hit = hunt_one(program, "2")
        if not hit:
            continue
        if int(hit["left"]) >= int(hit["all"]):  # a busy machine shrinks slowly
            status, text, hit = hunt_one(program, "60")
            if not hit:
                continue
        if status != 1 or not list(folder.glob(f"hunt-1-{program}*.c")):
            failures.append(f"{what}: exit {status}, nothing written")
        if int(hit["left"]) >= int(hit["all"]):
            failures.append(f"{what}: not shrunk:\n{text}")
        print(f"{what}: noticed on program {program}: {hit['said']}, {hit['left']} of {hit['all']} statements left")
        return
    failures.append(f"{what}: not noticed in 12 programs; the last said:\n{text}")


def nothing_differs():
    status, text = hunt("--programs", PROGRAMS, "--seed", SEED, "--budget", "5", "--native", "15", "--found", "found")
    print(text.strip())
    if status != 0:
        failures.append(f"exit {status}")
        failures.extend(f"found/{f.name}:\n{f.read_text(encoding='utf-8')}" for f in pathlib.Path("found").glob("hunt-*"))


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    tasks = [pool.submit(nothing_differs)] + [pool.submit(plant, number, *planted) for number, planted in enumerate(PLANTS) if is_taken(planted[0], 4)]
    for task in tasks:
        task.result()
shown = [hunt("--only", "7", "--seed", "3", "--show") for _ in range(2)]
if shown[0] != shown[1] or "int main" not in shown[0][1]:
    failures.append("the same seed gives different programs")
if hunt("--features", "nonsense")[0] != 2:
    failures.append("an unknown feature is not refused")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
