#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What a report says about the failing line: the variables there, what the C++ library requires; and
# that the first bug is shown in full while the exploration goes on.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > variables.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum color { RED, GREEN };
struct node { int value; struct node* next; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static struct node* head;
static int work(int items, double rate, enum color c) {
  int sum = 0;
  char mark = 'x';
  struct node* mine = malloc(sizeof(struct node));
  mine->value = items;
  _Bool last = items == 2;
  for (int i = 0; i < items; i++) {
    pthread_mutex_lock(&m);
    int seen = total;
    pthread_mutex_unlock(&m);
    sum += seen;
    pthread_mutex_lock(&m);
    mine->next = head;
    head = mine;
    total = seen + 1;
    int now = total;
    assert(now == i + 1 || sum > 100 || !last);
    int later = now + 1;
    pthread_mutex_unlock(&m);
    sum += later - now - 1;
  }
  return sum + (int)rate + (int)c + mark;
}
static void* run(void* p) { return (void*)(long)(p ? 0 : work(2, 1.5, GREEN)); }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_C
for compiler in gcc clang; do
  expect 1 '^bug' "$SKEIN" check variables.c "--compiler=$compiler" --cflags=-O0 --json report.json
  # `later` is not declared yet, and the names of places have no addresses.
  json report.json "{k['name']: k['values'] for k in r['findings'][0]['known']} == {
    'items': '2', 'rate': '1.5', 'c': 'GREEN', 'sum': '1', 'mark': \"'x'\", 'last': 'true',
    'mine': [k['values'] for k in r['findings'][0]['known'] if k['name'] == 'mine'][0],
    'i': '0', 'seen': '1', 'now': '2'}"
  json report.json "'&node@variables.c:12' in [k['values'][:20] for k in r['findings'][0]['known']]"
  # Optimised code knows fewer, but none wrong.
  expect 1 '^bug' "$SKEIN" check variables.c "--compiler=$compiler" --cflags=-O2 --json report.json
  json report.json "len(r['findings'][0]['known']) > 3"
  json report.json "all(k['values'] == {'items': '2', 'rate': '1.5', 'c': 'GREEN', 'sum': '1',
    'mark': \"'x'\", 'last': 'true', 'i': '0', 'seen': '1', 'now': '2'}.get(k['name'], k['values'])
    for k in r['findings'][0]['known'])"
done
"$SKEIN" check variables.c > report.txt 2>&1
grep -q "^  Variables of work: items = 2, rate = 1.5, c = GREEN, sum = 1, mark = 'x'," report.txt ||
  fail "the variables are not shown: $(cat report.txt)"

# Preconditions of the C++ library: one cause is one finding, at the user's line.
cat > empty.cpp <<'END_C'
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
static std::mutex m;
static std::vector<int> items;
static std::optional<int> last;
int main() {
  int sum = 0;
  std::thread producer([] {
    for (int i = 0; i < 2; i++) {
      std::lock_guard guard(m);
      items.push_back(i);
      last = i;
    }
  });
  std::thread consumer([&] {
    std::lock_guard guard(m);
#ifdef INDEX
    sum += items[0];
#elif defined OPTIONAL
    sum += *last;
#else
    sum += items.back();
    items.pop_back();
#endif
  });
  producer.join();
  consumer.join();
}
END_C
check_empty() { # DEFINE LINE HEADLINE COMPILER-AND-LEVEL: this one is taken too if not all are
  for compiler in gcc clang; do
    for level in -O0 -O2; do
      is_long || [ "$compiler $level" = "gcc -O0" ] || [ "$compiler $level" = "$4" ] || continue
      expect 1 '^bug: 1 bug found' "$SKEIN" check empty.cpp "--compiler=$compiler" \
        "--cflags=-D$1 $level" --json report.json
      json report.json "r['findings'][0]['headline'].startswith('$3')"
      json report.json "' at empty.cpp:$2 in lambda@' in r['findings'][0]['headline']"
      json report.json "r['findings'][0]['kind'] == 'assertion'"
    done
  done
}
check_empty BACK 24 'std::vector::back() of an empty container' 'clang -O2'
check_empty INDEX 20 'std::vector::operator[]() requires' 'clang -O0'
check_empty OPTIONAL 22 'std::optional::operator*() requires' 'gcc -O2'

# The first bug is shown in full at once, and an interrupt loses nothing of it.
cat > long.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter, others[4];
static void* add(void* p) {
  for (int i = 0; i < 40; i++) atomic_exchange(&others[i % 4], 1);
  int seen = atomic_load(&counter);  // late: the explorer reverses late races first
  atomic_store(&counter, seen + 1);
  return p;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(counter == 4);
}
END_C
"$SKEIN" check long.c > out.txt 2> err.txt &
skein=$!
wait_for "$skein" err.txt 'the report will show BUG 1 again' || fail "the first bug is not shown: $(cat err.txt)"
grep -q "^BUG 1: assertion 'counter == 4' failed at long.c:15 in main: counter was" err.txt ||
  fail "the first bug: $(cat err.txt)"
grep -q 'skein replay long.c .*--schedule' err.txt || fail "no schedule: $(cat err.txt)"
kill -INT "$skein"
wait "$skein"
[ $? -eq 1 ] || fail "exit status after an interrupt"
grep -q "^BUG 1: assertion 'counter == 4' failed at long.c:15" out.txt || fail "the report: $(cat out.txt)"
grep -q 'skein replay long.c .*--schedule' out.txt || fail "no schedule in the report: $(cat out.txt)"
grep -Eq 'atomic_store\(&counter, seen' out.txt || fail "no steps in the report: $(cat out.txt)"
"$SKEIN" check long.c --quiet --max-seconds 1 > out.txt 2> err.txt
[ -s err.txt ] && fail "--quiet announces: $(cat err.txt)"

finish
