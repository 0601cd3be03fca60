// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/state/known_values.hpp"

#include <algorithm>
#include <string>

#include "machine/ir/program/variables.hpp"

namespace skein::abstract {

namespace {

constexpr std::size_t kMostOfAFrame = 12;
constexpr std::size_t kMostCells = 12;

std::string values_text(Numbers& numbers, NumberId number, unsigned bits, bool is_signed) {
  if (numbers.covers(number, numbers.any(bits))) return "any value";
  return numbers.text(number, is_signed ? bits : 64);
}

// Not known where it is, or memory that has left no trace: none.
NumberId number_of(const ir::Context& context, Numbers& numbers, const State& s, std::size_t frame,
                   const ir::VariableUpdate& update, const ir::Variable& variable) {
  const ir::Frame& f = s.thread.frames[frame];
  const FrameUnknowns& unknowns = s.frames[frame];
  if (!update.is_address) {
    if (update.value >= 0) {
      const NumberId unknown = unknowns.slots[static_cast<std::size_t>(update.value)];
      if (unknown == numbers.any(64)) return {};  // a dead slot
      if (!unknown.is_none()) return numbers.extract(unknown, 0, (variable.bits + 7U) / 8U);
    }
    return numbers.constant(ir::cut_to(context.control.get(f, update.value), variable.bits));
  }
  const std::uint64_t pointer = context.control.get(f, update.value);
  const std::uint32_t offset = ir::offset_of(pointer);
  const std::uint32_t size = (variable.bits + 7U) / 8U;
  if (ir::block_of(pointer) != ir::block_of_frame(frame) || offset + size > f.memory.size())
    return {};
  return read_bytes(numbers, f.memory, unknowns.memory, offset, size);
}

}  // namespace

std::vector<KnownValue> known_locals(const ir::Context& context, Numbers& numbers, const State& s) {
  std::vector<KnownValue> result;
  for (std::size_t i = s.thread.frames.size(); i-- > 0;) {
    const ir::Frame& f = s.thread.frames[i];
    const ir::Function& function = context.program.function(f.function);
    const bool is_innermost = i + 1 == s.thread.frames.size();
    std::size_t count = 0;
    for (const ir::VariableUpdate& update : ir::variables_at(context.program, function, f.pc)) {
      if (count == kMostOfAFrame) break;
      const ir::Variable& variable = function.variables[update.variable];
      const NumberId number = number_of(context, numbers, s, i, update, variable);
      if (number.is_none()) continue;
      result.push_back({is_innermost ? variable.name : variable.name + " of " + function.name,
                        values_text(numbers, number, variable.bits, variable.is_signed)});
      ++count;
    }
  }
  return result;
}

std::vector<KnownValue> known_cells(const ir::IrNames& names, Numbers& numbers,
                                    StateLattice& lattice, const State& s, const Segment& segment) {
  std::vector<KnownValue> result;
  for (const ObjectId object : segment.reads) {
    if (result.size() == kMostCells) break;
    if (is_ghost(object)) continue;
    const ValueId* const written = find(s.written, object);
    const ValueId value = written != nullptr ? *written : segment.base(object);
    NumberId number = lattice.number_in(value);
    if (number.is_none()) continue;  // a lock, or a life
    if (const NumberId* learnt = find(s.learnt, object)) number = *learnt;
    result.push_back(
        {names.object(object), values_text(numbers, number, lattice.bits_of(value), true)});
  }
  return result;
}

}  // namespace skein::abstract
