# SPDX-License-Identifier: Apache-2.0
"""Gets files out of npm packages, for tests that need them: kept in the build folder, and fetched at
most once. None where there is no npm or no network."""

import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile


def npm_file(package, version, member):
    """The path of `member` of the package's archive, or None with the reason."""
    build = pathlib.Path(os.environ["SKEIN_BUILD"])
    folder = build / "npm" / f"{package.replace('/', '-')}-{version}"
    wanted = folder / member
    if wanted.exists():
        return wanted, ""
    if shutil.which("npm") is None:
        return None, "there is no npm"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        try:
            packed = subprocess.run(
                ["npm", "pack", "--silent", f"{package}@{version}"], cwd=place, timeout=60,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            return None, "npm does not answer"
        archives = list(pathlib.Path(place).glob("*.tgz"))
        if packed.returncode != 0 or not archives:
            return None, "npm: " + packed.stdout.decode(errors="replace").strip()[-300:]
        with tarfile.open(archives[0]) as archive:
            source = archive.extractfile("package/" + member)
            temporary = pathlib.Path(place) / "file"
            temporary.write_bytes(source.read())
            wanted.parent.mkdir(parents=True, exist_ok=True)
            os.replace(temporary, wanted)  # two tests at once: either one's is right
    return wanted, ""
