#include "runtime/agent_main.hpp"

#include <setjmp.h>

#include "runtime/cond.hpp"
#include "runtime/exit.hpp"
#include "runtime/handlers.hpp"
#include "runtime/keys.hpp"
#include "runtime/mutex.hpp"
#include "runtime/real.hpp"
#include "runtime/schedule.hpp"
#include "runtime/telling.hpp"

// From <pthread.h>, which hides them from C++ with exceptions.
struct SkeinUnwindBuffer {
  __jmp_buf registers;
  int has_saved_mask;
  void* pad[4];
} __attribute__((__aligned__));
extern "C" void __pthread_register_cancel(SkeinUnwindBuffer*);
extern "C" void __pthread_unregister_cancel(SkeinUnwindBuffer*);

namespace skein::runtime {

ProgramMain program_main;

namespace {

Real<void()> call_tls_destructors("__call_tls_dtors");

void run_start_function(Agent& a) {
  if (a.id == kMainAgent) {
    end_process(program_main.main(program_main.argc, program_main.argv, program_main.environment));
  }
  if (a.handler != nullptr) {
    run_message(a);
  } else {
    a.result = a.start(a.start_argument);
  }
}

}  // namespace

// libc's pthread_exit unwinds the stack, runs the cleanup handlers, and then jumps to the
// innermost registered buffer. That of libc's own thread start lies on another stack, so we
// register one here.
void agent_main(void* argument) {
  auto& a = *static_cast<Agent*>(argument);
  if (telling::is_on) telling::begin_step();
  if (a.id == kMainAgent) forget_held_mutexes();
  allow_spurious_wakeup(a.id);
  SkeinUnwindBuffer buffer;
  if (__sigsetjmp(reinterpret_cast<__jmp_buf_tag*>(&buffer), 0) == 0) {
    __pthread_register_cancel(&buffer);
    run_start_function(a);
    __pthread_unregister_cancel(&buffer);
  }
  call_tls_destructors();
  run_key_destructors();
  note_held_mutexes();
  if (a.handler != nullptr) end_message(a);
  visit(Request{.kind = OpKind::ThreadExit, .first = g.names.life(a.id)});
  finish_current();
}

}  // namespace skein::runtime
