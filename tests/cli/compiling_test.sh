#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# From sources to a program that runs: what the user hears of the compiler, and why a start fails.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# The compilers are in the list of commands.
"$SKEIN" --help > help.txt
for command in cc c++ wrap help; do
  grep -Fq "  $command  " help.txt || fail "--help does not list $command"
done

# C++20 by default, and no warning of fences, which the runtime knows.
cat > fence.cpp <<'END'
#include <atomic>
#include <thread>
std::atomic<int> flag;
int main() {
  std::jthread other([] {
    std::atomic_thread_fence(std::memory_order_release);
    flag.store(1, std::memory_order_relaxed);
  });
}
END
"$SKEIN" check fence.cpp --cflags '-Wall -Wextra' > out.txt 2> err.txt || fail "fence.cpp: $(cat out.txt err.txt)"
[ -s err.txt ] && fail "the compiler warns: $(cat err.txt)"

# What the compiler says is in the reports too, without colours; the line on the terminal goes away before it.
echo 'int main() { return missing; }' > bad.cpp
expect 2 'failed with status 1' "$SKEIN" check bad.cpp --junit bad.xml --json bad.json --sarif bad.sarif
for file in bad.xml bad.json bad.sarif; do
  grep -q "bad.cpp:1:21: error: .*missing" $file || fail "$file does not say what the compiler said"
done
expect 2 'could not compile' "$SKEIN" verify bad.cpp --junit bad.xml
grep -q 'undeclared identifier' bad.xml || fail "verify: the messages of the compiler"
python3 - "$SKEIN" << 'END' || fail "the word on the terminal"
import os, pty, subprocess, sys
leader, follower = pty.openpty()
process = subprocess.Popen([sys.argv[1], "check", "bad.cpp", "--json", "bad.json"], stdout=subprocess.DEVNULL, stderr=follower)
os.close(follower)
text = b""
try:
    while part := os.read(leader, 65536):
        text += part
except OSError:
    pass
process.wait()
before, _, after = text.decode().partition("compiling bad.cpp ...")
sys.exit(0 if before == "\r" and after.startswith("\x1b[K\r\x1b[K") and "\\u001b" not in open("bad.json").read() else 1)
END

# A deadlock is called one once.
"$SKEIN" check crossed.skein --junit crossed.xml > /dev/null
grep -q 'failure message="deadlock: [^"]*wait for each other"' crossed.xml || fail "the message of a deadlock"
grep -q 'deadlock: deadlock' crossed.xml && fail "deadlock: deadlock:"

# Modules are for skein c++.
echo 'export module m;' > m.cppm
expect 2 "'m.cppm' is a module: compile the program with skein c.." "$SKEIN" check fence.cpp m.cppm

# A start that fails says why.
"$SKEIN" c++ -std=c++20 fence.cpp -o fence || fail "cannot compile"
# shellcheck disable=SC2317 # called by expect
limited() { (ulimit "$1" "$2" && "$SKEIN" check ./fence); }
if [ -z "${SKEIN_IS_SLOW:-}" ]; then  # sanitizers need addresses and descriptors themselves
  expect 2 'cannot map memory.*addresses are limited \(ulimit -v 100000\)' limited -v 100000
  expect 2 'did not start under skein: addresses are limited \(ulimit -v 4000000\)' limited -v 4000000
  expect 2 'open files are limited \(ulimit -n 5\)' limited -n 5
fi
expect 2 'stacks are limited \(ulimit -s 200\): 1024 is enough' limited -s 200
finish
