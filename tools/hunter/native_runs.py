# SPDX-License-Identifier: Apache-2.0
"""Native runs with random delays, and runs under ThreadSanitizer."""
import dataclasses
import os
import re
import resource
import subprocess

HANG_SECONDS = 20.0


@dataclasses.dataclass
class NativeRuns:
    outcomes: set
    failures: set     # "assertion" (also abort), "crash", "hang"
    runs: int


def one_run(binary, seed, core, extra=(), environment=()):
    def prepare():
        if core is not None:
            os.sched_setaffinity(0, {core})
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        return subprocess.run([*extra, str(binary)], capture_output=True, text=True, errors="replace", timeout=HANG_SECONDS, check=False,
                              env=dict(os.environ, HUNT_SEED=str(seed), **dict(environment)), preexec_fn=prepare)
    except subprocess.TimeoutExpired:
        return None


def run_natively(binary, chance, runs, core):
    """`runs` runs; with `core` all threads share that one, so that what is seen is sequentially consistent."""
    seen = NativeRuns(set(), set(), 0)
    for _ in range(runs):
        done = one_run(binary, chance.randrange(1, 2**31), core)
        seen.runs += 1
        if done is None:
            seen.failures.add("hang")
            break
        seen.outcomes.update(line for line in done.stdout.splitlines() if line.startswith("OUTCOME"))
        if done.returncode == -6:
            seen.failures.add("assertion")
        elif done.returncode < 0:
            seen.failures.add("crash")
    return seen


def run_sanitized(binary, chance, runs):
    """The first report of a data race, or None. Addresses must not be random where the kernel's are too random for it."""
    for _ in range(runs):
        done = one_run(binary, chance.randrange(1, 2**31), None, ["setarch", "-R"], {"TSAN_OPTIONS": "halt_on_error=0 report_bugs=1"}.items())
        if done is not None and "WARNING: ThreadSanitizer: data race" in done.stderr:
            return re.sub(r"0x[0-9a-f]+", "0x", done.stderr[: 1500])
        if done is None:
            return None
    return None
