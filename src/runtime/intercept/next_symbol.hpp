// SPDX-License-Identifier: Apache-2.0
// The functions of libc that the runtime's own functions replace. A file that uses them has them in
// a namespace `next`: next::close is the close that would be called without the runtime.
#pragma once

#include <cstddef>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

namespace skein::runtime {

// The next definition of a function after ours. Resolved on first use; safe to use before main.
// `library`: where to find it if the program has not loaded it; null means libc.
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
