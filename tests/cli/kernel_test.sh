#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What a program asks of the kernel: calls that would block are refused by name and line, memory that
# it maps is undone after every run.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check -q "$@"; }

headers='#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <fcntl.h>
#include <grp.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>
static void* nothing(void* p) { return p; }
'
# program BODY: a program whose line 1 is BODY (of main).
program() { printf '%s#line 1\nint main(void) { %s\n  return 0; }\n' "$headers" "$1" > program.c; }
# refused WHAT BODY
refused() {
  program "$2"
  expect 2 "program.c:1: the program uses $1" check program.c
}
# accepted EXECUTIONS BODY
accepted() {
  program "$2"
  expect 0 "^clean: all executions explored \($1\)" check program.c
}

refused 'a socket that is neither TCP nor a stream of AF_UNIX' 'return socket(AF_INET, SOCK_DGRAM, 0);'
refused 'a socket that was not made by this run' 'return accept(0, 0, 0);'
refused 'a socket that was not made by this run' 'return accept4(0, 0, 0, 0);'
refused 'a socket that was not made by this run' 'struct sockaddr_in a = {0}; return connect(0, (void*)&a, sizeof a);'
refused 'a socket that was not made by this run' 'struct sockaddr_in a = {0}; return bind(0, (void*)&a, sizeof a);'
refused 'a socket that was not made by this run' 'return listen(0, 1);'
refused 'a transfer by a socket that was not made by this run' 'char c; return (int)recv(0, &c, 1, 0);'
refused 'a transfer by a socket that was not made by this run' 'char c; return (int)recvfrom(0, &c, 1, 0, 0, 0);'
refused 'a transfer by a socket that was not made by this run' 'struct msghdr m = {0}; return (int)recvmsg(0, &m, 0);'
tcp='int s = socket(AF_INET, SOCK_STREAM, 0); struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = 9};'
refused 'connect to another process' "$tcp a.sin_addr.s_addr = 0x04030201; return connect(s, (void*)&a, sizeof a);"
refused 'bind to an address other than' "$tcp a.sin_addr.s_addr = 0x04030201; return bind(s, (void*)&a, sizeof a);"
refused 'a connection to an address at which it does not listen itself' "$tcp a.sin_addr.s_addr = 0x0100007f; return connect(s, (void*)&a, sizeof a);"
refused 'an option of sockets that is not supported' "$tcp return a.sin_port + setsockopt(s, SOL_SOCKET, SO_BINDTODEVICE, \"lo\", 2);"
refused 'sendmsg with ancillary data' 'int e[2]; char c[64] = {0}; struct msghdr m = {.msg_control = c, .msg_controllen = 64}; return socketpair(AF_UNIX, SOCK_STREAM, 0, e) + (int)sendmsg(e[0], &m, 0);'
refused 'getaddrinfo of a name' 'struct addrinfo* a; return getaddrinfo("example.org", 0, 0, &a);'
accepted 1 'struct addrinfo* a; struct addrinfo h = {.ai_socktype = SOCK_STREAM}; assert(getaddrinfo("localhost", "80", &h, &a) == 0); freeaddrinfo(a);'
refused gethostbyname 'return gethostbyname("localhost") == 0;'
refused 'a timer that was not made by this run' 'struct itimerspec t = {0}; return timerfd_settime(0, 0, &t, 0);'
refused inotify_init 'return inotify_init();'
refused mkfifo 'return mkfifo("fifo", 0600);'
refused msgget 'return msgget(1, 0);'
refused semget 'return semget(1, 1, 0);'
refused shmget 'return shmget(1, 1, 0);'
refused mq_open 'return mq_open("/x", O_CREAT, 0600, (struct mq_attr*)0);'
refused daemon 'return daemon(0, 0);'
refused ualarm 'return (int)ualarm(1, 0);'
refused 'a ppoll that a signal may interrupt' 'sigset_t s; sigemptyset(&s); signal(SIGUSR1, (void (*)(int))exit); sighold(SIGUSR1); return ppoll(0, 0, 0, &s);'
refused 'a poll that has to wait' 'return poll(0, 0, -1);'
refused 'a select that has to wait' 'return select(0, 0, 0, 0, 0);'
refused 'flock with several threads' 'pthread_t t; pthread_create(&t, 0, nothing, 0); return flock(0, LOCK_EX);'

# With a time and no descriptors both are sleeps; what is there at once is answered.
accepted 1 'return poll(0, 0, 60000);'
accepted 1 'sigset_t s; sigemptyset(&s); struct timespec t = {0}; return sigtimedwait(&s, 0, &t) != -1;'
accepted 1 'struct timeval t = {60, 0}; return select(0, 0, 0, 0, &t);'
accepted 1 'int f = open("program.c", O_RDONLY); struct pollfd p = {f, POLLIN, 0}; assert(poll(&p, 1, -1) == 1);'
accepted 1 'int f = open("program.c", O_RDONLY); fd_set s; FD_ZERO(&s); FD_SET(f, &s); assert(select(f + 1, &s, 0, 0, 0) == 1);'
accepted 1 'int f = open("program.c", O_RDONLY); assert(flock(f, LOCK_EX) == 0);'

# A pipe that is open for writing, so that it never ends; nothing is written to it.
mkfifo silent
exec 3<> silent

# Pipes: a read that has to wait, data that the next run would miss, and the end, which stays.
two='pthread_t t; pthread_create(&t, 0, nothing, 0); pthread_join(t, 0);'
program "char c; $two return read(0, &c, 1) < 0;"
# shellcheck disable=SC2317
from_silent_pipe() { "$SKEIN" check -q program.c <&3; }
# shellcheck disable=SC2317
from_pipe() { echo text | "$SKEIN" check -q program.c; }
# shellcheck disable=SC2317
from_ended_pipe() { true | "$SKEIN" check -q program.c; }
expect 2 'program.c:1: the program uses a read from a pipe or socket that has to wait' from_silent_pipe
expect 2 'program.c:1: the program uses a read from a pipe or socket' from_pipe
expect 0 '^clean' from_ended_pipe
# The same together with a pipe of the program's own, which could end the wait only for itself.
program "int e[2]; $two pipe(e); struct pollfd p[2] = {{0, POLLIN, 0}, {e[0], POLLIN, 0}}; return poll(p, 2, -1);"
expect 2 'program.c:1: the program uses a poll that has to wait' from_silent_pipe
program "$two struct epoll_event e = {0}; return epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, 0, &e);"
expect 2 'program.c:1: the program uses epoll of a descriptor from outside' from_silent_pipe
# A wait that could not be refused at the call is noticed, and is not a bug of the program.
program "$two return getchar() == -5;"
expect 2 'waits in the kernel \(read\)' from_silent_pipe

# clang's OpenMP, whose library need not be installed: its name is enough.
echo 'int omp_get_num_teams(void) { return 1; }' | gcc -shared -fPIC -x c - -o libomp.so.5
echo 'int omp_get_num_teams(void); int main(void) { return omp_get_num_teams() - 1; }' > omp.c
expect 2 'omp: the program uses OpenMP \(libomp.so.5\), which skein does not support yet' \
  check omp.c --cflags "$PWD/libomp.so.5 -Wl,-rpath,$PWD"
# gcc's, and what of it is not supported; outside of skein the program runs with libgomp.
cat > ordered.c <<'END'
#include <omp.h>
#include <stdio.h>
int main(void) {
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 3; i++) {
#pragma omp ordered
    printf("%d of %d\n", i, omp_get_num_threads());
  }
}
END
expect 2 'ordered.c:4: the program uses GOMP_loop_ordered_dynamic_start' check ordered.c --cflags=-fopenmp
"$SKEIN" cc -fopenmp ordered.c -o ordered || fail "skein cc -fopenmp"
[ "$(OMP_NUM_THREADS=2 ./ordered | tail -n 1)" = "2 of 2" ] || fail "OpenMP outside of skein"
echo 'int main(void) { int n = 0; _Pragma("omp parallel reduction(+ : n)") n++; return n == 3 ? 0 : 7; }' > teams.c
OMP_NUM_THREADS=3 expect 0 '^clean: .* with up to 3 OpenMP threads' check teams.c --cflags=-fopenmp
expect 0 'exit status 7.*with up to 2 OpenMP threads' check teams.c --cflags=-fopenmp

# Memory that the program maps is at the same address in every run, whichever thread comes first.
cat > mapped.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static pthread_mutex_t* m;
static void* page(void) {
  char* p = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(p != MAP_FAILED && p[0] == 0 && p[8191] == 0);
  p[8191] = 1;
  return p;
}
static void* t(void* a) {
  pthread_mutex_t* own = page();
  pthread_mutex_init(own, 0);
  pthread_mutex_lock(own);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  pthread_mutex_unlock(own);
  if (a) munmap(own, 8192);
  return a;
}
int main(void) {
  m = page();
  m = mremap(m, 8192, 65536, MREMAP_MAYMOVE);
  assert(m != MAP_FAILED && ((char*)m)[8191] == 1);
  assert(mprotect((char*)m + 4096, 4096, PROT_NONE) == 0);
  char* b = sbrk(4096);
  assert(b[0] == 0);
  b[0] = 1;
  pthread_mutex_init(m, 0);
  pthread_t a, c;
  pthread_create(&a, 0, t, 0);
  pthread_create(&c, 0, t, m);
  pthread_join(a, 0);
  pthread_join(c, 0);
}
END
# The two threads agree on one lock alone: two orders of it.
for explorer in qpor optimal source exhaustive; do
  count=2
  [ $explorer = exhaustive ] && count='[0-9,]+'
  expect 0 "explored \($count\)" check mapped.c --reduce=outcome -e $explorer
done
expect 0 'explored \(2\)' check mapped.c --reduce=outcome --reset=fork

# Variables and the heap may be protected: every run finds them as they were.
cat > protected.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
static char page[8192] __attribute__((aligned(4096)));
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* t(void* a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
int main(void) {
  char* block = aligned_alloc(4096, 8192);
  page[0] = block[0] = 1;
  if (mprotect(page, 4096, PROT_NONE) || mprotect(block, 4096, PROT_READ)) abort();
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END
expect 0 'explored \(2\)' check protected.c --reduce=outcome

# What was mapped before main is part of what every run finds.
cat > early.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
static pthread_mutex_t* m;
static int* count;
__attribute__((constructor)) static void first(void) {
  char* p = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  m = (pthread_mutex_t*)p;
  count = (int*)(p + 500000);
  pthread_mutex_init(m, 0);
}
static void* t(void* a) {
  pthread_mutex_lock(m);
  ++*count;
  pthread_mutex_unlock(m);
  return a;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(*count == 2);
}
END
expect 0 'explored \(2\)' check early.c

# It can be unmapped in a run, and the next one finds it again; a use after that is a crash.
sed 's|  assert(\*count == 2);|  assert(*count == 2 \&\& munmap((char*)m + 499712, 4096) == 0); LAST|' early.c > unmapped.c
expect 0 'clean: all executions explored \(2\)' check unmapped.c --cflags -DLAST=
expect 1 'bug: 1 bug found; all executions explored \(2\)' check unmapped.c --cflags '-DLAST=++*count;'

# However many parts with protections of their own it has.
sed -e 's|  count = (int\*)(p + 500000);|&\n  for (int i = 130; i < 256; i += 2) mprotect(p + i * 4096, 4096, PROT_READ);|' \
  -e 's|  assert(\*count == 2);|  assert(*count == 2 \&\& munmap((char*)m + 128 * 4096, 128 * 4096) == 0); LAST|' early.c > parts.c
expect 0 'clean: all executions explored \(2\)' check parts.c --cflags -DLAST=
expect 1 'bug: 1 bug found; all executions explored \(2\)' check parts.c --cflags '-DLAST=++*((char*)m+255*4096);'

# What cannot be undone is refused; in a process of its own nothing need be undone.
older='static void* older; __attribute__((constructor)) static void first(void) { older = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }'
headers="$headers$older
"
accepted 1 'return munmap(older, 8192);'
refused 'mremap of memory' 'return mremap(older, 8192, 4096, 0) == MAP_FAILED;'
expect 0 '^clean' check program.c --reset=fork
refused 'mmap at a fixed address' 'return mmap(older, 8192, PROT_READ, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;'
refused 'mprotect of memory' 'return mprotect((void*)((uintptr_t)&main & ~4095UL), 4096, PROT_READ | PROT_WRITE | PROT_EXEC);'
echo text > file
accepted 1 'int f = open("file", O_RDWR); char* p = mmap(0, 5, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0); assert(*p == 116); *p = 0;'
[ "$(cat file)" = text ] || fail "a mapped file has changed"
accepted 1 'return setuid(getuid()) != 0 || setgroups(0, 0) != 0;'
refused 'a change to another user' 'return setuid(getuid() + 1);'
accepted 1 'int f = open("file", O_RDWR); char* p = mmap(0, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE, f, 0); assert(*p == 116); *p = 0;'
accepted 1 'int f = memfd_create("x", 0); assert(ftruncate(f, 4096) == 0); char* p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0); assert(*p == 0); *p = 1;'
refused 'sbrk with several threads' 'pthread_t t; pthread_create(&t, 0, nothing, 0); return sbrk(16) == 0;'

finish
