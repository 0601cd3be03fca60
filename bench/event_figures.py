# SPDX-License-Identifier: Apache-2.0
"""The programs of the Event-DPOR paper [EDPOR Tables 1-4]: what is known of them (bench/README.md, sections 2 and 4; the paper's Appendix D).

`table`: 2, 3 or 4; Table 1 repeats the rows for which `is_in_first`. `counts`: the executions that the paper's tools explored (traces+blocked), as the paper prints
them. `paper`: their CPU seconds, on the paper's machine. Both: GenMC -mo, GenMC -lapor, Nidhugg -optimal, Nidhugg -event. `peers`: CPU seconds of Nidhugg -event and
GenMC (handlers as locks) on a machine like ours; TO is more than 100 s. None: not given.
"""

from dataclasses import dataclass


@dataclass
class EventRow:
    name: str
    table: int
    file: str            # in examples/event, without .skein or .c
    params: dict         # of the model; their values are the arguments of the C program
    confs: int           # traces, blocked ones too
    counts: tuple
    paper: tuple
    peers: tuple = (None, None)
    is_in_first: bool = False
    events: None = None  # not known


TO = "TO"


def n(value):
    return {"N": value}


def mat(m, columns, k=None):
    return {"M": m, "N": columns} if k is None else {"M": m, "N": columns, "K": k}


def same(count):
    return (count,) * 4


ROWS = [
    EventRow("writers(4)", 2, "writers", n(4), 24, same(24), (0.01, 0.01, 0.07, 0.07)),
    EventRow("writers(6)", 2, "writers", n(6), 720, same(720), (0.05, 0.16, 0.26, 0.37)),
    EventRow("writers(8)", 2, "writers", n(8), 40320, same(40320), (3.14, 12.31, 16.19, 25.96), (42.5, 9.9)),
    EventRow("posters(3)", 2, "posters", n(3), 90, same(90), (0.02, 0.03, 0.09, 0.09), is_in_first=True),
    EventRow("posters(4)", 2, "posters", n(4), 2520, same(2520), (0.18, 0.81, 0.94, 1.42), (2.3, 0.5), True),
    EventRow("posters(5)", 2, "posters", n(5), 113400, same(113400), (9.43, 47.11, 50.87, 84.64), (TO, 29.4), True),
    EventRow("2PC(6)", 2, "two_phase_commit", n(6), 2 * 720, same("720+720"), (0.41, 3.57, 1.22, 2.14)),
    EventRow("2PC(7)", 2, "two_phase_commit", n(7), 2 * 5040, same("5040+5040"), (3.46, 33.83, 9.92, 19.13), (49, 3.0)),
    EventRow("2PC(8)", 2, "two_phase_commit", n(8), 2 * 40320, same("40320+40320"), (33.86, 359.59, 96.56, 210.57), (TO, 28.5)),
    EventRow("buyers(6)", 3, "buyers", n(6), 720, (720, "720+2383", 720, 720), (0.08, 2.51, 0.36, 0.51), is_in_first=True),
    EventRow("buyers(7)", 3, "buyers", n(7), 5040, (5040, "5040+20301", 5040, 5040), (0.56, 25.80, 2.53, 3.96), (6.9, 1.5), True),
    EventRow("buyers(8)", 3, "buyers", n(8), 40320, (40320, "40320+191369", 40320, 40320), (5.03, 306.95, 23.59, 37.70),
             (TO, 14.8), True),
    EventRow("ping-pong(6)", 3, "ping_pong", n(6), 3276, (3276, "3276+8271", 3276, 3276), (0.23, 3.99, 1.45, 2.61), (6.1, 0.9), True),
    EventRow("ping-pong(7)", 3, "ping_pong", n(7), 27252, (27252, "27252+79435", 27252, 27252), (2.01, 44.51, 13.78, 26.42),
             (TO, 8.6), True),
    EventRow("ping-pong(8)", 3, "ping_pong", n(8), 253296, (253296, "253296+835509", 253296, 253296),
             (20.63, 572.07, 149.26, 299.12), is_in_first=True),
    EventRow("consensus(2)", 4, "consensus", n(2), 4, (4, "4+4", 4, 4), (0.01, 0.01, 0.06, 0.06), is_in_first=True),
    EventRow("consensus(3)", 4, "consensus", n(3), 125, (216, "125+347", 216, 125), (0.04, 0.29, 0.20, 0.20), (0.26, 0.09), True),
    EventRow("consensus(4)", 4, "consensus", n(4), 50625, (331776, "50625+242828", 331776, 50625), (75.43, 293.91, 419.90, 177.63),
             (TO, TO), True),
    EventRow("db-cache(2)", 4, "db_cache", n(2), 32, ("4608+480", 32, 4608, 32), (0.33, 0.04, 2.24, 0.09)),
    # The true numbers are 1764 and 235224: the paper's own tool misses traces.
    EventRow("db-cache(3)", 4, "db_cache", n(3), 1764, ("3048192+401484", 1764, 3048192, 1711), (262.62, 2.29, 2322.91, 2.02), (3.4, TO)),
    EventRow("db-cache(4)", 4, "db_cache", n(4), 235224, (TO, 235224, TO, 218527), (TO, 402.31, TO, 418.34), (TO, TO)),
    EventRow("prolific(5)", 4, "prolific", n(5), 30, (120, "30+26", 120, 30), (0.17, 5.34, 0.21, 0.18), is_in_first=True),
    EventRow("prolific(7)", 4, "prolific", n(7), 126, (5040, "126+120", 5040, 126), (16.12, 98.14, 11.79, 2.12), (3.4, TO), True),
    EventRow("prolific(9)", 4, "prolific", n(9), 510, (362880, "510+502", 362880, 510), (2462.83, 1132.65, 1363.31, 26.28),
             (47.9, TO), True),
    EventRow("sparse-mat(4,3)", 4, "sparse_mat", mat(4, 3), 34, (204, 34, 204, 34), (0.16, 0.06, 0.16, 0.09), is_in_first=True),
    EventRow("sparse-mat(4,5)", 4, "sparse_mat", mat(4, 5), 1546, (185520, 1546, 185520, 1546), (212.51, 3.56, 126.06, 1.66), (3.3, TO), True),
    EventRow("sparse-mat(4,7)", 4, "sparse_mat", mat(4, 7), 130922, (TO, 130922, TO, 130922), (TO, 603.31, TO, 234.27), (TO, TO), True),
    EventRow("mat-mult(4,3,5)", 4, "mat_mult", mat(4, 3, 5), 1, (13824, 1, 13824, 1), (4.52, 0.04, 21.82, 0.07), (0.02, 16.5)),
    EventRow("mat-mult(4,4,5)", 4, "mat_mult", mat(4, 4, 5), 1, (331776, 1, 331776, 1), (157.49, 0.05, 828.91, 0.07)),
    EventRow("mat-mult(4,5,5)", 4, "mat_mult", mat(4, 5, 5), 1, (TO, 1, TO, 1), (TO, 0.08, TO, 0.07)),
    EventRow("plb(4)", 4, "plb", n(4), 1, (105, 1, 105, 1), (0.02, 0.01, 0.10, 0.06), is_in_first=True),
    EventRow("plb(6)", 4, "plb", n(6), 1, (10395, 1, 10395, 1), (1.99, 0.02, 6.61, 0.06), (0.02, 5.0), True),
    EventRow("plb(8)", 4, "plb", n(8), 1, (2027025, 1, 2027025, 1), (556.46, 0.02, 1808.24, 0.06), is_in_first=True),
]
