// SPDX-License-Identifier: Apache-2.0
// Calls of builtins by abstract states: inputs, arithmetic, blocks of memory, copies.
#include <algorithm>
#include <cerrno>
#include <utility>

#include "machine/abstract/transfer.hpp"
#include "machine/ir/effects/effects.hpp"
#include "machine/ir/sorted_list.hpp"

namespace skein::abstract {

namespace {

using ir::Builtin;
using ir::Code;
using ir::Instruction;
using ir::Operand;

}  // namespace

bool is_local_here(Builtin what) {
  switch (ir::traits(what).effect) {
    case ir::EffectFamily::Local:
    case ir::EffectFamily::Block:
    case ir::EffectFamily::Realloc:
    case ir::EffectFamily::Copy:
    case ir::EffectFamily::Choice: return true;
    default: return false;
  }
}

// ---- Builtins ------------------------------------------------------------------------------

Flow Transfer::builtin(State& s, const Instruction& in, Segment& segment,
                       std::vector<State>& more) {
  const Builtin what = ir::builtin_of(in);
  const ir::BuiltinTraits& row = ir::traits(what);
  if (row.effect == ir::EffectFamily::Choice) return input(s, in, more);
  if (row.effect == ir::EffectFamily::Section) return section_boundary(s, in, segment);
  if (row.effect == ir::EffectFamily::Local) return local_builtin(s, in, more);
  if (row.effect == ir::EffectFamily::Copy) return copy(s, in, segment, more);
  if (what == Builtin::ThreadExit) pass_result(s, context_.program.arguments[in.arguments]);
  // What it works on must be known; what it only passes on need not.
  const std::uint32_t needed = what == Builtin::ThreadCreate ? 3U : row.arity;
  for (std::uint32_t i = 0; i < needed && i < in.argument_count; ++i) {
    const Operand operand = context_.program.arguments[in.arguments + i];
    if (!is_known(s, operand)) return split(s, operand, "an argument of this call", more);
  }
  if (!context_.visibility.is_visible(s.thread, in)) return step_machine(s, in);
  if (const ir::MaybeMisuse misuse = context_.visibility.misuse_before(s.thread, in)) {
    Outcome outcome;
    context_.control.fault(s.thread, outcome, *misuse);
    s.fault = std::move(outcome.fault);
    return Flow::Ends;
  }
  if (is_local_here(what)) return shared_step(s, in, segment);
  return s.thread.section_depth > 0 ? section_operation(s, in, segment, more) : Flow::Waits;
}

// An unknown input: any value of its type.
Flow Transfer::input(State& s, const Instruction& in, std::vector<State>& more) {
  NumberId result;
  switch (ir::builtin_of(in)) {
    case Builtin::Choose: {
      const Operand operand = context_.program.arguments[in.arguments];
      if (!is_known(s, operand)) return split(s, operand, "the number of choices", more);
      const std::uint64_t count = known(s, operand);
      if (count == 0) context_.control.refuse(s.thread, "a choice needs at least one value");
      result = numbers_.between(0, ir::cut_to(count - 1, in.bits));
      break;
    }
    case Builtin::Any: {
      const Operand lo = context_.program.arguments[in.arguments];
      const Operand hi = context_.program.arguments[in.arguments + 1];
      // What is wrong is a fault; what is right goes on.
      const NumberId least = number(s, lo);
      const NumberId most = number(s, hi);
      if (!numbers_.filter(ir::Compare::SGT, 64, least, most).is_none()) {
        fail(s, ViolationCode::ChoiceOfNothing, more);
      }
      const NumberId low = numbers_.filter(ir::Compare::SLE, 64, least, most);
      if (low.is_none() || !refine(s, lo, low)) return Flow::Vanishes;
      const NumberId high = numbers_.filter(ir::Compare::SGE, 64, most, low);
      if (high.is_none() || !refine(s, hi, high)) return Flow::Vanishes;
      result = numbers_.between_signed(numbers_.signed_bounds(low).first,
                                       numbers_.signed_bounds(high).second, 64);
      break;
    }
    case Builtin::NondetBool: result = numbers_.between(0, 1); break;
    case Builtin::NondetPointer:
      result = numbers_.intern({Strided::constant(0), Strided::constant(ir::kNowhere)});
      break;
    default: result = numbers_.any(in.bits); break;
  }
  if (in.dst >= 0) {
    forget_slot(s, static_cast<std::size_t>(in.dst));
    set_slot(s, static_cast<std::size_t>(in.dst), result);
  }
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

// To one of the errors of functions of math.h.
void Transfer::may_set_errno(State& s) {
  if (context_.program.errno_variable.is_none()) return;
  const std::uint32_t offset =
      context_.program.thread_locals[context_.program.errno_variable.index()].offset;
  const NumberId errors = numbers_.join(numbers_.constant(EDOM), numbers_.constant(ERANGE));
  const NumberId before = read_bytes(numbers_, s.thread.own, s.own, offset, 4);
  write_bytes(numbers_, s.thread.own, s.own, offset, 4, numbers_.join(before, errors));
}

// By the machine; what it writes to private memory is no longer unknown.
Flow Transfer::known_builtin(State& s, const Instruction& in) {
  const auto argument = [&](std::uint32_t i) { return context_.control.argument(s.thread, in, i); };
  const auto forget_list = [&](std::uint64_t list) {
    for (const std::uint64_t at : {0U, 8U, 16U}) now_known(s, list + at, 8);
  };
  switch (ir::builtin_of(in)) {
    case Builtin::SetErrno: {
      const Flow flow = step_machine(s, in);
      if (!context_.program.errno_variable.is_none()) {
        now_known(s, ir::pointer_to(ir::kThreadBase + context_.program.errno_variable.value, 0), 4);
      }
      return flow;
    }
    case Builtin::Math:
      if (!s.own.empty()) may_set_errno(s);
      return step_machine(s, in);
    case Builtin::VaStart: {
      const std::uint64_t list = argument(0);
      const Flow flow = step_machine(s, in);
      forget_list(list);
      return flow;
    }
    case Builtin::VaCopy: {
      const std::uint64_t to = argument(0);
      const std::uint64_t from = argument(1);
      const Flow flow = step_machine(s, in);
      forget_list(to);
      Segment none;
      ir::MaybeMisuse misuse;
      for (const std::uint64_t at : {0U, 8U, 16U}) {
        const NumberId word = read(s, from + at, 8, none, misuse);
        if (!misuse) misuse = write(s, to + at, 8, word, none);
      }
      return flow;
    }
    default: return step_machine(s, in);
  }
}

Flow Transfer::local_builtin(State& s, const Instruction& in, std::vector<State>& more) {
  const Builtin what = ir::builtin_of(in);
  const auto operand = [&](std::uint32_t i) {
    return context_.program.arguments[in.arguments + i];
  };
  const auto give = [&](NumberId result) {
    if (in.slots > 0 && in.dst >= 0) {
      forget_slot(s, static_cast<std::size_t>(in.dst));
      set_slot(s, static_cast<std::size_t>(in.dst), result);
    }
    ++s.thread.frames.back().pc;
    return Flow::Goes;
  };
  if (what == Builtin::Random) return give(numbers_.between(0, 0x7fffffff));
  std::uint32_t first_unknown = in.argument_count;
  for (std::uint32_t i = in.argument_count; i-- > 0;) {
    if (!is_known(s, operand(i))) first_unknown = i;
  }
  if (what == Builtin::FormatReal || what == Builtin::ParseReal) {
    const bool has_unknown_memory =
        !s.own.empty() || std::any_of(s.frames.begin(), s.frames.end(),
                                      [](const auto& frame) { return !frame.memory.empty(); });
    if (has_unknown_memory || first_unknown != in.argument_count) {
      context_.control.refuse(s.thread, "a text or number that is not known is converted");
    }
  }
  if (first_unknown == in.argument_count) return known_builtin(s, in);
  switch (what) {
    case Builtin::Assume: {
      const NumberId condition = number(s, operand(0));
      const NumberId holds = numbers_.filter(ir::Compare::NE, 64, condition, numbers_.constant(0));
      if (holds.is_none() || !refine(s, operand(0), holds)) return Flow::Vanishes;
      ++s.thread.frames.back().pc;
      return Flow::Goes;
    }
    case Builtin::Expect: return give(number(s, operand(0)));
    case Builtin::Ignore:
    case Builtin::Print:
    case Builtin::RandomSeed: return give(numbers_.any(in.bits));
    case Builtin::UMin:
    case Builtin::UMax:
    case Builtin::SMin:
    case Builtin::SMax: return give(numbers_.join(number(s, operand(0)), number(s, operand(1))));
    case Builtin::Exit:
    case Builtin::QuickExit: {
      // The exit status is the only thing that depends on it.
      set_slot(s, static_cast<std::size_t>(operand(first_unknown)), numbers_.constant(0));
      return step_machine(s, in);
    }
    case Builtin::Math: may_set_errno(s); return give(numbers_.any(in.bits));
    case Builtin::MulAdd: return give(numbers_.any(in.bits));
    default: break;
  }
  const bool is_pure = what >= Builtin::RealClass || what == Builtin::Abs;
  const NumberId unknown = number(s, operand(first_unknown));
  if (numbers_.elements(unknown, kMostSplits).empty() && is_pure && in.slots == 1) {
    return give(numbers_.any(in.bits));
  }
  if (numbers_.elements(unknown, kMostSplits).empty() && is_pure && in.slots == 2) {
    const auto slot = static_cast<std::size_t>(in.dst);
    forget_slot(s, slot);
    forget_slot(s, slot + 1);
    set_slot(s, slot, numbers_.any(in.bits));
    set_slot(s, slot + 1, numbers_.between(0, 1));
    ++s.thread.frames.back().pc;
    return Flow::Goes;
  }
  return split(s, operand(first_unknown), "an argument of this call", more);
}

// ---- Shared memory, by the machine ---------------------------------------------------------

// realloc: what is unknown moves too. The new block's words come first.
void Transfer::move_unknowns(const Transition& what, const std::vector<ValueId>& before,
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

Flow Transfer::shared_step(State& s, const Instruction& in, Segment& segment) {
  std::vector<std::uint32_t> names = s.thread.numbers;
  std::vector<std::uint32_t> free_names;
  const Transition what = choose_name(s, in, segment, free_names);
  if (is_any_watched(what) && !may_access_watched(s, segment)) return Flow::Waits;
  std::vector<ValueId> values;
  for (const Touch& touch : what.touches) {
    values.push_back(cell(s, touch.object, segment));
    log(s, segment, touch.object, touch.access == Access::Write);
  }
  std::vector<NumberId> results;
  if (in.code == Code::Return) results = unknown_results(s, in);
  Outcome outcome;
  outcome.values = values;
  const std::size_t depth = s.thread.frames.size();
  ir::execute(ir::Effect{context_, s.thread, in, what, values, 0, outcome});
  // A thread knows all names that it has given (block_reuse.cpp).
  for (const std::uint32_t block : names) {
    if (!ir::contains(s.thread.numbers, block)) ir::insert_sorted(s.thread.numbers, block);
  }
  if (outcome.fault) {
    s.fault = std::move(outcome.fault);
    return Flow::Ends;
  }
  if (ir::is_builtin(in, Builtin::Realloc)) move_unknowns(what, values, outcome.values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (outcome.values[i] != values[i]) write_cell(s, what.touches[i].object, outcome.values[i]);
  }
  fit_frames(s);
  s.loaded.clear();
  if (in.code == Code::Return) {
    if (s.thread.frames.size() + 1 == depth && s.thread.status == ir::Status::Running) {
      take_results(s, results);
    }
  } else if (in.dst >= 0 && in.slots > 0 && s.frames.size() == depth) {
    s.frames.back().slots[static_cast<std::size_t>(in.dst)] = NumberId{};
    forget_slot(s, static_cast<std::size_t>(in.dst));
  }
  return s.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

// Zeros over a cell that is larger than a number.
ir::MaybeMisuse Transfer::clear_lock(State& s, std::uint64_t pointer, std::uint32_t bytes,
                                     Segment& segment) {
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  const std::vector<std::uint8_t> zeros(bytes);
  for (const ir::Part& part : parts) {
    log(s, segment, part.object, true);
    ValueId values[] = {cell(s, part.object, segment)};
    if (ir::MaybeMisuse misuse = context_.memory.write(values, std::span(&part, 1), zeros.data())) {
      return misuse;
    }
    write_cell(s, part.object, values[0]);
  }
  return std::nullopt;
}

// memcpy, memmove, memset: number by number.
Flow Transfer::copy(State& s, const Instruction& in, Segment& segment, std::vector<State>& more) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (i == 1 && ir::is_builtin(in, Builtin::Memset)) continue;
    const Operand operand = context_.program.arguments[in.arguments + i];
    if (!is_known(s, operand)) return split(s, operand, "an argument of a copy", more);
  }
  const std::uint64_t to = context_.control.argument(s.thread, in, 0);
  const std::uint64_t from = context_.control.argument(s.thread, in, 1);
  const std::uint64_t length = context_.control.argument(s.thread, in, 2);
  const bool is_set = ir::is_builtin(in, Builtin::Memset);
  const auto stop = [&](const ViolationFacts& facts) {
    Outcome outcome;
    context_.control.fault(s.thread, outcome, facts);
    s.fault = std::move(outcome.fault);
    return Flow::Ends;
  };
  if (length > 0) {
    ViolationFacts error = context_.memory.pointer_error(s.thread, to, length, true);
    if (error.is_none() && !is_set) {
      error = context_.memory.pointer_error(s.thread, from, length, false);
    }
    if (!error.is_none()) return stop(error);
  }
  if (!may_access_watched(s, segment) && length > 0 &&
      (touches_watched(to, length) || (!is_set && touches_watched(from, length)))) {
    return Flow::Waits;
  }
  // The end of the cell, or of the eight bytes, that a pointer lies in.
  const auto room = [&](std::uint64_t pointer) -> std::uint64_t {
    if (context_.memory.is_private(pointer)) return 8 - pointer % 8;
    const ir::Extent extent = context_.memory.extent_at(pointer);
    return extent.end - ir::offset_of(pointer);
  };
  struct Piece {
    std::uint64_t at = 0;
    std::uint32_t size = 0;
    NumberId number;  // none: zeros over a lock
  };
  std::vector<Piece> pieces;  // all is read before anything is written, since they may overlap
  for (std::uint64_t at = 0; at < length;) {
    const std::uint64_t room_from = is_set ? 8 : room(from + at);
    const std::uint64_t size = std::min({length - at, std::uint64_t{8}, room(to + at), room_from});
    ir::MaybeMisuse misuse;
    NumberId number;
    const auto bytes = static_cast<std::uint32_t>(size);
    // A lock may only be overwritten as a whole and with zeros.
    if (is_set && !context_.memory.is_private(to + at) && room(to + at) > 8) {
      const std::uint64_t whole = std::min(length - at, room(to + at));
      const Operand operand = context_.program.arguments[in.arguments + 1];
      if (!is_known(s, operand) || (known(s, operand) & 0xffU) != 0) {
        return stop(ir::wrong_access(ViolationCode::AccessesLockInside, true));
      }
      pieces.push_back({at, static_cast<std::uint32_t>(whole), NumberId{}});
      at += whole;
      continue;
    }
    if (is_set) {
      const Operand operand = context_.program.arguments[in.arguments + 1];
      const bool is_byte_known = is_known(s, operand);
      const std::uint64_t byte = is_byte_known ? known(s, operand) & 0xffU : 0;
      number = is_byte_known
                   ? numbers_.constant(ir::cut_to(byte * 0x0101010101010101ULL, 8 * bytes))
                   : numbers_.any(8 * bytes);
    } else {
      number = read(s, from + at, bytes, segment, misuse);
      if (misuse) return stop(*misuse);
    }
    pieces.push_back({at, bytes, number});
    at += size;
  }
  for (const Piece& piece : pieces) {
    if (piece.number.is_none()) {
      if (const auto misuse = clear_lock(s, to + piece.at, piece.size, segment)) {
        return stop(*misuse);
      }
      continue;
    }
    if (const auto misuse = write(s, to + piece.at, piece.size, piece.number, segment)) {
      return stop(*misuse);
    }
  }
  if (in.dst >= 0 && in.slots > 0 && !s.frames.back().slots.empty()) {
    forget_slot(s, static_cast<std::size_t>(in.dst));
    set_slot(s, static_cast<std::size_t>(in.dst), numbers_.constant(to));
  }
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

}  // namespace skein::abstract
