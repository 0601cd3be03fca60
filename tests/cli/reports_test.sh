#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The forms of report of skein verify and skein replay: the same as those of skein check.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > twice.c <<'END_C'
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* add(void* p) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == SUM);
}
END_C
cat > lost.skein <<'END'
atomic x = 0
thread adder { r = x; x = r + 1 }
thread main { a = create adder(); b = create adder(); join a; join b; assert x == 2 }
END

# reports VERDICT RESULTS: what the last command wrote.
reports() {
  json r.json "r['verdict'] == '$1' and len(r['findings']) == $2"
  json r.sarif "len(r['runs'][0]['results']) == $2"
  python3 - "$1" "$2" << 'END_PY' || fail "r.xml, after $1"
import sys, xml.etree.ElementTree as xml
cases = list(xml.parse("r.xml").getroot().iter("testcase"))
failed = sum(case.find("failure") is not None for case in cases)
skipped = sum(case.find("skipped") is not None for case in cases)
wanted = {"bug": (1, 0), "proved": (0, 0), "incomplete": (0, 1)}[sys.argv[1]]
sys.exit(0 if len(cases) == 1 and (failed, skipped) == wanted else 1)
END_PY
  grep -q '</html>' r.html || fail "r.html, after $1"
  rm -f r.json r.sarif r.xml r.html
}
files=(--json r.json --sarif r.sarif --junit r.xml --html r.html)

if command -v clang-19 > /dev/null; then
  expect 0 '^proved' "$SKEIN" verify twice.c -D SUM=2 "${files[@]}"
  json r.sarif "r['runs'][0]['properties']['summary'].startswith('proved')"
  reports proved 0
  expect 1 '^bug' "$SKEIN" verify twice.c -D SUM=3 "${files[@]}"
  reports bug 1
  expect 2 'is the program itself' "$SKEIN" verify twice.c -D SUM=3 --sarif twice.c
fi

schedule=$("$SKEIN" check lost.skein -q --json - 2> /dev/null |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["findings"][0]["schedule"])')
expect 1 '^replay: 1 bug' "$SKEIN" replay lost.skein --schedule "$schedule" "${files[@]}"
json r.json "r['summary'].startswith('replay: 1 bug') and r['findings'][0]['schedule'] == '$schedule'"
reports bug 1
expect 4 'no agent 7' "$SKEIN" replay lost.skein --schedule '0*2,7' "${files[@]}"
reports incomplete 0
expect 2 'makes no report' "$SKEIN" replay lost.skein --schedule "$schedule" --gdb --json r.json

# What means nothing is refused.
for option in '--max-steps 5' '--max-preemptions 1' '-e optimal'; do
  # shellcheck disable=SC2086
  expect 2 'means nothing with --cutoffs' "$SKEIN" graph twice.c -D SUM=2 --cutoffs on -o g.dot $option
done
"$SKEIN" verify --help > help.txt
grep -q 'clang 19' help.txt || fail "verify --help does not say which compiler"
grep -E '^ +(FILE|-D) ' help.txt | grep -q 'model' && fail "verify --help speaks of models: $(cat help.txt)"
finish
