#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Names from debug information, with gcc and clang: parts of variables, and the files of inlined
# functions.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > parts.c <<'END_C'
#include <pthread.h>
#include <stdatomic.h>
struct item { int key; struct item* next; };
struct queue {
  pthread_mutex_t lock;
  struct item items[4];
  atomic_int size;
  union { int a; long b; };
  int grid[3][5];
  struct { int inner; } deep[2];
} queue;
void* worker(void* p) {
  pthread_mutex_lock(&queue.lock);
  pthread_mutex_unlock(&queue.lock);
  atomic_store(&queue.size, 1);
  queue.items[0].key = 1;
  queue.items[3].next = 0;
  queue.a = 3;
  queue.grid[2][4] = 1;
  queue.deep[1].inner = 1;
  return p;
}
int main(void) {
  static struct queue own;
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_mutex_lock(&own.lock);
  pthread_mutex_unlock(&own.lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_C
cat > parts.cpp <<'END_CPP'
#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>
struct base {
  int id = 0;
  std::atomic<int> count{0};
};
namespace house {
struct list : base {
  std::mutex guard;
  std::atomic<bool> flag{false};
  std::array<int, 3> values{};
  static int of_class;
  virtual ~list() = default;
};
int list::of_class = 0;
list one;
}  // namespace house
void work() {
  { std::lock_guard<std::mutex> lock(house::one.guard); }
  house::one.count.store(1);
  house::one.flag = true;
  house::one.id = 3;
  house::one.values[2] = 1;
  house::list::of_class = 1;
}
int main() {
  std::thread x(work), y(work);
  x.join();
  y.join();
}
END_CPP

for compiler in gcc clang-19; do
  command -v "$compiler" > /dev/null || continue
  "$SKEIN" check parts.c --compiler "$compiler" -q --witness-seconds 0.1 --json c.json > /dev/null 2>&1
  for name in 'queue.items[0].key' 'queue.items[3].next' 'queue.a' 'queue.grid[2][4]' 'queue.deep[1].inner'; do
    json c.json "any('data race on $name:' in h for f in r['findings'] for h in [f['headline'], *f.get('variants', [])])"
  done
  json c.json "{'queue.lock', 'queue.size'} <= {o for f in r['findings'] for s in f['steps'] for o in s['objects']}"
  json c.json "any('own.lock' in o or o.startswith('own.') for f in r['findings'] for s in f['steps'] for o in s['objects'])"

  cxx=${compiler/gcc/g++}
  cxx=${cxx/clang-/clang++-}
  levels=-O0
  [ "$compiler" = gcc ] || levels=-O2
  if is_long; then levels='-O0 -O2'; fi
  for level in $levels; do
    "$SKEIN" check parts.cpp --compiler "$cxx" --cflags "$level" -v --witness-seconds 0.1 --json cpp.json > /dev/null 2>&1
    for name in 'house::one.id' 'house::one.values[2]' 'house::list::of_class'; do
      json cpp.json "any('data race on $name:' in h for f in r['findings'] for h in [f['headline'], *f.get('variants', [])])"
    done
    json cpp.json "{'house::one.guard', 'house::one.count', 'house::one.flag'} <= {o for f in r['findings'] for s in f['steps'] for o in s['objects']}"
    # A function of the library's is in a file of the library's, one of ours in ours: each line that
    # is said to be in a function has to be there.
    json cpp.json "all((p['function'].startswith('work') or p['function'] == 'main') == p['path'].endswith('parts.cpp') for f in r['findings'] for s in f['steps'] for p in s.get('stack', []) if 'path' in p and (p['function'].startswith(('std::', '__gthread', 'work')) or p['function'] == 'main') and 'lambda' not in p['function'])"
    # Inlined or not, a step in the library was called from work.
    json cpp.json "all(any(p['function'].startswith('work') and p['file'] == 'parts.cpp' for p in s['stack']) for f in r['findings'] for s in f['steps'] if 'house::one.guard' in s['objects'] or 'house::one.count' in s['objects'])"
    json cpp.json "any(len(s.get('stack', [])) > 1 and 'house::one.guard' in s['objects'] for f in r['findings'] for s in f['steps'])"
  done
done

# Without debug information: how far it is into the variable.
"$SKEIN" cc -g0 parts.c -o plain 2> cc.out || fail "$(cat cc.out)"
"$SKEIN" check ./plain -q --witness-seconds 0.1 --json plain.json > /dev/null 2>&1
json plain.json "any('queue+' in f['object'] for f in r['findings'])"

# A C11 thread has the name of the program's function, and its start is where it was created.
cat > c11.c << 'END'
#include <assert.h>
#include <threads.h>
static int work(void* p) { return p != 0; }
int main(void) {
  thrd_t t;
  thrd_create(&t, work, 0);
  thrd_join(t, 0);
  assert(0);
}
END
"$SKEIN" check c11.c --json c11.json > c11.out 2>&1
json c11.json "'work(1)' in r['findings'][0]['agents']"
if grep -q 'runtime\|c11\.cpp' c11.out; then fail "our own names: $(cat c11.out)"; fi
finish
