// SPDX-License-Identifier: Apache-2.0
// Nondeterministic values.
#include "machine/ir/effects/effects.hpp"

namespace skein::ir {

void execute_choice(const Effect& e) {
  switch (e.what()) {
    case Builtin::NondetPointer:  // null, or an invalid pointer
      e.outcome.value = e.choice == 0 ? 0 : kNowhere;
      break;
    case Builtin::Nondet:
      if (const auto& values = e.context.options.nondet_values; !values.empty()) {
        e.outcome.value = values[e.choice];
        break;
      }
      e.outcome.value = e.context.options.nondet.value_or(std::pair{0, 0}).first + e.choice;
      break;
    default: e.outcome.value = e.choice; break;  // Choose, NondetBool
  }
  e.finish(static_cast<std::uint64_t>(e.outcome.value));
}

std::uint32_t choice_choices(const PendingOperation& op) {
  const Control& control = op.context.control;
  switch (op.what()) {
    case Builtin::Choose: {
      const auto count = static_cast<std::uint32_t>(op.argument(0));
      if (count == 0 || count > 65536) {
        control.refuse(op.thread, "a choice needs between 1 and 65536 values");
      }
      return count;
    }
    case Builtin::Nondet: {
      if (const auto& values = op.context.options.nondet_values; !values.empty()) {
        return static_cast<std::uint32_t>(values.size());
      }
      const auto& range = op.context.options.nondet;
      if (!range) {
        const std::string& name = op.context.program.externals[static_cast<std::size_t>(op.in.imm)];
        control.refuse(op.thread, "'" + name + "' needs a range: --nondet A..B");
      }
      return static_cast<std::uint32_t>(range->second - range->first + 1);
    }
    default: return 2;  // NondetBool, NondetPointer
  }
}

}  // namespace skein::ir
