// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/builtin_calls.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "machine/abstract/local/copied_folds.hpp"
#include "machine/abstract/values/real_arithmetic.hpp"
#include "machine/ir/program/math_functions.hpp"

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

Flow BuiltinCalls::call(State& s, const Instruction& in, Segment& segment,
                        std::vector<State>& more) {
  const Builtin what = ir::builtin_of(in);
  const ir::BuiltinTraits& row = ir::traits(what);
  if (row.effect == ir::EffectFamily::Choice) {
    return level_at(s) > 0 && !segment.is_visible_step ? Flow::Waits : input(s, in, more);
  }
  if (row.effect == ir::EffectFamily::Section) return machine_.section_boundary(s, in, segment);
  if (row.effect == ir::EffectFamily::Local) return local_builtin(s, in, more);
  if (row.effect == ir::EffectFamily::Copy) return copy(s, in, segment, more);
  if (what == Builtin::ThreadExit)
    registers_.pass_result(s, context_.program.arguments[in.arguments]);
  if (what == Builtin::Malloc || what == Builtin::Calloc) {
    if (const std::optional<Flow> flow = sizes_.allocate(s, in, segment)) return *flow;
  }
  // What it works on must be known; what it only passes on need not.
  const std::uint32_t needed = what == Builtin::ThreadCreate ? 3U : row.arity;
  for (std::uint32_t i = 0; i < needed && i < in.argument_count; ++i) {
    const Operand operand = context_.program.arguments[in.arguments + i];
    if (!registers_.is_known(s, operand))
      return refiner_.split(s, operand, "an argument of this call", more);
    refuse_unsized(s, in, registers_.known(s, operand));
  }
  if (!context_.visibility.is_visible(s.thread, in)) return machine_.step_machine(s, in);
  if (const ir::MaybeMisuse misuse = context_.visibility.misuse_before(s.thread, in)) {
    Outcome outcome;
    context_.control.fault(s.thread, outcome, *misuse);
    s.fault = std::move(outcome.fault);
    return Flow::Ends;
  }
  if (is_local_here(what)) return machine_.shared_step(s, in, segment);
  return s.thread.section_depth > 0 ? machine_.section_operation(s, in, segment, more)
                                    : Flow::Waits;
}

// An unknown input: any value of its type.
Flow BuiltinCalls::input(State& s, const Instruction& in, std::vector<State>& more) {
  NumberId result;
  switch (ir::builtin_of(in)) {
    case Builtin::Choose: {
      const Operand operand = context_.program.arguments[in.arguments];
      if (!registers_.is_known(s, operand))
        return refiner_.split(s, operand, "the number of choices", more);
      const std::uint64_t count = registers_.known(s, operand);
      if (count == 0) context_.control.refuse(s.thread, "a choice needs at least one value");
      result = numbers_.between(0, ir::cut_to(count - 1, in.bits));
      break;
    }
    case Builtin::Any: {
      const Operand lo = context_.program.arguments[in.arguments];
      const Operand hi = context_.program.arguments[in.arguments + 1];
      // What is wrong is a fault; what is right goes on.
      const NumberId least = registers_.number(s, lo);
      const NumberId most = registers_.number(s, hi);
      if (!numbers_.filter(ir::Compare::SGT, 64, least, most).is_none()) {
        registers_.fail(s, ViolationCode::ChoiceOfNothing, more);
      }
      const NumberId low = numbers_.filter(ir::Compare::SLE, 64, least, most);
      if (low.is_none() || !refiner_.refine(s, lo, low)) return Flow::Vanishes;
      const NumberId high = numbers_.filter(ir::Compare::SGE, 64, most, low);
      if (high.is_none() || !refiner_.refine(s, hi, high)) return Flow::Vanishes;
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
  const unsigned level = level_at(s);
  ++s.thread.frames.back().pc;
  if (in.dst < 0) return Flow::Goes;
  const auto slot = static_cast<std::size_t>(in.dst);
  registers_.forget_slot(s, slot);
  if (level > 0) {
    const unsigned bits = ir::is_builtin(in, Builtin::Any) ? 64 : in.bits;
    std::vector<NumberId> parts = options_.splits.parts_of(numbers_, result, bits, level);
    result = parts.back();
    parts.pop_back();
    for (const NumberId part : parts) registers_.set_slot(more.emplace_back(s), slot, part);
  }
  registers_.set_slot(s, slot, result);
  return Flow::Goes;
}

// To one of the errors of functions of math.h.
void BuiltinCalls::may_set_errno(State& s) {
  if (context_.program.errno_variable.is_none()) return;
  const std::uint32_t offset =
      context_.program.thread_locals[context_.program.errno_variable.index()].offset;
  const NumberId errors = numbers_.join(numbers_.constant(EDOM), numbers_.constant(ERANGE));
  const NumberId before = read_bytes(numbers_, s.thread.own, s.own, offset, 4);
  write_bytes(numbers_, s.thread.own, s.own, offset, 4, numbers_.join(before, errors));
}

NumberId BuiltinCalls::math(State& s, const Instruction& in) {
  const auto operand = [&](std::uint32_t i) {
    const std::uint32_t there = std::min(i, in.argument_count - 1);
    return registers_.number(s, context_.program.arguments[in.arguments + there]);
  };
  const std::string& name = context_.program.externals[static_cast<std::size_t>(in.imm)];
  const auto [function, is_float] = ir::find_math_function(name);
  const bool is_real = function != nullptr && function->whole == nullptr;
  std::optional<Parts> known;
  if (is_real) {
    known = compute_math(function->name, is_float ? 32 : 64, numbers_[operand(0)],
                         numbers_[operand(1)]);
  }
  const bool has_no_errors = known && function->name != "sqrt" && function->name != "fmod";
  if (!has_no_errors) may_set_errno(s);
  return known ? numbers_.intern(std::move(*known)) : numbers_.any(in.bits);
}

// One state for "yes", one for "no", in which the number is known to be so.
Flow BuiltinCalls::real_class(State& s, const Instruction& in, std::vector<State>& more) {
  constexpr unsigned kAllClasses = 0x3ff;
  const Operand operand = context_.program.arguments[in.arguments];
  const auto classes =
      static_cast<unsigned>(registers_.known(s, context_.program.arguments[in.arguments + 1]));
  const NumberId all = registers_.number(s, operand);
  for (const bool is_member : {false, true}) {
    const unsigned wanted = (is_member ? classes : ~classes) & kAllClasses;
    const NumberId kept = numbers_.intern_or_none(reals_of_class(wanted, in.bits2, numbers_[all]));
    State one = s;
    if (kept.is_none() || !refiner_.refine(one, operand, kept)) continue;
    registers_.forget_slot(one, static_cast<std::size_t>(in.dst));
    registers_.set_slot(one, static_cast<std::size_t>(in.dst), numbers_.constant(is_member));
    ++one.thread.frames.back().pc;
    more.push_back(std::move(one));
  }
  return Flow::Vanishes;
}

// By the machine; what it writes to private memory is no longer unknown.
Flow BuiltinCalls::known_builtin(State& s, const Instruction& in) {
  const auto argument = [&](std::uint32_t i) { return context_.control.argument(s.thread, in, i); };
  const auto forget_list = [&](std::uint64_t list) {
    for (const std::uint64_t at : {0U, 8U, 16U}) accesses_.now_known(s, list + at, 8);
  };
  switch (ir::builtin_of(in)) {
    case Builtin::SetErrno: {
      const Flow flow = machine_.step_machine(s, in);
      if (!context_.program.errno_variable.is_none()) {
        accesses_.now_known(s, ir::pointer_to(ir::block_of(context_.program.errno_variable)), 4);
      }
      return flow;
    }
    case Builtin::Math:
      if (!s.own.empty()) may_set_errno(s);
      return machine_.step_machine(s, in);
    case Builtin::VaStart: {
      const std::uint64_t list = argument(0);
      const Flow flow = machine_.step_machine(s, in);
      forget_list(list);
      return flow;
    }
    case Builtin::VaCopy: {
      const std::uint64_t to = argument(0);
      const std::uint64_t from = argument(1);
      const Flow flow = machine_.step_machine(s, in);
      forget_list(to);
      Segment none;
      ir::MaybeMisuse misuse;
      for (const std::uint64_t at : {0U, 8U, 16U}) {
        const NumberId word = accesses_.read(s, from + at, 8, none, misuse);
        if (!misuse) misuse = accesses_.write(s, to + at, 8, word, none);
      }
      return flow;
    }
    default: return machine_.step_machine(s, in);
  }
}

Flow BuiltinCalls::local_builtin(State& s, const Instruction& in, std::vector<State>& more) {
  const Builtin what = ir::builtin_of(in);
  const auto operand = [&](std::uint32_t i) {
    return context_.program.arguments[in.arguments + i];
  };
  const auto give = [&](NumberId result) {
    if (in.slots > 0 && in.dst >= 0) {
      registers_.forget_slot(s, static_cast<std::size_t>(in.dst));
      registers_.set_slot(s, static_cast<std::size_t>(in.dst), result);
    }
    ++s.thread.frames.back().pc;
    return Flow::Goes;
  };
  if (what == Builtin::Random) return give(numbers_.between(0, 0x7fffffff));
  std::uint32_t first_unknown = in.argument_count;
  for (std::uint32_t i = in.argument_count; i-- > 0;) {
    if (!registers_.is_known(s, operand(i))) first_unknown = i;
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
      const NumberId condition = registers_.number(s, operand(0));
      const NumberId holds = numbers_.filter(ir::Compare::NE, 64, condition, numbers_.constant(0));
      if (holds.is_none() || !refiner_.refine(s, operand(0), holds)) return Flow::Vanishes;
      ++s.thread.frames.back().pc;
      return Flow::Goes;
    }
    case Builtin::Expect: return give(registers_.number(s, operand(0)));
    case Builtin::Ignore:
    case Builtin::Print:
    case Builtin::RandomSeed: return give(numbers_.any(in.bits));
    case Builtin::UMin:
    case Builtin::UMax:
    case Builtin::SMin:
    case Builtin::SMax:
      return give(
          numbers_.join(registers_.number(s, operand(0)), registers_.number(s, operand(1))));
    case Builtin::Exit:
    case Builtin::QuickExit: {
      registers_.pass_result(s, operand(first_unknown));
      return machine_.step_machine(s, in);
    }
    case Builtin::Math: return give(math(s, in));
    case Builtin::MulAdd: {
      Instruction part;
      part.bits = in.bits;
      part.code = Code::FMul;
      Troubles ignored;
      const auto argument = [&](std::uint32_t i) { return registers_.number(s, operand(i)); };
      const NumberId product = operand(0) == operand(1)
                                   ? numbers_.square_of_real(in.bits, argument(0))
                                   : numbers_.compute(part, argument(0), argument(1), ignored);
      part.code = Code::FAdd;
      return give(numbers_.compute(part, product, argument(2), ignored));
    }
    case Builtin::RealClass:
      if (registers_.is_known(s, operand(1))) return real_class(s, in, more);
      break;
    default: break;
  }
  const bool is_pure = what >= Builtin::RealClass || what == Builtin::Abs;
  const NumberId unknown = registers_.number(s, operand(first_unknown));
  if (numbers_.elements(unknown, Refiner::kMostSplits).empty() && is_pure && in.slots == 1) {
    return give(numbers_.any(in.bits));
  }
  if (numbers_.elements(unknown, Refiner::kMostSplits).empty() && is_pure && in.slots == 2) {
    const auto slot = static_cast<std::size_t>(in.dst);
    registers_.forget_slot(s, slot);
    registers_.forget_slot(s, slot + 1);
    registers_.set_slot(s, slot, numbers_.any(in.bits));
    registers_.set_slot(s, slot + 1, numbers_.between(0, 1));
    ++s.thread.frames.back().pc;
    return Flow::Goes;
  }
  return refiner_.split(s, operand(first_unknown), "an argument of this call", more);
}

// Zeros over a cell that is larger than a number.
ir::MaybeMisuse BuiltinCalls::clear_lock(State& s, std::uint64_t pointer, std::uint32_t bytes,
                                         Segment& segment) {
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  const std::vector<std::uint8_t> zeros(bytes);
  for (const ir::Part& part : parts) {
    shared_.log(s, segment, part.object, true);
    ValueId values[] = {shared_.cell(s, part.object, segment)};
    if (ir::MaybeMisuse misuse = context_.memory.write(values, std::span(&part, 1), zeros.data())) {
      return misuse;
    }
    shared_.write_cell(s, part.object, values[0], segment);
  }
  return std::nullopt;
}

// The ir machine knows no sizes of such blocks.
void BuiltinCalls::refuse_unsized(const State& s, const Instruction& in,
                                  std::uint64_t pointer) const {
  const BlockId block = ir::block_of(pointer);
  if (!context_.memory.is_unsized(block) || ir::is_builtin(in, Builtin::Free)) return;
  if (ir::is_builtin(in, Builtin::Realloc)) {
    context_.control.refuse(s.thread, "realloc of a block of unknown size");
  }
  if (ir::offset_of(pointer) >= context_.memory.unsized_shape(block).fold().begin) {
    context_.control.refuse(s.thread, "a lock or thread in a block of unknown size");
  }
}

ViolationFacts BuiltinCalls::copy_error(const State& s, std::uint64_t pointer, std::uint64_t length,
                                        bool is_write, Segment& segment, std::vector<State>& more) {
  const BlockId block = ir::block_of(pointer);
  if (!context_.memory.is_unsized(block)) {
    return context_.memory.pointer_error(s.thread, pointer, length, is_write);
  }
  const SizeBounds size = sizes_.size_of(s, block, segment);
  const std::uint64_t end = std::max(ir::offset_of(pointer) + length, length);
  ViolationFacts error;
  if (end > size.least) error = ir::wrong_access(ViolationCode::OutsideOfHeapBlock, is_write);
  if (end > size.most || error.is_none()) return error;
  registers_.fail(s, std::move(error), more);
  return {};
}

// memcpy, memmove, memset: number by number.
Flow BuiltinCalls::copy(State& s, const Instruction& in, Segment& segment,
                        std::vector<State>& more) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (i == 1 && ir::is_builtin(in, Builtin::Memset)) continue;
    const Operand operand = context_.program.arguments[in.arguments + i];
    if (!registers_.is_known(s, operand))
      return refiner_.split(s, operand, "an argument of a copy", more);
  }
  const std::uint64_t to = context_.control.argument(s.thread, in, 0);
  const std::uint64_t from = context_.control.argument(s.thread, in, 1);
  const std::uint64_t length = context_.control.argument(s.thread, in, 2);
  const bool is_set = ir::is_builtin(in, Builtin::Memset);
  const auto stop = [&](const ViolationFacts& facts) {
    segment.overwritten.clear();
    Outcome outcome;
    context_.control.fault(s.thread, outcome, facts);
    s.fault = std::move(outcome.fault);
    return Flow::Ends;
  };
  if (length > 0) {
    ViolationFacts error = copy_error(s, to, length, true, segment, more);
    if (error.is_none() && !is_set) error = copy_error(s, from, length, false, segment, more);
    if (!error.is_none()) return stop(error);
  }
  if (!SharedCells::may_access_watched(s, segment) && length > 0 &&
      (shared_.touches_watched(to, length) || (!is_set && shared_.touches_watched(from, length)))) {
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
  CopiedFolds folds(context_.memory, to, is_set ? std::nullopt : std::optional(from), length);
  for (std::uint64_t at = 0; at < length;) {
    // In arrays that are folded the same cells come again.
    if (const std::uint64_t next = folds.next(at); next > at) {
      at = next;
      continue;
    }
    const std::uint64_t room_from = is_set ? 8 : room(from + at);
    const std::uint64_t size = std::min({length - at, std::uint64_t{8}, room(to + at), room_from});
    ir::MaybeMisuse misuse;
    NumberId number;
    const auto bytes = static_cast<std::uint32_t>(size);
    // A lock may only be overwritten as a whole and with zeros.
    if (is_set && !context_.memory.is_private(to + at) && room(to + at) > 8) {
      const std::uint64_t whole = std::min(length - at, room(to + at));
      const Operand operand = context_.program.arguments[in.arguments + 1];
      if (!registers_.is_known(s, operand) || (registers_.known(s, operand) & 0xffU) != 0) {
        return stop(ir::wrong_access(ViolationCode::AccessesLockInside, true));
      }
      pieces.push_back({at, static_cast<std::uint32_t>(whole), NumberId{}});
      at += whole;
      continue;
    }
    if (is_set) {
      const Operand operand = context_.program.arguments[in.arguments + 1];
      const bool is_byte_known = registers_.is_known(s, operand);
      const std::uint64_t byte = is_byte_known ? registers_.known(s, operand) & 0xffU : 0;
      number = is_byte_known
                   ? numbers_.constant(ir::cut_to(byte * 0x0101010101010101ULL, 8 * bytes))
                   : numbers_.any(8 * bytes);
    } else {
      number = accesses_.read(s, from + at, bytes, segment, misuse);
      if (misuse) return stop(*misuse);
    }
    pieces.push_back({at, bytes, number});
    at += size;
  }
  segment.overwritten = folds.overwritten();
  for (const Piece& piece : pieces) {
    if (piece.number.is_none()) {
      if (const auto misuse = clear_lock(s, to + piece.at, piece.size, segment)) {
        return stop(*misuse);
      }
      continue;
    }
    if (const auto misuse = accesses_.write(s, to + piece.at, piece.size, piece.number, segment)) {
      return stop(*misuse);
    }
  }
  segment.overwritten.clear();
  if (in.dst >= 0 && in.slots > 0 && !s.frames.back().slots.empty()) {
    registers_.forget_slot(s, static_cast<std::size_t>(in.dst));
    registers_.set_slot(s, static_cast<std::size_t>(in.dst), numbers_.constant(to));
  }
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

}  // namespace skein::abstract
