"""The programs of the Event-DPOR paper [EDPOR Tables 1-4]: what is known of them (BENCHMARKS.md, section 2 and 5).

Times in CPU seconds. `paper`: GenMC -mo, GenMC -lapor, Nidhugg -optimal, Nidhugg -event, on the paper's machine.
`peers`: Nidhugg -event and GenMC (handlers as locks) on a machine like ours; TO is more than 100 s. None: not given.
"""

from dataclasses import dataclass


@dataclass
class EventRow:
    name: str
    file: str            # in examples/event, without .skein
    params: dict
    confs: int           # traces; of 2PC half are blocked
    paper: tuple = (None,) * 4
    peers: tuple = (None, None)
    events: None = None  # not known


TO = "TO"


def n(value):
    return {"N": value}


ROWS = [
    EventRow("writers(8)", "writers", n(8), 40320, (3.14, 12.31, 16.19, 25.96), (42.5, 9.9)),
    EventRow("posters(4)", "posters", n(4), 2520, (0.18, 0.81, 0.94, 1.42), (2.3, 0.5)),
    EventRow("posters(5)", "posters", n(5), 113400, (9.43, 47.11, 50.87, 84.64), (TO, 29.4)),
    EventRow("2PC(7)", "two_phase_commit", n(7), 2 * 5040, (3.46, 33.83, 9.92, 19.13), (49, 3.0)),
    EventRow("2PC(8)", "two_phase_commit", n(8), 2 * 40320, (33.86, 359.59, 96.56, 210.57), (TO, 28.5)),
    EventRow("buyers(7)", "buyers", n(7), 5040, (0.56, 25.80, 2.53, 3.96), (6.9, 1.5)),
    EventRow("buyers(8)", "buyers", n(8), 40320, (5.03, 306.95, 23.59, 37.70), (TO, 14.8)),
    EventRow("ping-pong(6)", "ping_pong", n(6), 3276, (0.23, 3.99, 1.45, 2.61), (6.1, 0.9)),
    EventRow("ping-pong(7)", "ping_pong", n(7), 27252, (2.01, 44.51, 13.78, 26.42), (TO, 8.6)),
    EventRow("ping-pong(8)", "ping_pong", n(8), 253296, (20.63, 572.07, 149.26, 299.12)),
    EventRow("consensus(3)", "consensus", n(3), 125, (0.04, 0.29, 0.20, 0.20), (0.26, 0.09)),
    EventRow("consensus(4)", "consensus", n(4), 50625, (75.43, 293.91, 419.90, 177.63), (TO, TO)),
    EventRow("db-cache(3)", "db_cache", n(3), 1764, (262.62, 2.29, 2322.91, 2.02), (3.4, TO)),
    EventRow("db-cache(4)", "db_cache", n(4), 235224, (TO, 402.31, TO, 418.34), (TO, TO)),
    EventRow("prolific(7)", "prolific", n(7), 126, (16.12, 98.14, 11.79, 2.12), (3.4, TO)),
    EventRow("prolific(9)", "prolific", n(9), 510, (2462.83, 1132.65, 1363.31, 26.28), (47.9, TO)),
    EventRow("sparse-mat(4,5)", "sparse_mat", {"M": 4, "N": 5}, 1546, (212.51, 3.56, 126.06, 1.66), (3.3, TO)),
    EventRow("sparse-mat(4,7)", "sparse_mat", {"M": 4, "N": 7}, 130922, (TO, 603.31, TO, 234.27), (TO, TO)),
    EventRow("mat-mult(4,3,5)", "mat_mult", {"M": 4, "N": 3, "K": 5}, 1, (4.52, 0.04, 21.82, 0.07), (0.02, 16.5)),
    EventRow("mat-mult(4,5,5)", "mat_mult", {"M": 4, "N": 5, "K": 5}, 1, (TO, 0.08, TO, 0.07)),
    EventRow("plb(6)", "plb", n(6), 1, (1.99, 0.02, 6.61, 0.06), (0.02, 5.0)),
    EventRow("plb(8)", "plb", n(8), 1, (556.46, 0.02, 1808.24, 0.06)),
]
