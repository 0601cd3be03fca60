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
// `library`: where it is if the program has not loaded it (null: it is in libc).
void* find_next_symbol(const char* name, const char* library);

template <class Function>
class NextSymbol {
 public:
  explicit constexpr NextSymbol(const char* name, const char* library = nullptr)
      : name_(name), library_(library) {}

  template <class... Args>
  auto operator()(Args... args) {
    if (function_ == nullptr) [[unlikely]] {
      function_ = reinterpret_cast<Function*>(find_next_symbol(name_, library_));
    }
    return function_(args...);
  }

 private:
  const char* name_;
  const char* library_;
  Function* function_ = nullptr;
};

}  // namespace skein::runtime
