// SPDX-License-Identifier: Apache-2.0
// Library functions whose state threads share behind the program's back: strtok's position in its
// text, the one buffer of localtime and its relatives. Each family is an object, and a call is a
// visible operation on it, so that every order of calls by different threads is explored. (rand and
// its relatives need no order: pseudo_random.cpp.)
#include "runtime/intercept/libc_state.hpp"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/intercept/libc/told.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime {

namespace {

NextSymbol<char*(char*, const char*)> real_strtok("strtok");
NextSymbol<tm*(const time_t*)> real_localtime("localtime");
NextSymbol<tm*(const time_t*)> real_gmtime("gmtime");
NextSymbol<char*(const time_t*)> real_ctime("ctime");
NextSymbol<char*(const tm*)> real_asctime("asctime");
NextSymbol<int(const char*, const char*, int)> real_setenv("setenv");
NextSymbol<int(const char*)> real_unsetenv("unsetenv");
NextSymbol<int(char*)> real_putenv("putenv");

// Where strtok continues. Kept by us, so that its accesses can be reported.
char* strtok_rest = nullptr;

// `function` stands for its family and names it.
template <class Function>
void visit_state(Function* function, const void* site) {
  if (!is_running()) return;
  visit(Request{.kind = OpKind::LibraryCall,
                .first = g.names.object(channel::ObjectClass::Library,
                                        reinterpret_cast<const void*>(function)),
                .site = site});
}

}  // namespace

void reset_libc_state() { strtok_rest = nullptr; }

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

char* strtok(char* text, const char* separators) noexcept {
  if (rt::is_off()) return rt::real_strtok(text, separators);
  rt::visit_state(&strtok, __builtin_return_address(0));
  rt::told::token(text != nullptr ? text : rt::strtok_rest, separators,
                  __builtin_return_address(0));
  return strtok_r(text, separators, &rt::strtok_rest);
}

tm* localtime(const time_t* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  return rt::real_localtime(time);
}

tm* gmtime(const time_t* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  return rt::real_gmtime(time);
}

char* ctime(const time_t* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  return rt::real_ctime(time);
}

char* asctime(const tm* time) noexcept {
  rt::visit_state(&localtime, __builtin_return_address(0));
  return rt::real_asctime(time);
}

// Changes of the environment are ordered with each other; reading it is not a step.
int setenv(const char* name, const char* value, int replaces) noexcept {
  rt::visit_state(&setenv, __builtin_return_address(0));
  return rt::real_setenv(name, value, replaces);
}

int unsetenv(const char* name) noexcept {
  rt::visit_state(&setenv, __builtin_return_address(0));
  return rt::real_unsetenv(name);
}

int putenv(char* text) noexcept {
  rt::visit_state(&setenv, __builtin_return_address(0));
  return rt::real_putenv(text);
}

}  // extern "C"
