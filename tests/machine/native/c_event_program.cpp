// SPDX-License-Identifier: Apache-2.0
#include "machine/native/c_event_program.hpp"

#include <fmt/format.h>

#include "core/ensure.hpp"

namespace skein::test {

namespace {

constexpr const char* kEventHead = R"(#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "skein/events.h"
#include "skein/skein.h"

atomic_int x0, x1, x2;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s0, s1;
static skein_handler* h[8];
static _Thread_local int a;

static void* run(void* function) {
  ((void (*)(void))function)();
  return NULL;
}
static void set_up(int handlers, const int* orders) {
  sem_init(&s0, 0, 0);
  sem_init(&s1, 0, 0);
  for (int i = 0; i < handlers; i++) h[i] = skein_handler_create(orders[i]);
  for (int i = 0; i < handlers; i++) skein_handler_wait(h[i]);
}
static void create(void (*function)(void)) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, (void*)function);
}
)";

class EventProgramWriter {
 public:
  explicit EventProgramWriter(std::size_t number) : number_(number) {}

  std::string program(const EventProgram& p) {
    std::string text;
    for (std::size_t m = 0; m < p.messages.size(); ++m) {
      text += fmt::format("static void p{}_m{}(void*);\n", number_, m);
    }
    for (std::size_t m = 0; m < p.messages.size(); ++m) {
      text += fmt::format("static void p{}_m{}(void* unused) {{\n", number_, m) +
              block(p.messages[m]) + "}\n";
    }
    for (std::size_t t = p.threads.size() - 1; t > 0; --t) {
      text +=
          fmt::format("static void p{}_t{}(void) {{\n", number_, t) + block(p.threads[t]) + "}\n";
    }
    text += fmt::format("static void p{}_main(void) {{\n  const int orders[] = {{", number_);
    for (const bool is_fifo : p.is_fifo) text += is_fifo ? "SKEIN_FIFO, " : "SKEIN_ANY_ORDER, ";
    text += fmt::format("}};\n  set_up({}, orders);\n", p.is_fifo.size());
    for (std::size_t t = 1; t < p.threads.size(); ++t) {
      text += fmt::format("  create(p{}_t{});\n", number_, t);
    }
    // Not a return, which would end the process: the model's main is a thread like the others.
    return text + block(p.threads[0]) + "  pthread_exit(NULL);\n}\n";
  }

 private:
  std::string block(const EventBlock& statements) {
    std::string text;
    for (const EventStatement& s : statements) text += "  " + statement(s) + "\n";
    return text;
  }

  std::string statement(const EventStatement& s) {
    using enum EventAct;
    switch (s.act) {
      case Store: return fmt::format("x{} = {};", s.what, ++stores_);
      case Load: return fmt::format("a = x{};", s.what);
      case Add: return fmt::format("atomic_fetch_add(&x{}, 1);", s.what);
      case If: return fmt::format("if (x{} == 0) {{\n{}}}", s.what, block(s.body));
      case Post: return fmt::format("skein_post(h[{}], p{}_m{}, NULL);", s.where, number_, s.what);
      case Critical:
        return "pthread_mutex_lock(&l);\n" + block(s.body) + "pthread_mutex_unlock(&l);";
      case Shared:
        return fmt::format("pthread_rwlock_{}lock(&rw);\n{}pthread_rwlock_unlock(&rw);",
                           s.where == 0 ? "rd" : "wr", block(s.body));
      case Halt:
        return fmt::format("skein_{}(x{} == 0);", s.where == 0 ? "assert" : "assume", s.what);
      case SemWait: return fmt::format("sem_wait(&s{});", s.what);
      case SemPost: return fmt::format("sem_post(&s{});", s.what);
      case Sleep:
        return "pthread_mutex_lock(&l); pthread_cond_wait(&c, &l); pthread_mutex_unlock(&l);";
      case Signal: return s.where == 0 ? "pthread_cond_signal(&c);" : "pthread_cond_broadcast(&c);";
      case Choose: return "if (skein_choose(2) == 0) {\n" + block(s.body) + "}";
    }
    fail_check("no such statement in C", std::source_location::current());
  }

  std::size_t number_;
  int stores_ = 0;
};

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

}  // namespace

std::string c_event_file(std::span<const EventProgram> programs) {
  std::string text = kEventHead;
  std::string table;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    text += EventProgramWriter(i).program(programs[i]);
    table += fmt::format("  p{}_main,\n", i);
  }
  return text + "static void (*const mains[])(void) = {\n" + table +
         "};\nint main(int n, char** v) {\n  mains[n > 1 ? atoi(v[1]) : 0]();\n}\n";
}

std::string model_text(const EventProgram& program) {
  std::string text = program.text();
  replace_all(text, "atomic x[3] = 0", "atomic x0 = 0\natomic x1 = 0\natomic x2 = 0");
  for (const char* number : {"0", "1", "2"}) {
    replace_all(text, std::string("x[") + number + "]", std::string("x") + number);
  }
  return text;
}

}  // namespace skein::test
