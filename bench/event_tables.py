# SPDX-License-Identifier: Apache-2.0
"""`bench/tables event`: the tables of [EDPOR] with our columns, on the model machine and natively, and the goals.

Native figures are for skein and the program under it together, start-up included, in two ways: CPU seconds with both on one core, and wall time with a core for each where there are two
(the explorer thinks while the program runs). The peers have one process: their CPU time is their wall time. The C programs are those of examples/event, compiled before by `skein cc -O1`.
"""

import json
import os
import re
import subprocess
import time

import event_figures
from best import best_of

FASTER_THAN_EVENT, FASTER_THAN_GENMC = 50, 5  # the goals
ROUNDS, SECONDS = 15, 5  # of a native cell at most


def build_programs(bench, root):
    """The C programs, by the name of their file."""
    folder = bench.runner.parent / "event-programs"
    folder.mkdir(exist_ok=True)
    skein = bench.runner.parent.parent / "skein"
    subprocess.run(["cmake", "--build", str(skein.parent), "--target", "skein"], stdout=subprocess.DEVNULL, check=True)
    for name in sorted({row.file for row in event_figures.ROWS}):
        subprocess.run([str(skein), "cc", "-O1", f"-I{root / 'include'}", str(root / "examples/event" / f"{name}.c"),
                        "-o", str(folder / name)], check=True)
    return skein, folder


def measure_native(bench, row, skein, folder, is_on_one_core):
    """The best of some rounds where that takes little time."""
    return best_of(ROUNDS, lambda: measure_native_once(bench, row, skein, folder, is_on_one_core), SECONDS)


def measure_native_once(bench, row, skein, folder, is_on_one_core):
    """A cell like those of the model machine. Its seconds: CPU seconds on one core, else wall time."""
    arguments = [str(value) for value in row.params.values()]
    command = [str(skein), "check", str(folder / row.file), "-e", "event", "--json", "-", "-q", "--", *arguments]
    # The cores are ours for a moment: to set them in the child alone takes a copy of this process, some milliseconds.
    cores = os.sched_getaffinity(0)
    if is_on_one_core:
        os.sched_setaffinity(0, {max(cores)})
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    os.sched_setaffinity(0, cores)
    limit = 5 * bench.options.limit  # of wall time: others run here too
    try:
        text = process.communicate(timeout=limit)[0]
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return {"status": "TO"}
    wall = time.monotonic() - begin
    report = json.loads(text[text.find("{"):])
    usage = USAGE.difference()
    cell = {"executions": report["executions"] + report["blocked"], "redundant": report["redundant"],
            "seconds": usage[0] if is_on_one_core else wall, "peak_rss_kb": usage[1], "status": "ok"}
    if cell["seconds"] > bench.options.limit:
        return {"status": "TO"}
    bench.compare(row, "native", cell)
    return cell


class Usage:
    """What the processes that have ended have used since the last question."""

    def __init__(self):
        self.before = 0.0

    def difference(self):
        import resource
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = now.ru_utime + now.ru_stime
        since, self.before = seconds - self.before, seconds
        return since, now.ru_maxrss


USAGE = Usage()


def known(value):
    return "" if value is None else value


def seconds(cell):
    if cell["status"] != "ok":
        return cell["status"]
    return f"{cell['seconds']:.3f}" if cell["seconds"] < 1 else f"{cell['seconds']:.1f}"


def megabytes(cell):
    return f"{cell['peak_rss_kb'] / 1024:.0f}" if "peak_rss_kb" in cell else ""


def print_table(title, rows, cells, table):
    if not rows:
        return
    print(f"### {title}\n")
    table(["program", "traces", "skein model s", "MB", "skein native: CPU s on one core", "wall s", "paper's executions: GenMC -mo", "-lapor", "Nidhugg -optimal", "-event",
           "paper's s: GenMC -mo", "-lapor", "Nidhugg -optimal", "-event", "today's s: Nidhugg -event", "GenMC"],
          [[row.name, f"{row.confs:,}", seconds(cells[row.name][0]), megabytes(cells[row.name][0]), *map(seconds, cells[row.name][1:]),
            *map(known, row.counts + row.paper + row.peers)] for row in rows])


def times(peer, cell):
    """How many times faster the cell is than a peer's seconds."""
    if peer is None or cell["status"] != "ok":
        return None
    return (100 if peer == "TO" else peer) / max(cell["seconds"], 1e-3)


def goal(peer, cell, factor):
    ratio = times(peer, cell)
    if ratio is None:
        return ""
    if peer == "TO":
        return f"> {ratio:.0f}" + ("" if ratio >= factor else " (peer: TO)")
    return f"{ratio:.0f}" + ("" if ratio >= factor else " **not met**")


def print_goals(rows, cells, table):
    print("### Goals\n")
    print(f"How many times faster than today's Nidhugg -event (goal: {FASTER_THAN_EVENT}) and GenMC (goal: {FASTER_THAN_GENMC}); a peer that was stopped after 100 s "
          "counts as 100 s, so the factor is at least that.\n")
    table(["program", "Nidhugg -event s", "model: times faster", "native on one core", "native", "GenMC s", "model: times faster", "native on one core", "native"],
          [[row.name, known(row.peers[0]), *(goal(row.peers[0], c, FASTER_THAN_EVENT) for c in cells[row.name]),
            known(row.peers[1]), *(goal(row.peers[1], c, FASTER_THAN_GENMC) for c in cells[row.name])]
           for row in rows if row.peers != (None, None)])


def run(bench, options, root, table, progress):
    rows = [row for row in event_figures.ROWS if not options.only or re.search(options.only, row.name)]
    skein, folder = build_programs(bench, root)
    cells = {}
    for row in rows:
        model = bench.measure(row, "event", folder=root / "examples" / "event")
        progress(f"{row.name} native")
        USAGE.difference()
        cells[row.name] = (model, *(measure_native(bench, row, skein, folder, on_one) for on_one in (True, False)))
    progress("")
    print("## Event-driven programs [EDPOR Tables 1-4]\n")
    print("Seconds of `event`, on the model machine (CPU time of the exploration alone) and natively (C programs, start-up included: CPU time of both processes on one core; wall time). The paper's figures on its own machine, "
          f"today's peers on one like ours. Native runs: the best of {ROUNDS}, or of as many as fit into {SECONDS} s. Traces: blocked ones included.\n")
    print_table("Table 1", [row for row in rows if row.is_in_first], cells, table)
    for number in (2, 3, 4):
        print_table(f"Table {number}", [row for row in rows if row.table == number], cells, table)
    print_goals(rows, cells, table)
    late = [row.name for row in rows if any(cell["status"] == "TO" for cell in cells[row.name])]
    print(f"Not finished within {options.limit:g} s: {', '.join(late) if late else 'none'}.\n")
