// SPDX-License-Identifier: Apache-2.0
#include "machine/model/language/barrier_users.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace skein {

namespace {

// The number of agents that run each body, at most. Bodies that create themselves, directly or not,
// have no bound: their numbers still grow when all others are known.
std::vector<std::uint64_t> agents_of_bodies(const ModelProgram& program) {
  const std::size_t bodies = program.bodies.size();
  std::vector<std::uint64_t> agents(bodies);
  for (std::size_t round = 0; round <= 2 * bodies; ++round) {
    std::vector<std::uint64_t> next(bodies);
    next[0] = 1;  // main
    for (const ModelCreation& c : program.creations) {
      const std::uint64_t more = std::min(agents[c.creator] * c.times, kUncounted);
      next[c.body] = std::min(next[c.body] + more, kUncounted);
    }
    for (std::size_t b = 0; b < bodies && round > bodies; ++b) {
      if (next[b] != agents[b]) next[b] = kUncounted;
    }
    agents = std::move(next);
  }
  return agents;
}

}  // namespace

void find_blind_barriers(ModelProgram& program) {
  const std::vector<std::uint64_t> agents = agents_of_bodies(program);
  std::vector<std::uint64_t> users(program.sync.size());
  for (std::size_t b = 0; b < program.bodies.size(); ++b) {
    const std::size_t begin = program.bodies[b].entry;
    const std::size_t end =
        b + 1 < program.bodies.size() ? program.bodies[b + 1].entry : program.code.size();
    std::vector<bool> is_used(users.size());
    for (std::size_t i = begin; i < end; ++i) {
      const Instruction& in = program.code[i];
      if (in.code != Code::Arrive) continue;
      const std::uint32_t count = in.index == kNoOperand ? 1 : in.size;
      for (std::uint32_t k = 0; k < count; ++k) is_used[in.base + k - program.visible_cells] = true;
    }
    for (std::size_t s = 0; s < users.size(); ++s) {
      if (is_used[s]) users[s] += agents[b];
    }
  }
  program.is_blind.assign(program.sync.size(), false);
  for (std::size_t s = 0; s < users.size(); ++s) {
    const bool is_barrier =
        program.array_of(ObjectId{program.visible_cells + s}).kind == SharedKind::Barrier;
    program.is_blind[s] = is_barrier && static_cast<std::int64_t>(users[s]) <= program.sync[s];
  }
}

}  // namespace skein
