// SPDX-License-Identifier: Apache-2.0
// A function of libc that skein refuses, by name and with the place of the call.
#pragma once

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

// Outside skein, calls the next symbol; inside, ends the executor.
template <class Function>
class Refused {
 public:
  explicit constexpr Refused(const char* name) : name_(name), next_(name) {}

  template <class... Args>
  auto call(const void* site, Args... args) {
    if (!is_off()) refuse(name_, site);
    return next_(args...);
  }

 private:
  const char* name_;
  NextSymbol<Function> next_;
};

}  // namespace skein::runtime
