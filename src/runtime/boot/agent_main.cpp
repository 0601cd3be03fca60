// SPDX-License-Identifier: Apache-2.0
#include "runtime/boot/agent_main.hpp"

#include "runtime/intercept/locks/cond.hpp"
#include "runtime/intercept/locks/mutex.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/threads/early_threads.hpp"
#include "runtime/intercept/threads/exit.hpp"
#include "runtime/intercept/threads/handlers.hpp"
#include "runtime/intercept/threads/keys.hpp"
#include "runtime/intercept/threads/thread_exit.hpp"
#include "runtime/observe/details.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime {

ProgramMain program_main;

namespace {

NextSymbol<void()> call_tls_destructors("__call_tls_dtors");

[[gnu::noinline]] void run_start_function(Agent& a) {
  a.stack_base = static_cast<const char*>(__builtin_frame_address(0));
  if (a.id == kMainAgent) {
    early_threads::begin();
    end_process(program_main.main(program_main.argc, program_main.argv, program_main.environment));
  }
  if (a.handler != nullptr) {
    run_message(a);
  } else {
    a.result = a.start(a.start_argument);
  }
}

}  // namespace

void agent_main(void* argument) {
  auto& a = *static_cast<Agent*>(argument);
  if (details::is_on) details::begin_step();
  if (a.id == kMainAgent) forget_held_mutexes();
  allow_spurious_wakeup(a.id);
  UnwindBuffer buffer;  // for pthread_exit
  if (__sigsetjmp(reinterpret_cast<__jmp_buf_tag*>(&buffer), 0) == 0) {
    register_buffer(buffer);
    run_start_function(a);
    unregister_buffer(buffer);
  }
  call_tls_destructors();
  run_key_destructors();
  note_held_mutexes();
  if (a.handler != nullptr) end_message(a);
  visit(Request{.kind = OpKind::ThreadExit, .first = g.interner.life(a.id)});
  finish_current();
}

}  // namespace skein::runtime
