#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The counts derived by hand in the programs' headers hold on the model machine: models/NAME.skein is NAME.c.

Also checks that every program has a header that can be read, and every bug of the zoo its correct twin.
"""

import os
import sys
from pathlib import Path

from headers import check, programs, read_header

EXPLORERS = ("qpor", "optimal")


def main():
    root, skein = Path(os.environ["SKEIN_SOURCE"]), os.environ["SKEIN"]
    here = root / "tests/native-programs"
    failures = []
    headers = {}
    for path in programs(root):
        header = read_header(path)
        if not header.expectations:
            failures.append(f"{path}: no '// expect:' line")
        headers[path.parent.name, path.stem] = header
    for folder, name in headers:
        if folder == "zoo":
            base, _, end = name.rpartition("_")
            if end not in ("ok", "bug") or ("zoo", f"{base}_{'ok' if end == 'bug' else 'bug'}") not in headers:
                failures.append(f"zoo/{name}: no twin")
    models = sorted((here / "models").glob("*.skein"))
    for model in models:
        twins = [h for (folder, name), h in headers.items() if name == model.stem and folder != "programs"]
        if len(twins) != 1:
            failures.append(f"{model.name}: {len(twins)} programs of that name")
            continue
        for explorer in EXPLORERS:
            report = check([skein, "check", str(model), "-e", explorer, "--json", "-", "-q", "--witness-seconds=0.001"], timeout=600)
            for text in twins[0].expectations[0].differences(report):
                failures.append(f"{model.name}, {explorer}: {text}")
    print("\n".join(failures) or f"{len(models)} models agree with {len(headers)} headers")
    return 1 if failures or not models else 0


if __name__ == "__main__":
    sys.exit(main())
