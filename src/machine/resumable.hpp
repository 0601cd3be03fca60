// SPDX-License-Identifier: Apache-2.0
// A machine whose numbers can outlive it.
//
// Agents, objects and sites are numbered as they appear in runs. An exploration that continues in
// another process, without executing those runs again, needs a machine that gives the same numbers.
#pragma once

#include <string>
#include <string_view>

namespace skein {

class Resumable {
 public:
  Resumable() = default;
  Resumable(const Resumable&) = delete;
  Resumable& operator=(const Resumable&) = delete;
  Resumable(Resumable&&) = delete;
  Resumable& operator=(Resumable&&) = delete;
  virtual ~Resumable() = default;

  // The numbers so far, as bytes for restore_names() of a new machine with the same program.
  [[nodiscard]] virtual std::string save_names() const = 0;
  // REQUIRES: nothing has been run yet. Throws UserError if the bytes are damaged.
  virtual void restore_names(std::string_view bytes) = 0;
};

}  // namespace skein
