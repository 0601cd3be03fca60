#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A library whose constructor comes before that of skein's runtime sees all cores, and the threads
# that it creates take part in every run.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > library.c <<'END'
#include <pthread.h>
#include <sched.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t worker;
int jobs, cores;
static void* work(void* p) {
  pthread_mutex_lock(&m);
  ++jobs;
  pthread_mutex_unlock(&m);
  return p;
}
__attribute__((constructor)) static void begin(void) {
  cpu_set_t set;
  cores = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 0;
  pthread_create(&worker, 0, work, 0);
}
END
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
extern pthread_mutex_t m;
extern pthread_t worker;
extern int jobs, cores;
int main(void) {
  assert(cores == sysconf(_SC_NPROCESSORS_ONLN));
  pthread_mutex_lock(&m);
  const int seen = jobs;
  pthread_mutex_unlock(&m);
  pthread_join(worker, 0);
  assert(seen <= MOST);
}
END
cc -D_GNU_SOURCE -shared -fPIC library.c -o libearly.so -pthread || fail "no library"
for most in 0 1; do
  "$SKEIN" cc -DMOST=$most program.c -L. -learly "-Wl,-rpath,$PWD" -pthread -o program$most ||
    fail "no program"
done
# Main's section and the thread's come in two orders.
expect 0 '^clean: all executions explored \(2\).*threads of constructors' "$SKEIN" check ./program1
expect 1 '^bug: 1 bug found' "$SKEIN" check ./program0 --json report.json
json report.json "r['executions'] == 2 and r['findings'][0]['kind'] == 'assertion'"
finish
