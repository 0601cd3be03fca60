# SPDX-License-Identifier: Apache-2.0
"""The best of several measurements: what else runs on the machine can only make a cell slower."""


def best_of(rounds, measure, seconds=float("inf")):
    """The fastest cell of so many, or the first that is not ok. After so many seconds in all there is no other round."""
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
