// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/state/locals.hpp"

#include "core/random.hpp"

namespace skein::abstract {

namespace {

// A hash of what two threads must share to be compared.
std::uint64_t shape_of(const ir::Thread& thread) {
  std::uint64_t shape =
      mix64(thread.agent.value + (static_cast<std::uint64_t>(thread.status) << 32U));
  for (const ir::Frame& f : thread.frames) {
    shape = mix64(shape + (std::uint64_t{f.function.value} << 32U) + f.pc);
    shape = mix64(shape + f.phase);
  }
  for (const std::uint32_t child : thread.children) shape = mix64(shape + child);
  return shape;
}

}  // namespace

ValueId Locals::known(ValueId packed) {
  const auto [it, is_new] =
      ids_.emplace(std::pair{packed, std::vector<Unknown>{}}, ValueId{entries_.size()});
  if (is_new) entries_.push_back(Entry{packed, {}, shape_of(threads_.unpack(packed))});
  return it->second;
}

bool Locals::covers(ValueId large, ValueId small) {
  if (large == small) return true;
  if (large.is_absent() || small.is_absent() || shape(large) != shape(small)) return false;
  if (entries_[large.index()].unknowns.empty()) return false;  // one state, and another
  const auto [it, is_new] = covers_.emplace(std::pair{large, small}, false);
  if (is_new) it->second = lattice_.covers(unpack(large), unpack(small), {});
  return it->second;
}

ValueId Locals::widen(ValueId before, ValueId after, const std::vector<std::uint64_t>& thresholds) {
  if (before == after || before.is_absent() || after.is_absent()) return after;
  const auto [it, is_new] = wide_.emplace(std::pair{before, after}, after);
  if (is_new) {
    State wide = unpack(before);
    if (lattice_.join(wide, unpack(after), {}, &thresholds)) it->second = intern(wide);
  }
  return it->second;
}

ValueId Locals::intern(const State& state) {
  ir::Thread thread = state.thread;
  std::vector<Unknown> unknowns;
  const bool goes_on =
      thread.status == ir::Status::Starting || thread.status == ir::Status::Running;
  if (goes_on) {
    for (std::uint32_t i = 0; i < thread.frames.size(); ++i) {
      const ir::Frame& frame = thread.frames[i];
      const FrameUnknowns& mine = state.frames[i];
      for (const std::uint32_t slot :
           ir::live_slots(program_, frame, i + 1 == thread.frames.size())) {
        if (!mine.slots[slot].is_none()) unknowns.push_back({i, slot, 0, mine.slots[slot]});
      }
      for (const UnknownBytes& u : mine.memory) {
        unknowns.push_back({i, kMemory + u.offset, u.size, u.number});
      }
    }
    for (const UnknownBytes& u : state.own) {
      unknowns.push_back({kOwn, kMemory + u.offset, u.size, u.number});
    }
  }
  const ValueId packed = threads_.intern(thread);
  if (unknowns.empty()) return known(packed);
  const auto [it, is_new] = ids_.emplace(std::pair{packed, unknowns}, ValueId{entries_.size()});
  if (is_new) entries_.push_back(Entry{packed, std::move(unknowns), shape_of(thread)});
  return it->second;
}

State Locals::unpack(ValueId local) const {
  const Entry& entry = entries_[local.index()];
  State state;
  state.thread = threads_.unpack(entry.packed);
  state.frames.resize(state.thread.frames.size());
  // What a dead slot held is lost: it is anything, and not the zero that the packed form has.
  for (std::size_t i = 0; i < state.frames.size(); ++i) {
    const ir::Frame& frame = state.thread.frames[i];
    state.frames[i].slots.assign(frame.slots.size(), lattice_.anything());
    for (const std::uint32_t slot : ir::live_slots(program_, frame, i + 1 == state.frames.size())) {
      state.frames[i].slots[slot] = NumberId{};
    }
  }
  for (const Unknown& u : entry.unknowns) {
    if (u.frame == kOwn) {
      state.own.push_back({u.place - kMemory, u.size, u.number});
    } else if (u.place >= kMemory) {
      state.frames[u.frame].memory.push_back({u.place - kMemory, u.size, u.number});
    } else {
      state.frames[u.frame].slots[u.place] = u.number;
    }
  }
  return state;
}

}  // namespace skein::abstract
