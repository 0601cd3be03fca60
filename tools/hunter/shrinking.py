# SPDX-License-Identifier: Apache-2.0
"""Makes a program that shows a difference smaller: deletes statements, then whole threads, as long as the difference stays."""
import time


def places(program):
    """Every (list, index) at which a node stands, largest first."""
    found = []

    def walk(body):
        for index, node in enumerate(body):
            found.append((body, index))
            walk(node.body)
    for body in program.bodies():
        walk(body)
    return found


def candidates(program):
    """Smaller programs, the smallest first."""
    for thread in range(len(program.threads)):
        if len(program.threads) > 1:
            smaller = program.copy()
            del smaller.threads[thread]
            yield smaller
    total = len(places(program))
    chunk = total // 2
    while chunk > 1:
        for start in range(0, total, chunk):
            smaller = program.copy()
            for body, index in reversed(places(smaller)[start: start + chunk]):
                if index < len(body):
                    del body[index]
            yield smaller
        chunk //= 2
    for number in range(total):
        smaller = program.copy()
        body, index = places(smaller)[number]
        del body[index]
        yield smaller
    for number in range(total):
        smaller = program.copy()
        body, index = places(smaller)[number]
        if body[index].body:
            body[index: index + 1] = body[index].body
            yield smaller
    for placement, style in (("global", program.style), (program.placement, "pthread")):
        if (placement, style) != (program.placement, program.style):
            smaller = program.copy()
            smaller.placement, smaller.style = placement, style
            yield smaller


def whole_patterns(program):
    """Smaller programs without one pattern: they still always end."""
    for group in sorted({body[index].group for body, index in places(program)} - {0}):
        smaller = program.copy()
        for body in smaller.bodies():
            body[:] = [node for node in body if node.group != group]
        yield smaller


def without_points(program):
    """Delays matter to native runs only."""
    smaller = program.copy()
    for body, index in reversed(places(smaller)):
        if body[index].head == "POINT;":
            del body[index]
    return smaller


def shrink(program, still_differs, seconds, must_end=False):
    """The smallest program found within `seconds` for which still_differs holds. If it must end, no thread may lose what it waits for."""
    end = time.monotonic() + seconds
    attempt = without_points(program)
    if attempt.statements() < program.statements() and still_differs(attempt):
        program = attempt
    progress = True
    while progress:
        progress = False
        for smaller in whole_patterns(program) if must_end else candidates(program):
            if time.monotonic() > end:
                return program
            if still_differs(smaller):
                program, progress = smaller, True
                break
    return program
