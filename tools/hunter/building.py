# SPDX-License-Identifier: Apache-2.0
"""Compiles a program: for skein (skein cc), for native runs with delays, for ThreadSanitizer. One folder a program; nothing is built twice."""
import dataclasses
import pathlib
import shutil
import subprocess

COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang-19", "clang++-19")}
LEVELS = ["-O0", "-O1", "-O2"]
SECONDS = 180


class DoesNotCompile(Exception):
    """The generator's fault: a program must compile everywhere."""


@dataclasses.dataclass(frozen=True)
class Configuration:
    compiler: str
    level: str

    def __str__(self):
        return f"{self.compiler} {self.level}"


def available():
    """The compilers that are here, as configurations."""
    return [Configuration(name, level) for name, (c, _) in COMPILERS.items() if shutil.which(c) for level in LEVELS]


class Workshop:
    """A program's folder."""

    def __init__(self, skein, folder, program):
        self.skein, self.folder, self.program = skein, pathlib.Path(folder), program
        self.folder.mkdir(parents=True, exist_ok=True)
        self.source = self.folder / ("program" + program.suffix())
        self.source.write_text(program.text(), encoding="utf-8")
        self.built = {}

    def standard(self):
        return ["-std=c++20"] if self.program.is_cxx else []

    def for_skein(self, configuration, bound=None):
        words = [self.skein, "c++" if self.program.is_cxx else "cc", "--compiler", self.compiler(configuration)]
        defines = [f"-DHUNT_BOUND={bound}"] if bound else []
        return self.build(f"skein-{configuration.compiler}{configuration.level}{bound or ''}", words, [configuration.level, *defines])

    def native(self, configuration):
        return self.build(f"native-{configuration.compiler}{configuration.level}", [self.compiler(configuration)],
                          [configuration.level, "-DHUNT_DELAYS", "-pthread"])

    def sanitized(self, configuration):
        return self.build(f"tsan-{configuration.compiler}{configuration.level}", [self.compiler(configuration)],
                          [configuration.level, "-g", "-DHUNT_DELAYS", "-pthread", "-fsanitize=thread"])

    def compiler(self, configuration):
        return COMPILERS[configuration.compiler][self.program.is_cxx]

    def build(self, name, words, flags):
        if name not in self.built:
            command = [*words, *self.standard(), "-w", *flags, str(self.source), "-o", str(self.folder / name)]
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
            if done.returncode != 0:
                raise DoesNotCompile(f"{' '.join(command)}\n{done.stderr[-2000:]}")
            self.built[name] = self.folder / name
        return self.built[name]
