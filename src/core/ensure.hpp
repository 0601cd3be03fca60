// SPDX-License-Identifier: Apache-2.0
// Checks of our own invariants. They stay on in release builds: a wrong verdict is worse than a
// stop. A failed check is our own bug (exit status 3), never the user's.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace skein {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// The user's error, such as a bad file or option (exit status 2). The message says what is wrong
// and where.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Not an error: a budget or a signal stopped the work before its end. What was done before counts.
class Stopped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void fail_check(const char* what, const std::source_location& where) {
  throw InternalError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                      what);
}

inline void ensure(bool holds, const char* what,
                   const std::source_location& where = std::source_location::current()) {
  if (!holds) [[unlikely]] {
    fail_check(what, where);
  }
}

}  // namespace skein
