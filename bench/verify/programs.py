# SPDX-License-Identifier: Apache-2.0
"""The programs of this folder and what is known about them: one table for tests/session/verify and bench/verify_table.

Every program is proved by `skein verify` as it is; with its twin's options it is wrong, and refuted. Programs whose threads go on
for ever stop after n rounds with -D ROUNDS=n (forever.h), so that `skein check` can run all their schedules.
"""

import dataclasses


@dataclasses.dataclass
class Program:
    file: str
    ends: str  # whether every run ends: "yes" or "no", as verify must say it
    twin: list  # options that make it wrong; empty: it has no twin
    kind: str = "assertion"  # of finding that the twin must show
    options: list = dataclasses.field(default_factory=list)
    # How skein check runs all schedules of the right one and of the twin; None: it cannot, see why_not.
    check: list = None
    check_twin: list = None
    why_not: str = ""
    larger: list = dataclasses.field(default_factory=list)  # options for bench/verify_table


def defines(*names):
    return [word for name in names for word in ("-D", name)]


BUG = defines("BUG")
# The algorithms of the papers are written with plain variables, which race. Verify explores their accesses anyway, and is not to
# report the races; natively they are visible if races are explored, and only other findings count.
RACY = ["--races=explore"]
NO_RACES = ["--races=off"]


def rounds(n):
    return defines(f"ROUNDS={n}")


# bench/README.md section 3.
POET = [
    Program("stf.c", "yes", BUG, check=[], check_twin=[]),
    Program("spin08.c", "yes", [], check=[], check_twin=[]),
    # N rounds reach the Fibonacci number F(2N+2) at most: F(12) = 144 in the paper, F(8) = 21 here.
    Program("fib.c", "yes", BUG, options=[*defines("N=3", "MOST=21"), *NO_RACES], check=RACY, check_twin=RACY),
    Program("ssb.c", "yes", [], options=[*defines("N=8"), *NO_RACES], check=RACY),
    Program("peterson.c", "no", BUG, options=NO_RACES, check=RACY, check_twin=RACY),
    Program("dekker.c", "no", BUG, options=NO_RACES, check=RACY, check_twin=RACY),
    Program("lamport.c", "no", BUG, options=NO_RACES, check=RACY, check_twin=RACY),
    # Safe, but both may wait for the other's flag to fall below 2, with both flags 4.
    Program("szymanski.c", "no", BUG, options=["--no-livelocks", *NO_RACES],
            why_not="check looks for livelocks too, and finds that of the right one"),
    Program("rwlock.c", "no", BUG, options=NO_RACES, check=RACY, check_twin=RACY),
    Program("pgsql.c", "no", BUG, options=NO_RACES, why_not="goes on for ever"),
    Program("prodcons.c", "no", BUG, check=rounds(2), check_twin=rounds(1)),
]

LOCKS = [
    Program("filter.c", "no", BUG, check=[], check_twin=[]),
    Program("burns.c", "no", BUG, check=rounds(2), check_twin=rounds(1)),
    Program("bakery.c", "no", BUG, check=rounds(2), check_twin=rounds(1)),
    Program("ttas.c", "no", BUG, check=rounds(2), check_twin=rounds(1), larger=[defines("N=3"), defines("N=5")]),
    Program("ticket.c", "no", BUG, check=rounds(1), check_twin=rounds(1), larger=[defines("N=4")]),
    Program("mcs.c", "no", BUG, kind="livelock", check=rounds(2), check_twin=rounds(1),
            larger=[defines("N=3"), defines("N=4")]),
    Program("clh.c", "no", BUG, kind="livelock", check=rounds(2), check_twin=rounds(2),
            larger=[defines("N=3"), defines("N=4")]),
    Program("seqlock.c", "no", BUG, check=rounds(2), check_twin=rounds(1), larger=[defines("WRITES=8")]),
    Program("seqlock.c", "no", defines("WRAPS"), check=rounds(1), check_twin=rounds(2)),
    Program("readers_writers.c", "no", BUG, check=rounds(1), check_twin=rounds(1),
            larger=[defines("READERS=2"), defines("READERS=2", "WRITERS=3")]),
    Program("rcu.c", "no", BUG, kind="memory", check=rounds(2), check_twin=rounds(2),
            larger=[defines("READERS=2"), defines("READERS=3")]),
]

STRUCTURES = [
    Program("treiber.c", "no", BUG, kind="memory", check=[], check_twin=[]),
    Program("treiber_pool.c", "no", BUG, check=rounds(1), check_twin=rounds(2)),
    Program("ms_queue.c", "yes", BUG, check=[], check_twin=[], larger=[defines("N=3")]),
    Program("chase_lev.c", "yes", BUG, check=[], check_twin=[],
            larger=[defines("TASKS=4"), defines("THIEVES=2"), defines("TASKS=3", "THIEVES=2")]),
]

SERVERS = [
    Program("ring.c", "no", BUG, check=rounds(3), check_twin=rounds(3)),
    Program("ring_cond.c", "no", BUG, kind="deadlock", check=rounds(1), check_twin=rounds(1),
            larger=[defines("PLACES=2", "CONSUMERS=3"), defines("PLACES=3", "CONSUMERS=4")]),
    Program("ring_spsc.c", "no", BUG, check=rounds(4), check_twin=rounds(1), larger=[defines("PLACES=8")]),
    Program("ring_mpmc.c", "no", BUG, check=[], check_twin=[], larger=[defines("ITEMS=2"), defines("ITEMS=3", "PLACES=3")]),
    Program("philosophers.c", "no", BUG, kind="deadlock", check=rounds(2), check_twin=rounds(1),
            larger=[defines("N=4"), defines("N=6")]),
    Program("philosophers_seats.c", "no", BUG, kind="deadlock", check=rounds(1), check_twin=rounds(1),
            larger=[defines("N=4"), defines("N=5")]),
    Program("philosophers_polite.c", "no", BUG, kind="lock-misuse", check_twin=rounds(1), larger=[defines("N=3")],
            why_not="even one round may take for ever: each tries again and again"),
    Program("token_ring.c", "no", BUG, check=rounds(2), check_twin=rounds(1)),
    Program("elevator.c", "no", BUG, why_not="the cabin goes on for ever"),
]

ALL = POET + LOCKS + STRUCTURES + SERVERS
