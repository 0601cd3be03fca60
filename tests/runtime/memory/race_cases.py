# SPDX-License-Identifier: Apache-2.0
"""The cases of the race suite, as data and as one C program: for each primitive and each memory order a racy
program and its safe twin, and the placement matrix (an access before, in, after the critical section; in main
before, between, after create and join). Whether a case races follows from C11 and POSIX, not from what a tool says.

With an argument the program runs that case, with four a pair of places. Defined DELAY_B, thread b of a case
begins long after thread a, without being synchronised with it."""

# name, racy?, declarations, setup in main, thread a, thread b. `x` is an int of the case's own.
CASES = []


def twins(name, declarations, setup, safe, racy):
    CASES.append((name + "_safe", False, declarations, setup, *safe))
    CASES.append((name + "_racy", True, declarations, setup, *racy))


def case(name, is_racy, declarations, setup, a, b):
    CASES.append((name, is_racy, declarations, setup, a, b))


def locked(lock, unlock, code):
    return f"{lock}; {code}; {unlock};"


M = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
M2 = M + " pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;"
L, U = "pthread_mutex_lock(&m)", "pthread_mutex_unlock(&m)"
CS = locked(L, U, "x++")

twins("mutex", M, "", (CS, CS), (CS, "x++;"))
twins("two_mutexes", M2, "", (CS, CS), (CS, CS.replace("&m", "&m2")))
twins("mutex_read", M, "", (locked(L, U, "use(x)"), CS), ("use(x);", CS))
twins("both_read", "", "", ("use(x);", "use(x);"), ("use(x);", "x = 1;"))
twins("recursive", M, "pthread_mutexattr_t kind; pthread_mutexattr_init(&kind); "
      "pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &kind);",
      (f"{L}; {L}; {U}; x++; {U};", CS), (f"{L}; {L}; {U}; {U}; x++;", CS))
TRY = "if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); }"
twins("trylock", M, "", (TRY, CS), ("if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m); x++;", CS))
# An attempt that fails synchronises with nothing.
case("failed_trylock_racy", True, M, "", f"x = 1; {L}; {U};",
     "if (pthread_mutex_trylock(&m) != 0) { x = 2; } else { pthread_mutex_unlock(&m); }")
TL = "struct timespec until = {0, 0}; if (pthread_mutex_timedlock(&m, &until) == 0) { x++; pthread_mutex_unlock(&m); }"
twins("timedlock", M, "", (TL, CS), (TL.replace("x++; pthread_mutex_unlock(&m);", "pthread_mutex_unlock(&m); x++;"), CS))
R = "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;"
RL, WL, RU = "pthread_rwlock_rdlock(&r)", "pthread_rwlock_wrlock(&r)", "pthread_rwlock_unlock(&r)"
twins("rwlock", R, "", (locked(WL, RU, "x++"), locked(RL, RU, "use(x)")),
      (locked(RL, RU, "x++"), locked(RL, RU, "use(x)")))
twins("rwlock_writers", R, "", (locked(WL, RU, "x++"), locked(WL, RU, "x++")),
      (locked(RL, RU, "x++"), locked(RL, RU, "x++")))
twins("rwlock_try", R, "",
      (f"if (pthread_rwlock_trywrlock(&r) == 0) {{ x++; {RU}; }}", f"if (pthread_rwlock_tryrdlock(&r) == 0) {{ use(x); {RU}; }}"),
      (f"if (pthread_rwlock_tryrdlock(&r) == 0) {{ x++; {RU}; }}", f"if (pthread_rwlock_tryrdlock(&r) == 0) {{ use(x); {RU}; }}"))
S = "pthread_spinlock_t s;"
twins("spinlock", S, "pthread_spin_init(&s, 0);",
      (locked("pthread_spin_lock(&s)", "pthread_spin_unlock(&s)", "x++"),) * 2,
      (locked("pthread_spin_lock(&s)", "pthread_spin_unlock(&s)", "x++"), "x++;"))
twins("spin_trylock", S, "pthread_spin_init(&s, 0);",
      ("if (!pthread_spin_trylock(&s)) { x++; pthread_spin_unlock(&s); }",) * 2,
      ("if (!pthread_spin_trylock(&s)) { pthread_spin_unlock(&s); } x++;",) * 2)
SEM = "sem_t e;"
twins("semaphore", SEM, "sem_init(&e, 0, 0);", ("x = 1; sem_post(&e);", "sem_wait(&e); use(x);"),
      ("sem_post(&e); x = 1;", "sem_wait(&e); use(x);"))
twins("semaphore_lock", SEM, "sem_init(&e, 0, 1);", ("sem_wait(&e); x++; sem_post(&e);",) * 2,
      ("sem_wait(&e); x++; sem_post(&e);", "x++;"))
case("semaphore_of_two_racy", True, SEM, "sem_init(&e, 0, 2);", "sem_wait(&e); x++; sem_post(&e);",
     "sem_wait(&e); x++; sem_post(&e);")
twins("sem_trywait", SEM, "sem_init(&e, 0, 0);", ("x = 1; sem_post(&e);", "if (!sem_trywait(&e)) use(x);"),
      ("x = 1; sem_post(&e);", "if (sem_trywait(&e)) use(x);"))
B = "pthread_barrier_t b;"
twins("barrier", B, "pthread_barrier_init(&b, 0, 2);", ("x = 1; pthread_barrier_wait(&b);", "pthread_barrier_wait(&b); use(x);"),
      ("pthread_barrier_wait(&b); x = 1;", "pthread_barrier_wait(&b); use(x);"))
twins("barrier_twice", B, "pthread_barrier_init(&b, 0, 2);",
      ("pthread_barrier_wait(&b); x = 1; pthread_barrier_wait(&b);", "pthread_barrier_wait(&b); pthread_barrier_wait(&b); use(x);"),
      ("pthread_barrier_wait(&b); x = 1; pthread_barrier_wait(&b);", "pthread_barrier_wait(&b); use(x); pthread_barrier_wait(&b);"))
C = M + " pthread_cond_t c = PTHREAD_COND_INITIALIZER; int is_ready;"
WAIT = f"{L}; while (!is_ready) pthread_cond_wait(&c, &m); {U}; use(x);"
twins("cond", C, "", (f"x = 1; {L}; is_ready = 1; pthread_cond_signal(&c); {U};", WAIT),
      (f"{L}; is_ready = 1; pthread_cond_signal(&c); {U}; x = 1;", WAIT))
twins("cond_broadcast", C, "", (f"x = 1; {L}; is_ready = 1; {U}; pthread_cond_broadcast(&c);", WAIT),
      (f"{L}; is_ready = 1; {U}; pthread_cond_broadcast(&c); x = 1;", WAIT))
twins("once", "pthread_once_t o = PTHREAD_ONCE_INIT; void init(void) { x = 1; }", "",
      ("pthread_once(&o, init); use(x);",) * 2, ("pthread_once(&o, init); use(x);", "use(x);"))
twins("mtx", "mtx_t m;", "mtx_init(&m, mtx_plain);", (locked("mtx_lock(&m)", "mtx_unlock(&m)", "x++"),) * 2,
      (locked("mtx_lock(&m)", "mtx_unlock(&m)", "x++"), "x++;"))
# Atomics: data published by a flag. Which orders synchronise is C11 5.1.2.4.
A = "atomic_int f;"


def publish(store, load):
    return (f"x = 1; atomic_store_explicit(&f, 1, {store});", f"if (atomic_load_explicit(&f, {load})) use(x);")


relaxed, acquire, release, acq_rel, seq_cst = (
    "memory_order_" + o for o in ["relaxed", "acquire", "release", "acq_rel", "seq_cst"])
for store in [relaxed, release, seq_cst]:
    for load in [relaxed, acquire, seq_cst]:
        case(f"flag_{store[13:]}_{load[13:]}", relaxed in (store, load), A, "", *publish(store, load))
for order in [relaxed, acquire, release, acq_rel, seq_cst]:
    case(f"rmw_publishes_{order[13:]}", order in (relaxed, acquire), A, "",
         f"x = 1; atomic_fetch_add_explicit(&f, 1, {order});", publish(seq_cst, acquire)[1])
    case(f"rmw_reads_{order[13:]}", order in (relaxed, release), A, "", publish(release, acquire)[0],
         f"if (atomic_fetch_add_explicit(&f, 1, {order})) use(x);")
for success, failure in [(relaxed, relaxed), (acquire, relaxed), (acq_rel, acquire), (relaxed, acquire)]:
    case(f"cas_{success[13:]}_{failure[13:]}", success == relaxed, A, "", publish(release, acquire)[0],
         f"int e = 1; if (atomic_compare_exchange_strong_explicit(&f, &e, 2, {success}, {failure})) use(x);")
    case(f"failed_cas_{success[13:]}_{failure[13:]}", failure == relaxed, A, "", publish(release, acquire)[0],
         f"int e = 7; if (!atomic_compare_exchange_strong_explicit(&f, &e, 2, {success}, {failure}) && e == 1) use(x);")
twins("exchange_lock", A, "",
      (f"while (atomic_exchange_explicit(&f, 1, {acquire})) {{ }} x++; atomic_store_explicit(&f, 0, {release});",) * 2,
      (f"while (atomic_exchange_explicit(&f, 1, {acquire})) {{ }} x++; atomic_store_explicit(&f, 0, {relaxed});",) * 2)
twins("release_fence", A, "",
      (f"x = 1; atomic_thread_fence({release}); atomic_store_explicit(&f, 1, {relaxed});", publish(relaxed, acquire)[1]),
      (f"atomic_thread_fence({release}); x = 1; atomic_store_explicit(&f, 1, {relaxed});", publish(relaxed, acquire)[1]))
twins("acquire_fence", A, "",
      (publish(release, relaxed)[0], f"if (atomic_load_explicit(&f, {relaxed})) {{ atomic_thread_fence({acquire}); use(x); }}"),
      (publish(release, relaxed)[0], f"atomic_thread_fence({acquire}); if (atomic_load_explicit(&f, {relaxed})) {{ use(x); }}"))
twins("both_fences", A, "",
      (f"x = 1; atomic_thread_fence({release}); atomic_store_explicit(&f, 1, {relaxed});",
       f"if (atomic_load_explicit(&f, {relaxed})) {{ atomic_thread_fence({acquire}); use(x); }}"),
      (f"x = 1; atomic_thread_fence({acquire}); atomic_store_explicit(&f, 1, {relaxed});",
       f"if (atomic_load_explicit(&f, {relaxed})) {{ atomic_thread_fence({acquire}); use(x); }}"))
# A read-modify-write continues a release sequence, another thread's store ends it.
case("release_sequence_rmw", False, A, "",
     publish(release, acquire)[0], f"atomic_fetch_add_explicit(&f, 2, {relaxed}); if (atomic_load_explicit(&f, {acquire}) == 3) use(x);")
# C11 5.1.2.4 10: the releasing thread's own store continues it too (C++20 took that back).
case("release_sequence_own_store", False, A, "",
     f"x = 1; atomic_store_explicit(&f, 1, {release}); atomic_store_explicit(&f, 2, {relaxed});",
     f"if (atomic_load_explicit(&f, {acquire}) == 2) use(x);")
case("release_sequence_own_store_after_rmw", False, A, "atomic_store(&f, 0);",
     f"x = 1; atomic_fetch_add_explicit(&f, 1, {release}); atomic_store_explicit(&f, 2, {relaxed});",
     f"if (atomic_load_explicit(&f, {acquire}) == 2) use(x);")
case("release_sequence_broken", True, A, "",
     f"x = 1; atomic_store_explicit(&f, 1, {release});",
     f"if (atomic_load_explicit(&f, {relaxed}) == 1) {{ atomic_store_explicit(&f, 2, {relaxed}); "
     f"if (atomic_load_explicit(&f, {acquire}) == 2) use(x); }}")
twins("atomic_and_plain", "atomic_int f;", "", ("atomic_store(&f, 1);", "use(atomic_load(&f));"),
      ("atomic_store(&f, 1);", "use(*(int*)&f);"))
# Bytes: neighbours do not conflict, overlapping bytes do.
twins("bytes", "union { char c[8]; long l; } u;", "", ("u.c[0] = 1;", "u.c[1] = 1;"), ("u.c[3] = 1;", "u.l = 1;"))
twins("bitfield", "struct { unsigned a : 4, b : 4; } u; char v[2];", "", ("v[0] = 1;", "v[1] = 1;"), ("u.a = 1;", "u.b = 1;"))
twins("memcpy", "char from[64], to[64]; volatile int n = 32;", "",
      ("memcpy(to, from, (size_t)n);", "to[32] = 1;"), ("memcpy(to, from, (size_t)n);", "to[31] = 1;"))
twins("memset", "char to[64]; volatile int n = 32;", "", ("memset(to, 1, (size_t)n);", "to[32] = 1;"),
      ("memset(to, 1, (size_t)n);", "use(to[16]);"))
twins("strcpy", "char to[64]; volatile int n = 0;", "", ('strcpy(to + n, "abcdefgh");', "to[9] = 1;"),
      ('strcpy(to + n, "abcdefgh");', "to[8] = 1;"))
twins("strlen", 'char to[64] = "abc"; volatile int n = 0;', "", ("use((int)strlen(to + n));", "to[5] = 1;"),
      ("use((int)strlen(to + n));", "to[1] = 'x';"))
twins("heap", "int* h;", "h = malloc(8);", ("h[0] = 1;", "h[1] = 1;"), ("h[0] = 1;", "h[0] = 2;"))
twins("free", "int* h; " + SEM, "h = malloc(8); sem_init(&e, 0, 0);", ("h[0] = 1; sem_post(&e);", "sem_wait(&e); free(h);"),
      ("h[0] = 1;", "sem_init(&e, 0, 0); free(h);"))
twins("stack", "int* h; " + SEM, "int local = 0; h = &local;", ("h[0] = 1;", ";"), ("*h = 1;", "*h = 2;"))

# The placement matrix. Thread a: critical section with places before, in, after it; b likewise; main.
PLACES = ["main_before", "main_between_creates", "main_between", "main_in", "main_between_joins", "main_after",
          "a_before", "a_in", "a_after", "b_outside", "b_in"]


def is_ordered(p, q):
    """Whether places p < q of PLACES can never be concurrent."""
    p, q = PLACES[p], PLACES[q]
    if p.split("_")[0] == q.split("_")[0] or p.endswith("_in") and q.endswith("_in"):
        return True
    if p in ("main_before", "main_after"):
        return True
    return (p, q[0]) in (("main_between_creates", "b"), ("main_between_joins", "a"))


def matrix_program():
    text = "static int place1, place2, is_store1, is_store2, x;\n"
    text += "static void at(int place) {\n  if (place == place1) { if (is_store1) x = 1; else use(x); }\n"
    text += "  if (place == place2) { if (is_store2) x = 2; else use(x); }\n}\n"
    text += "static pthread_mutex_t mm = PTHREAD_MUTEX_INITIALIZER;\n"
    body = "{}; pthread_mutex_lock(&mm); {}; pthread_mutex_unlock(&mm); {}; return p;"
    text += "static void* ma(void* p) { " + body.format("at(6)", "at(7)", "at(8)") + " }\n"
    text += "static void* mb(void* p) { " + body.format("(void)0", "at(10)", "at(9)") + " }\n"
    return text + """static int matrix(char** argv) {
  place1 = atoi(argv[1]); place2 = atoi(argv[2]); is_store1 = atoi(argv[3]); is_store2 = atoi(argv[4]);
  pthread_t a, b;
  at(0); pthread_create(&a, 0, ma, 0); at(1); pthread_create(&b, 0, mb, 0); at(2);
  pthread_mutex_lock(&mm); at(3); pthread_mutex_unlock(&mm);
  pthread_join(a, 0); at(4); pthread_join(b, 0); at(5);
  return 0;
}
"""


def program():
    text = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
static _Thread_local volatile int sink;
static void use(int v) { sink = v; }
static void wait_for_a(void) {
#ifdef DELAY_B
  nanosleep(&(struct timespec){0, 30000000}, 0);
#endif
}
"""
    text += matrix_program()
    body = ""
    for number, (_, _, declarations, setup, a, b) in enumerate(CASES):
        names = ["x", "m2", "m", "r", "s", "e", "b", "c", "is_ready", "o", "f", "u", "v", "from", "to", "n", "h", "init"]
        text += f"\n#define CASE {number}\n"
        renames = "".join(f"#define {n} {n}_{number}\n" for n in names)
        ends = "".join(f"#undef {n}\n" for n in names) + "#undef CASE\n"
        text += renames + f"static int x;\nstatic int unused_{number};\n{declarations}\n"
        text += f"static void* thread_a_{number}(void* p) {{ (void)p; {{ {a} }} return 0; }}\n"
        text += f"static void* thread_b_{number}(void* p) {{ (void)p; wait_for_a(); {{ {b} }} return 0; }}\n"
        text += f"static void run_{number}(void) {{ pthread_t t, w; (void)unused_{number}; (void)x; {setup}\n"
        text += f"  pthread_create(&t, 0, thread_a_{number}, 0); pthread_create(&w, 0, thread_b_{number}, 0);\n"
        text += "  pthread_join(t, 0); pthread_join(w, 0); }\n" + ends
        body += f"    case {number}: run_{number}(); break;\n"
    return text + "int main(int argc, char** argv) {\n  if (argc > 2) return matrix(argv);\n  switch (atoi(argv[1])) {\n" + body + "  }\n  return 0;\n}\n"
