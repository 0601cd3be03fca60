// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/unknown_sizes.hpp"

#include <algorithm>

#include "machine/abstract/state/address_expression.hpp"
#include "machine/ir/steps/touches.hpp"

namespace skein::abstract {

namespace {

using ir::Builtin;
using ir::Code;
using ir::Instruction;
using ir::Operand;

constexpr std::uint64_t kBeyondInt = 1ULL << 31U;
constexpr std::int64_t kFar = std::int64_t{1} << 30U;  // no sum of products of two overflows
// The header and the unit of a size that the program computes; beyond, it is counted in bytes.
constexpr std::uint64_t kLargestFactor = 1U << 20U;

std::uint64_t least_of(const Parts& parts) { return parts.front().lo; }
std::uint64_t most_of(const Parts& parts) { return parts.back().hi; }

// An integer that was extended to more bits has the same value, if it is not negative.
bool keeps_value(const Instruction& in) {
  return in.code == Code::Move || in.code == Code::ZExt ||
         (in.code == Code::SExt && in.bits2 == 32);
}

}  // namespace

// ---- Sizes that the program computes -------------------------------------------------------

UnknownSizes::Place UnknownSizes::place_of(const ir::Thread& t) {
  return {t.frames.back().function.value, t.frames.back().pc};
}

bool UnknownSizes::is_at_allocation(const ir::Thread& t) const {
  return !kinds_.empty() && !t.frames.empty() && kinds_.contains(place_of(t));
}

SizeExpression UnknownSizes::expression(const ir::Function& function, const FunctionFacts& facts,
                                        const Instruction& in) const {
  SizeExpression result;
  const auto argument = [&](std::uint32_t i) {
    return context_.program.arguments[in.arguments + i];
  };
  result.count = argument(0);
  if (ir::is_builtin(in, Builtin::Calloc)) {
    const bool is_second = argument(1) >= 0 && argument(0) < 0;
    const Operand factor = argument(is_second ? 0 : 1);
    result.count = argument(is_second ? 1 : 0);
    result.is_product = factor >= 0;
    if (result.is_product) return result;
    result.unit = context_.program.constant(factor);
  }
  while (result.count >= 0) {
    const std::optional<std::uint32_t> definition =
        facts.definition[static_cast<std::size_t>(result.count)];
    if (!definition) break;
    const Instruction& from = function.code[*definition];
    if (from.dst == from.a) break;
    const bool has_constant = ir::uses_b(from.code) && (from.b < 0 || from.a < 0);
    const Operand other = has_constant && from.a < 0 ? from.b : from.a;
    const std::uint64_t value =
        has_constant ? context_.program.constant(from.a < 0 ? from.a : from.b) : 0;
    if (keeps_value(from)) {
      result.count = from.a;
    } else if (has_constant && from.code == Code::Add && value < kLargestFactor) {
      result.header += result.unit * value;
      result.count = other;
    } else if (has_constant && from.code == Code::Mul && value > 0 && value < kLargestFactor) {
      result.unit *= value;
      result.count = other;
    } else if (from.code == Code::Shl && from.b < 0 && value < 20) {
      result.unit <<= value;
      result.count = other;
    } else {
      break;
    }
    if (result.unit >= kLargestFactor || result.header >= kLargestFactor) break;
  }
  return result;
}

NumberId UnknownSizes::requested(const State& s, const Instruction& in) {
  const auto argument = [&](std::uint32_t i) {
    return registers_.number(s, context_.program.arguments[in.arguments + i]);
  };
  if (!ir::is_builtin(in, Builtin::Calloc)) return argument(0);
  std::uint64_t most = 0;
  if (__builtin_mul_overflow(most_of(numbers_[argument(0)]), most_of(numbers_[argument(1)]),
                             &most)) {
    return numbers_.any(64);
  }
  Instruction product;
  product.code = Code::Mul;
  Troubles ignored;
  return numbers_.compute(product, argument(0), argument(1), ignored);
}

// ---- Allocation ----------------------------------------------------------------------------

std::optional<Flow> UnknownSizes::allocate(State& s, const Instruction& in, Segment& segment) {
  const Place place = place_of(s.thread);
  const auto known = kinds_.find(place);
  const NumberId size = requested(s, in);
  if (known == kinds_.end() && !numbers_.elements(size, options_.most_sizes).empty()) {
    return std::nullopt;
  }
  if (most_of(numbers_[size]) > ir::kMostUnsizedBytes) {
    context_.control.refuse(s.thread,
                            "a block that may have more than 2 GiB is not supported: its "
                            "size is one of " +
                                numbers_.text(size, 64));
  }
  if (known == kinds_.end()) {
    kinds_[place] = Kind{};
    has_learnt_ = true;
    return Flow::Vanishes;
  }
  const std::size_t function = s.thread.frames.back().function.index();
  const SizeExpression e = expression(context_.program.functions[function], facts_[function], in);
  const bool is_small = e.unit > 0 && e.unit < kLargestFactor && e.header < kLargestFactor;
  if (known->second.is_in_bytes || !is_small || e.is_product) {
    make(s, in, {}, size, std::nullopt, segment);
    return Flow::Goes;
  }
  const ir::UnsizedShape shape{static_cast<std::uint32_t>(e.header),
                               static_cast<std::uint32_t>(e.unit)};
  const NumberId count = registers_.number(s, e.count);
  // Then nothing has wrapped around.
  if (most_of(numbers_[count]) > shape.most()) {
    known->second.is_in_bytes = true;
    has_learnt_ = true;
    return Flow::Vanishes;
  }
  std::optional<ZoneVariable> variable;
  if (e.count >= 0) {
    variable = registers_.variable(s, s.frames.size() - 1, e.count);
  }
  make(s, in, shape, count, variable, segment);
  return Flow::Goes;
}

void UnknownSizes::make(State& s, const Instruction& in, const ir::UnsizedShape& shape,
                        NumberId count, std::optional<ZoneVariable> variable, Segment& segment) {
  ir::Memory& memory = context_.memory;
  const BlockId block = blocks_.choose_unsized(s, memory.add_unsized(shape), segment);
  std::vector<Touch> cells;
  ir::touch_block(memory, cells, block);
  // A block with watched cells has a name of its own, and its cells have these values from the
  // beginning: the program cannot see the difference.
  for (const Touch& cell : cells) {
    if (shared_.is_watched(cell.object)) continue;
    shared_.log(s, segment, cell.object, true);
    segment.overwritten.insert(cell.object);
    shared_.write_cell(s, cell.object, memory.initial_value(cell.object), segment);
  }
  segment.overwritten.clear();
  const ObjectId counter = memory.count_cell(block);
  shared_.write_cell(s, counter, lattice_.with_number(memory.cells().bytes(8, 0), count), segment);
  if (variable) {
    for (const bool is_signed : {false, true}) {
      s.zone.assign(ZoneVariable::cell(counter), *variable, {32, is_signed}, 0);
    }
  }
  ir::Control::finish(s.thread.frames.back(), in, ir::pointer_to(block));
  if (in.dst < 0 || in.slots == 0) return;
  const auto slot = static_cast<std::size_t>(in.dst);
  s.frames.back().slots[slot] = NumberId{};
  registers_.forget_slot(s, slot);
}

// ---- Bounds --------------------------------------------------------------------------------

SizeBounds UnknownSizes::size_of(const State& s, Operand pointer, std::uint32_t bytes,
                                 BlockId block, Segment& segment) {
  const SizeBounds size = size_of(s, block, segment);
  return size.most > 0 && is_inside(s, pointer, bytes, block) ? SizeBounds{} : size;
}

SizeBounds UnknownSizes::size_of(const State& s, BlockId block, Segment& segment) {
  const ir::UnsizedShape& shape = context_.memory.unsized_shape(block);
  const ValueId value = shared_.cell(s, context_.memory.count_cell(block), segment);
  if (value.is_absent()) return {0, 0};  // it was never made
  // Widening may have gone beyond what a block can have.
  const NumberId count =
      numbers_.meet(lattice_.number_in(value), numbers_.between(0, shape.most()));
  if (count.is_none()) return {0, 0};
  const auto [least, most] = narrowed(s, ZoneVariable::cell(context_.memory.count_cell(block)),
                                      {static_cast<std::int64_t>(least_of(numbers_[count])),
                                       static_cast<std::int64_t>(most_of(numbers_[count]))});
  return {shape.bytes(static_cast<std::uint64_t>(least)),
          shape.bytes(static_cast<std::uint64_t>(most))};
}

// What slots with which the count was compared, or that it was given, have become since.
std::pair<std::int64_t, std::int64_t> UnknownSizes::narrowed(
    const State& s, ZoneVariable counter, std::pair<std::int64_t, std::int64_t> bounds) {
  auto [least, most] = bounds;
  for (const Difference& bound : s.zone.bounds()) {
    const bool is_above = bound.x == counter;  // counter - other <= bound
    const ZoneVariable other = is_above ? bound.y : bound.x;
    if ((!is_above && bound.y != counter) || other.is_cell()) continue;
    const auto values =
        numbers_.bounds_in(registers_.number_in(s, other.frame, static_cast<Operand>(other.place)),
                           bound.sense.bits, bound.sense.is_signed);
    if (!values || bound.sense.bits != 32) continue;
    if (is_above) most = std::min(most, values->second + bound.most);
    if (!is_above) least = std::max(least, values->first - bound.most);
  }
  return least <= most ? std::pair{least, most} : bounds;
}

// base + offset + index * unit, with index - count <= most: then the access ends in the block.
bool UnknownSizes::is_inside(const State& s, Operand pointer, std::uint32_t bytes, BlockId block) {
  if (pointer < 0) return false;
  const std::size_t function = s.thread.frames.back().function.index();
  const std::vector<Instruction>& code = context_.program.functions[function].code;
  const std::optional<std::uint32_t> last =
      facts_[function].definition[static_cast<std::size_t>(pointer)];
  if (!last) return false;
  const std::optional<std::size_t> first = begin_of_address(code, *last);
  if (!first || code[*first].a == code[*first].dst) return false;
  // One of the pointers that it begins with leads into the block.
  std::optional<std::int64_t> offset;
  for (const Strided& part : numbers_[registers_.number(s, code[*first].a)]) {
    if (part.hi >> 32U < block.value || part.lo >> 32U > block.value) continue;
    if (!part.is_constant() || offset) return false;
    offset = static_cast<std::int64_t>(part.lo - ir::pointer_to(block));
  }
  if (!offset || code[*first].imm > kFar || code[*first].imm < -kFar) return false;
  *offset += code[*first].imm;
  const ir::UnsizedShape& shape = context_.memory.unsized_shape(block);
  std::optional<Operand> index;
  for (std::size_t i = *first + 1; i <= *last; ++i) {
    const Operand operand = code[i].b;
    if (registers_.is_known(s, operand) && (operand < 0 || code[i].imm != shape.unit)) {
      const std::int64_t value = ir::signed_of(registers_.known(s, operand), code[i].bits2);
      if (value > kFar || value < -kFar || code[i].imm > kFar || code[i].imm < -kFar) return false;
      *offset += value * code[i].imm;
    } else if (index || code[i].imm != shape.unit || code[i].bits2 < 32 ||
               most_of(numbers_[registers_.number(s, operand)]) >= kBeyondInt) {
      return false;
    } else {
      index = operand;
    }
  }
  if (!index) return false;
  // Rounded down.
  const std::int64_t room = std::int64_t{shape.header} - *offset - bytes;
  const std::int64_t unit = shape.unit;
  const std::int64_t most = room >= 0 ? room / unit : -((unit - 1 - room) / unit);
  const auto counter = ZoneVariable::cell(context_.memory.count_cell(block));
  shared_.compare(s, *index, counter.object());
  const ZoneVariable x = registers_.variable(s, s.frames.size() - 1, *index);
  for (const bool is_signed : {false, true}) {
    const auto bound = s.zone.bound(x, counter, {32, is_signed});
    if (bound && *bound <= most) return true;
  }
  return false;
}

}  // namespace skein::abstract
