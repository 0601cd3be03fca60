# SPDX-License-Identifier: Apache-2.0
"""Draws a program: its language, threads and placement, then patterns one after the other. Same seed and number, same program."""
import random

from hunter import patterns_c, patterns_cxx, patterns_spin
from hunter.builder import Builder
from hunter.features import CXX_FEATURES, FEATURES
from hunter.program import Node, Program

PATTERNS = patterns_c.PATTERNS | patterns_spin.PATTERNS | patterns_cxx.PATTERNS
STYLES = {"thrd"}  # not patterns, but ways to make threads
assert set(PATTERNS) | STYLES == set(FEATURES)

# What makes a finding likely is drawn less often than its share: most programs should be right and long enough to be wrong about.
RARE = {"asserts": 0.3, "deadlocks": 0.1, "misuse": 0.1, "use_after_free": 0.1, "racy": 0.25, "racy_wait": 0.1, "pthread_exit": 0.2,
        "atomics": 3.0, "spin": 2.0}


def generate(seed, number, features, wild=0.1):
    """Program number `number` of this seed, made of the features that are on; a share of `wild` is shuffled."""
    chance = random.Random(f"{seed}/{number}")
    usable = sorted(features - STYLES)
    cxx_only = [f for f in usable if f in CXX_FEATURES]
    is_cxx = bool(cxx_only) and (chance.random() < 0.35 or len(cxx_only) == len(usable))
    if not is_cxx:
        usable = [f for f in usable if f not in CXX_FEATURES]
    builder = Builder(chance, is_cxx, chance.choice([2, 2, 2, 3]), chance.choice(["all", "all", "seq_cst"]))
    drawn = []
    for _ in range(chance.choice([1, 2, 2, 3, 3, 4])):
        weights = [RARE.get(f, 1.0) * (2.0 if f in CXX_FEATURES else 1.0) for f in usable]
        feature = chance.choices(usable, weights)[0]
        if feature == "pthread_exit" and is_cxx:
            continue  # ends the thread by an exception that std::thread does not expect
        builder.group += 1
        PATTERNS[feature](builder)
        drawn.append(feature)
    terminates = builder.terminates
    if chance.random() < wild:  # whatever comes of it
        for body in builder.threads:
            chance.shuffle(body)
        terminates = False
    style = chance.choice(["std", "std", "std", "pthread", "jthread", "async"] if is_cxx else ["pthread", "pthread", "pthread", "thrd"])
    if style == "thrd" and "thrd" not in features:
        style = "pthread"
    if style == "jthread" and "jthread" not in features or style == "async" and "futures" not in features:
        style = "std"
    if "pthread_exit" in drawn:
        style = "pthread"
    if chance.random() < 0.3:  # main is one of those who work
        builder.main_body += builder.threads.pop()
    if not builder.threads:
        builder.threads.append([Node("POINT;")])
    return Program(is_cxx, chance.choice(["global", "member", "heap"]), style, builder.threads, builder.main_body, builder.at_end,
                   sorted(set(drawn)), builder.orders, terminates, builder.counts_turns)
