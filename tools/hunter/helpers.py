# SPDX-License-Identifier: Apache-2.0
"""What every generated program begins with, and the functions that statements may call (@name in their text).

POINT stands between steps and is empty but in native runs (-DHUNT_DELAYS), where it sometimes yields or sleeps. TURN(n) stands in every
loop that waits, empty too but with -DHUNT_BOUND=B: then a thread may take B turns in a loop, more are assumed not to happen, and each turn
writes to memory, so that no loop is taken for one that makes no progress."""
import re

COMMON = """\
#ifdef HUNT_BOUND
#include <skein/skein.h>
static int hunt_turns[THREADS][64];
#define TURN(n) (hunt_turns[me][n]++ < HUNT_BOUND ? (void)0 : skein_assume(0))
#else
#define TURN(n) ((void)0)
#endif
#ifdef HUNT_DELAYS
static void hunt_point(void) {
  static __thread unsigned state;
  if (state == 0) state = (unsigned)strtoul(getenv("HUNT_SEED"), 0, 10) * 2654435761u + (unsigned)syscall(186) * 40503u + 1;
  state = state * 1664525u + 1013904223u;
  unsigned drawn = state >> 24;
  if (drawn < 100) sched_yield();
  else if (drawn < 112) usleep(state >> 8 & 127);
}
#define POINT hunt_point()
#else
#define POINT ((void)0)
#endif
static int out[THREADS][3];
static void hunt_outcome(const int* seen, int length) {
#ifdef HUNT_ALLOWED
  static const int allowed[][LENGTH] = HUNT_ALLOWED;
  int found = 0;
  for (unsigned i = 0; i < sizeof allowed / sizeof *allowed && !found; i++) {
    found = 1;
    for (int k = 0; k < length; k++) found = found && allowed[i][k] == seen[k];
  }
  assert(found && "an outcome of the list");
#else
  printf("OUTCOME");
  for (int i = 0; i < length; i++) printf(" %d", seen[i]);
  printf("\\n");
#endif
}
"""
C_INCLUDES = ["assert.h", "errno.h", "pthread.h", "sched.h", "semaphore.h", "stdatomic.h", "stdbool.h", "stdio.h", "stdlib.h", "string.h",
              "threads.h", "time.h", "unistd.h", "sys/syscall.h"]
CXX_INCLUDES = ["cassert", "cerrno", "cstdio", "cstdlib", "cstring", "pthread.h", "sched.h", "semaphore.h", "time.h", "unistd.h", "sys/syscall.h"]
# The headers of the C++ library are long: only those are included that the text needs.
CXX_BY_USE = {r"atomic": "atomic", r"std::barrier": "barrier", r"std::chrono": "chrono", r"std::condition_variable": "condition_variable",
              r"std::deque": "deque", r"std::(async|promise|packaged_task|shared_future)": "future", r"std::latch": "latch",
              r"std::(shared_ptr|make_shared)": "memory", r"std::(\w*mutex|\w*lock\w*|once_flag|call_once)": "mutex", r"semaphore<|std::binary_semaphore": "semaphore",
              r"std::shared_(mutex|lock)": "shared_mutex", r"std::runtime_error": "stdexcept", r"std::(string|to_string|getline)": "string", r"std::\w*stringstream": "sstream", r"std::cout": "iostream",
              r"std::pmr": "memory_resource", r"std::function": "functional", r"std::stop_": "stop_token", r"exception_ptr": "exception",
              r"std::j?thread|std::this_thread": "thread", r"std::vector": "vector"}


def prologue(language, threads, text):
    """`text` is all that follows."""
    if language == "c":
        lines = ["#define _GNU_SOURCE"] + [f"#include <{name}>" for name in C_INCLUDES]
    else:
        used = [name for pattern, name in CXX_BY_USE.items() if re.search(pattern, text)]
        lines = [f"#include <{name}>" for name in CXX_INCLUDES + used] + ["using namespace std;"]
    return lines + [COMMON.rstrip().replace("THREADS", str(threads))]


# name: text, or a pair for C and C++. The order is that of the program's text.
HELPERS = {
    "node": "struct node { int value; struct node* next; };",
    "new_node": ("/* @node */ static struct node* new_node(int value) {\n"
                 "  struct node* n = (struct node*)malloc(sizeof *n);\n  n->value = value;\n  n->next = 0;\n  return n;\n}"),
    "chain_sum": ("/* @node */ static int chain_sum(struct node* n) {\n  int sum = 0;\n"
                  "  for (; n; n = n->next) sum = sum * 5 + n->value;\n  return sum;\n}"),
    "push": ("/* @node */ static void push(struct node* _Atomic* top, struct node* n, int me) {\n  (void)me;\n  n->next = atomic_load(top);\n"
             "  while (!atomic_compare_exchange_weak(top, &n->next, n)) { TURN(60); }\n}",
             "/* @node */ static void push(std::atomic<struct node*>* top, struct node* n, int me) {\n  (void)me;\n  n->next = top->load();\n"
             "  while (!top->compare_exchange_weak(n->next, n)) { TURN(60); }\n}"),
    "pop": ("/* @node */ static int pop(struct node* _Atomic* top, int* value, int me) {\n  (void)me;\n  struct node* n = atomic_load(top);\n"
            "  while (n && !atomic_compare_exchange_weak(top, &n, n->next)) { TURN(61); }\n  if (n) *value = n->value;\n  return n != 0;\n}",
            "/* @node */ static int pop(std::atomic<struct node*>* top, int* value, int me) {\n  (void)me;\n  struct node* n = top->load();\n"
            "  while (n && !top->compare_exchange_weak(n, n->next)) { TURN(61); }\n  if (n) *value = n->value;\n  return n != 0;\n}"),
    "init_mutex": ("static void init_mutex(pthread_mutex_t* m, int type) {\n  pthread_mutexattr_t attributes;\n"
                   "  pthread_mutexattr_init(&attributes);\n  pthread_mutexattr_settype(&attributes, type);\n"
                   "  pthread_mutex_init(m, &attributes);\n}"),
    "soon": ("static struct timespec soon(void) {\n  struct timespec t;\n  clock_gettime(CLOCK_REALTIME, &t);\n  t.tv_nsec += 200000;\n"
             "  if (t.tv_nsec >= 1000000000) { t.tv_nsec -= 1000000000; t.tv_sec++; }\n  return t;\n}"),
    "three": "static int three() { return 3; }",
    "note_end": "/* @key_ends */ static void note_end(void* value) { __atomic_add_fetch(&key_ends, (int)(long)value, __ATOMIC_SEQ_CST); }",
    "key_ends": "static int key_ends;",
    "load_to": ("static int load_to(atomic_int* from, int* value) {\n  *value = atomic_load(from);\n  return *value != 0;\n}",
                "static int load_to(std::atomic<int>* from, int* value) {\n  *value = from->load();\n  return *value != 0;\n}"),
    "deep": ("static int deep(atomic_int* from, int depth) {\n  volatile int pad[16];\n  pad[depth & 15] = depth;\n"
             "  return depth ? deep(from, depth - 1) + pad[depth & 15] : atomic_load(from);\n}",
             "static int deep(std::atomic<int>* from, int depth) {\n  volatile int pad[16];\n  pad[depth & 15] = depth;\n"
             "  return depth ? deep(from, depth - 1) + pad[depth & 15] : from->load();\n}"),
    "pair": ("struct pair { int first; int second; };", "struct pair2 { int first; int second; };"),
    "swap_out": ("/* @pair */ static struct pair swap_out(atomic_int* at, int value) {\n  struct pair p;\n  p.first = atomic_exchange(at, value);\n"
                 "  p.second = value;\n  return p;\n}",
                 "/* @pair */ static struct pair2 swap_out(std::atomic<int>* at, int value) {\n  return {at->exchange(value), value};\n}"),
    "big": "struct big { long at[5]; };",
    "big_sum": "/* @big */ static int big_sum(struct big b) {\n  return (int)(b.at[0] + 3 * b.at[1] + 5 * b.at[2] + 7 * b.at[3] + 11 * b.at[4]);\n}",
    "big_made": "/* @big */ static struct big big_made(int k) {\n  struct big b = {{k, 1, 2, 3, k}};\n  return b;\n}",
    "big_changed": "/* @big */ static struct big big_changed(struct big b, int k) {\n  b.at[k & 3] += k;\n  return b;\n}",
    "cell": ("struct cell { int before; atomic_int count; atomic_int flag; };", "struct cell { int before; std::atomic<int> count; std::atomic<int> flag; };"),
    "child": ("struct order { int* from; int* to; };\nstatic void* child(void* p) {\n  struct order* o = (struct order*)p;\n"
              "  *o->to = *o->from + 1;\n  return (void*)(long)(*o->to * 2);\n}"),
    "Counted": ("", "static std::atomic<int> alive{0};\nstruct Counted {\n  int value;\n  explicit Counted(int v) : value(v) { alive++; }\n"
                    "  ~Counted() { alive--; }\n};"),
    "Guard": ("", "struct Guard {\n  std::atomic<int>& count;\n  explicit Guard(std::atomic<int>& c) : count(c) { count++; }\n"
                  "  ~Guard() { count--; }\n};"),
    "Tls": ("", "static std::atomic<int> tls_ends{0};\nstruct Tls {\n  int value = 1;\n  ~Tls() { tls_ends += value; }\n};\n"
                "static thread_local Tls tls;"),
    "Global": ("", "static std::atomic<int> made{0};\nstruct Global {\n  Global() { made = 5; }\n  ~Global() { made = 0; }\n};\nstatic Global global_object;"),
    "local_static": ("", "static int local_static(int value) {\n  static int kept = value;\n  return kept;\n}"),
    "sum": ("", "template <class T> static int sum(const T& all) {\n  int s = 0;\n  for (int v : all) s = s * 5 + v;\n  return s;\n}"),
    "early": "static int early_value;\n__attribute__((constructor)) static void early(void) { early_value = 4; }",
    "late": ("static atomic_int* late_at;\n__attribute__((destructor)) static void late(void) { if (late_at) assert(atomic_load(late_at) != 2); }",
             "static std::atomic<int>* late_at;\n__attribute__((destructor)) static void late() { if (late_at) assert(late_at->load() != 2); }"),
    "once_body": "static void once_body(void) { $v9++; }",
}


def text_of(name, language):
    text = HELPERS[name]
    return text if isinstance(text, str) else text[language == "cxx"]


def ordered(names, language):
    """The helpers in the order of the table, but each after those that it names."""
    done = []

    def add(name):
        for other in HELPERS:
            if other != name and f"@{other}" in text_of(name, language) and other not in done:
                add(other)
        if name not in done:
            done.append(name)

    for name in HELPERS:
        if name in names:
            add(name)
    return done
