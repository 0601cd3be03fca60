// SPDX-License-Identifier: Apache-2.0
#include "machine/native/spinning_program.hpp"

#include <fmt/format.h>

#include "core/random.hpp"

namespace skein::test {

namespace {

constexpr const char* kSpinHead = R"(
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct shared {
  atomic_int x[2];
  int seen[3];
  int expected;
  int done;
  pthread_mutex_t m;
  pthread_mutex_t l[3];
  pthread_rwlock_t rw;
  sem_t sem;
};
static atomic_int outcome;
#define LOCK(i) pthread_mutex_lock(&s->l[i])
#define TRY(i) (pthread_mutex_trylock(&s->l[i]) == 0)
#define UNLOCK(i) pthread_mutex_unlock(&s->l[i])
)";

class SpinWriter {
 public:
  explicit SpinWriter(std::uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15ULL + 1) {}

  std::string function(std::uint64_t number) {
    backs_off_ = below(3) == 0;
    const std::uint64_t threads = 2 + (below(backs_off_ ? 2 : 4) == 0 ? 1 : 0);
    std::string text;
    for (std::uint64_t t = 0; t < threads; ++t) {
      text += fmt::format("static void* t{}_{}(void* p) {{\n  struct shared* s = p;\n", number, t);
      const std::uint64_t length = 1 + below(threads == 2 && !backs_off_ ? 3 : 2);
      for (std::uint64_t i = 0; i < length; ++i) {
        text += "  " + (backs_off_ ? locking(t) : statement(t)) + "\n";
      }
      text += "  return 0;\n}\n";
    }
    text += fmt::format("static struct shared global{};\n", number);
    text += fmt::format("static void program_{}(void) {{\n", number);
    // Most often on main's stack, where others then write while main waits.
    switch (below(4)) {
      case 0: text += fmt::format("  struct shared* s = &global{};\n", number); break;
      case 1: text += "  struct shared* s = calloc(1, sizeof(*s));\n"; break;
      default:
        text += "  struct shared own;\n  memset(&own, 0, sizeof(own));\n";
        text += "  struct shared* s = &own;\n";
    }
    text += "  pthread_mutex_init(&s->m, 0);\n  pthread_rwlock_init(&s->rw, 0);\n";
    text += "  for (int i = 0; i < 3; i++) pthread_mutex_init(&s->l[i], 0);\n";
    text += "  sem_init(&s->sem, 0, 1);\n  pthread_t t[3];\n";
    // Main may be one of those that wait.
    const bool main_works = below(4) != 0;
    for (std::uint64_t t = main_works ? 1 : 0; t < threads; ++t) {
      text += fmt::format("  pthread_create(&t[{1}], 0, t{0}_{1}, s);\n", number, t);
    }
    if (main_works) text += fmt::format("  t{}_0(s);\n", number);
    for (std::uint64_t t = main_works ? 1 : 0; t < threads; ++t) {
      text += fmt::format("  pthread_join(t[{}], 0);\n", t);
    }
    text +=
        "  atomic_store(&outcome, s->x[0] + 10 * s->x[1] + 100 * s->seen[0] + 1000 * s->seen[1]";
    return text + " + 10000 * s->seen[2]);\n}\n";
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }

  std::string statement(std::uint64_t thread) {
    const std::uint64_t i = below(2);
    const std::uint64_t v = 1 + below(2);
    switch (below(3)) {
      case 0: return change(i, v);
      case 1: return wait(thread, i, v);
      default: return below(2) == 0 ? change(i, v) : look(thread, i);
    }
  }

  std::string change(std::uint64_t i, std::uint64_t v) {
    switch (below(4)) {
      case 0: return fmt::format("atomic_fetch_add(&s->x[{}], {});", i, v);
      case 1: return "pthread_mutex_lock(&s->m); s->done = 1; pthread_mutex_unlock(&s->m);";
      default: return fmt::format("atomic_store(&s->x[{}], {});", i, v);
    }
  }

  std::string look(std::uint64_t thread, std::uint64_t i) {
    return fmt::format("s->seen[{}] = atomic_load(&s->x[{}]);", thread, i);
  }

  // Loops that wait until another thread has changed x[i] to v (or away from 0), or `done`.
  std::string wait(std::uint64_t thread, std::uint64_t i, std::uint64_t v) {
    switch (below(10)) {
      case 0: return fmt::format("while (atomic_load(&s->x[{}]) != {}) {{}}", i, v);
      case 1: return fmt::format("while (!atomic_load(&s->x[{}])) sched_yield();", i);
      case 2:
        return fmt::format(
            "for (int e = {0}; !atomic_compare_exchange_strong(&s->x[{1}], "
            "&e, 0); e = {0}) {{}}",
            v, i);
      case 3: return fmt::format("while (!atomic_exchange(&s->x[{}], 0)) {{}}", i);
      case 4:
        return fmt::format("while (atomic_load(&s->x[{}]) + atomic_load(&s->x[{}]) < {}) {{}}", i,
                           1 - i, v);
      case 5:
        return "for (;;) { pthread_mutex_lock(&s->m); int d = s->done; "
               "pthread_mutex_unlock(&s->m); if (d) break; }";
      case 6:
        return "pthread_mutex_lock(&s->m); while (!s->done) { pthread_mutex_unlock(&s->m); "
               "sched_yield(); pthread_mutex_lock(&s->m); } pthread_mutex_unlock(&s->m);";
      case 7:
        return fmt::format(
            "while (pthread_mutex_trylock(&s->m)) {{}} s->done += {}; pthread_mutex_unlock(&s->m);",
            v);
      // The load comes by in the same state each time, but between two of them others get in.
      case 8:
        return fmt::format(
            "pthread_mutex_lock(&s->m); while (!s->done) {{ pthread_mutex_unlock(&s->m); "
            "pthread_mutex_lock(&s->m); (void)atomic_load(&s->x[{}]); }} "
            "pthread_mutex_unlock(&s->m);",
            i);
      // What a failed exchange saw stays in memory that others could see: progress each time the
      // value is another.
      default:
        return fmt::format(
            "s->seen[{0}] = 0; while (s->seen[{0}] < 2 && "
            "!atomic_compare_exchange_strong(&s->x[{1}], &s->seen[{0}], 2)) {{}}",
            thread, i);
    }
  }

  // Threads that give back a lock when they cannot get the next, and others that notice.
  std::string locking(std::uint64_t thread) {
    const std::uint64_t a = below(3);
    const std::uint64_t b = (a + 1 + below(2)) % 3;
    const std::uint64_t c = 3 - a - b;
    const std::string act = fmt::format("s->seen[{}] = s->x[{}]; s->x[{}] = {};", thread, below(2),
                                        below(2), thread + 1);
    switch (below(12)) {
      case 0:
      case 1:
        return fmt::format(
            "for (;;) {{ LOCK({0}); if (TRY({1})) break; UNLOCK({0}); }} {2} UNLOCK({1}); "
            "UNLOCK({0});",
            a, b, act);
      // As std::lock does it: the next round begins with the lock that was not free.
      case 2:
        return fmt::format(
            "for (int i = {0}, j = {1};;) {{ LOCK(i); if (TRY(j)) break; UNLOCK(i); int k = i; "
            "i = j; j = k; }} {2} UNLOCK({0}); UNLOCK({1});",
            a, b, act);
      case 3:
        return fmt::format(
            "for (;;) {{ LOCK({0}); UNLOCK({0}); if (TRY({1})) break; }} {2} "
            "UNLOCK({1});",
            a, b, act);
      case 4:
        return fmt::format(
            "for (;;) {{ LOCK({0}); LOCK({1}); if (TRY({2})) break; UNLOCK({1}); UNLOCK({0}); }} "
            "{3} UNLOCK({2}); UNLOCK({1}); UNLOCK({0});",
            a, b, c, act);
      case 5:
        return fmt::format(
            "for (;;) {{ pthread_rwlock_{2}lock(&s->rw); if (TRY({0})) break; "
            "pthread_rwlock_unlock(&s->rw); }} {1} UNLOCK({0}); pthread_rwlock_unlock(&s->rw);",
            a, act, below(2) == 0 ? "rd" : "wr");
      case 6:
        return fmt::format(
            "for (;;) {{ LOCK({0}); if (pthread_rwlock_try{2}lock(&s->rw) == 0) break; "
            "UNLOCK({0}); }} {1} pthread_rwlock_unlock(&s->rw); UNLOCK({0});",
            a, act, below(2) == 0 ? "rd" : "wr");
      case 7:
        return fmt::format(
            "for (;;) {{ sem_wait(&s->sem); if (TRY({0})) break; sem_post(&s->sem); }} {1} "
            "UNLOCK({0}); sem_post(&s->sem);",
            a, act);
      case 8:
        return fmt::format(
            "for (;;) {{ LOCK({0}); if (sem_trywait(&s->sem) == 0) break; UNLOCK({0}); }} {1} "
            "sem_post(&s->sem); UNLOCK({0});",
            a, act);
      case 9: return fmt::format("if (TRY({0})) UNLOCK({0}); else s->seen[{1}] += 3;", a, thread);
      case 10:
        return fmt::format(
            "if (TRY({0})) {{ UNLOCK({0}); }} else {{ LOCK({0}); UNLOCK({0}); if (TRY({0})) "
            "UNLOCK({0}); else s->x[{1}] = 4; }}",
            a, below(2));
      default: return fmt::format("LOCK({0}); {1} UNLOCK({0});", a, act);
    }
  }

  Random random_;
  bool backs_off_ = false;  // this program is about locks
};

}  // namespace

std::string spinning_function(std::uint64_t seed, std::uint64_t number) {
  return SpinWriter(seed).function(number);
}

std::string spinning_file(std::uint64_t first_seed, std::uint64_t count) {
  std::string text = kSpinHead;
  std::string cases;
  for (std::uint64_t i = 0; i < count; ++i) {
    text += spinning_function(first_seed + i, i);
    cases += fmt::format("    case {0}: program_{0}(); break;\n", i);
  }
  return text + "int main(int n, char** a) {\n  (void)n;\n  switch (atoi(a[1])) {\n" + cases +
         "  }\n  return 0;\n}\n";
}

}  // namespace skein::test
