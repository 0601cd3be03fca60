// SPDX-License-Identifier: Apache-2.0
// Library functions whose state threads share behind the program's back: strtok's position in its
// text, the one buffer of localtime and its relatives. Each family is an object, and a call is a
// visible operation on it, so that every order of calls by different threads is explored. (rand and
// its relatives need no order: pseudo_random.cpp.)
#include "runtime/intercept/state/libc_state.hpp"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/intercept/libc/dates.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<char*(char*, const char*)> strtok("strtok");
NextSymbol<tm*(const time_t*)> localtime("localtime");
NextSymbol<char*(const tm*)> asctime("asctime");
NextSymbol<int(const char*, const char*, int)> setenv("setenv");
NextSymbol<int(const char*)> unsetenv("unsetenv");
NextSymbol<int(char*)> putenv("putenv");
NextSymbol<char*(const char*)> getenv("getenv");
NextSymbol<char*(const char*)> secure_getenv("secure_getenv");
}  // namespace next

// Where strtok continues. Kept by us, so that its accesses can be reported.
char* strtok_rest = nullptr;

// `function` represents its family and names it.
template <class Function>
void visit_state(Function* function, const void* site) {
  if (!is_running()) return;
  visit(Request{.kind = OpKind::LibraryCall,
                .first = g.interner.object(channel::ObjectClass::Library,
                                           reinterpret_cast<const void*>(function)),
                .site = site});
}

void change_environment(const void* site) {
  static_cast<void>(shared_state::is_environment_shared(shared_state::kChanges));
  visit_state(&setenv, site);
}

void look_at_environment(const void* site) {
  if (shared_state::is_environment_shared(shared_state::kObserves)) visit_state(&setenv, site);
}

// The buffers in libc that a date and its text are returned in. What is written there is computed
// elsewhere, so that it can be reported as a write of the program: a thread may read the result of
// one call too late, after another call.
tm* date_buffer() {
  static tm* buffer = nullptr;
  constexpr time_t kEpoch = 0;
  if (buffer == nullptr) buffer = next::localtime(&kEpoch);
  return buffer;
}
char* date_text_buffer() {
  static char* buffer = nullptr;
  if (buffer == nullptr) buffer = next::asctime(date_buffer());
  return buffer;
}

}  // namespace

void reset_libc_state() { strtok_rest = nullptr; }

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

char* strtok(char* text, const char* separators) noexcept {
  if (rt::is_off()) return rt::next::strtok(text, separators);
  const void* const site = __builtin_return_address(0);
  rt::visit_state(&strtok, site);
  char* rest = rt::strtok_rest;
  const std::uint32_t position = rt::g.position;
  rt::reported::token(text != nullptr ? text : rest, separators, site);
  char* const token = strtok_r(text, separators, &rest);
  // If accesses to the text were steps, others may have called strtok since.
  if (rt::g.position != position) rt::visit_state(&strtok, site);
  rt::strtok_rest = rest;
  return token;
}

// localtime_r and ctime_r may leave a change of the time zone unnoticed; localtime does not.
tm* localtime(const time_t* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  tzset();
  return rt::break_down(time, rt::date_buffer(), __builtin_return_address(0), localtime_r);
}

tm* gmtime(const time_t* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  return rt::break_down(time, rt::date_buffer(), __builtin_return_address(0), gmtime_r);
}

// NOLINTBEGIN(bugprone-unsafe-functions): the program called it
char* ctime(const time_t* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  tzset();
  const tm* const date =
      rt::break_down(time, rt::date_buffer(), __builtin_return_address(0), localtime_r);
  return date == nullptr
             ? nullptr
             : rt::print_date(date, rt::date_text_buffer(), __builtin_return_address(0), asctime_r);
}

char* asctime(const tm* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  return rt::print_date(time, rt::date_text_buffer(), __builtin_return_address(0), asctime_r);
}
// NOLINTEND(bugprone-unsafe-functions)

// Reading the environment is a step once another thread changes it.
int setenv(const char* name, const char* value, int replaces) noexcept {
  rt::change_environment(__builtin_return_address(0));
  return rt::next::setenv(name, value, replaces);
}

int unsetenv(const char* name) noexcept {
  rt::change_environment(__builtin_return_address(0));
  return rt::next::unsetenv(name);
}

char* getenv(const char* name) noexcept {
  rt::look_at_environment(__builtin_return_address(0));
  return rt::next::getenv(name);
}

char* secure_getenv(const char* name) noexcept {
  rt::look_at_environment(__builtin_return_address(0));
  return rt::next::secure_getenv(name);
}

int putenv(char* text) noexcept {
  rt::change_environment(__builtin_return_address(0));
  return rt::next::putenv(text);
}

}  // extern "C"
