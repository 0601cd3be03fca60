// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/machine_operations.hpp"

#include <algorithm>
#include <utility>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/memory/sorted_list.hpp"

namespace skein::abstract {

namespace {

using ir::Builtin;
using ir::Code;
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

// By the machine itself. REQUIRES: the operands are known.
Flow MachineOperations::step_machine(State& s, const Instruction& in) {
  Outcome outcome;
  const bool has_result = in.code != Code::Fence && in.code != Code::Unreachable && in.dst >= 0;
  const std::size_t depth = s.thread.frames.size();
  const bool goes_on = context_.interpreter.step(s.thread, in, outcome);
  if (outcome.fault) s.fault = std::move(outcome.fault);
  Registers::fit_frames(s);
  if (in.code == Code::Builtin || in.code == Code::Alloca || in.code == Code::Grow) {
    Accesses::forget_private_loads(s);  // it may have written some
  }
  if (has_result && depth == s.frames.size()) {
    const std::uint32_t slots = in.code == Code::Builtin ? in.slots : 1;
    for (std::uint32_t i = 0; i < slots; ++i) {
      const std::size_t slot = static_cast<std::size_t>(in.dst) + i;
      if (slot >= s.frames.back().slots.size()) break;
      s.frames.back().slots[slot] = NumberId{};
      registers_.forget_slot(s, slot);
    }
  }
  return goes_on && s.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

// ---- Locks and lives -----------------------------------------------------------------------

void MachineOperations::operate(State& s, const Instruction& in, const Transition& what,
                                std::span<const ValueId> values, std::uint32_t choice,
                                Outcome& outcome) {
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
  Registers::fit_frames(s);
  Accesses::forget_private_loads(s);  // it may have written some
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

void MachineOperations::finish_operation(State& s, const Instruction& in, Segment& segment) {
  const auto [place, bytes] = written_by(context_.control, s.thread, in);
  if (bytes == 0 || s.fault) return;
  NumberId number;
  if (context_.memory.is_private(place)) {
    std::uint64_t value = 0;
    context_.memory.read_private(s.thread, place, reinterpret_cast<std::uint8_t*>(&value), bytes);
    number = numbers_.constant(value);
  } else {
    ir::MaybeMisuse misuse;
    number = accesses_.read(s, place, bytes, segment, misuse);
    if (misuse || !numbers_.is_constant(number)) return;
  }
  const std::uint64_t value = numbers_.value_of(number);
  if (const NumberId unknown = Registers::unknown_result(value); !unknown.is_none()) {
    number = unknown;
  } else if (!context_.memory.is_private(place)) {
    return;
  }
  static_cast<void>(accesses_.write(s, place, bytes, number, segment));
}

// ---- Shared memory -------------------------------------------------------------------------

// realloc: what is unknown moves too. The new block's words come first.
void MachineOperations::move_unknowns(const Transition& what, const std::vector<ValueId>& before,
                                      std::vector<ValueId>& after) {
  const ir::Objects& objects = context_.memory.objects();
  std::size_t words = 0;
  while (words < what.touches.size() &&
         objects[what.touches[words].object].block == objects[what.touches[0].object].block) {
    ++words;
  }
  for (std::size_t i = 0; i < words && words + i < before.size(); ++i) {
    const ValueId from = before[words + i];
    if (!lattice_.is_unknown(from)) continue;
    const std::uint32_t size = context_.memory.cells()[after[i]].a;
    const std::uint32_t kept = std::min(size, context_.memory.cells()[from].a);
    const NumberId bytes = numbers_.extract(lattice_.number_in(from), 0, kept);
    after[i] =
        lattice_.with_number(after[i], numbers_.insert(numbers_.constant(0), size, bytes, 0, kept));
  }
}

Flow MachineOperations::shared_step(State& s, const Instruction& in, Segment& segment) {
  std::vector<BlockId> names = s.thread.numbers;
  std::vector<BlockId> free_names;
  const Transition what = blocks_.choose_name(s, in, segment, free_names);
  if (shared_.is_any_watched(what) && !SharedCells::may_access_watched(s, segment))
    return Flow::Waits;
  std::vector<ValueId> values;
  for (const Touch& touch : what.touches) {
    values.push_back(shared_.cell(s, touch.object, segment));
    shared_.log(s, segment, touch.object, touch.access == Access::Write);
  }
  std::vector<NumberId> results;
  if (in.code == Code::Return) results = registers_.unknown_results(s, in);
  Outcome outcome;
  outcome.values = values;
  const std::size_t depth = s.thread.frames.size();
  ir::execute(ir::Effect{context_, s.thread, in, what, values, 0, outcome});
  // A thread knows all names that it has given (block_reuse.cpp).
  for (const BlockId block : names) {
    if (!ir::contains(s.thread.numbers, block)) ir::insert_sorted(s.thread.numbers, block);
  }
  if (outcome.fault) {
    s.fault = std::move(outcome.fault);
    return Flow::Ends;
  }
  if (ir::is_builtin(in, Builtin::Realloc)) {
    const bool is_folded =
        std::any_of(what.touches.begin(), what.touches.end(),
                    [&](const Touch& t) { return context_.memory.is_folded(t.object); });
    if (is_folded) context_.control.refuse(s.thread, "realloc of a block of this size");
    move_unknowns(what, values, outcome.values);
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (outcome.values[i] != values[i])
      shared_.write_cell(s, what.touches[i].object, outcome.values[i], segment);
  }
  Registers::fit_frames(s);
  s.loaded.clear();
  if (in.code == Code::Return) {
    if (s.thread.frames.size() + 1 == depth && s.thread.status == ir::Status::Running) {
      registers_.take_results(s, results);
    }
  } else if (in.dst >= 0 && in.slots > 0 && s.frames.size() == depth) {
    s.frames.back().slots[static_cast<std::size_t>(in.dst)] = NumberId{};
    registers_.forget_slot(s, static_cast<std::size_t>(in.dst));
  }
  return s.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

// ---- Atomic sections -----------------------------------------------------------------------

Flow MachineOperations::section_boundary(State& s, const Instruction& in, const Segment& segment) {
  std::uint32_t& depth = s.thread.section_depth;
  const bool is_begin = ir::is_builtin(in, Builtin::AtomicBegin);
  if (is_begin && depth == 0 && !segment.is_visible_step) return Flow::Waits;
  if (!is_begin && depth == 0) return step_machine(s, in);  // its misuse
  depth += is_begin ? 1 : -1U;
  ir::Control::finish(s.thread.frames.back(), in, 0);
  return depth == 0 ? Flow::Waits : Flow::Goes;
}

// A lock, by the machine.
Flow MachineOperations::section_operation(State& s, const Instruction& in, Segment& segment,
                                          std::vector<State>& more) {
  const ir::BuiltinTraits& row = ir::traits(ir::builtin_of(in));
  const bool is_supported = row.first == row.later && (row.footprint == ir::Footprint::Lock ||
                                                       row.footprint == ir::Footprint::LockAndInt);
  if (!is_supported) {
    context_.control.refuse(s.thread, "skein prove does not support this in an atomic section");
  }
  if (traits(row.first).enabling != Enabling::kAlways) segment.section->may_wait = true;
  const Transition what = footprints_.next(s.thread);
  std::vector<ValueId> values;
  for (const Touch& touch : what.touches) {
    values.push_back(shared_.cell(s, touch.object, segment));
    shared_.log(s, segment, touch.object, touch.access == Access::Write);
  }
  const std::uint32_t count =
      ir::count_choices(ir::PendingOperation{context_, s.thread, in, values});
  if (count == 0) segment.has_waited = true;
  for (std::uint32_t choice = 0; choice < count; ++choice) {
    State next = s;
    Outcome outcome;
    operate(next, in, what, values, choice, outcome);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (what.touches[i].access == Access::Write) {
        shared_.write_cell(next, what.touches[i].object, outcome.values[i], segment);
      }
    }
    if (in.dst >= 0 && in.slots > 0) {
      next.frames.back().slots[static_cast<std::size_t>(in.dst)] = NumberId{};
      registers_.forget_slot(next, static_cast<std::size_t>(in.dst));
    }
    finish_operation(next, in, segment);
    more.push_back(std::move(next));
  }
  return Flow::Vanishes;
}

}  // namespace skein::abstract
