#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What a finding shows: places with their source text, values, stacks, locks held, who waits for
# whom, where a heap block came from.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/../cli/common.sh"

cat > race.c <<'END_C'
#include <pthread.h>
#include <stdlib.h>
struct queue { int n; pthread_mutex_t lock; };
struct queue* q;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static void bump(struct queue* p) { p->n = p->n + 1; }
void* worker(void* unused) {
  pthread_mutex_lock(&q->lock);
  bump(q);
  pthread_mutex_unlock(&q->lock);
  return unused;
}
int main(void) {
  pthread_t t;
  q = malloc(sizeof *q);
  pthread_mutex_init(&q->lock, 0);
  q->n = 5;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&other);
  bump(q);
  pthread_mutex_unlock(&other);
  pthread_join(t, 0);
}
END_C
expect 1 '^bug' "$SKEIN" check race.c --json race.json
json race.json "all(f['kind'] == 'race' and len(f['accesses']) == 2 for f in r['findings'])"
# In whatever order: main holds `other`, the worker the lock inside of the block; both are in bump.
json race.json "all({tuple(a['locks_held']) for a in f['accesses']} == {('other',), ('malloc@race.c:15+8',)} for f in r['findings'])"
json race.json "all([p['function'] for p in a['stack']][0] == 'bump' and a['stack'][1]['function'] == a['agent'].split('(')[0] for f in r['findings'] for a in f['accesses'])"
# The first to come finds 5, the second what the first left: 6.
json race.json "all(f['accesses'][0]['value'] == 5 and f['accesses'][1]['value'] == 6 for f in r['findings'] if f['accesses'][0]['write'])"
json race.json "all(f['block']['allocated'][0]['text'] == 'q = malloc(sizeof *q);' and f['block']['allocated_by'] == 'main' for f in r['findings'])"
"$SKEIN" check race.c > race.out
grep -q 'First main, holding other: write of 4 bytes, which was 5' race.out || fail "no first access: $(cat race.out)"
grep -q '    in bump at race.c:6: static void bump' race.out || fail "no stack"
grep -q '    in worker at race.c:9: bump(q);' race.out || fail "no caller"

cat > values.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
int y;
void* adder(void* unused) {
  atomic_fetch_add(&x, 2);
  int expected = 7;
  atomic_compare_exchange_strong(&x, &expected, 9);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adder, 0);
  y = 3;
  pthread_join(t, 0);
  assert(x + y == 6);
}
END_C
expect 1 '^bug: 1 bug' "$SKEIN" check values.c --json values.json
json values.json "{v['name']: v['value'] for v in r['findings'][0]['compared']} == {'x': 2, 'y': 3}"
json values.json "[(s['read'], s['written']) for s in r['findings'][0]['steps'] if s['operation'] == 'rmw' and 'written' in s] == [(0, 2)]"
json values.json "[s['read'] for s in r['findings'][0]['steps'] if s['operation'] == 'rmw' and 'written' not in s] == [2]"
json values.json "r['findings'][0]['place']['text'] == 'assert(x + y == 6);' and r['findings'][0]['place']['line'] == 17"
"$SKEIN" check values.c > values.out
grep -q "^BUG 1: assertion 'x + y == 6' failed at values.c:17 in main: x was 2, y was 3" values.out ||
  fail "headline: $(cat values.out)"
grep -q 'atomic_fetch_add(&x, 2); \[rmw x 0 -> 2\]' values.out || fail "no value of a read-modify-write"

# Happens-before arrows: the join comes after the exit. That it comes after the create, its own
# agent's step before, goes without saying: the exit does.
json values.json "all(c < s['step'] for s in r['findings'][0]['steps'] for c in s['after'])"
json values.json "[r['findings'][0]['steps'][c - 1]['operation'] for s in r['findings'][0]['steps'] if s['operation'] == 'join' for c in s['after']] == ['exit']"

cat > freed.c <<'END_C'
#include <pthread.h>
#include <stdlib.h>
int* p;
static void drop(void) { free(p); }
void* worker(void* unused) { drop(); return unused; }
int main(void) {
  pthread_t t;
  p = malloc(8);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return *p;
}
END_C
expect 1 '^bug: 1 bug' "$SKEIN" check freed.c --json freed.json
json freed.json "[f['function'] for f in r['findings'][0]['block']['freed']] == ['drop', 'worker'] and r['findings'][0]['block']['freed_by'] == 'worker(1)'"

# A deadlock: who waits where, holding what, in a circle.
expect 1 '^bug: 1 bug' "$SKEIN" check crossed.skein --json crossed.json
json crossed.json "len(r['findings'][0]['cycle']) == 2 and sorted(w['locks_held'][0] for w in r['findings'][0]['waits'] if w['locks_held']) == ['a', 'b']"
"$SKEIN" check crossed.skein | grep -Eq 'Circle: (left.* -> right.* -> left|right.* -> left.* -> right)' || fail "no circle"

# Models have values too, and their own words.
expect 1 '^bug: 1 bug' "$SKEIN" check lost.skein --json lost.json
json lost.json "any(s.get('written') == 1 and s['place']['text'] == 'x = r + 1' for s in r['findings'][0]['steps'])"

# A program that destroys its own stack and crashes: reported anyway, as far as can be seen.
cat > smashed.c <<'END_C'
#include <pthread.h>
#include <string.h>
void* worker(void* unused) {
  volatile char here[8];
  static int i;
  for (i = 0; i < 256; ++i) here[i] = 0x41;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
}
END_C
expect 1 '^bug' "$SKEIN" check smashed.c --cflags -fno-stack-protector --cflags -w --json smashed.json
json smashed.json "r['findings'][0]['kind'] in ('crash', 'other')"

# No line is wider than a terminal, and nothing is painted when there is none.
cat race.out values.out | awk 'length($0) > 80 { wide = 1 } END { exit wide }' || fail "a line has more than 80 columns"
grep -q $'\x1b' race.out && fail "colours in a file"
finish
