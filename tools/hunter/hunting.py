# SPDX-License-Identifier: Apache-2.0
"""The hunt: program after program, compared, shrunk where something differs, written down."""
import argparse
import collections
import dataclasses
import os
import pathlib
import shutil
import sys
import tempfile
import time

from hunter import building, comparison, features, generator, shrinking, skein_runs

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments(words):
    parser = argparse.ArgumentParser(prog="tools/hunt", description="Compares all that skein says about random C and C++ programs. "
                                     "Exit status 1: something differs (docs/hunting.md).")
    parser.add_argument("--seconds", type=float, default=None, help="stop after this many seconds (default: 60, unless --programs is given)")
    parser.add_argument("--programs", type=int, default=None, help="stop after this many programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, default=None, metavar="N", help="only program N of the seed")
    parser.add_argument("--features", default="", metavar="a,b,+c,-d", help="only a and b; or the default with c and without d; 'all'")
    parser.add_argument("--list-features", action="store_true")
    parser.add_argument("--language", choices=["c", "c++"], default=None, help="only programs in this language")
    parser.add_argument("--skein", default=os.environ.get("SKEIN") or str(ROOT / "skein"), help="the command (default: SKEIN, or that of this checkout)")
    parser.add_argument("--core", type=int, default=None, help="run everything but compilers on this core")
    parser.add_argument("--budget", type=float, default=10, metavar="S", help="seconds for each exploration (default: 10)")
    parser.add_argument("--native", type=int, default=30, metavar="N", help="native runs of each program (default: 30; 0: none, no sanitizer either)")
    parser.add_argument("--shrink-seconds", type=float, default=90, metavar="S", help="for each difference (default: 90)")
    parser.add_argument("--found", default="hunt-found", metavar="FOLDER", help="where programs that differ go (default: ./hunt-found)")
    parser.add_argument("--wild", type=float, default=0.1, metavar="P", help="share of programs whose statements are shuffled (default: 0.1)")
    parser.add_argument("--show", action="store_true", help="with --only: print the program and compare nothing")
    parser.add_argument("-v", "--verbose", action="store_true", help="a line for each program")
    return parser.parse_args(words)


class Hunt:
    def __init__(self, options):
        self.options = options
        self.features = features.chosen(options.features)
        if options.language == "c":
            self.features -= set(features.CXX_FEATURES)
        self.skein = skein_runs.Skein(options.skein, options.core, options.budget)
        self.own_files = skein_runs.own_files(ROOT)
        self.configurations = building.available()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hunt-"))
        self.programs = self.comparisons = self.too_large = 0
        self.found = []
        self.seen = collections.Counter()

    def compare(self, program, plan, number, name="program"):
        folder = self.folder / name
        shop = building.Workshop(self.options.skein, folder, program)
        try:
            made = comparison.Comparison(shop, self.skein, plan, self.options.core, self.own_files, f"{self.options.seed}/{number}")
            made.all()
            return made
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def one(self, number):
        program = generator.generate(self.options.seed, number, self.features, self.options.wild)
        if self.options.language == "c++" and not program.is_cxx:
            return
        plan = comparison.draw_plan(self.options.seed, number, self.configurations, self.options.native)
        start = time.monotonic()
        self.programs += 1
        try:
            made = self.compare(program, plan, number)
        except building.DoesNotCompile as error:
            self.write(number, 1, program, comparison.Difference("does not compile", str(error)), program.statements(), False)
            return
        self.comparisons += made.made
        self.too_large += made.is_too_large
        if self.options.verbose:
            print(f"{number}: {'C++' if program.is_cxx else 'C'} {' '.join(program.features)}: {made.made} comparisons, {time.monotonic() - start:.1f} s"
                  f"{', not explored to the end' if made.is_too_large else ''}", flush=True)
        keys = set()
        for difference in made.differences:
            if difference.key not in keys:
                keys.add(difference.key)
                self.report(number, len(keys), program, plan, difference)

    def report(self, number, ordinal, program, plan, difference):
        narrow = dataclasses.replace(plan, configurations=list(dict.fromkeys(difference.configurations)) or plan.configurations,
                                     explorers=explorers_for(difference.key), bounded=difference.key in ("waits for ever",) or "bounded" in difference.key,
                                     verify=any(w in difference.key or difference.detail.startswith(w) for w in ("verify", "prove")),
                                     native=plan.native * 3 if difference.key.startswith("native") else 0,
                                     sanitizer=plan.sanitizer * 2 if difference.key == "sanitizer" else 0)
        if "bounded" in difference.detail[:10]:
            narrow.bounded = True

        def still_differs(candidate):
            try:
                return any(d.key == difference.key for d in self.compare(candidate, narrow, number, "smaller").differences)
            except building.DoesNotCompile:
                return False
        is_repeated = still_differs(program)
        small = shrinking.shrink(program, still_differs, self.options.shrink_seconds, difference.key in ("waits for ever", "no end")) if is_repeated else program
        if is_repeated:
            again = self.compare(small, narrow, number, "smaller")
            difference = next((d for d in again.differences if d.key == difference.key), difference)
        self.write(number, ordinal, small, difference, program.statements(), is_repeated)

    def write(self, number, ordinal, program, difference, statements, is_repeated):
        folder = pathlib.Path(self.options.found)
        folder.mkdir(parents=True, exist_ok=True)
        name = f"hunt-{self.options.seed}-{number}" + (f"-{ordinal}" if ordinal > 1 else "") + program.suffix()
        described = difference.detail.replace(str(self.folder), "").replace("*/", "* /")
        wishes = f" --features {self.options.features}" if self.options.features else ""
        wishes += f" --wild {self.options.wild}" if self.options.wild != 0.1 else ""
        comment = (f"/* {difference.key}: {described}\n   {', '.join(map(str, difference.configurations))}; features {', '.join(program.features)}; "
                   f"{'shrunk' if is_repeated else 'did not show again'}\n   tools/hunt --seed {self.options.seed} --only {number}{wishes} */\n")
        (folder / name).write_text(comment + program.text(), encoding="utf-8")
        self.found.append(name)
        self.seen[difference.key] += 1
        print(f"{name}: {difference.key}: {described.splitlines()[0][:300]} ({program.statements()} of {statements} statements)", flush=True)

    def numbers(self):
        if self.options.only is not None:
            yield self.options.only
            return
        seconds = self.options.seconds if self.options.seconds is not None else None if self.options.programs is not None else 60
        end = time.monotonic() + seconds if seconds is not None else None
        number = 0
        while (end is None or time.monotonic() < end) and (self.options.programs is None or self.programs < self.options.programs):
            yield number
            number += 1

    def run(self):
        try:
            for number in self.numbers():
                self.one(number)
        except KeyboardInterrupt:
            print("interrupted")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        kinds = ", ".join(f"{key} {times}" for key, times in sorted(self.seen.items()))
        print(f"seed {self.options.seed}: {self.programs} programs, {self.comparisons} comparisons, {self.too_large} not explored to the end, "
              f"{len(self.found)} differences{': ' + kinds if kinds else ''}")
        return 1 if self.found else 0


def explorers_for(key):
    """The first of all and the one that the difference is about."""
    named = [e for e in ("optimal", "source", "sections", "exhaustive", "random") if key.endswith(" " + e)]
    if key in ("late", "own bug", "not deterministic", "names own files", "refused"):
        return ["qpor", "optimal", "source", "sections", "exhaustive", "random"]
    return ["qpor", "optimal"] if key == "redundant" else ["qpor", *named]


def main(words):
    options = arguments(words)
    try:
        features.chosen(options.features)
    except ValueError as error:
        print(f"tools/hunt: {error}", file=sys.stderr)
        return 2
    if options.list_features:
        for name, text in features.FEATURES.items():
            print(f"{name:16} {text}{' (off by default)' if name in features.NOT_YET else ''}")
        return 0
    if options.show and options.only is not None:
        print(generator.generate(options.seed, options.only, features.chosen(options.features), options.wild).text())
        return 0
    return Hunt(options).run()
