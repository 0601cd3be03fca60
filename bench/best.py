# SPDX-License-Identifier: Apache-2.0
"""The best of several measurements: what else runs on the machine can only make a cell slower."""


def best_of(rounds, measure, seconds=float("inf")):
    """The fastest of `rounds` cells, or the first that is not ok; no new round after `seconds`."""
    best = cell = measure()
    spent = 0.0
    for _ in range(rounds - 1):
        if best["status"] != "ok":
            break
        spent += cell["seconds"]
        if spent >= seconds:
            break
        cell = measure()
        if cell["status"] != "ok" or cell["seconds"] < best["seconds"]:
            best = cell
    return best
