// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/exit.hpp"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/boot/finalisers.hpp"
#include "runtime/intercept/locks/mutex.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/signals/faults.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/intercept/threads/uncaught.hpp"
#include "runtime/sched/message_text.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<void(int)> exit("exit");
NextSymbol<void(int)> underscore_exit("_exit");
NextSymbol<void(int)> quick_exit("quick_exit");
NextSymbol<void()> abort("abort");
}  // namespace next

[[noreturn]] void take_last_step() {
  note_held_mutexes();
  g.current->has_ended_process = true;
  visit(Request{.kind = OpKind::ThreadExit, .first = g.interner.life(g.current->id)});
  finish_current();
}

// If another agent already ends the process, this one gets no further.
void begin_exit() {
  if (g.is_exiting) take_last_step();
  g.is_exiting = true;
}

[[noreturn]] void leave_process(int code) {
  signals::end_in_handler();
  g.channel->run.has_exited = true;
  g.channel->run.exit_code = code;
  if (code != 0 && g.channel->settings.nonzero_exit_is_violation) {
    note_violation(Wrong(ViolationCode::ExitStatus).with(static_cast<std::uint8_t>(code)), nullptr);
  }
  if (g.mode == Mode::Solo) end_run(g.has_violation ? End::Violation : End::Completed);
  take_last_step();
}

// The last exit handler, because it was registered first: here libc has the loader call the
// finalisers.
void after_handlers(int code, void*) {
  if (is_off()) return;
  if (g.mode == Mode::Early) give_up("the program called exit before main");
  call_finalisers();
  if (g.channel->plan.shows_output || g.channel->settings.shows_output) fflush(nullptr);
  leave_process(code);
}

int quick_exit_code = 0;  // of the call that runs the handlers

// The end of quick_exit, which calls no finalisers.
void after_quick_handlers() {
  if (!is_off()) leave_process(quick_exit_code);
}

// A call of exit in mid-program is a separate step, since it races with other ends of the process.
void visit_exit(const void* site) {
  visit(Request{.kind = OpKind::LibraryCall, .first = g.interner.life(kMainAgent), .site = site});
}

// Whether the code belongs to a function that aborts where an assumption does not hold. The last
// instruction of a function may be the call, so the return address may lie beyond its end.
bool is_in_assumption(const void* return_address) {
  const channel::Settings& settings = g.channel->settings;
  const std::uint64_t bias = g.channel->modules[0].bias;  // the program's own
  const std::uint64_t pc = reinterpret_cast<std::uint64_t>(return_address) - bias - 1;
  for (std::uint32_t i = 0; i < settings.assumption_function_count; ++i) {
    const channel::FunctionRange& range = settings.assumption_functions[i];
    if (pc >= range.begin && pc < range.end) return true;
  }
  return false;
}

}  // namespace

void prepare_exit() {
  on_exit(&after_handlers, nullptr);
  at_quick_exit(&after_quick_handlers);
}

void end_process(int code) {
  begin_exit();
  next::exit(code);
  __builtin_unreachable();
}

void end_process_solo() {
  g.mode = Mode::Solo;
  g.is_exiting = true;
  next::exit(0);
  __builtin_unreachable();
}

}  // namespace skein::runtime

namespace rt = skein::runtime;
using skein::ViolationCode;

extern "C" {

void exit(int code) {
  if (!rt::is_running()) {
    rt::next::exit(code);
    __builtin_unreachable();
  }
  rt::visit_exit(__builtin_return_address(0));
  rt::end_process(code);
}

void _exit(int code) {
  if (rt::is_off()) rt::next::underscore_exit(code);
  if (rt::g.mode == rt::Mode::Early) rt::give_up("the program called _exit before main");
  rt::visit_exit(__builtin_return_address(0));
  rt::leave_process(code);
}

void _Exit(int code) { _exit(code); }

void quick_exit(int code) noexcept {
  if (!rt::is_off()) {
    if (rt::g.mode == rt::Mode::Early) rt::give_up("the program called quick_exit before main");
    rt::visit_exit(__builtin_return_address(0));
    rt::begin_exit();
    rt::quick_exit_code = code;
  }
  rt::next::quick_exit(code);
  __builtin_unreachable();
}

void abort() noexcept {
  if (rt::is_off()) {
    rt::next::abort();
    __builtin_unreachable();
  }
  if (rt::is_running() && rt::is_in_assumption(__builtin_return_address(0))) rt::block_current();
  rt::signals::end_in_handler();
  if (const rt::Uncaught uncaught = rt::find_uncaught(__builtin_return_address(0));
      uncaught.type != nullptr) {
    rt::violate(
        rt::Wrong(ViolationCode::ThrowsException).saying(uncaught.type).saying(uncaught.what),
        __builtin_return_address(0));
  }
  rt::violate(ViolationCode::AbortCalled, __builtin_return_address(0));
}

[[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line,
                                const char* function) noexcept {
  if (rt::is_off()) {
    rt::Text<1024> message;
    message << file << ":" << std::uint64_t{line} << ": " << function << ": assertion '"
            << expression << "' failed";
    skein::syscalls::write_error(message.c_str());
    skein::syscalls::write_error("\n");
    rt::next::abort();
    __builtin_unreachable();
  }
  rt::violate(rt::failed_assertion(expression, file, line, function), __builtin_return_address(0));
}

// What the C++ library's headers call if a precondition does not hold: back() of an empty vector.
// The place is the user's that called the function.
[[noreturn]] void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char* file, int line,
                                                        const char* function,
                                                        const char* condition) noexcept {
  if (rt::is_off()) __assert_fail(condition, file, static_cast<unsigned>(line), function);
  rt::violate(rt::Wrong(ViolationCode::LibraryPrecondition).saying(function).saying(condition),
              __builtin_return_address(0));
}

}  // extern "C"
