// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/state/function_facts.hpp"

#include <algorithm>
#include <string>

#include "machine/ir/program/arithmetic.hpp"
#include "machine/ir/program/builtins.hpp"

namespace skein::abstract {

namespace {

using ir::Code;

template <class Look>
void for_each_edge(const ir::Program& program, const ir::Instruction& in, const Look& look) {
  const auto first = static_cast<std::uint32_t>(in.imm);
  switch (in.code) {
    case Code::Jump: look(program.edges[first]); break;
    case Code::Branch:
      look(program.edges[first]);
      look(program.edges[first + 1]);
      break;
    case Code::Switch:
      for (const std::uint32_t edge : program.switches[first].edges) look(program.edges[edge]);
      look(program.edges[program.switches[first].otherwise]);
      break;
    default: break;
  }
}

bool defines_one_slot(const ir::Program& program, const ir::Instruction& in) {
  if (ir::is_builtin(in, ir::Builtin::Math)) {
    const std::string& name = program.externals[static_cast<std::size_t>(in.imm)];
    return name == "fabs" || name == "fabsf";
  }
  return in.code <= Code::Grow || in.code == Code::NewBlock || in.code == Code::Load ||
         ir::is_builtin(in, ir::Builtin::Expect);
}

void find_flags(const ir::Program& program, const ir::Function& function, FunctionFacts& facts) {
  facts.is_flag.assign(function.slots, false);
  const auto for_each_copy = [&](const auto& look) {
    for (const ir::Instruction& in : function.code) {
      for_each_edge(program, in, [&](const ir::Edge& edge) {
        for (const ir::Copy& copy : edge.copies) look(copy);
      });
    }
  };
  for_each_copy(
      [&](const ir::Copy& copy) { facts.is_flag[static_cast<std::size_t>(copy.dst)] = true; });
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    const auto is_comparison = [&](std::size_t slot) {
      const std::optional<std::uint32_t> definition = facts.definition[slot];
      if (!definition) return false;
      const Code code = function.code[*definition].code;
      return code == Code::ICmp || code == Code::FCmp;
    };
    for_each_copy([&](const ir::Copy& copy) {
      const bool is_fine = copy.src < 0 || facts.is_flag[static_cast<std::size_t>(copy.src)] ||
                           is_comparison(static_cast<std::size_t>(copy.src));
      const auto dst = static_cast<std::size_t>(copy.dst);
      if (is_fine || !facts.is_flag[dst]) return;
      facts.is_flag[dst] = false;
      is_changed = true;
    });
  }
}

// What a slot gets its value from, if that is a phi, or a sum with a constant.
std::vector<std::vector<std::uint32_t>> sources_of(const ir::Program& program,
                                                   const ir::Function& function) {
  std::vector<std::vector<std::uint32_t>> sources(function.slots);
  const auto add = [&](ir::Operand to, ir::Operand from) {
    if (to < 0 || from < 0) return;
    sources[static_cast<std::size_t>(to)].push_back(static_cast<std::uint32_t>(from));
  };
  for (const ir::Instruction& in : function.code) {
    const bool is_sum = in.code == Code::Add || in.code == Code::Sub;
    if (is_sum && in.b < 0) add(in.dst, in.a);
    if (in.code == Code::Add && in.a < 0) add(in.dst, in.b);
    for_each_edge(program, in, [&](const ir::Edge& edge) {
      for (const ir::Copy& copy : edge.copies) add(copy.dst, copy.src);
    });
  }
  return sources;
}

// The slots that a slot depends on by phis and sums; itself only if there is a cycle.
std::vector<bool> reached_from(const std::vector<std::vector<std::uint32_t>>& sources,
                               std::uint32_t slot) {
  std::vector<bool> is_reached(sources.size(), false);
  std::vector<std::uint32_t> todo = {slot};
  while (!todo.empty()) {
    const std::uint32_t next = todo.back();
    todo.pop_back();
    for (const std::uint32_t source : sources[next]) {
      if (is_reached[source]) continue;
      is_reached[source] = true;
      todo.push_back(source);
    }
  }
  return is_reached;
}

void find_counters(const ir::Program& program, const ir::Function& function, FunctionFacts& facts) {
  const auto sources = sources_of(program, function);
  std::vector<std::optional<std::uint32_t>>& counts = facts.counter_of;
  counts.assign(function.slots, std::nullopt);
  for (std::uint32_t slot = 0; slot < function.slots; ++slot) {
    const bool is_sum = facts.definition[slot].has_value() && !sources[slot].empty();
    if (!is_sum || counts[slot].has_value()) continue;
    const std::vector<bool> is_reached = reached_from(sources, slot);
    if (!is_reached[slot]) continue;
    for (std::uint32_t other = 0; other < function.slots; ++other) {
      if (is_reached[other] && reached_from(sources, other)[slot]) counts[other] = slot;
    }
  }
  for (std::uint32_t slot = 0; slot < function.slots; ++slot) {
    if (counts[slot]) facts.counters.push_back(slot);
  }
}

FunctionFacts facts_of(const ir::Program& program, const ir::Function& function) {
  FunctionFacts facts;
  const std::size_t count = function.code.size();
  facts.definition.assign(function.slots, std::nullopt);
  facts.is_loop_head.assign(count, false);
  facts.is_merge.assign(count, false);
  facts.loop_end.assign(count, 0);
  std::vector<bool> is_reached(count, false);
  for (std::uint32_t pc = 0; pc < count; ++pc) {
    const ir::Instruction& in = function.code[pc];
    if (defines_one_slot(program, in) && in.dst >= 0) {
      facts.definition[static_cast<std::size_t>(in.dst)] = pc;
    }
    for_each_edge(program, in, [&](const ir::Edge& edge) {
      if (is_reached[edge.target]) facts.is_merge[edge.target] = true;
      is_reached[edge.target] = true;
      if (edge.target > pc) return;
      facts.is_loop_head[edge.target] = true;
      facts.loop_end[edge.target] = std::max(facts.loop_end[edge.target], pc);
    });
  }
  find_flags(program, function, facts);
  find_counters(program, function, facts);
  for (std::size_t slot = 0; slot < facts.is_flag.size(); ++slot) {
    if (facts.is_flag[slot]) facts.definition[slot].reset();
  }
  return facts;
}

}  // namespace

std::vector<FunctionFacts> facts_of(const ir::Program& program) {
  std::vector<FunctionFacts> all;
  all.reserve(program.functions.size());
  for (const ir::Function& function : program.functions) {
    all.push_back(facts_of(program, function));
  }
  return all;
}

ir::Operand origin_of(const ir::Function& function, const FunctionFacts& facts,
                      ir::Operand operand) {
  if (operand < 0) return operand;
  const std::optional<std::uint32_t> definition =
      facts.definition[static_cast<std::size_t>(operand)];
  if (!definition) return operand;
  const ir::Instruction& in = function.code[*definition];
  const bool is_extended = (in.code == ir::Code::ZExt || in.code == ir::Code::SExt) &&
                           in.bits2 == 32 && in.a >= 0 && in.a != in.dst;
  return is_extended ? in.a : operand;
}

std::vector<std::uint64_t> thresholds_of(const ir::Program& program) {
  std::vector<std::uint64_t> thresholds;
  const auto add = [&](ir::Operand operand, unsigned bits) {
    if (operand >= 0) return;
    const std::uint64_t value = program.constant(operand);
    for (const std::uint64_t near : {value - 1, value, value + 1}) {
      thresholds.push_back(ir::cut_to(near, bits));
    }
  };
  for (const ir::Function& function : program.functions) {
    for (const ir::Instruction& in : function.code) {
      if (in.code != Code::ICmp && in.code != Code::FCmp) continue;
      add(in.a, in.bits);
      add(in.b, in.bits);
    }
  }
  std::sort(thresholds.begin(), thresholds.end());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  return thresholds;
}

}  // namespace skein::abstract
