#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Findings that do not fail: suppressions, --fail-on, baselines; the verdict is honest about them.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > both.c <<'END'
#include <pthread.h>
int hits, jobs;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void count_hit(void) { hits++; }
static void* one(void* unused) {
  count_hit();
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  jobs++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void* two(void* unused) {
  count_hit();
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  jobs++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
END
"$SKEIN" cc both.c -o both || fail "cannot compile"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check ./both --witness-seconds 0.001 "$@"; }

# All kinds of patterns; a rule that matches nothing is mentioned by -v alone.
expect 1 '^bug: 2 bugs found; all executions explored' check --json plain.json
json plain.json "r['accepted'] == [] and all(f['standing'] == 'fails' for f in r['findings'])"
for rule in 'race:count_hit' 'race:^count_hit*$' 'race:both.c' 'race:^hits$' 'race_top:count' 'race:*' \
  'race:function=hit file=both.c object=^hits$' ' race : hits '; do
  printf '# a rule\n\n%s\n' "$rule" > one.supp
  expect 1 '^bug: 1 bug found, beside 1 suppressed finding; all executions' check --suppressions one.supp
done
for rule in 'race:^jobs' 'race:count$' 'race_top:one' 'race:function=^hits$' 'deadlock:count_hit' 'memory:*' \
  'race:function=count_hit object=jobs' 'signal:*' 'called_from_lib:libc.so'; do
  echo "$rule" > one.supp
  expect 1 '^bug: 2 bugs found; all executions explored' check --suppressions one.supp
done
check -v --suppressions one.supp | grep -q '^one.supp:1 called_from_lib:libc.so suppressed nothing' || fail 'a rule without use'
check --suppressions one.supp | grep -q 'suppressed nothing' && fail 'only -v lists rules without use'

# All suppressed: exit status 0, and the runs count as they ended. skein.supp is found by itself.
echo 'race:count_hit' > skein.supp
echo 'deadlock:object=b' > two.supp
expect 0 '^clean except for 2 suppressed findings: all executions explored \(12\); nothing is known of what' \
  check --suppressions two.supp --json all.json
json all.json "r['verdict'] == 'accepted' and r['findings'] == [] and r['deadlocks'] > 0"
json all.json "[f['standing'] for f in r['accepted']] == ['suppressed', 'suppressed']"
json all.json "r['accepted'][0]['accepted_by'] == 'skein.supp:1 race:count_hit'"
check --suppressions two.supp | grep -q '^2 findings suppressed; -v shows them' || fail 'a count for people'
# No budget is turned into a proof by it.
expect 4 '^incomplete: no bug in .* except for .* suppressed finding.*--max-runs' \
  check --suppressions two.supp --max-runs 2
# The search for the first bug goes on after suppressed ones, and announces none of these.
expect 0 '^clean except for' check --suppressions two.supp --stop-at-first
rm skein.supp

# --fail-on: the others are reported, and the verdict's line says so.
expect 1 '^bug: 1 bug found, beside 1 finding that --fail-on race leaves out' check --fail-on race
expect 1 '^bug: 2 bugs' check --fail-on race,deadlock
expect 0 '^clean except for 2 findings that --fail-on none leaves out' check --fail-on none --json none.json
json none.json "r['verdict'] == 'accepted' and [f['standing'] for f in r['findings']] == ['tolerated'] * 2"
check --fail-on=none | grep -q 'does not fail: --fail-on none' || fail 'a bug that does not fail is reported in full'

# A baseline: lines may move, a new finding fails. The file may be that of the new report.
expect 0 '^clean except for 2 known findings' check --baseline plain.json
check --baseline plain.json | grep -q '^known (plain.json): deadlock: ' || fail 'known findings are listed'
{ printf '\n\nint extra;\n'; sed 's/count_hit(); *$/count_hit(); extra++;/' both.c; } > moved.c
"$SKEIN" cc moved.c -o both || fail "cannot compile"
cp plain.json base.json
expect 1 '^bug: 1 bug found, beside 2 known findings' check --baseline base.json --json base.json
json base.json "'extra' in r['findings'][0]['headline'] and len(r['accepted']) == 2"
expect 0 '^clean except for 3 known findings' check --baseline base.json

# The same for proofs, with each other's baselines.
expect 0 '^proved except for 2 suppressed findings and 1 known finding' \
  "$SKEIN" verify both.c --suppressions <(echo 'race:*') --baseline plain.json --json verify.json
json verify.json "r['verdict'] == 'accepted' and len(r['accepted']) == 3 and r['terminates'] is None"
expect 0 '^proved except for 3 known findings: no other bug in any execution, whatever the inputs' \
  "$SKEIN" prove both.c --baseline verify.json
expect 1 '^bug: 1 bug found, beside 2 findings that --fail-on deadlock leaves out' "$SKEIN" prove both.c --fail-on deadlock
expect 1 '^bug: 1 bug found, beside 2 findings that --fail-on deadlock' "$SKEIN" verify both.c --fail-on deadlock

# A race of libstdc++'s own: a rule that is built in.
cat > narrow.cpp <<'END'
#include <locale>
#include <thread>
int main() {
  auto ask = [] { std::use_facet<std::ctype<char>>(std::locale::classic()).narrow('x', 0); };
  std::thread a(ask), b(ask);
  a.join();
  b.join();
}
END
expect 0 '^clean except for 1 suppressed finding: all executions explored \([0-9]*\)\.$' \
  "$SKEIN" check narrow.cpp --witness-seconds 0.001 --json narrow.json
json narrow.json "'built-in' in r['accepted'][0]['accepted_by'] and r['unused_suppressions'] == []"

# What the user can get wrong.
# shellcheck disable=SC2317 # called by expect
wrong() {
  printf '%s' "$1" > wrong.supp
  "$SKEIN" check kept.skein --suppressions wrong.supp
}
expect 2 "^skein: error: --suppressions: cannot read 'gone': there is no such file" \
  "$SKEIN" check kept.skein --suppressions gone
expect 2 "cannot read '.': it is a folder" "$SKEIN" check kept.skein --suppressions .
expect 2 "^skein: error: wrong.supp:2: unknown kind 'rase'; did you mean race" wrong $'# a\nrase:x\n'
expect 2 "wrong.supp:1: unknown kind 'xyzzy', not one of assertion, deadlock" wrong 'xyzzy:x'
expect 2 "wrong.supp:1: 'race' is not of the form KIND:PATTERN" wrong 'race'
expect 2 "wrong.supp:1: 'race: ' has no pattern|wrong.supp:1: 'race:' has no pattern" wrong 'race: '
expect 2 'wrong.supp:1: object= has no pattern' wrong 'race:file=x object='
expect 2 "^skein: error: --fail-on: unknown kind 'deadlok'; did you mean deadlock" \
  "$SKEIN" check kept.skein --fail-on race,deadlok
expect 2 "unknown kind ''" "$SKEIN" check kept.skein --fail-on race,
expect 2 "^skein: error: --baseline: cannot read 'gone'" "$SKEIN" check kept.skein --baseline gone
echo '{"findings": []}' > other.json
expect 2 "other.json' is not a report that --json wrote" "$SKEIN" check kept.skein --baseline other.json
expect 2 "kept.skein' is not a report" "$SKEIN" verify both.c --baseline kept.skein
echo '{"skein": "0.1", "findings": [{"kind": "race"}]}' > older.json
expect 2 'write it again with this version' "$SKEIN" prove both.c --baseline older.json
finish
