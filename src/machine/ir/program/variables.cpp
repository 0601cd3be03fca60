// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/program/variables.hpp"

#include <algorithm>

namespace skein::ir {

namespace {

constexpr std::uint32_t kNotSeen = 0xffffffffU;  // no path has come here yet
constexpr std::uint32_t kUnknown = 0xfffffffeU;  // not assigned, or paths disagree

using Holding = std::vector<std::uint32_t>;  // by variable: index of the update

std::vector<std::uint32_t> successors(const Program& program, const Function& function,
                                      std::uint32_t pc) {
  const Instruction& in = function.code[pc];
  const auto target = [&](std::int64_t edge) {
    return program.edges[static_cast<std::size_t>(edge)].target;
  };
  switch (in.code) {
    case Code::Jump: return {target(in.imm)};
    case Code::Branch: return {target(in.imm), target(in.imm + 1)};
    case Code::Switch: {
      const SwitchTable& table = program.switches[static_cast<std::size_t>(in.imm)];
      std::vector<std::uint32_t> all{target(table.otherwise)};
      for (const std::uint32_t edge : table.edges) all.push_back(target(edge));
      return all;
    }
    case Code::Return:
    case Code::Unreachable: return {};
    default:
      if (pc + 1 < function.code.size()) return {pc + 1};
      return {};
  }
}

// Whether something was new.
bool merge(Holding& into, const Holding& from) {
  bool is_new = false;
  for (std::size_t i = 0; i < into.size(); ++i) {
    const std::uint32_t both = into[i] == kNotSeen || into[i] == from[i] ? from[i] : kUnknown;
    is_new |= both != into[i];
    into[i] = both;
  }
  return is_new;
}

}  // namespace

std::vector<VariableUpdate> variables_at(const Program& program, const Function& function,
                                         std::uint32_t pc) {
  if (function.variables.empty() || pc >= function.code.size()) return {};
  std::vector<Holding> before(function.code.size(), Holding(function.variables.size(), kNotSeen));
  before[0].assign(function.variables.size(), kUnknown);
  // The variables' places at an instruction, its own updates included.
  const auto at = [&](std::uint32_t place) {
    Holding now = before[place];
    auto update = std::lower_bound(
        function.updates.begin(), function.updates.end(), place,
        [](const VariableUpdate& u, std::uint32_t where) { return u.from < where; });
    for (; update != function.updates.end() && update->from == place; ++update) {
      now[update->variable] = static_cast<std::uint32_t>(update - function.updates.begin());
    }
    return now;
  };
  std::vector<std::uint32_t> todo{0};
  while (!todo.empty()) {
    const std::uint32_t place = todo.back();
    todo.pop_back();
    const Holding now = at(place);
    for (const std::uint32_t next : successors(program, function, place)) {
      if (merge(before[next], now)) todo.push_back(next);
    }
  }
  std::vector<VariableUpdate> result;
  for (const std::uint32_t index : at(pc)) {
    if (index < kUnknown) result.push_back(function.updates[index]);
  }
  return result;
}

}  // namespace skein::ir
