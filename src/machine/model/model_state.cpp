// SPDX-License-Identifier: Apache-2.0
#include "machine/model/model_state.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace skein {

static_assert(std::is_trivially_copyable_v<SyncState> && std::is_trivially_copyable_v<AgentState> &&
              std::is_trivially_copyable_v<Pending>);

void State::lay_out(const ModelProgram& program, std::size_t capacity) {
  std::size_t widest = 0;
  for (const ModelBody& body : program.bodies) {
    widest = std::max<std::size_t>(widest, body.registers);
  }
  rwlocks_ = program.rwlocks;
  stride_ = widest + rwlocks_;
  visible_cells_ = program.visible_cells;
  capacity_ = capacity;

  std::size_t size = 0;
  const auto section = [&size](std::size_t bytes) {
    const std::size_t offset = size;
    size += (bytes + 7U) & ~std::size_t{7};
    return offset;
  };
  const std::size_t header = section(sizeof(Header));
  const std::size_t cells = section(program.cells.size() * sizeof(std::int64_t));
  const std::size_t sync = section(program.sync.size() * sizeof(SyncState));
  const std::size_t pending = section(capacity * sizeof(Pending));
  const std::size_t agents = section(capacity * sizeof(AgentState));
  const std::size_t registers = section(capacity * stride_ * sizeof(std::int64_t));
  const std::size_t watch = section(capacity * sizeof(ObjectId));

  block_.assign(size, std::byte{0});
  std::byte* const start = block_.data();
  header_ = reinterpret_cast<Header*>(start + header);
  cells_ = reinterpret_cast<std::int64_t*>(start + cells);
  sync_ = reinterpret_cast<SyncState*>(start + sync);
  pending_ = reinterpret_cast<Pending*>(start + pending);
  agents_ = reinterpret_cast<AgentState*>(start + agents);
  registers_ = reinterpret_cast<std::int64_t*>(start + registers);
  watch_ = reinterpret_cast<ObjectId*>(start + watch);
}

void State::reset(const ModelProgram& program, std::size_t capacity, ObjectId main_life) {
  lay_out(program, capacity);
  *header_ = Header{};
  std::copy(program.cells.begin(), program.cells.end(), cells_);
  for (std::size_t i = 0; i < program.sync.size(); ++i) {
    sync_[i] = SyncState{AgentId{}, 0, program.sync[i]};
  }
  const ModelBody& main = program.bodies.front();
  create(kMainAgent, kMainBody, main.entry);
  Pending& p = pending(kMainAgent);
  p.op = Operation{OpKind::ThreadStart, main_life, ObjectId{}};
  p.site = program.code[main.entry].site;
  p.is_enabled = true;
}

void State::grow(const ModelProgram& program, std::size_t capacity) {
  State old = std::move(*this);
  lay_out(program, capacity);
  *header_ = *old.header_;
  const std::size_t n = old.limit();
  std::copy_n(old.cells_, program.cells.size(), cells_);
  std::copy_n(old.sync_, program.sync.size(), sync_);
  std::copy_n(old.pending_, n, pending_);
  std::copy_n(old.agents_, n, agents_);
  std::copy_n(old.registers_, n * stride_, registers_);
  std::copy_n(old.watch_, n, watch_);
}

void State::restore(const std::byte* saved) { std::memcpy(block_.data(), saved, block_.size()); }

void State::list_sleepers(ObjectId object, std::vector<AgentId>& sleepers) const {
  sleepers.clear();
  for (const AgentId a : agents()) {
    if (agent(a).sleeps_on == object) sleepers.push_back(a);
  }
  std::sort(sleepers.begin(), sleepers.end(),
            [&](AgentId a, AgentId b) { return agent(a).arrival < agent(b).arrival; });
}

std::uint32_t State::signal_choices(const std::vector<AgentId>& sleepers) const {
  const bool can_all_time_out = std::all_of(sleepers.begin(), sleepers.end(),
                                            [&](AgentId a) { return agent(a).may_time_out; });
  return static_cast<std::uint32_t>(sleepers.size()) + (can_all_time_out ? 1 : 0);
}

std::uint32_t State::opening_choices(const std::vector<AgentId>& sleepers) const {
  const auto looking = static_cast<std::size_t>(
      std::count_if(sleepers.begin(), sleepers.end(), [&](AgentId a) { return agent(a).looks; }));
  return static_cast<std::uint32_t>(looking < sleepers.size() ? looking + 1 : looking);
}

AgentState& State::create(AgentId a, BodyId body, std::uint32_t entry) {
  for (std::uint32_t gap = limit(); gap <= a.value; ++gap) {
    agents_[gap] = AgentState{};
    pending_[gap] = Pending{};
    watch_[gap] = ObjectId{};
  }
  limit() = std::max(limit(), a.value + 1);
  AgentState& s = agent(a);
  s = AgentState{};
  s.pc = entry;
  s.body = body;
  s.status = AgentStatus::Active;
  pending(a) = Pending{};
  pending(a).agent = a;
  watch(a) = ObjectId{};
  std::fill_n(registers(a), stride_, 0);
  return s;
}

}  // namespace skein
