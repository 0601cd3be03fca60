// SPDX-License-Identifier: Apache-2.0
// The functions of libc that we take over, as they really are.
#pragma once

#include <cstddef>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

namespace skein::runtime {

// The next definition of a function after ours. Resolved on first use; safe to use before main.
void* find_real(const char* name);

template <class Function>
class Real {
 public:
  explicit constexpr Real(const char* name) : name_(name) {}

  template <class... Args>
  auto operator()(Args... args) {
    if (function_ == nullptr) [[unlikely]] {
      function_ = reinterpret_cast<Function*>(find_real(name_));
    }
    return function_(args...);
  }

 private:
  const char* name_;
  Function* function_ = nullptr;
};

}  // namespace skein::runtime
