// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin/dead_stack_values.hpp"

#include <cstring>

#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::dead {

bool can_ask = false;
Range globals_range = {};

namespace {

std::uint64_t word_at(const char* address) {
  std::uint64_t word = 0;
  std::memcpy(&word, address, sizeof(word));
  return word;
}

// The program itself is the first module.
std::uint64_t bias() { return g.channel->modules[0].bias; }

// Calls look(address, size) for every dead value on the stack, from `frame` outwards as far as all
// frames are known.
template <class Look>
void for_each_dead(const char* frame, const char* end, Look look) {
  const channel::DeadValues& values = g.channel->dead_values;
  if (!values.is_known) return;
  // Where the registers are saved that the current function had at its call.
  const char* saved[channel::kKeptRegisters];
  for (std::uint32_t i = 0; i < channel::kKeptRegisters; ++i) saved[i] = frame - 8 * std::size_t{i};
  const char* stack = frame + 16;  // above the return address
  while (stack < end) {
    const channel::DeadSite* const site = values.find(word_at(stack - 8) - bias());
    if (site == nullptr) return;
    const char* const top = stack + site->size;
    for (std::uint32_t i = 0; i < channel::kKeptRegisters; ++i) {
      if ((site->dead_registers >> i & 1U) == 0 || saved[i] == nullptr) continue;
      look(saved[i], 8);
      saved[i] = nullptr;
    }
    for (std::uint32_t i = 0; i < site->slot_count; ++i) {
      const channel::DeadSlot& slot = values.slots[site->first_slot + i];
      look(top + slot.at, slot.size);
    }
    if (!site->knows_saved) return;
    for (std::uint32_t i = 0; i < channel::kKeptRegisters; ++i) {
      if (site->saved[i] != 0) saved[i] = top + site->saved[i];
    }
    stack = top;
  }
}

}  // namespace

void ask() {
  can_ask = false;
  if (watched::learn_dead_values()) end_run(End::Blocked);
}

void begin_run() {
  const channel::DeadValues& values = g.channel->dead_values;
  can_ask = g.channel->settings.learns_dead_values && !values.is_known;
  globals_range = {};
  if (!values.is_known || values.global_count == 0) return;
  const std::uint64_t begin = values.globals[0].begin;
  const std::uint64_t end = values.globals[values.global_count - 1].end;
  globals_range = {begin + bias(), end - begin};
}

bool is_in_globals(std::uint64_t address, std::size_t size) {
  const channel::DeadValues& values = g.channel->dead_values;
  address -= bias();
  std::uint32_t low = 0;
  std::uint32_t high = values.global_count;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (values.globals[middle].end <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < values.global_count && values.globals[low].begin <= address &&
         address + size <= values.globals[low].end;
}

bool is_global(std::uint64_t word_address, std::uint8_t bytes) {
  if (globals_range.size == 0) return false;
  for (std::uint32_t i = 0; i < 8; ++i) {
    if ((bytes >> i & 1U) != 0 && !is_in_globals(word_address + i, 1)) return false;
  }
  return true;
}

StackFingerprint fingerprint_of_dead(const char* frame, const char* end) {
  StackFingerprint fingerprint;
  for_each_dead(frame, end, [&](const char* slot, std::uint32_t size) {
    const auto shift = static_cast<unsigned>(reinterpret_cast<std::uint64_t>(slot) % 8);
    const std::uint64_t mask = size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * size) - 1;
    const char* const word = slot - shift;
    if (word < end) fingerprint += word_fingerprint(word, word_at(word) & mask << 8 * shift, end);
  });
  return fingerprint;
}

bool is_dead(const void* address, std::size_t size, const char* frame, const char* end) {
  const char* const begin = static_cast<const char*>(address);
  bool is_found = false;
  for_each_dead(frame, end, [&](const char* slot, std::uint32_t slot_size) {
    is_found = is_found || (slot <= begin && begin + size <= slot + slot_size);
  });
  return is_found;
}

void forget_reads_of_dead(const char* frame, const char* end) {
  for_each_dead(frame, end,
                [](const char* slot, std::uint32_t size) { spins::forget_read(slot, size); });
}

}  // namespace skein::runtime::dead
