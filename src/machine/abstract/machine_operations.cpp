// SPDX-License-Identifier: Apache-2.0
// Operations on locks and lives, which the ir machine executes: what the abstract state has to do
// before and after, because the machine knows no unknowns.
#include "machine/abstract/transfer.hpp"
#include "machine/ir/effects/effects.hpp"

namespace skein::abstract {

namespace {

using ir::Instruction;

// What an operation writes besides its lock: a handle, a result, a number.
struct WrittenBytes {
  std::uint64_t pointer = 0;
  std::uint32_t count = 0;  // 0: nothing
};

WrittenBytes written_by(const ir::Control& control, const ir::Thread& t, const Instruction& in) {
  if (!ir::is_builtin(in)) return {};
  switch (ir::traits(ir::builtin_of(in)).footprint) {
    case ir::Footprint::Create: return {control.argument(t, in, 0), 8};
    case ir::Footprint::Join: {
      const std::uint64_t pointer = control.argument(t, in, 1);
      return {pointer, pointer == 0 ? 0U : 8U};
    }
    case ir::Footprint::LockAndInt: return {control.argument(t, in, 1), 4};
    default: return {};
  }
}

}  // namespace

void Transfer::operate(State& s, const Instruction& in, const Transition& what,
                       std::span<const ValueId> values, std::uint32_t choice, Outcome& outcome) {
  std::vector<ValueId> known;
  std::vector<NumberId> unknown;
  for (const ValueId value : values) {
    const NumberId number = lattice_.number_in(value);  // none: a lock
    const bool is_unknown = !number.is_none() && lattice_.is_unknown(value);
    unknown.push_back(is_unknown ? number : NumberId{});
    known.push_back(is_unknown ? lattice_.with_number(value, numbers_.constant(0)) : value);
  }
  const WrittenBytes written = written_by(context_.control, s.thread, in);
  outcome.values = known;
  ir::execute(ir::Effect{context_, s.thread, in, what, known, choice, outcome});
  if (outcome.fault) s.fault = std::move(outcome.fault);
  fit_frames(s);
  forget_private_loads(s);  // it may have written some
  if (s.fault) return;
  std::vector<ir::Part> parts;
  if (written.count > 0 && !context_.memory.is_private(written.pointer)) {
    context_.memory.split(written.pointer, written.count, parts);
  }
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (unknown[i].is_none()) continue;
    const ir::Cell& now = context_.memory.cells()[outcome.values[i]];
    const std::uint64_t bits = now.bits;
    const std::uint32_t size = now.a;
    NumberId number = unknown[i];
    for (const ir::Part& part : parts) {
      if (part.object != what.touches[i].object) continue;
      const NumberId piece =
          numbers_.constant(ir::cut_to(bits >> (8 * part.in_cell), 8 * part.count));
      number = numbers_.insert(number, size, piece, part.in_cell, part.count);
    }
    outcome.values[i] = lattice_.with_number(outcome.values[i], number);
  }
}

void Transfer::now_known(State& s, std::uint64_t pointer, std::uint32_t bytes) {
  std::uint64_t value = 0;
  context_.memory.read_private(s.thread, pointer, reinterpret_cast<std::uint8_t*>(&value), bytes);
  Segment none;
  static_cast<void>(write(s, pointer, bytes, numbers_.constant(value), none));
}

void Transfer::settle(State& s, const Instruction& in, Segment& segment) {
  const auto [place, bytes] = written_by(context_.control, s.thread, in);
  if (bytes == 0 || s.fault) return;
  NumberId number;
  if (context_.memory.is_private(place)) {
    std::uint64_t value = 0;
    context_.memory.read_private(s.thread, place, reinterpret_cast<std::uint8_t*>(&value), bytes);
    number = numbers_.constant(value);
  } else {
    ir::MaybeMisuse misuse;
    number = read(s, place, bytes, segment, misuse);
    if (misuse || !numbers_.is_constant(number)) return;
  }
  const std::uint64_t value = numbers_.value_of(number);
  if (const NumberId unknown = unknown_result(value); !unknown.is_none()) {
    number = unknown;
  } else if (!context_.memory.is_private(place)) {
    return;
  }
  static_cast<void>(write(s, place, bytes, number, segment));
}

}  // namespace skein::abstract
