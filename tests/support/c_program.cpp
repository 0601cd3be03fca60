// SPDX-License-Identifier: Apache-2.0
#include "support/c_program.hpp"

#include <fmt/format.h>

#include <functional>

#include "core/ensure.hpp"

namespace skein::test {

namespace {

constexpr const char* kHead = R"(#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "skein/skein.h"

#ifdef PLAIN
int x0, x1;
#else
atomic_int x0, x1;
#endif
pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t r0 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t r1 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER, w1 = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c0 = PTHREAD_COND_INITIALIZER, c1 = PTHREAD_COND_INITIALIZER;
sem_t s0, s1;
pthread_barrier_t b0, b1;
pthread_once_t o0 = PTHREAD_ONCE_INIT, o1 = PTHREAD_ONCE_INIT;
static pthread_mutex_t never = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec soon = {1, 0}, at_once = {0, 0};

// C has one function to unlock both ways; in the model they are two, and the wrong one is misuse.
static int wrlock_(pthread_rwlock_t* w, int* writes) {
  pthread_rwlock_wrlock(w);
  writes[w == &w1] = 1;
  return 0;
}
static int trywrlock_(pthread_rwlock_t* w, int* writes) {
  if (pthread_rwlock_trywrlock(w) != 0) return 1;
  writes[w == &w1] = 1;
  return 0;
}
static void wrunlock_(pthread_rwlock_t* w, int* writes) {
  if (!writes[w == &w1]) pthread_mutex_unlock(&never);
  writes[w == &w1] = 0;
  pthread_rwlock_unlock(w);
}
static void rdunlock_(pthread_rwlock_t* w, int* writes) {
  if (writes[w == &w1]) pthread_mutex_unlock(&never);
  pthread_rwlock_unlock(w);
}

#define wrlock(w) wrlock_(w, writes)
#define trywrlock(w) trywrlock_(w, writes)
#define wrunlock(w) wrunlock_(w, writes)
#define rdunlock(w) rdunlock_(w, writes)

static int number(const char* text) {
  int n = 0;
  while (*text != 0) n = 10 * n + *text++ - '0';
  return n;
}

static void set_up(unsigned value, unsigned size) {
  sem_init(&s0, 0, value);
  sem_init(&s1, 0, value);
  pthread_barrier_init(&b0, NULL, size);
  pthread_barrier_init(&b1, NULL, size);
}
)";

// What a thread remembers: handles (every thread runs one body), what it read last, and which of w0
// and w1 it holds for writing.
constexpr const char* kThreadLocals = R"(static _Thread_local pthread_t k[16];
static _Thread_local int a;
static _Thread_local int writes[2];
)";
constexpr const char* kLocals = "  pthread_t k[16]; int a = 0; int writes[2] = {0, 0};\n";

class Writer {
 public:
  explicit Writer(Memory memory) : memory_(memory) {}

  void program(std::size_t number, const RandomProgram& p) {
    number_ = number;
    sem_value_ = p.sem_value;
    for (std::size_t t = 1; t < p.threads.size(); ++t) {
      declarations_ += fmt::format("static void* p{}_t{}(void*);\n", number, t);
    }
    for (std::size_t t = 1; t < p.threads.size(); ++t) {
      function(fmt::format("static void* p{}_t{}(void* p)", number, t), p.threads[t],
               "  return p;\n");
    }
    // Not a return, which would end the process: the model's main is a thread like the others.
    functions_ += fmt::format("static void p{}_main(void) {{\n{}  set_up({}, {});\n", number,
                              locals(), p.sem_value, p.barrier_size);
    finish(p.threads[0], "  pthread_exit(NULL);\n");
    table_ += fmt::format("  p{}_main,\n", number);
  }

  std::string file() {
    return kHead + std::string(memory_ == Memory::ThreadLocal ? kThreadLocals : "") +
           declarations_ + functions_ + "static void (*const mains[])(void) = {\n" + table_ +
           "};\nint main(int n, char** v) {\n  mains[n > 1 ? number(v[1]) : 0]();\n}\n";
  }

 private:
  [[nodiscard]] const char* locals() const { return memory_ == Memory::Local ? kLocals : ""; }

  void function(const std::string& head, const Block& block, const char* last) {
    functions_ += head + " {\n" + locals();
    finish(block, last);
  }

  // The body of the function whose head is there already. What it calls comes before it.
  void finish(const Block& block, const char* last) {
    const std::size_t begin = functions_.rfind("static ");
    std::string text = functions_.substr(begin);
    functions_.resize(begin);
    text += this->block(block, 1) + last + "}\n";
    functions_ += text;
  }

  std::string block(const Block& statements, int depth) {
    std::string text;
    for (const Statement& s : statements) {
      text += std::string(static_cast<std::size_t>(2 * depth), ' ') + statement(s, depth) + "\n";
    }
    return text;
  }

  std::string braces(const std::string& head, const Statement& s, int depth,
                     const std::string& last = "") {
    std::string text = head + " {\n" + block(s.body, depth + 1) + last + "}";
    if (!s.otherwise.empty()) text += " else {\n" + block(s.otherwise, depth + 1) + "}";
    return text;
  }

  std::string once(const Statement& s, const std::string& o) {
    const std::string name = fmt::format("p{}_once{}", number_, onces_++);
    const std::string body = block(s.body, 1);
    functions_ += "static void " + name + "(void) {\n" + locals() + body + "}\n";
    return fmt::format("pthread_once(&o{}, {});", o, name);
  }

  std::string futex(const std::string& o, const char* operation, int value, const char* timeout) {
    return fmt::format("a = (int)syscall(SYS_futex, &x{}, {}, {}, {}, NULL, 0);", o, operation,
                       value, timeout);
  }

  std::string statement(const Statement& s, int depth) {
    using enum Act;
    const std::string o = std::to_string(s.object % 2);
    const std::string other = std::to_string((s.object + 1) % 2);
    const int v = s.value;
    const auto call = [&](const char* function, const char* object) {
      return fmt::format("{}(&{}{});", function, object, o);
    };
    const auto section = [&](const char* begin, const char* end, const char* object) {
      return call(begin, object) + "\n" + block(s.body, depth) + call(end, object);
    };
    const auto attempt = [&](const char* begin, const char* end, const char* object) {
      return braces(fmt::format("if ({}(&{}{}) == 0)", begin, object, o), s, depth,
                    call(end, object));
    };
    switch (s.act) {
      case Store: return fmt::format("x{} = {};", o, v);
      case Load: return fmt::format("a = x{};", o);
      // The model's agent keeps the result, so the C program has to use it.
      case FetchAdd:
        return fmt::format("a = atomic_fetch_add(&x{}, 1); __asm__ volatile(\"\" : : \"r\"(a));",
                           o);
      case Count:
        return fmt::format("atomic_fetch_{}(&x{}, {});", v < 2 ? "add" : "sub", o, 1 + v % 2);
      case Exchange: return fmt::format("a = atomic_exchange(&x{}, {});", o, v);
      case Cas: return fmt::format("a = {}; atomic_compare_exchange_strong(&x{}, &a, 1);", v, o);
      case Copy: return fmt::format("x{} = x{} + 1;", o, other);
      case IfEqual: return braces(fmt::format("if (x{} == {})", o, v), s, depth);
      case IfChosen: return braces(fmt::format("if (skein_choose(2) == {})", v % 2), s, depth);
      case StoreChoice: return fmt::format("x{} = (int)skein_choose({});", o, 2 + v % 2);
      case Repeat: return braces("for (int i = 0; i < 2; i++)", s, depth);
      case Critical: return section("pthread_mutex_lock", "pthread_mutex_unlock", "m");
      case Lock: return call("pthread_mutex_lock", "m");
      case Unlock: return call("pthread_mutex_unlock", "m");
      case TryLock: return attempt("pthread_mutex_trylock", "pthread_mutex_unlock", "m");
      case RecursiveLock: return call("pthread_mutex_lock", "r");
      case RecursiveCritical: return section("pthread_mutex_lock", "pthread_mutex_unlock", "r");
      case RecursiveTry: return attempt("pthread_mutex_trylock", "pthread_mutex_unlock", "r");
      case ReadSection: return section("pthread_rwlock_rdlock", "rdunlock", "w");
      case WriteSection: return section("wrlock", "wrunlock", "w");
      case ReadLock: return call("pthread_rwlock_rdlock", "w");
      case ReadUnlock: return call("rdunlock", "w");
      case WriteUnlock: return call("wrunlock", "w");
      case WriteLock: return call("wrlock", "w");
      case TryRead: return attempt("pthread_rwlock_tryrdlock", "rdunlock", "w");
      case TryWrite: return attempt("trywrlock", "wrunlock", "w");
      case Wait:
        return fmt::format(
            "pthread_mutex_lock(&m{0}); pthread_cond_wait(&c{0}, &m{0}); "
            "pthread_mutex_unlock(&m{0});",
            o);
      case TimedWait:
        return fmt::format(
            "pthread_mutex_lock(&m{0}); if ((pthread_cond_timedwait(&c{0}, &m{0}, &soon) == 0) == "
            "{1}) x1 = 1; pthread_mutex_unlock(&m{0});",
            o, v % 2);
      case WaitUntil:
        return fmt::format(
            "pthread_mutex_lock(&m{0}); if (x{0} == {1}) pthread_cond_wait(&c{0}, &m{0}); "
            "pthread_mutex_unlock(&m{0});",
            o, v);
      case Signal: return call("pthread_cond_signal", "c");
      case Broadcast: return call("pthread_cond_broadcast", "c");
      case BarrierWait:
        return call(s.value == 0 ? "a = pthread_barrier_wait" : "pthread_barrier_wait", "b");
      case SemWait: return call("sem_wait", "s");
      case SemPost: return call("sem_post", "s");
      case SemInit: return fmt::format("sem_init(&s{}, 0, {});", o, sem_value_);
      case SemTryWait: return fmt::format("if (sem_trywait(&s{}) != 0) x0 = 2;", o);
      case SemValue: return fmt::format("sem_getvalue(&s{}, &a);", o);
      case Once: return once(s, o);
      case FutexWait: return futex(o, "FUTEX_WAIT", v, "NULL");
      case FutexTimedWait: return futex(o, "FUTEX_WAIT", v, "&at_once");
      case FutexWake: return futex(o, "FUTEX_WAKE", 1 + v, "NULL");
      case Create:
        return fmt::format("pthread_create(&k[{0}], NULL, p{1}_t{0}, NULL);", s.object, number_);
      case Join: return fmt::format("pthread_join(k[{}], NULL);", s.object);
      case Detach: return fmt::format("pthread_detach(k[{}]);", s.object);
      case Assert: return fmt::format("skein_assert(x{} != {});", o, v);
      case Assume: return fmt::format("skein_assume(x{} != {});", o, v);
      case Fence: return "atomic_thread_fence(memory_order_seq_cst);";
      case Yield: return "sched_yield();";
      case PlainStore:
      case PlainLoad:
      case Post:
      case PostFifo:
      case LibraryCall:
      case Count_: break;
    }
    fail_check("no such statement in C", std::source_location::current());
  }

  Memory memory_;
  std::uint32_t sem_value_ = 0;
  std::string declarations_;
  std::string functions_;
  std::string table_;
  std::size_t number_ = 0;
  std::size_t onces_ = 0;
};

// Each statement replaced by what `change` makes of it, or left out if that says so.
void rewrite(Block& block, const std::function<bool(Statement&)>& change) {
  Block out;
  for (Statement& s : block) {
    rewrite(s.body, change);
    rewrite(s.otherwise, change);
    if (change(s)) out.push_back(std::move(s));
  }
  block = std::move(out);
}

}  // namespace

RandomProgram native_part(RandomProgram program) {
  program.messages.clear();
  for (Block& thread : program.threads) {
    rewrite(thread, [](Statement& s) {
      switch (s.act) {
        case Act::Post:
        case Act::PostFifo:
        case Act::PlainStore: s.act = Act::Store; break;
        case Act::LibraryCall:
        case Act::PlainLoad: s.act = Act::Load; break;
        default: break;
      }
      return true;
    });
  }
  return program;
}

RandomProgram without_atomics(RandomProgram program) {
  for (Block& thread : program.threads) {
    rewrite(thread, [](Statement& s) {
      switch (s.act) {
        case Act::Exchange:
        case Act::FetchAdd:
        case Act::Count:
        case Act::FutexWake: s.act = Act::Store; break;
        case Act::Cas: s.act = Act::Copy; break;
        case Act::FutexWait:
        case Act::FutexTimedWait: s.act = Act::Load; break;
        default: break;
      }
      return true;
    });
  }
  return program;
}

RandomProgram without_fences(RandomProgram program) {
  for (Block& thread : program.threads) {
    rewrite(thread, [](Statement& s) { return s.act != Act::Fence; });
  }
  return program;
}

std::string model_text(const RandomProgram& program, Variables variables) {
  std::string text = without_fences(program).text();
  for (const char* name : {"x0", "x1"}) {
    const std::size_t at = text.find(std::string("atomic ") + name);
    if (variables == Variables::Plain && at != std::string::npos) text.replace(at, 6, "plain");
  }
  return text;
}

RandomProgram ir_part(RandomProgram program) {
  const auto uses_memory = [](const Statement& s) {
    switch (s.act) {
      case Act::Create:
      case Act::Join:
      case Act::Detach:
      case Act::ReadSection:
      case Act::WriteSection:
      case Act::ReadLock:
      case Act::ReadUnlock:
      case Act::WriteLock:
      case Act::WriteUnlock:
      case Act::TryRead:
      case Act::TryWrite: return true;
      default: return false;
    }
  };
  for (Block& thread : program.threads) {
    rewrite(thread, [&](Statement& s) {
      switch (s.act) {
        case Act::FutexWait:
        case Act::FutexTimedWait: s.act = Act::Load; break;
        case Act::FutexWake: s.act = Act::Store; break;
        case Act::TimedWait: s.act = Act::WaitUntil; break;
        case Act::Once:
          rewrite(s.body, [&](Statement& inner) { return !uses_memory(inner); });
          break;
        default: break;
      }
      return true;
    });
  }
  return program;
}

std::string c_file(std::span<const RandomProgram> programs, Variables variables, Memory memory) {
  Writer writer(memory);
  for (std::size_t i = 0; i < programs.size(); ++i) writer.program(i, programs[i]);
  return (variables == Variables::Plain ? "#define PLAIN\n" : "") + writer.file();
}

}  // namespace skein::test
