# SPDX-License-Identifier: Apache-2.0
"""Everything that must agree about one program. Each disagreement is a Difference; its `key` says what kind it is, so that shrinking keeps
to it."""
import dataclasses
import random
import re
from pathlib import Path

from hunter import native_runs
from hunter.building import Configuration

BOUND = 4             # turns of each waiting loop in the bounded program
WAITING = {"livelock", "deadlock"}
# ThreadSanitizer does not know these (tests/runtime/memory/tsan_test.py), or sees the compiled part of the C++ library not at all.
UNKNOWN_TO_TSAN = {"fences", "mtx", "futures", "shared_ptr", "atomic_wait", "latch", "std_semaphore", "atomic_ref", "exceptions", "stop_token", "call_once",
                   "std_cond", "std_timedwait", "timedlock", "throwing_once", "thread_exceptions", "stop_callback"}
# Waiting loops that make progress to skein: a counter that is read later, the clock. Their runs may be as long as the bound.
NOT_RECOGNISED = {"spin_counter", "spin_clock"}


@dataclasses.dataclass
class Difference:
    key: str
    detail: str
    configurations: tuple = ()


@dataclasses.dataclass
class Plan:
    """Which comparisons are made; drawn for each program, narrowed for shrinking."""
    configurations: list
    explorers: list
    bounded: bool = True
    verify: bool = True
    native: int = 30
    sanitizer: int = 4


def draw_plan(seed, number, configurations, native):
    chance = random.Random(f"plan {seed}/{number}")
    some = chance.sample(configurations, min(len(configurations), chance.choice([1, 2, 2])))
    return Plan(some, ["qpor", "optimal", "source", "sections", "exhaustive", "random"], native=native, sanitizer=min(native, 4))


class Comparison:
    """One program under one plan."""

    def __init__(self, workshop, skein, plan, core, own_files, seed):
        self.shop, self.program, self.skein, self.plan = workshop, workshop.program, skein, plan
        self.core, self.own_files = core, own_files
        self.chance = random.Random(seed)
        self.differences = []
        self.made = 0
        self.is_too_large = False

    def differ(self, key, detail, *configurations):
        self.differences.append(Difference(key, detail, configurations))

    def compare(self, key, holds, detail, *configurations):
        self.made += 1
        if not holds:
            self.differ(key, detail() if callable(detail) else detail, *configurations)

    # What no run may do.
    def behaves(self, answer, label, configuration):
        self.made += 1
        if answer.is_late:
            self.differ("late", f"{label}: no answer long after its budget: {answer.command}", configuration)
        elif answer.status == 3 or answer.status < 0 or answer.status > 4:
            self.differ("own bug", f"{label}: exit {answer.status}: {answer.text[-800:]}", configuration)
        elif "not deterministic" in answer.text:
            self.differ("not deterministic", f"{label}: {answer.text[-800:]}", configuration)
        elif self.own_files.search(answer.text):
            self.differ("names own files", f"{label}: {self.own_files.search(answer.text).group()}", configuration)
        elif answer.status == 2 and label not in ("verify", "prove"):
            self.differ("refused", f"{label}: {answer.text[-400:]}", configuration)
        else:
            return True
        return False

    def all(self):
        first = None
        for configuration in self.plan.configurations:
            basis = self.explorers(configuration)
            if basis is None:
                continue
            if self.plan.bounded and not self.program.is_racy:
                self.bounded(configuration, basis)
            if first is None:
                first = (configuration, basis)
            elif not self.program.is_racy:
                self.compilers(first, (configuration, basis))
        if first is not None:
            if self.plan.verify:
                self.verify(*first)
            self.native(*first)
        return self.differences

    def explorers(self, configuration):
        """All explorers on one binary. Returns the answer of the first, if it is complete."""
        binary = self.shop.for_skein(configuration)
        basis, name = None, self.plan.explorers[0]
        for explorer in self.plan.explorers:
            runs = ("--runs", "300", "--seed", str(self.chance.randrange(1, 1000))) if explorer == "random" else ()
            answer = self.skein.check(binary, explorer, *runs)
            if not self.behaves(answer, explorer, configuration):
                return None
            if basis is None:
                basis = answer
                if not basis.is_complete:
                    self.is_too_large = True
                    self.is_getting_on(basis, configuration)
                    return None
            else:
                self.against(basis, name, answer, explorer, configuration)
        return basis

    def is_getting_on(self, answer, configuration):
        """An exploration that a budget stopped has finished runs before, if every run ends; and nothing else stops it."""
        if self.program.terminates and not answer.kinds:
            r = answer.report
            may_be_cut = bool(NOT_RECOGNISED & set(self.program.features))
            self.compare("no end", r.get("stopped_by") == "seconds" and (may_be_cut or not r.get("cut")) and r["executions"] + r["blocked"] >= 20,
                         f"{configuration}: every run of the program ends; {answer.summary()}", configuration)

    def against(self, basis, name, other, explorer, configuration):
        def described():
            return f"{configuration}: {name}: {basis.summary()} {sorted(basis.kinds)}; {explorer}: {other.summary()} {sorted(other.kinds)}"
        self.compare(f"outcomes {explorer}", other.outcomes <= basis.outcomes, lambda: f"{configuration}: {explorer} has outcomes that {name} has not: "
                     f"{sorted(other.outcomes - basis.outcomes)[:4]}", configuration)
        self.compare(f"kinds {explorer}", other.kinds <= basis.kinds, described, configuration)
        if not other.is_complete or explorer == "random":
            return
        self.compare(f"missing outcomes {explorer}", basis.outcomes <= other.outcomes, lambda: f"{configuration}: {explorer} lacks outcomes of {name}: "
                     f"{sorted(basis.outcomes - other.outcomes)[:4]}", configuration)
        self.compare(f"missing kinds {explorer}", basis.kinds <= other.kinds, described, configuration)
        self.compare(f"verdict {explorer}", basis.status == other.status, described, configuration)
        figures = [(a.report["executions"], a.report["blocked"]) for a in (basis, other)]
        if explorer == "sections":
            agrees = figures[1][0] <= figures[0][0]
        elif explorer == "exhaustive":
            agrees = figures[0][0] <= figures[1][0] and figures[0][1] <= figures[1][1]
        else:
            agrees = figures[0] == figures[1]
        self.compare(f"executions {explorer}", agrees, lambda: f"{configuration}: executions and blocked of {name}: {figures[0]}, of {explorer}: {figures[1]}",
                     configuration)
        if explorer == "optimal":
            self.compare("redundant", other.report["redundant"] == 0 == basis.report["redundant"], described, configuration)

    def bounded(self, configuration, basis):
        """The same program with waiting loops of a bounded number of turns, each of which makes progress: no loop is recognised."""
        if "TURN(" not in "\n".join(self.shop.source.read_text(encoding="utf-8").split("static int out", 1)[1:]):
            return
        answer = self.skein.check(self.shop.for_skein(configuration, BOUND), "optimal")
        if not self.behaves(answer, "bounded", configuration):
            return
        self.compare("outcomes bounded", answer.outcomes <= basis.outcomes, lambda: f"{configuration}: with loops of {BOUND} turns there are outcomes that "
                     f"are not explored: {sorted(answer.outcomes - basis.outcomes)[:4]}", configuration)
        self.compare("kinds bounded", answer.kinds <= basis.kinds, lambda: f"{configuration}: loops of {BOUND} turns: {answer.summary()}, {sorted(answer.kinds)}; "
                     f"without a bound: {basis.summary()}, {sorted(basis.kinds)}", configuration)
        if answer.is_complete and not self.program.counts_turns:
            self.compare("missing outcomes bounded", basis.outcomes <= answer.outcomes, lambda: f"{configuration}: no outcome with loops of {BOUND} turns: "
                         f"{sorted(basis.outcomes - answer.outcomes)[:4]}", configuration)
        if self.program.terminates:
            self.compare("waits for ever", not basis.kinds & WAITING, lambda: f"{configuration}: the program always ends; {basis.summary()}, {sorted(basis.kinds)}",
                         configuration)

    def compilers(self, one, other):
        """A program without races has the same outcomes whichever compiler made it."""
        if "race" in one[1].kinds | other[1].kinds:
            return
        self.compare("outcomes compilers", one[1].outcomes == other[1].outcomes, lambda: f"{one[0]} against {other[0]}: "
                     f"{sorted(one[1].outcomes ^ other[1].outcomes)[:4]}", one[0], other[0])
        self.compare("kinds compilers", one[1].kinds == other[1].kinds, lambda: f"{one[0]}: {sorted(one[1].kinds)}, {other[0]}: {sorted(other[1].kinds)}",
                     one[0], other[0])

    def verify(self, configuration, basis):
        """The prover: the same kinds of bugs; that the outcomes of check are all there are; and that one of them is there."""
        flags = ("--cflags", "-std=c++20 -fno-exceptions -fno-rtti -w") if self.program.is_cxx else ("--cflags", "-w")
        answer = self.skein.verify(self.shop.source, *flags)
        if not self.behaves(answer, "verify", configuration):
            return
        self.prove(configuration, basis, flags)
        if answer.status in (2, 4) or answer.status == 1 and not answer.is_complete:
            return
        # A livelock may be a deadlock for the other; kinds of what is wrong with memory are divided otherwise.
        ours, theirs = ({self.coarse(k) for k in a.kinds} for a in (basis, answer))
        self.compare("verify kinds", ours == theirs, lambda: f"check, {configuration}: {basis.summary()}, {sorted(basis.kinds)}; verify: {answer.summary()}, "
                     f"{sorted(answer.kinds)}", configuration)
        if answer.status != 0 or not basis.outcomes:
            return
        rows = [line.split()[1:] for line in sorted(basis.outcomes)]
        if len(rows) > 60:
            return
        self.allowed(rows, 0, flags, configuration)
        if len(rows) > 1:
            rows.pop(self.chance.randrange(len(rows)))
            self.allowed(rows, 1, flags, configuration)

    def prove(self, configuration, basis, flags):
        """Abstract interpretation: what it proves has no bug of the kinds that it looks for, what it shows is a bug for check too."""
        answer = self.skein.prove(self.shop.source, *flags)
        if not self.behaves(answer, "prove", configuration) or answer.status not in (0, 1):
            return
        if answer.status == 0:
            left = set(basis.kinds)
            for words, kind in (("livelocks were not looked for", "livelock"), ("possible at once", "race")):
                left -= {kind} if words in answer.summary() else set()
            self.compare("prove proved", not left, lambda: f"check, {configuration}: {basis.summary()}, {sorted(basis.kinds)}; prove: {answer.summary()}",
                         configuration)
            return
        ours, theirs = ({self.coarse(k) for k in a.kinds} for a in (basis, answer))
        self.compare("prove kinds", theirs <= ours, lambda: f"check, {configuration}: {basis.summary()}, {sorted(basis.kinds)}; prove: {answer.summary()}, "
                     f"{sorted(answer.kinds)}", configuration)

    def allowed(self, rows, expected, flags, configuration):
        table = "{" + ",".join("{" + ",".join(row) + "}" for row in rows) + "}"
        answer = self.skein.verify(self.shop.source, *flags, "-D", f"LENGTH={len(rows[0])}", "-D", f"HUNT_ALLOWED={table}")
        if self.behaves(answer, "verify", configuration) and answer.status in (0, 1):
            what = "verify reaches an outcome that check does not" if expected == 0 else "check has an outcome that verify proves unreachable"
            self.compare(f"verify outcomes {expected}", answer.status == expected, lambda: f"{what}: {answer.summary()}", configuration)

    @staticmethod
    def coarse(kind):
        return {"livelock": "waits", "deadlock": "waits", "crash": "memory"}.get(kind, kind)

    def native(self, configuration, basis):
        """Whatever real threads show must have been explored."""
        if self.plan.native:
            # One core shows only sequentially consistent outcomes, if the compiler left the accesses in order.
            level = configuration.level if self.program.orders == "seq_cst" and not self.program.is_racy else "-O0"
            binary = self.shop.native(Configuration(configuration.compiler, level))
            core = self.core if self.core is not None else 0
            seen = native_runs.run_natively(binary, self.chance, self.plan.native, core)
            if "memory" in basis.kinds:
                seen.outcomes.clear()  # what a freed pointer leads to is undefined
            self.compare("native outcome", seen.outcomes <= basis.outcomes, lambda: f"{configuration}: seen natively, not explored: "
                         f"{sorted(seen.outcomes - basis.outcomes)[:4]}", configuration)
            # libc's own checks of its heap and its mutexes end in an abort, too.
            reasons = {"assertion": {"assertion", "other", "memory", "lock-misuse"}, "crash": {"crash", "memory", "lock-misuse"}, "hang": WAITING | {"lock-misuse"}}
            for failure in sorted(seen.failures):
                self.compare(f"native {failure}", bool(basis.kinds & reasons[failure]), f"{configuration}: natively: {failure}; "
                             f"explored: {sorted(basis.kinds)}", configuration)
        if self.plan.sanitizer and not UNKNOWN_TO_TSAN & set(self.program.features) and "race" not in basis.kinds:
            report = native_runs.run_sanitized(self.shop.sanitized(configuration), self.chance, self.plan.sanitizer)
            self.compare("sanitizer", report is None or self.is_excused(report), lambda: f"ThreadSanitizer sees a race, skein none:\n{report}", configuration)

    def is_excused(self, report):
        """Races in which only the C++ library takes part; and what a timed mutex protects, whose lock with a timeout
        (pthread_mutex_clocklock) ThreadSanitizer does not know."""
        return not re.search(r"program\.c", report) or "timed_mutex" in Path(self.shop.source).read_text(encoding="utf-8")
