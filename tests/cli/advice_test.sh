#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What next, after a budget stopped an exploration: who multiplies the executions, and commands that end.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
reports=$SKEIN_SOURCE/tests/native-programs/reports

sed 's/Pool pool(2)/Pool pool(4)/' "$reports/thread_pool.cpp" > pool.cpp
grep -q 'pool(4)' pool.cpp || fail "the pool has not become larger"
sed 's/^  first.join();/  std::thread third([\&] { queue.push(2); queue.push(3); queue.pop(); });\n  third.join();\n  first.join();/' \
  "$reports/mpmc_queue.cpp" > queue.cpp
grep -q 'third.join' queue.cpp || fail "the queue has got no third thread"

for program in pool queue; do
  "$SKEIN" c++ -std=c++20 $program.cpp -o $program || fail "cannot compile"
  "$SKEIN" check ./$program --max-runs 40 --witness-seconds 0.001 --json $program.json > $program.txt
  grep -q '^What next' $program.txt || fail "$program: no advice: $(cat $program.txt)"
  json $program.json "r['stopped_by'] == 'runs' and abs(sum(s['share'] for s in r['advice']['races']) - 1) < 1e-6"
  json $program.json "len(r['advice']['commands']) >= 1"
  [ $program = pool ] || continue
  # Every command is right as it is printed. (It would end by itself, but not at once.)
  python3 -c 'import json, sys
for run in json.load(open(sys.argv[1]))["advice"]["commands"]: print(run["command"])' $program.json > commands.txt
  while read -r command; do
    grep -Fq "    $command" $program.txt || fail "the text lacks: $command"
    # shellcheck disable=SC2086 # a line of a shell
    eval "\"\$SKEIN\" ${command#skein } --max-runs 3 --witness-seconds 0.001 -q" > out.txt 2>&1
    [ $? -eq 2 ] && fail "$command: $(cat out.txt)"
  done < commands.txt
done
json pool.json "r['advice']['races'][0]['object'] == 'main: pool.mutex_'"
json queue.json "any('queue.' in s['object'] for s in r['advice']['races'])"

# A small one: all of it, which ends.
"$SKEIN" c++ -std=c++20 "$reports/thread_pool.cpp" -o small || fail "cannot compile"
"$SKEIN" check ./small --max-runs 40 --witness-seconds 0.001 --json small.json > small.txt
json small.json "r['estimate'] is None or [c['what'] for c in r['advice']['commands']] == ['all']"
expect 1 'all executions explored' "$SKEIN" check ./small --witness-seconds 0.001 --json all.json
json all.json "r['advice'] is None"
json small.json "r['estimate'] is None or r['estimate']['low'] <= $(python3 -c 'import json
print(json.load(open("all.json"))["executions"])') <= r['estimate']['high']"

# One lock over data that have nothing in common: one execution, and 12! without --reduce=sections.
cat > lock.c << 'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data[12];
static void* work(void* own) {
  pthread_mutex_lock(&m);
  ++*(int*)own;
  pthread_mutex_unlock(&m);
  return own;
}
int main(void) {
  pthread_t t[12];
  for (int i = 0; i < 12; ++i) pthread_create(&t[i], NULL, work, &data[i]);
  for (int i = 0; i < 12; ++i) pthread_join(t[i], NULL);
}
END
expect 0 'all executions explored \(1\)' "$SKEIN" check lock.c
expect 4 'stopped' "$SKEIN" check lock.c --reduce=outcome --max-runs 40

# With SKEIN_LONG: the commands end in about the time they promise, twice that at most.
if [ -n "${SKEIN_LONG:-}" ]; then
  python3 - "$SKEIN" pool.json queue.json << 'END' || fail "a command took too long"
import json, subprocess, sys, time
skein, *files = sys.argv[1:]
for file in files:
    for run in json.load(open(file))["advice"]["commands"]:
        begin = time.monotonic()
        subprocess.run(run["command"].replace("skein", skein, 1), shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        took = time.monotonic() - begin
        print(f"{run['command']}: {took:.0f} s, promised {run['seconds']:.0f}")
        if took > max(2 * run["seconds"], 10):
            sys.exit(1)
END
fi

# A model; nothing to say of random explorers; no address in the text.
printf 'atomic x = 0\nthread adder { r = fetch_add(x, 1); r = fetch_add(x, 1); r = fetch_add(x, 1) }\nthread main { create adder(); create adder(); create adder(); create adder(); create adder() }\n' > large.skein
"$SKEIN" check large.skein --max-runs 500 --json large.json > large.txt
grep -q '100% between adder and adder on x' large.txt || fail "the model: $(cat large.txt)"
"$SKEIN" check large.skein -e pct --runs 500 --max-runs 50 --json pct.json > pct.txt
json pct.json "r['advice']['commands'] == []"
grep -q 'What next' pct.txt && fail "advice for a random explorer"
sed -n '/^What next/,$p' pool.txt queue.txt | grep -q 0x && fail "an address in the advice"
finish
