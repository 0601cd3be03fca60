// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/program/thread.hpp"

#include <cstring>

#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

ValueId Threads::intern(const Thread& thread) {
  std::vector<std::uint64_t> words;
  words.push_back(thread.agent.value + (static_cast<std::uint64_t>(thread.status) << 32U) +
                  (thread.ends_program ? 1ULL << 40U : 0) + (thread.has_created ? 1ULL << 41U : 0) +
                  (thread.had_spurious_wakeup ? 1ULL << 42U : 0) +
                  (static_cast<std::uint64_t>(thread.leaving) << 48U));
  if (thread.status == Status::Over) words.front() += (thread.result & 0xffU) << 56U;
  const bool goes_on = thread.status == Status::Starting || thread.status == Status::Running;
  const bool has_clock = has_clocks_ && (goes_on || thread.status == Status::Exiting);
  if (has_clock) words.push_back(thread.clock);
  const auto add_blocks = [&](const std::vector<BlockId>& blocks) {
    for (const BlockId block : blocks) words.push_back(block.value);
  };
  if (thread.status == Status::Exiting) {
    words.push_back(thread.result);
    add_blocks(thread.numbers);
  }
  const auto add_bytes = [&](const std::vector<std::uint8_t>& bytes) {
    const std::size_t at = words.size();
    words.resize(at + (bytes.size() + 7) / 8);
    if (!bytes.empty()) std::memcpy(words.data() + at, bytes.data(), bytes.size());
  };
  if (goes_on) {
    if (thread.leaving != Leaving::Not) words.push_back(thread.result);
    words.push_back(thread.random);
    add_bytes(thread.own);
    words.push_back(thread.numbers.size() + (thread.published.size() << 16U) +
                    (static_cast<std::uint64_t>(thread.children.size()) << 32U));
    add_blocks(thread.numbers);
    add_blocks(thread.published);
    words.push_back(thread.leftovers.size());
    add_blocks(thread.leftovers);
    words.insert(words.end(), thread.children.begin(), thread.children.end());
    words.push_back(thread.frames.size() +
                    (static_cast<std::uint64_t>(thread.section_depth) << 32U));
    for (std::size_t i = 0; i < thread.frames.size(); ++i) {
      const Frame& frame = thread.frames[i];
      words.push_back((std::uint64_t{frame.function.value} << 32U) + frame.pc);
      words.push_back(frame.phase);
      for (const std::uint32_t slot : live_slots(program_, frame, i + 1 == thread.frames.size())) {
        words.push_back(frame.slots[slot]);
      }
      if (program_.function(frame.function).has_varying_memory)
        words.push_back(frame.memory.size());
      add_bytes(frame.memory);
    }
  }
  std::string key(reinterpret_cast<const char*>(words.data()), 8 * words.size());
  const auto [it, is_new] = ids_.emplace(std::move(key), ValueId{packed_.size()});
  if (is_new) packed_.push_back(std::move(words));
  return it->second;
}

Thread Threads::unpack(ValueId id) const {
  const std::vector<std::uint64_t>& words = packed_[id.index()];
  Thread thread;
  std::size_t at = 0;
  const auto next = [&] { return words[at++]; };
  const auto take_blocks = [&](std::vector<BlockId>& blocks, std::uint64_t count) {
    for (; count > 0; --count) blocks.emplace_back(next());
  };
  const std::uint64_t head = next();
  thread.agent = AgentId{static_cast<std::uint32_t>(head)};
  thread.status = static_cast<Status>((head >> 32U) & 0xffU);
  thread.ends_program = ((head >> 40U) & 1U) != 0;
  thread.has_created = ((head >> 41U) & 1U) != 0;
  thread.had_spurious_wakeup = ((head >> 42U) & 1U) != 0;
  thread.leaving = static_cast<Leaving>((head >> 48U) & 0xffU);
  if (thread.status == Status::Over) thread.result = head >> 56U;
  const bool goes_on = thread.status == Status::Starting || thread.status == Status::Running;
  if (has_clocks_ && (goes_on || thread.status == Status::Exiting)) thread.clock = next();
  if (thread.status == Status::Exiting) {
    thread.result = next();
    take_blocks(thread.numbers, words.size() - at);
  }
  if (!goes_on) return thread;
  const auto take_bytes = [&](std::vector<std::uint8_t>& bytes, std::size_t size) {
    bytes.resize(size);
    if (size > 0) std::memcpy(bytes.data(), words.data() + at, size);
    at += (size + 7) / 8;
  };
  if (thread.leaving != Leaving::Not) thread.result = next();
  thread.random = next();
  take_bytes(thread.own, program_.thread_image.size());
  const std::uint64_t counts = next();
  take_blocks(thread.numbers, counts & 0xffffU);
  take_blocks(thread.published, (counts >> 16U) & 0xffffU);
  take_blocks(thread.leftovers, next());
  for (std::uint32_t i = 0; i < counts >> 32U; ++i) {
    thread.children.push_back(static_cast<std::uint32_t>(next()));
  }
  const std::uint64_t depths = next();
  thread.section_depth = static_cast<std::uint32_t>(depths >> 32U);
  thread.frames.resize(static_cast<std::uint32_t>(depths));
  for (std::size_t i = 0; i < thread.frames.size(); ++i) {
    Frame& frame = thread.frames[i];
    const std::uint64_t where = next();
    frame.function = FunctionId{where >> 32U};
    frame.pc = static_cast<std::uint32_t>(where);
    frame.phase = static_cast<std::uint32_t>(next());
    const Function& function = program_.function(frame.function);
    frame.slots.assign(function.slots, 0);
    for (const std::uint32_t slot : live_slots(program_, frame, i + 1 == thread.frames.size())) {
      frame.slots[slot] = next();
    }
    take_bytes(frame.memory, function.has_varying_memory ? next() : function.frame_bytes);
  }
  return thread;
}

}  // namespace skein::ir
