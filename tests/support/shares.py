#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ./test leaves to ./test --long: of many cases of one kind it takes a share, always the same ones.

Usage: shares.py N: of the paths on standard input, prints those that are taken if one of N is enough."""
import os
import sys
import zlib

IS_LONG = bool(os.environ.get("SKEIN_LONG"))


def is_taken(name, share):
    """Whether to try this case, if one of `share` cases is enough."""
    return IS_LONG or zlib.crc32(name.encode()) % share == 0


if __name__ == "__main__":
    for line in sys.stdin:
        if is_taken(os.path.basename(line.strip()), int(sys.argv[1])):
            sys.stdout.write(line)
