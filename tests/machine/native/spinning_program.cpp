#include "machine/native/spinning_program.hpp"

#include <fmt/format.h>

#include "core/random.hpp"

namespace skein::test {

namespace {

constexpr const char* kSpinHead = R"(
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct shared {
  atomic_int x[2];
  int seen[3];
  int expected;
  int done;
  pthread_mutex_t m;
};
static atomic_int outcome;
)";

class SpinWriter {
 public:
  explicit SpinWriter(std::uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15ULL + 1) {}

  std::string function(std::uint64_t number) {
    const std::uint64_t threads = 2 + (below(4) == 0 ? 1 : 0);
    std::string text;
    for (std::uint64_t t = 0; t < threads; ++t) {
      text += fmt::format("static void* t{}_{}(void* p) {{\n  struct shared* s = p;\n", number, t);
      const std::uint64_t length = 1 + below(threads == 2 ? 3 : 2);
      for (std::uint64_t i = 0; i < length; ++i) text += "  " + statement(t) + "\n";
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
    text += "  pthread_mutex_init(&s->m, 0);\n  pthread_t t[3];\n";
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

  // Loops that wait until somebody has changed x[i] to v (or away from 0), or `done`.
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

  Random random_;
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
