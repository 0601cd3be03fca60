#include "machine/ir/thread.hpp"

#include <cstring>

#include "machine/ir/builtins.hpp"

namespace skein::ir {

// A frame that has called another goes on after the call; the result it gets then is in no slot
// yet. One whose operation has begun (a phase) still needs what the operation needs.
const std::vector<std::uint32_t>& Threads::live(const Frame& frame, bool is_top) const {
  const Function& function = program_.functions[frame.function];
  const bool is_calling = !is_top && frame.phase == 0;
  return function.live[is_calling ? frame.pc + 1 : frame.pc];
}

ValueId Threads::intern(const Thread& thread) {
  std::vector<std::uint64_t> words;
  words.push_back(thread.agent + (static_cast<std::uint64_t>(thread.status) << 32U) +
                  (thread.ends_program ? 1ULL << 40U : 0));
  const bool goes_on = thread.status == Status::Starting || thread.status == Status::Running;
  if (thread.status == Status::Exiting) words.push_back(thread.result);
  if (goes_on) {
    words.push_back(thread.random);
    words.push_back(thread.numbers.size() +
                    (static_cast<std::uint64_t>(thread.children.size()) << 32U));
    words.insert(words.end(), thread.numbers.begin(), thread.numbers.end());
    words.insert(words.end(), thread.children.begin(), thread.children.end());
    words.push_back(thread.frames.size());
    for (std::size_t i = 0; i < thread.frames.size(); ++i) {
      const Frame& frame = thread.frames[i];
      words.push_back((static_cast<std::uint64_t>(frame.function) << 32U) + frame.pc);
      words.push_back(frame.phase);
      for (const std::uint32_t slot : live(frame, i + 1 == thread.frames.size())) {
        words.push_back(frame.slots[slot]);
      }
      const std::size_t at = words.size();
      words.resize(at + (frame.memory.size() + 7) / 8);
      if (!frame.memory.empty()) {
        std::memcpy(words.data() + at, frame.memory.data(), frame.memory.size());
      }
    }
  }
  std::string key(reinterpret_cast<const char*>(words.data()), 8 * words.size());
  const auto [it, is_new] = ids_.emplace(std::move(key), static_cast<ValueId>(packed_.size()));
  if (is_new) packed_.push_back(std::move(words));
  return it->second;
}

Thread Threads::unpack(ValueId id) const {
  const std::vector<std::uint64_t>& words = packed_[id];
  Thread thread;
  std::size_t at = 0;
  const auto next = [&] { return words[at++]; };
  const std::uint64_t head = next();
  thread.agent = static_cast<std::uint32_t>(head);
  thread.status = static_cast<Status>((head >> 32U) & 0xffU);
  thread.ends_program = (head >> 40U) != 0;
  if (thread.status == Status::Exiting) thread.result = next();
  if (thread.status != Status::Starting && thread.status != Status::Running) return thread;
  thread.random = next();
  const std::uint64_t counts = next();
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(counts); ++i) {
    thread.numbers.push_back(static_cast<std::uint32_t>(next()));
  }
  for (std::uint32_t i = 0; i < counts >> 32U; ++i) {
    thread.children.push_back(static_cast<std::uint32_t>(next()));
  }
  thread.frames.resize(next());
  for (std::size_t i = 0; i < thread.frames.size(); ++i) {
    Frame& frame = thread.frames[i];
    const std::uint64_t where = next();
    frame.function = static_cast<std::uint32_t>(where >> 32U);
    frame.pc = static_cast<std::uint32_t>(where);
    frame.phase = static_cast<std::uint32_t>(next());
    const Function& function = program_.functions[frame.function];
    frame.slots.assign(function.slots, 0);
    for (const std::uint32_t slot : live(frame, i + 1 == thread.frames.size())) {
      frame.slots[slot] = next();
    }
    frame.memory.resize(function.frame_bytes);
    if (!frame.memory.empty()) {
      std::memcpy(frame.memory.data(), words.data() + at, frame.memory.size());
    }
    at += (frame.memory.size() + 7) / 8;
  }
  return thread;
}

}  // namespace skein::ir
