// SPDX-License-Identifier: Apache-2.0
// Steps of several accesses: atomic sections and statements (section_lookahead.hpp finds what they
// touch), and sections that take a lock (section_lock.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/states.hpp"
#include "machine/ir/effects/effects.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/section_lock.hpp"

namespace skein::ir {

class Sections {
 public:
  Sections(Context& context, SectionLock& lock) : context_(context), lock_(lock) {}

  // Whether the thread is about to begin a section, or a statement that is one step.
  [[nodiscard]] bool is_at_begin(const Thread& t) const;
  void describe(const Thread& t, Transition& transition);
  // Executes the section or statement. REQUIRES is_at_begin.
  void execute(const Effect& e);

 private:
  // The end of the step.
  struct Limits {
    bool is_atomic = false;
    std::uint32_t line = 0;  // of a statement
    std::size_t depth = 0;   // of its frame
  };

  void execute_as_one(const Effect& e);
  [[nodiscard]] bool execute_access(const Effect& e, const Limits& limits);
  [[nodiscard]] bool execute_part(const Effect& e, const Instruction& in);
  [[nodiscard]] bool ends_statement(const Thread& t, const Instruction& in) const;

  Context& context_;
  SectionLock& lock_;
};

}  // namespace skein::ir
