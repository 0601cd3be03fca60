# SPDX-License-Identifier: Apache-2.0
"""What others measured, and what must come out: the data of bench/tables.

A row is one program with its parameters. `confs` and `events` are facts (the papers, the published tools' logs, closed
formulas); bench/tables stops with an error when ours differ. Times are in seconds.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    name: str                   # as the paper writes it: DISP(5,2)
    file: str                   # in bench/programs, without .skein
    params: dict                # for -D
    confs: int                  # maximal configurations
    events: int | None = None   # of the unfolding, where known
    # [QPOR Table 1]: time and redundant runs of k=1, 2, 3, time and MB of optimal; Nidhugg (source) time
    # and redundant runs. None: not run, since a smaller k was already optimal.
    paper: dict = field(default_factory=dict)
    # Today's tools on a machine like ours (CPU seconds; another day, so good to perhaps 20 %).
    peers: dict = field(default_factory=dict)
    goal: tuple | None = None   # seconds, MB: for optimal exploration on one core
    beyond: bool = False        # no published tool has finished it: only with --beyond


def paper(k1, ssb1, k2, ssb2, k3, ssb3, optimal, mb, nidhugg, nidhugg_ssb):
    return {"k=1": (k1, ssb1), "k=2": (k2, ssb2), "k=3": (k3, ssb3), "optimal": (optimal, "0"),
            "MB": mb, "nidhugg": (nidhugg, nidhugg_ssb)}


def peers(genmc, optimal, pop, source, mb):
    return {"GenMC": genmc, "Nidhugg optimal": optimal, "pop": pop, "source": source, "MB": mb}


def disp(r, confs, events, **more):
    return Row(f"DISP(5,{r})", "disp", {"S": 5, "R": r}, confs, events, **more)


def mpat(k, confs, events, **more):
    return Row(f"MPAT({k})", "mpat", {"K": k}, confs, events, **more)


def mpc(p, confs, events, **more):
    return Row(f"MPC({p},5)", "mpc", {"P": p, "W": 5}, confs, events, **more)


def pi(n, confs, events, **more):
    return Row(f"PI({n})", "pi", {"N": n}, confs, events, **more)


def pol(n, confs, events, **more):
    return Row(f"POL({n},3)", "pol", {"N": n, "K": 3}, confs, events, **more)


CORE = [
    Row("WRITERS(8)", "writers", {"N": 8}, 40320, None,
        peers=peers("0.49", "5.5", "5.0", "7.7 (0)", "58 / 55")),
    Row("LOCKS(8)", "locks", {"N": 8}, 40320, None,
        peers=peers("3.75", "7.1", "5.8", "6.0 (0)", "59 / 55")),
    Row("FIG1(8)", "fig1", {"N": 8}, 16, 212),
    Row("FIG1(13)", "fig1", {"N": 13}, 26, None,
        peers=peers("0.04", "0.04", "0.03", "37.6 (94170)", "59 / 56")),
    Row("CCNF(8)", "ccnf", {"N": 8}, 256, 130),
    Row("COLUMNS(7)", "columns", {"N": 7}, 3432, None),
    disp(2, 137, 1603,
         paper=paper("0.8", "1K", "0.4", "43", "0.4", "0", "0.4", 37, "1.2", "2K")),
    disp(3, 1482, 17594,
         paper=paper("5.4", "11K", "1.3", "595", "1.0", "1", "1.0", 37, "10.8", "13K")),
    disp(4, 15282, 185330,
         paper=paper("58.5", "105K", "16.4", "6K", "10.3", "213", "10.3", 87, "109", "115K"),
         peers=peers("5.5", "8.7", "7.5", "61 (115614)", "65 / 101")),
    disp(5, 151032, 1869116,
         paper=paper("TO", "-", "476", "53K", "280", "2K", "257", 729, "TO", "-"),
         peers=peers("64", "TO", "TO", "TO", "83 / -"), goal=(4.0, 100)),
    disp(6, 1437552, None, beyond=True,
         paper=paper("TO", "-", "TO", "-", "TO", "-", "TO", 1131, "TO", "-")),
    mpat(4, 384, 3822,
         paper=paper("0.5", "0", None, "-", None, "-", "0.5", 37, "0.6", "0")),
    mpat(5, 3840, 38017,
         paper=paper("2.4", "0", None, "-", None, "-", "2.7", 37, "1.8", "0")),
    mpat(6, 46080, 455876,
         paper=paper("50.6", "0", None, "-", None, "-", "73.2", 214, "21.5", "0"),
         peers=peers("5.3", "13.3", "8.3", "9.0 (0)", "59 / 113")),
    mpat(7, 645120, None,
         paper=paper("TO", "-", "TO", "-", "TO", "-", "TO", 660, "359", "0"),
         peers=peers("88", "TO", "TO", "TO", "59 / -"), goal=(6.0, None)),
    mpat(8, 10321920, None, beyond=True,
         paper=paper("TO", "-", "TO", "-", "TO", "-", "TO", 689, "TO", "-")),
    mpc(2, 60, 397,
        paper=paper("0.6", "560", "0.4", "0", None, "-", "0.4", 38, "2.0", "3K")),
    mpc(3, 2958, 7832,
        paper=paper("26.5", "50K", "3.0", "3K", "1.7", "0", "1.7", 38, "70.7", "90K"),
        peers=peers("0.7", "1.8", "0.9", "35 (86415)", "61 / 68")),
    mpc(4, 314064, 578835,
        paper=paper("TO", "-", "TO", "-", "391", "30K", "296", 239, "TO", "-"),
        peers=peers("101", "TO", "TO", "TO", "92 / -"), goal=(7.0, None)),
    mpc(5, 27556200, None, beyond=True,
        paper=paper("TO", "-", "TO", "-", "TO", "-", "TO", 834, "TO", "-")),
    pi(5, 120, 1623,
       paper=paper("0.4", "0", None, "-", None, "-", "0.5", 39, "19.6", "0")),
    pi(6, 720, 10221,
       paper=paper("0.7", "0", None, "-", None, "-", "0.7", 39, "123", "0")),
    pi(7, 5040, 75113,
       paper=paper("3.5", "0", None, "-", None, "-", "4.0", 45, "TO", "-"),
       peers=peers("3.7", "39.9", "38.4", "-", "60 / 56")),
    pi(8, 40320, 629787,
       paper=paper("48.1", "0", None, "-", None, "-", "42.9", 246, "TO", "-"),
       peers=peers("17.2", "TO", "TO", "-", "62 / -"), goal=(0.7, None)),
    pol(7, 2440, 51317,
        paper=paper("48.5", "72K", "2.9", "1K", "1.9", "6", "1.9", 39, "74.1", "90K")),
    pol(8, 3700, 82819,
        paper=paper("153", "214K", "5.5", "3K", "3.0", "10", "3.0", 52, "251", "274K")),
    pol(9, 5332, 126755,
        paper=paper("464", "592K", "9.5", "5K", "4.8", "15", "4.8", 73, "TO", "-"),
        peers=peers("3.0", "5.8", "-", "TO", "61 / 91")),
    pol(10, 7384, 185975,
        paper=paper("TO", "-", "17.2", "9K", "6.8", "21", "7.1", 99, "TO", "-")),
    pol(11, 9904, 263617,
        paper=paper("TO", "-", "27.2", "12K", "9.7", "28", "10.6", 138, "TO", "-")),
    pol(12, 12940, 363107,
        paper=paper("TO", "-", "46.3", "20K", "13.5", "36", "16.4", 184, "TO", "-"),
        peers=peers("10.0", "23.9", "-", "TO", "62 / 163"), goal=(0.7, None)),
]

# Terminating programs of [POET Table 1]: traces at one event an access.
POET = [
    Row("STF", "stf", {}, 6),
    Row("STF*", "stf_bug", {}, 6),
    Row("SPIN08", "spin08", {}, 84),
    Row("FIB(5)", "fib", {"N": 5}, 8953),
    Row("FIB*(5)", "fib_bug", {"N": 5}, 8953),
    Row("CCNF(9)", "ccnf_atomic", {"N": 9}, 16),
    Row("CCNF(17)", "ccnf_atomic", {"N": 17}, 256),
    Row("CCNF(19)", "ccnf_atomic", {"N": 19}, 512),
    Row("SSB", "ssb", {}, 4),
    Row("SSB(1)", "ssb_n", {"N": 1}, 22),
    Row("SSB(3)", "ssb_n", {"N": 3}, 169),
    Row("SSB(4)", "ssb_n", {"N": 4}, 336),
    Row("SSB(8)", "ssb_n", {"N": 8}, 2014),
]
