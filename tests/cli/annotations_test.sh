#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What libraries say to ThreadSanitizer: declared orders count, races that are declared harmless are
# not reported, and the calls around locks link and do nothing.
# shellcheck source-path=SCRIPTDIR
. "$SKEIN_SOURCE/tests/cli/common.sh"

cat > annotated.c << 'END'
#include <pthread.h>
#include <stddef.h>
void AnnotateHappensBefore(const char*, int, const volatile void*);
void AnnotateHappensAfter(const char*, int, const volatile void*);
void AnnotateIgnoreReadsBegin(const char*, int);
void AnnotateIgnoreReadsEnd(const char*, int);
void AnnotateIgnoreWritesBegin(const char*, int);
void AnnotateIgnoreWritesEnd(const char*, int);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, size_t, const char*);
void __tsan_mutex_create(void*, unsigned);
void __tsan_mutex_pre_lock(void*, unsigned);
void __tsan_mutex_post_lock(void*, unsigned, int);
int __tsan_mutex_pre_unlock(void*, unsigned);
void __tsan_mutex_post_unlock(void*, unsigned);
void __tsan_acquire(void*);
void __tsan_release(void*);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, data, other;
// A flag under relaxed atomics orders nothing; the annotation says that it does.
static void give(void) {
  data = 1;
  BEFORE;
  __atomic_store_n(&flag, 1, __ATOMIC_RELAXED);
}
static void take(void) {
  if (__atomic_load_n(&flag, __ATOMIC_RELAXED) == 0) return;
  AFTER;
  data = 2;
}
static void* t(void* p) {
  __tsan_mutex_pre_lock(&m, 0);
  __tsan_mutex_post_lock(&m, 0, 1);
  give();
  IGNORE;
  other = 1;
  SEE;
  __tsan_mutex_pre_unlock(&m, 0);
  __tsan_mutex_post_unlock(&m, 0);
  return p;
}
int main(void) {
  pthread_t a;
  HARMLESS;
  __tsan_mutex_create(&m, 0);
  pthread_create(&a, 0, t, 0);
  take();
  IGNORE;
  other = 2;
  SEE;
  pthread_join(a, 0);
}
END
before='-DBEFORE=__tsan_release(&flag)'
after='-DAFTER=__tsan_acquire(&flag)'
ignore='-DIGNORE=AnnotateIgnoreWritesBegin("",0)'
see='-DSEE=AnnotateIgnoreWritesEnd("",0)'
harmless='-DHARMLESS=AnnotateBenignRaceSized("",0,&other,4,"")'
# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check annotated.c --json report.json --cflags "'$1' '$2' '$3' '$4' '$5'"; }
# The load sees the store, or does not: two executions. Without an annotation a race in one of them.
expect 0 'clean: all executions explored \(2\)' check "$before" "$after" "$ignore" "$see" -DHARMLESS=
expect 0 'clean: all executions explored \(2\)' check "$before" "$after" -DIGNORE= -DSEE= "$harmless"
# As many as a program declares, and a declaration of more bytes than an earlier one.
many='-DHARMLESS=for(int i=-200;i<=0;i++)AnnotateBenignRaceSized("",0,&other+i,i<0?1:4,"")'
expect 0 'clean: all executions explored \(2\)' check "$before" "$after" -DIGNORE= -DSEE= "$many"
wider='-DHARMLESS=AnnotateBenignRaceSized("",0,&other,1,"");AnnotateBenignRaceSized("",0,&other,4,"")'
expect 0 'clean: all executions explored \(2\)' check "$before" "$after" -DIGNORE= -DSEE= "$wider"
expect 0 'clean: all executions explored \(2\)' check '-DBEFORE=AnnotateHappensBefore("",0,&flag)' \
  '-DAFTER=AnnotateHappensAfter("",0,&flag)' "$ignore" "$see" -DHARMLESS=
expect 1 '^bug' check -DBEFORE= "$after" "$ignore" "$see" -DHARMLESS=
json report.json '{f["kind"] for f in r["findings"]} == {"race"}'
expect 1 '^bug' check "$before" -DAFTER= "$ignore" "$see" -DHARMLESS=
expect 1 '^bug' check "$before" "$after" -DIGNORE= -DSEE= -DHARMLESS=
json report.json '{f["kind"] for f in r["findings"]} == {"race"}'
finish
