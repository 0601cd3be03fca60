// SPDX-License-Identifier: Apache-2.0
// Builtins that no other thread can see: arithmetic, text, the thread's own data, its end.
#pragma once

#include <cstdint>

#include "core/states.hpp"
#include "machine/ir/local/clock.hpp"
#include "machine/ir/local/control.hpp"
#include "machine/ir/memory/memory.hpp"

namespace skein::ir {

class LocalBuiltins {
 public:
  LocalBuiltins(const Program& program, const Control& control, const Memory& memory,
                const Clocks& clocks)
      : program_(program), control_(control), memory_(memory), clocks_(clocks) {}

  // False if the thread stops here.
  [[nodiscard]] bool step(Thread& t, const Instruction& in, Outcome& outcome) const;

  void set_errno(Thread& t, std::uint32_t value) const;

 private:
  struct Call;  // one call with its arguments

  [[nodiscard]] bool compute(const Call& call) const;
  [[nodiscard]] bool step_thread(const Call& call) const;
  [[nodiscard]] bool fail(const Call& call) const;
  [[nodiscard]] bool end_section(const Call& call) const;
  [[nodiscard]] bool copy_private(const Call& call) const;
  [[nodiscard]] bool compute_math(const Call& call) const;
  [[nodiscard]] bool format_real(const Call& call) const;
  [[nodiscard]] bool parse_real(const Call& call) const;
  void start_variadic(Thread& t, std::uint64_t list) const;
  void copy_variadic(Thread& t, std::uint64_t to, std::uint64_t from) const;

  const Program& program_;
  const Control& control_;
  const Memory& memory_;
  const Clocks& clocks_;
};

}  // namespace skein::ir
