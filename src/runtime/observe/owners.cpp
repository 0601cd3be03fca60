// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/owners.hpp"

#include "runtime/memory/heap.hpp"
#include "runtime/observe/call_stacks.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::owners {

namespace {

channel::Details& out() { return g.channel->details; }

// The frame of the agent that contains the address; null if none does.
const channel::FrameDetails* frame_at(AgentId agent, std::uint64_t address) {
  const call_stacks::Frames* frames = call_stacks::frames_of(agent);
  if (frames == nullptr) return nullptr;
  for (std::uint32_t i = 0; i < frames->count; ++i) {
    const channel::FrameDetails& frame = frames->list[i];
    if (address >= frame.low && address < frame.end) return &frame;
  }
  return nullptr;
}

// The agent whose stack contains the address; none if there is none.
AgentId stack_owner(std::uint64_t address) {
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const Slot& slot = tls[g.run_agents[i]];
    if (address >= reinterpret_cast<std::uint64_t>(slot.stack_low) &&
        address < reinterpret_cast<std::uint64_t>(slot.stack_top)) {
      return AgentId{g.run_agents[i]};
    }
  }
  return {};
}

bool is_same_owner(const channel::OwnerDetails& a, const channel::OwnerDetails& b) {
  return a.agent == b.agent && a.block_begin == b.block_begin && a.frame.end == b.frame.end &&
         a.frame.function == b.frame.function;
}

}  // namespace

void begin_run() { out().owner_count = 0; }

void note(std::uint64_t address) {
  if (out().owner_count == channel::kMaxOwners) return;
  channel::OwnerDetails owner{};
  owner.address = address;
  owner.step = current_step();
  owner.agent = stack_owner(address);
  if (!owner.agent.is_none()) {
    if (const channel::FrameDetails* frame = frame_at(owner.agent, address)) owner.frame = *frame;
  } else {
    HeapBlock block = find_heap_block(address);
    if (block.size == 0) block = find_heap_block(address - 1);  // a pointer to the end
    if (block.size == 0) return;
    owner.block_begin = block.begin;
    owner.block_size = block.size;
  }
  for (std::uint32_t i = out().owner_count; i-- > 0;) {
    const channel::OwnerDetails& known = out().owners[i];
    if (known.address != address) continue;
    if (is_same_owner(known, owner)) return;
    break;
  }
  out().owners[out().owner_count++] = owner;
}

void note(const Operation& op) {
  for (const ObjectId object : {op.first, op.second}) {
    if (object.is_none()) continue;
    const channel::ObjectRecord& record = g.channel->objects.records[object.index()];
    switch (record.kind) {
      case channel::ObjectClass::Lock:
      case channel::ObjectClass::RwLock:
      case channel::ObjectClass::Cond:
      case channel::ObjectClass::Barrier:
      case channel::ObjectClass::Sem:
      case channel::ObjectClass::Once:
      case channel::ObjectClass::Location: note(record.address); break;
      default: break;
    }
  }
}

}  // namespace skein::runtime::owners
