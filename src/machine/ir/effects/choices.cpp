// SPDX-License-Identifier: Apache-2.0
// Nondeterministic values: choices and unknown inputs.
#include <algorithm>
#include <array>
#include <bit>

#include "machine/ir/effects/effects.hpp"

namespace skein::ir {

namespace {

// The bounds of an input: those of skein_any(lo, hi), or none.
InputRange bounds_of(const PendingOperation& op) {
  if (op.what() != Builtin::Any) return kAllInputs;
  return {static_cast<std::int64_t>(op.argument(0)), static_cast<std::int64_t>(op.argument(1))};
}

const std::string& name_of(const PendingOperation& op) {
  return op.context.program.externals[static_cast<std::size_t>(op.in.imm)];
}

// All values within its bounds, if there is no --nondet.
std::uint32_t input_choices(const PendingOperation& op) {
  const InputRange bounds = bounds_of(op);
  if (bounds.first > bounds.last) return 1;  // a misuse
  const std::vector<InputRange>& inputs = op.context.options.inputs;
  const auto text = [&] {
    if (op.what() != Builtin::Any) return "'" + name_of(op) + "'";
    return "skein_any(" + std::to_string(bounds.first) + ", " + std::to_string(bounds.last) + ")";
  };
  if (inputs.empty()) {
    const std::uint64_t size = input_ranges::size_of(bounds);
    if (size <= kMostInputs) return static_cast<std::uint32_t>(size);
    op.context.control.refuse(op.thread, text() + " needs a range: --nondet A..B");
  }
  // If none lies within its bounds, the lowest of these.
  return static_cast<std::uint32_t>(
      std::max<std::uint64_t>(input_ranges::count(inputs, bounds), 1));
}

}  // namespace

std::optional<InputRange> input_bounds(const PendingOperation& op) {
  if (!is_builtin(op.in)) return std::nullopt;
  const InputRange bounds = bounds_of(op);
  const bool is_input = op.what() == Builtin::Any || op.what() == Builtin::Nondet ||
                        (op.what() == Builtin::NondetReal && op.context.options.reals_are_whole);
  return is_input && bounds.first <= bounds.last ? std::optional(bounds) : std::nullopt;
}

void execute_choice(const Effect& e) {
  switch (e.what()) {
    case Builtin::NondetPointer:  // null, or an invalid pointer
      e.outcome.value = e.choice == 0 ? 0 : kNowhere;
      break;
    case Builtin::Any:
    case Builtin::Nondet: {
      const InputRange bounds = bounds_of(e.pending());
      if (bounds.first > bounds.last) return e.fault(ViolationCode::ChoiceOfNothing);
      const std::vector<InputRange>& inputs = e.context.options.inputs;
      const std::array<InputRange, 1> all{kAllInputs};
      const bool has_any = input_ranges::count(inputs, bounds) > 0;
      e.outcome.value = has_any ? input_ranges::value(inputs, bounds, e.choice)
                                : input_ranges::value(all, bounds, e.choice);
      break;
    }
    case Builtin::NondetReal: {
      e.outcome.value = input_ranges::value(e.context.options.inputs, kAllInputs, e.choice);
      const auto real = static_cast<double>(e.outcome.value);
      return e.finish(e.in.bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(real))
                                      : std::bit_cast<std::uint64_t>(real));
    }
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
    case Builtin::Any:
    case Builtin::Nondet: return input_choices(op);
    case Builtin::NondetReal:
      if (op.context.options.reals_are_whole) return input_choices(op);
      control.refuse(op.thread, "'" + name_of(op) +
                                    "' has too many values to choose from: for skein prove only");
    default: return 2;  // NondetBool, NondetPointer
  }
}

}  // namespace skein::ir
