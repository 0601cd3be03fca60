// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/registers.hpp"

#include <algorithm>
#include <utility>

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Instruction;
using ir::Operand;

// A thread's result from here on stands for the number of which this is the first: no pointer, and
// hardly an integer.
constexpr std::uint64_t kUnknownResult = 0xfedc'0000'0000'0000;

bool is_unknown_result(std::uint64_t value) { return value >> 32U == kUnknownResult >> 32U; }

}  // namespace

NumberId Registers::number_in(const State& s, std::size_t frame, Operand operand) {
  if (operand >= 0) {
    const NumberId unknown = s.frames[frame].slots[static_cast<std::size_t>(operand)];
    if (!unknown.is_none()) return unknown;
  }
  return numbers_.constant(context_.control.get(s.thread.frames[frame], operand));
}

void Registers::forget_slot(State& s, std::size_t slot) const {
  std::erase_if(s.loaded, [&](const Loaded& loaded) {
    const std::vector<std::uint32_t>& from = loaded.element.slots;
    return loaded.frame + 1 >= s.frames.size() &&
           (loaded.slot == slot || std::find(from.begin(), from.end(), slot) != from.end());
  });
  std::erase_if(s.relations, [&](const Relation& r) {
    return r.frame + 1 >= s.frames.size() &&
           (r.left == static_cast<Operand>(slot) || r.right == static_cast<Operand>(slot));
  });
  s.zone.forget(ZoneVariable::slot(s.frames.size() - 1, slot));
}

ZoneVariable Registers::variable(const State& s, std::size_t frame, Operand operand) const {
  const std::size_t function = s.thread.frames[frame].function.index();
  const Operand origin = origin_of(context_.program.functions[function], facts_[function], operand);
  return ZoneVariable::slot(frame, static_cast<std::size_t>(origin));
}

void Registers::relate(State& s, std::size_t slot, Operand operand, unsigned bits,
                       NumberId distance) {
  if (operand < 0 || static_cast<std::size_t>(operand) == slot) return;
  if (bits != 64 && bits > 32) return;
  const std::size_t frame = s.frames.size() - 1;
  const auto x = ZoneVariable::slot(frame, slot);
  const auto y = bits == 64 ? variable(s, frame, operand)
                            : ZoneVariable::slot(frame, static_cast<std::size_t>(operand));
  const auto steps = numbers_.bounds_in(distance, bits, true);
  if (!steps) return;
  if (bits == 64) {
    constexpr std::int64_t kBeyond = std::int64_t{1} << 31U;
    const auto from = numbers_.bounds_in(number(s, operand), bits, false);
    if (!from || from->second >= kBeyond || from->first + steps->first < 0 ||
        from->second + steps->second >= kBeyond) {
      return;
    }
    for (const bool is_signed : {false, true}) {
      static_cast<void>(s.zone.add({x, y, {32, is_signed}, steps->second}));
      static_cast<void>(s.zone.add({y, x, {32, is_signed}, -steps->first}));
    }
    return;
  }
  for (const bool is_signed : {false, true}) {
    const Sense sense{static_cast<std::uint8_t>(bits), is_signed};
    // Nothing wraps around: both ends stay where they must be.
    const auto from = numbers_.bounds_in(number(s, operand), bits, is_signed);
    if (!from) continue;
    const std::int64_t lowest = is_signed ? -(std::int64_t{1} << (bits - 1U)) : 0;
    const std::int64_t beyond = std::int64_t{1} << (is_signed ? bits - 1U : bits);
    if (from->first + steps->first < lowest || from->second + steps->second >= beyond) continue;
    static_cast<void>(s.zone.add({x, y, sense, steps->second}));
    static_cast<void>(s.zone.add({y, x, sense, -steps->first}));
  }
}

void Registers::relate_copy(State& s, std::size_t slot, ZoneVariable y) {
  const auto x = ZoneVariable::slot(s.frames.size() - 1, slot);
  for (const bool is_signed : {false, true}) s.zone.assign(x, y, {32, is_signed}, 0);
}

void Registers::set_slot_in(State& s, std::size_t frame, std::size_t slot, NumberId number) {
  const bool is_constant = numbers_.is_constant(number);
  s.thread.frames[frame].slots[slot] = is_constant ? numbers_.value_of(number) : 0;
  s.frames[frame].slots[slot] = is_constant ? NumberId{} : number;
}

void Registers::fit_frames(State& s) {
  s.frames.resize(s.thread.frames.size());
  std::erase_if(s.loaded, [&](const Loaded& loaded) { return loaded.frame >= s.frames.size(); });
  std::erase_if(s.relations, [&](const Relation& r) { return r.frame >= s.frames.size(); });
  const auto is_there = [&](ZoneVariable x) { return x.is_cell() || x.frame < s.frames.size(); };
  s.zone.keep([&](const Difference& d) { return is_there(d.x) && is_there(d.y); });
  for (std::size_t i = 0; i < s.frames.size(); ++i) {
    s.frames[i].slots.resize(s.thread.frames[i].slots.size());
    // The memory of arrays that are gone.
    std::erase_if(s.frames[i].memory, [&](const UnknownBytes& u) {
      return u.offset >= s.thread.frames[i].memory.size();
    });
  }
}

void Registers::fail(const State& s, ViolationFacts facts, std::vector<State>& more) const {
  State& failed = more.emplace_back(s);
  Outcome outcome;
  context_.control.fault(failed.thread, outcome, std::move(facts));
  failed.fault = std::move(outcome.fault);
}

// ---- Arguments and results -----------------------------------------------------------------

std::vector<NumberId> Registers::unknown_arguments(const State& s, const Instruction& in) const {
  std::vector<NumberId> unknowns;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) {
    const Operand operand = context_.program.arguments[in.arguments + i];
    unknowns.push_back(is_known(s, operand)
                           ? NumberId{}
                           : s.frames.back().slots[static_cast<std::size_t>(operand)]);
  }
  return unknowns;
}

std::vector<NumberId> Registers::unknown_results(State& s, const Instruction& in) const {
  std::vector<NumberId> results = unknown_arguments(s, in);
  const bool ends_thread = s.thread.frames.size() == 1;
  if (ends_thread && !results.empty()) {
    pass_result(s, context_.program.arguments[in.arguments]);
  }
  return results;
}

NumberId Registers::unknown_result(std::uint64_t result) {
  if (!is_unknown_result(result)) return {};
  return NumberId{static_cast<std::uint32_t>(result - kUnknownResult)};
}

// The result of a thread is a part of the machine's thread, where an unknown one is a token.
void Registers::pass_result(State& s, Operand operand) const {
  if (operand >= 0) {
    const auto slot = static_cast<std::size_t>(operand);
    const NumberId unknown = s.frames.back().slots[slot];
    if (!unknown.is_none()) {
      s.thread.frames.back().slots[slot] = kUnknownResult + unknown.value;
      s.frames.back().slots[slot] = NumberId{};
      return;
    }
  }
  if (is_unknown_result(known(s, operand))) {
    context_.control.refuse(s.thread, "a thread's result of this kind is not supported");
  }
}

void Registers::take_results(State& s, const std::vector<NumberId>& results) {
  const ir::Frame& f = s.thread.frames.back();
  if (f.pc == 0) return;
  const Instruction& site = context_.program.function(f.function).code[f.pc - 1];
  if (site.code != Code::Call && site.code != Code::CallPointer) return;
  for (std::uint32_t i = 0; i < site.slots && i < results.size(); ++i) {
    const std::size_t slot = static_cast<std::size_t>(site.dst) + i;
    if (slot >= s.frames.back().slots.size()) break;
    forget_slot(s, slot);
    s.frames.back().slots[slot] = NumberId{};
    if (!results[i].is_none()) set_slot(s, slot, results[i]);
  }
}

}  // namespace skein::abstract
